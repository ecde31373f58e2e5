//! Properties that must hold for every solver of every game, on random and on hostile input.
//!
//! ```text
//! seeds ─────┐
//!            ├──> Recipe ──> position of any game ──┐
//! libFuzzer ─┤                                      ├──> property: holds, or a Violation
//!            └──> bytes ────────────────────────────┘
//! ```
//!
//! * A [`Recipe`] is a list of numbers from which [`position`] builds a valid position of any
//!   [`TypedGame`](grundy_game::TypedGame). The numbers are weighted towards what breaks solvers: P-positions
//!   and their neighbours, numbers next to powers of two, next to the limits and next to each other.
//! * [`properties`] are written once for all games. The tests apply them to every solver, and to
//!   wrong solvers that they must catch.
//! * [`text`](mod@text) checks the readers of all games on any bytes, [`records`] those of all kinds of records.
//! * [`page`], [`rules`] and [`dialogue`] check what hears strangers: the page in the browser, the reader of what rules
//!   programs write, and the judge of programs that play; [`package`] those who describe a task and judge it.
//!
//! The libFuzzer targets in `fuzz/` call these functions and nothing else, so that ordinary tests can
//! replay whatever they find; see docs/fuzzing.md.

pub mod corpus;
pub mod dialogue;
pub mod package;
pub mod page;
mod position;
pub mod properties;
mod recipe;
pub mod records;
pub mod rules;
pub mod targets;
pub mod text;
mod theory;
mod violation;

pub use position::{picked_move, position};
pub use recipe::{Amount, Edit, Pick, PlayOn, Recipe};
pub use violation::Violation;
