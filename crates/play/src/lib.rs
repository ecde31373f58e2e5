//! A game at a table: two seats, moves by name, an opponent who makes no mistake, and a page.
//!
//! Games are seen through [`Entry`](grundy_games::Entry) alone, so that whatever is one can be played:
//! a built-in game, a code, somebody's rules. A [`Match`] is a game in progress, from a position and
//! the moves made so far, and knows at each of them who was winning; [`Level`] is how well the opponent
//! plays. On top of them stand [`Dialogue`], what is said in a terminal, and [`web`], the page.
//!
//! ```
//! use grundy_play::{Match, Position};
//! let mut game = Match::begin(grundy_games::find("gra")?, Position::of("5 2\n1 3\n"))?;
//! assert!(game.choices().wins);
//! game.play("3 -> 4")?;
//! let mistake = game.first_mistake().unwrap();
//! assert_eq!(mistake.name(), "3 -> 4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod dialogue;
mod history;
mod level;
mod played;
mod position;
mod seats;
mod typed;
pub mod web;

pub use dialogue::{Dialogue, Said};
pub use history::{history, json, told};
pub use level::{Level, NoLevel};
pub use played::{Known, Match, Player, Turn};
pub use position::{Choice, Choices, Position};
pub use seats::{NoSeats, Seats};
pub use typed::NoMove;

use grundy_games::{Failed, MOST_MOVES};

use played::LARGEST;
use position::MOST_PARTS;

/// Why there is no match, or none that goes on.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// What was typed is no legal move.
    #[error(transparent)]
    NoMove(#[from] NoMove),
    /// A sum of positions of which not all have a Grundy value that is known.
    #[error("nobody knows who wins {0}: a part has no Grundy value")]
    Unknown(Position),
    /// A sum of too many positions.
    #[error("a sum of {0} positions: at most {MOST_PARTS} are played")]
    TooManyParts(usize),
    /// A position with too many legal moves.
    #[error("more than {MOST_MOVES} moves are too many to be listed")]
    TooManyMoves,
    /// The game has gone on for too long, in positions with too many moves or too long a text.
    #[error("the game is too long: its moves, with all that could have been made, take more than {} MiB", LARGEST >> 20)]
    TooLong,
    /// The game, somebody's program, cannot make anything of a position that was typed.
    #[error("no position to play from: {0}")]
    NoPosition(Failed),
    /// The position is none, or the game itself failed.
    #[error(transparent)]
    Game(#[from] grundy_games::Error),
}
