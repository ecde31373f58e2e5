//! Impartial games: games like Nim, in which both players have the same moves and a player who cannot move loses.
//!
//! This crate is the library to name in `Cargo.toml`; the other crates of the workspace are its [`parts`]. It is also the
//! command `grundy`, which is [`main`]. A library does without what only the command needs:
//!
//! ```toml
//! grundy = { version = "0.1", default-features = false }
//! ```
//!
//! A *P-position* is one in which the player to move loses (the *previous* player wins); in an *N-position* the *next*
//! player wins. The *Grundy value* of a position is the size of the Nim heap that it is equivalent to.
//!
//! # Heap games by their codes
//!
//! The values of the heaps of Kayles, `0.77`, and their period, which a theorem proves:
//!
//! ```
//! use grundy::heaps::{Sequence, period};
//! let kayles = Sequence::to("0.77".parse()?, 167);
//! let values: Vec<u32> = kayles.cells().iter().take(8).collect();
//! assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2]);
//! let found = period::find(kayles.code(), kayles.cells()).unwrap();
//! assert_eq!((found.length, found.start, found.is_proved()), (12, 71, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A sequence can be continued, and stopped from time to time:
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy::heaps::{Sequence, extend};
//! let mut officers = Sequence::new("0.6".parse()?);
//! let flow = extend(&mut officers, 10_000, |so_far| {
//!     if so_far.largest().is_some_and(|(value, _)| value > 100) { return ControlFlow::Break(()); }
//!     ControlFlow::Continue(())
//! });
//! assert!(flow.is_break() && officers.up_to() < 10_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Six games, and codes as games
//!
//! [`find`] returns a game by its name or code. It answers inputs of the original task:
//!
//! ```
//! let gra = grundy::find("gra")?;
//! assert_eq!(gra.answer(&mut &b"5 2\n1 3\n"[..])?, ["1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A position has an outcome, a Grundy value where the closed form says it, and moves:
//!
//! ```
//! let nim = grundy::find("nim")?;
//! let position = &nim.read(b"2\n1 3\n")?[0];
//! let claim = position.solve()?.claim;
//! assert_eq!((claim.wins(), claim.grundy, claim.winning_moves), (true, Some(2), Some(1)));
//! let options = position.options()?;
//! let winning = options.iter().find(|option| option.is_winning()).unwrap();
//! assert_eq!(winning.name.as_deref(), Some("2 from heap 2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An input that is no position is an error with its place:
//!
//! ```
//! let error = grundy::find("kayles")?.read(b"2\n1 x\n").err().unwrap();
//! assert_eq!(error.to_string(), "2:3: found `x`, expected the size of heap 2 of 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game of your own
//!
//! [`Rules`] are the moves of a game; [`Memo`] solves positions from them alone. Here a move takes one, three or four
//! stones:
//!
//! ```
//! use grundy::{Memo, Rules, See};
//! struct Take;
//! impl Rules for Take {
//!     type Position = u32;
//!     type Move = u32;
//!     fn each_move(&self, heap: &u32, see: See<'_, Self>) {
//!         for taken in [1, 3, 4] {
//!             if let Some(left) = heap.checked_sub(taken) { see(taken, &left); }
//!         }
//!     }
//! }
//! let mut memo = Memo::new(Take);
//! let values: Vec<u32> = (0..8).map(|heap| memo.value(&heap).grundy).collect();
//! assert_eq!(values, [0, 1, 0, 1, 2, 3, 2, 0]);
//! assert_eq!(memo.solve(&6).winning_moves, [4]);
//! ```
//!
//! [`OwnGame`](own::OwnGame) adds texts and sizes, and optionally a claim about who wins. [`Own`](own::Own) makes a
//! [`Game`] of it, on which everything here works. The *oracle*, which knows the rules only, checks the claim on
//! every position up to a size:
//!
//! ```
//! use grundy::own::{Next, Own, OwnGame};
//! use grundy::{About, Outcome, Place, Sizes, unwatched};
//! #[derive(Clone)]
//! struct OneOrTwo;
//! impl OwnGame for OneOrTwo {
//!     type Position = u32;
//!     type Move = u32;
//!     fn about(&self) -> About { About { name: "one-or-two".into(), ..About::default() } }
//!     fn positions(&self, size: u32) -> Vec<u32> { vec![size] }
//!     fn moves(&self, heap: &u32) -> impl IntoIterator<Item = (u32, Next<u32>)> {
//!         (1..=2.min(*heap)).map(move |taken| (taken, (heap - taken).into()))
//!     }
//!     // Wrong: P-positions are the multiples of 3.
//!     fn outcome(&self, heap: &u32) -> Option<Outcome> {
//!         Some(if heap % 4 == 0 { Outcome::P } else { Outcome::N })
//!     }
//! }
//! let game = Own::new(OneOrTwo);
//! let solved = game.solved(9, &Place::Memory, &mut unwatched)?;
//! let wrong = (0..=9).find_map(|size| solved.check(size, 0..1).unwrap().smallest).unwrap();
//! assert_eq!(wrong.input.trim(), "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Every position of a size
//!
//! The values of all small positions, by exhaustive play:
//!
//! ```
//! use std::ops::ControlFlow;
//! let mut lost = Vec::new();
//! grundy::find("nim")?.values(4, &mut grundy::unwatched, &mut |position| {
//!     lost.extend((!position.known.wins()).then(|| position.on_one_line()));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(lost, ["1 0", "2 0 0", "3 0 0 0", "2 1 1", "4 0 0 0 0"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A sweep compares a closed form with the oracle on all cores:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use grundy::Place;
//! use grundy::parts::{records::plan::{Check, SweepPlan}, sweep::{Run, sweep}};
//! let never = AtomicBool::new(false);
//! let run = Run { jobs: None, keep: None, place: &Place::Memory, stop: &never, progress: &|_| {} };
//! let nim = grundy::find("nim")?;
//! let report = sweep(&*nim, SweepPlan::whole(Check::Oracle { up_to: 12 }), run)?;
//! assert!(report.is_confirmed());
//! assert_eq!(report.positions(), 4095);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Pictures
//!
//! ```
//! use grundy::heaps::{Sequence, period};
//! use grundy::parts::records::picture::Picture;
//! let dawson = Sequence::to("0.137".parse()?, 200);
//! let found = period::find(dawson.code(), dawson.cells());
//! let svg = Picture::of_heaps("Dawson's Chess", dawson.cells(), found).svg();
//! assert!(svg.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "command")]
mod command;
#[cfg(feature = "command")]
mod entry;
#[cfg(feature = "mpi")]
mod mpi;

pub use grundy_brute::{Memo, Rules, See, mex};
pub use grundy_game::{
    About, Choice, Error, Evaluated, Game, Known, Outcome, Place, Position, Sizes, Solution, own,
    unwatched,
};
pub use grundy_games::{all, find, heaps};

/// The crates of the workspace, of which this one names what a library needs first.
pub mod parts {
    pub use grundy_brute as brute;
    pub use grundy_game as game;
    pub use grundy_games as games;
    #[cfg(feature = "command")]
    pub use grundy_judge as judge;
    #[cfg(feature = "command")]
    pub use grundy_package as package;
    #[cfg(feature = "command")]
    pub use grundy_play as play;
    pub use grundy_program as program;
    pub use grundy_records as records;
    #[cfg(feature = "command")]
    pub use grundy_sandbox as sandbox;
    pub use grundy_sweep as sweep;
}

#[cfg(feature = "command")]
pub use entry::main;
