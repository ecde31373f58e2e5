//! What stops a game, or refuses a request of a player.

use std::error;
use std::fmt::Write as _;
use std::io;

use grundy_game::NoGame;
use grundy_judge::JudgeError;

/// A result with an [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a game does not begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such game.
    #[error(transparent)]
    NoGame(#[from] NoGame),
    /// The position is not played, a text is no move in it, or the game failed.
    #[error(transparent)]
    Game(#[from] grundy_game::Error),
    /// The program that plays made no legal move, or failed.
    #[error(transparent)]
    Program(#[from] JudgeError),
    /// What a player or an address asks for does not exist, or is too large.
    #[error("{0}")]
    Refused(String),
    /// The system refuses something: its name, and the cause.
    #[error("{0}")]
    System(String, #[source] Box<dyn error::Error + Send + Sync>),
    /// The output cannot be written.
    #[error("cannot write to standard output")]
    Output(#[source] io::Error),
}

/// Refuses what a player or an address asks for, unless this holds.
pub(crate) fn ensure(holds: bool, why: impl Into<String>) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(Error::Refused(why.into()))
    }
}

impl From<String> for Error {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

impl Error {
    /// Returns the error of the system in this work.
    pub(crate) fn system<E: Into<Box<dyn error::Error + Send + Sync>>>(
        work: impl Into<String>,
    ) -> impl FnOnce(E) -> Self {
        |cause| Self::System(work.into(), cause.into())
    }

    /// Returns the error with its causes, on one line.
    pub(crate) fn with_causes(&self) -> String {
        let mut text = self.to_string();
        let mut cause = error::Error::source(self);
        while let Some(error) = cause {
            _ = write!(text, ": {error}");
            cause = error.source();
        }
        text
    }
}
