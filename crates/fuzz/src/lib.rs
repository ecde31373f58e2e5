//! Properties: what has to hold for every solver of every game, on random and on hostile input.
//!
//! ```text
//! proptest ──┐
//!            ├──> Recipe ──> position of any game ──┐
//! libFuzzer ─┤                                      ├──> property: holds, or a Failure
//!            └──> bytes ────────────────────────────┘
//! ```
//!
//! * A [`Recipe`] is numbers that every game builds a valid [`position`] from, weighted towards what
//!   breaks solvers: P-positions and their neighbours, blocks at the goal, gaps of one and two, empty
//!   groups, sizes around powers of two and at the limits.
//! * A [`Subject`] is a game that can build it and play on it, forwards and backwards, at any size.
//! * [`properties`] are written once for all games; ordinary tests put them to every solver, and to
//!   wrong solvers that they have to catch.
//! * [`text`](mod@text) checks the readers of all games on any bytes, [`records`] those of CSV
//!   records.
//! * [`sums`] hold the oracles against each other and against the theorem of Sprague and Grundy.
//!
//! The libFuzzer targets in `fuzz/` call these functions and nothing else, so that whatever they find
//! is replayed by ordinary tests; see docs/fuzzing.md.

mod failure;
pub mod listed;
pub mod properties;
mod recipe;
pub mod records;
mod subject;
pub mod sums;
pub mod targets;
pub mod text;
mod trial;

pub use failure::Failure;
pub use recipe::{Amount, Part, Pick, Reach, Recipe, Turn, amounts, recipes};
pub use subject::{Subject, Variation, position};
pub use trial::{caught, holds};
