//! The oracle: the rules of each game, and exhaustive solvers that know nothing else.
//!
//! Everything here follows from two things alone: which moves the [`Rules`] of a game allow, and
//! *normal play* (a player who cannot move loses). No theorem shortens anything: no xor, no groups,
//! no stairs. That makes the answers slow and beyond doubt, which is what the closed forms of the
//! other crates are compared with.

pub mod gra;
mod rules;

pub use rules::{Outcome, Rules};
