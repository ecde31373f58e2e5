//! A game between two players: moves by name, an opponent that makes no mistake, a dialogue and a page.
//!
//! Every [`Game`](grundy_games::Game) can be played: a built-in game, a code, a rules program. A [`Match`] is a game in
//! progress: the position where it began, the moves so far, and for each of them who was winning. [`Level`] is how well
//! the opponent plays. [`Dialogue`] plays in a terminal, [`Server`] on a page in the browser.
//!
//! ```
//! use grundy::play::Match;
//! let mut game = Match::read(grundy_games::find("gra")?, b"5 2\n1 3\n")?;
//! assert!(game.choices().wins);
//! game.play("3 -> 4")?;
//! let mistake = game.first_mistake().unwrap();
//! assert_eq!(mistake.name, "3 -> 4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub(crate) mod command;
mod dialogue;
mod error;
mod game;
mod history;
mod level;
mod seats;
mod session;
mod start;
mod sum;
mod terminal;
mod typed;
mod web;

pub use dialogue::{Dialogue, Reply};
pub use error::PlayError;
pub use game::{Match, Player, Turn};
pub use history::{json, told};
pub use level::Level;
pub use seats::Seats;
pub use sum::{Choices, LegalMove, PositionSum};
pub use web::Server;
