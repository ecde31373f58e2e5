//! What a game is: its positions as text, its legal moves, what is known of them, and the forms of answers.
//!
//! Every crate sees a game through [`Game`] and [`Position`], which hide the types of the single game. A game in Rust implements
//! [`TypedGame`], which pairs a closed form of `grundy-core` with rules of `grundy-brute`, or [`own::OwnGame`].
//!
//! ```
//! use grundy_game::{Place, unwatched};
//! let nim = grundy_games::find("nim")?;
//! assert_eq!(nim.read(b"3\n1 2 4\n")?[0].solve()?.answer, "Yes");
//! // The oracle, which uses the rules only, agrees on every row with up to ten heaps and stones together.
//! let solved = nim.solved(10, &Place::Memory, &mut unwatched)?;
//! let tally = solved.check(10, 0..nim.positions(10)?)?;
//! assert_eq!((tally.positions, tally.mismatches), (512, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod cases;
pub mod closure;
mod erased;
mod error;
mod evaluated;
pub mod explain;
mod form;
mod game;
pub mod generate;
mod known;
pub mod line;
mod many;
pub mod mark;
mod oracle;
pub mod own;
mod position;
mod reduction;
pub mod searching;
pub mod simpler;
mod solved;
pub mod stage;
pub mod sum;
mod tally;
mod typed;

pub use about::{
    About, Bounds, Claimant, ClosedForm, Draw, Example, Expected, Layout, Limit, Playing, Problem,
    Request, RulesFile, Shape, Starts, Submission, Told,
};
pub use cases::{Cases, CasesLayout, VARYING, without_prefixes};
pub use erased::{MOST_MOVES, MOST_NAMES, streamed};
pub use error::{Error, Failed, InputError, NoGame, NoShape};
pub use evaluated::{Each, Evaluated};
pub use explain::{Explanation, Line, Role, Span};
pub use form::{Form, LetterCase, Which};
pub use game::{
    Closure, Depth, Game, Identity, OriginalTest, Positions, Scope, Sizes, Solved, limits,
    originals,
};
pub use generate::Drawn;
pub use grundy_brute::{SolveError, memory, ranks, unwatched};
pub use grundy_core::Outcome;
pub use known::{Known, kind, winner, wins};
pub use many::{lines_of_inputs, with_cases};
pub use oracle::{Loaded, OnDisk, Oracle, Place, Progress, Watch};
pub use position::{
    Case, Choice, Detail, Doubt, Facts, MoveNumbers, Position, Simpler, Solution, meant,
};
pub use reduction::{Group, Reduction};
pub use searching::Searching;
pub use simpler::{reductions, removals, simpler_inputs};
pub use solved::{SAMPLED, difference};
pub use tally::{Followed, InputForm, Mismatch, Tally, rank};
pub use typed::{Amount, Original, RulesMove, RulesPosition, TypedGame, Variation};
