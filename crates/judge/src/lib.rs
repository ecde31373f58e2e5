//! Somebody's program against the truth: run it, judge it, and find the smallest input that breaks it.
//!
//! ```text
//! game -> tests, phase by phase -> runs in the sandbox -> verdicts -> report and counterexample
//! ```
//!
//! * [`judge`] is the whole of it: what is tried in which order.
//! * [`closure`] holds a program against itself, where no oracle reaches.
//! * [`report`] is what came of it.
//! * [`task`] is a game under the limits and with the words of the task at hand.
//! * [`tests`] says what the tests are: every small position, the original's tests, and the limits.
//! * [`verdict`] turns a run and the expected answer into a verdict.
//! * [`shrink`] makes a failing input as simple as it gets while it still fails.
//! * [`saved`] keeps counterexamples in files, to be tried first the next time.
//! * [`race`] lets several programs run on the same inputs by turns.
//!
//! A candidate is any program that reads a position on standard input and prints the answer on
//! standard output; no shell stands in between. It runs in a [`grundy_sandbox::Sandbox`].

mod batch;
pub mod closure;
mod error;
mod every;
pub mod judge;
pub mod race;
pub mod report;
pub mod saved;
pub mod shrink;
pub mod task;
pub mod tests;
pub mod verdict;
mod workers;

pub use error::JudgeError;
