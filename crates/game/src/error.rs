//! Errors of games.

use std::io;

/// An input that makes no position, with the place of the error.
pub use grundy_core::text::ReadError as InputError;

use grundy_core::text::OUT_OF_MEMORY;

use crate::SolveError;

/// Why a game has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input makes no position.
    #[error(transparent)]
    Input(InputError),
    /// The input could not be read to its end.
    #[error(transparent)]
    Reading(io::Error),
    /// The result could not be written.
    #[error(transparent)]
    Writing(io::Error),
    /// There is no random input of that shape and sizes.
    #[error(transparent)]
    NoShape(#[from] NoShape),
    /// The oracle cannot be built or read.
    #[error(transparent)]
    Oracle(#[from] SolveError),
    /// The position has too many moves for a list.
    #[error("{} too many to be listed", match .0 {
        &u64::MAX => "its moves are".to_owned(),
        moves => format!("up to {moves} moves are"),
    })]
    TooManyMoves(u64),
    /// The position is too large for the oracle of a rules program, and no claim stands for it.
    #[error("{0} is beyond the positions that the oracle solves, and no claim answers it")]
    Beyond(String),
    /// There is no package of an interactive task in that form, or of that game.
    #[error("{0}")]
    NoDialogue(String),
    /// The position cannot be played, or a text is no move in it.
    #[error("{0}")]
    NotPlayed(String),
    /// The position does not fit in memory.
    #[error("out of memory")]
    OutOfMemory,
    /// The game itself failed.
    #[error(transparent)]
    Failed(#[from] Failed),
}

impl From<InputError> for Error {
    fn from(error: InputError) -> Self {
        if error.message == OUT_OF_MEMORY {
            return Self::OutOfMemory;
        }
        Self::Input(error)
    }
}

/// Checks that there is memory for so many bytes.
pub(crate) fn room(bytes: u64) -> Result<(), Error> {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    let room = Vec::<u8>::new().try_reserve_exact(bytes);
    room.map_err(|_| Error::OutOfMemory)
}

/// No position of that shape has those sizes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoShape(pub String);

/// A game failed on a valid input. A built-in game never fails; play of a game of one's own may not end; a rules program may
/// crash, run out of time or memory, or violate its protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failed(pub String);

/// No game has that name. The message lists the games.
///
/// ```
/// let error = grundy_games::find("chess").err().unwrap();
/// assert!(error.to_string().starts_with("no game `chess`: the games are gra, nim, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoGame(pub String);
