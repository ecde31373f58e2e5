//! The oracle: the rules of each game, and exhaustive solvers that know nothing else.
//!
//! Everything here follows from two things alone: which moves the [`Rules`] of a game allow, and
//! *normal play* (a player who cannot move loses). No theorem is used: no nim-sums, no groups, no
//! stairs. The solvers are slow and simple, and the closed forms of other crates are compared with them.
//!
//! * Each game is one module: its plain position, its moves, and its [`Space`], a numbering of all
//!   small positions in order of size.
//! * The unpruned [`solver`] knows positions as numbers, and the caller supplies their options. [`Memo`] solves positions of
//!   any [`Rules`] with it, and [`interned`] positions that are texts.
//! * [`Retrograde`] solves a whole space, the smallest positions first.
//! * gra has tables of its own, over boards as bit masks: in memory, on disk, and over several processes,
//!   which exchange data by [`ranks`].
//!
//! A game needs one method of [`Rules`] to be solved:
//!
//! ```
//! use grundy_brute::{Memo, Outcome, Rules, See};
//!
//! /// A heap, of which one, three or four stones are taken.
//! struct Subtraction;
//!
//! impl Rules for Subtraction {
//!     type Position = u32;
//!     type Move = u32;
//!     fn each_move(&self, heap: &u32, see: See<'_, Self>) {
//!         for take in [1, 3, 4].into_iter().filter(|take| take <= heap) {
//!             see(take, &(heap - take));
//!         }
//!     }
//! }
//!
//! let mut memo = Memo::new(Subtraction);
//! let values: Vec<u32> = (0..9).map(|heap| memo.value(&heap).grundy).collect();
//! assert_eq!(values, [0, 1, 0, 1, 2, 3, 2, 0, 1]);
//! let ten = memo.solve(&10);
//! assert_eq!((ten.value.outcome, ten.winning_moves), (Outcome::N, vec![1, 3]));
//! ```

pub mod bounded;
mod compositions;
pub mod constrained;
mod error;
pub mod gra;
pub mod interned;
pub mod kamyki;
mod memo;
pub mod memory;
pub mod nim;
pub mod octal;
mod progress;
pub mod ranks;
mod retrograde;
mod rows;
mod rules;
pub mod solver;
mod space;
pub mod staircase;
mod value;

/// The name of this crate in the file below.
#[cfg(test)]
extern crate self as grundy_brute;
#[cfg(test)]
#[path = "../tests/all/in_process.rs"]
mod in_process;

pub use error::SolveError;
pub use memo::Memo;
pub use progress::{Progress, unwatched};
pub use retrograde::Retrograde;
pub use rows::{Limited, RowGame, RowMove};
pub use rules::{Below, Outcome, Rules, See};
pub use space::Space;
pub use value::{Mex, Solution, Value, mex};
