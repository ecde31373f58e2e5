//! Playing: a game against an opponent that makes no mistake, in a terminal or on a page in a browser.
//!
//! Every [`Game`](grundy_game::Game) can be played: a built-in game, a code, a rules program. A [`Match`] is a game in
//! progress: the position where it began, the moves so far, and for each of them who was winning. [`Level`] is how well
//! the opponent plays. [`Dialogue`] is a game with its player: [`session`] plays it in a terminal or on standard input and
//! output, [`web`] on pages.

mod dialogue;
mod error;
mod fit;
mod game;
pub mod history;
mod players;
pub mod session;
mod start;
#[cfg(test)]
mod tests;
pub mod web;

pub use dialogue::Dialogue;
pub use error::{Error, Result};
pub use game::{Match, Program};
pub use players::{LEVELS, Level, Players, SEATS, Seats};
