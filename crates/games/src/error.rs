//! What can go wrong with a game.

use std::io;

use grundy_core::octal::CodeError;
use grundy_core::text::ReadError;

use crate::OracleError;

/// Why a game has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input makes no position.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The input could not be read to its end.
    #[error(transparent)]
    Reading(io::Error),
    /// What was made could not be written.
    #[error(transparent)]
    Writing(io::Error),
    /// There is no random input of that kind.
    #[error(transparent)]
    NoShape(#[from] NoShape),
    /// There is no oracle as far as that.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The position has too many moves for a list.
    #[error("up to {0} moves are too many to be listed")]
    TooManyMoves(u64),
    /// The position has no move of that name.
    #[error("no move `{0}` here")]
    NoMove(String),
    /// The game itself failed.
    #[error(transparent)]
    Failed(#[from] Failed),
}

/// An input that makes no position, with the place of the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct InputError {
    /// Line, counted from 1.
    pub line: u64,
    /// Column in bytes, counted from 1.
    pub column: u64,
    /// What stands there and what was expected.
    pub message: String,
}

impl From<ReadError> for InputError {
    fn from(error: ReadError) -> Self {
        Self {
            line: error.line,
            column: error.column,
            message: error.message,
        }
    }
}

/// No position of that shape has those sizes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoShape(pub String);

/// A game that did not do what a game has to, whatever the input: a built-in one never fails, but
/// rules that are somebody's program crash, run out of time or memory, or break their promises.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failed(pub String);

/// No game has that name.
///
/// ```
/// let error = grundy_games::find("chess").err().unwrap();
/// assert!(error.to_string().starts_with("no game `chess`: the games are gra, nim, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// No built-in game has it.
    #[error(
        "{}: the games are {}; and codes, as 0.77 or subtract:1,3,4, some by their names: {}",
        if name.is_empty() { "the name of the game is empty".to_owned() } else { format!("no game `{name}`") },
        known.join(", "),
        named.join(", ")
    )]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
        /// The names of codes.
        named: Vec<&'static str>,
    },
    /// It looks like the code of a heap game, and is none.
    #[error("`{name}` is not the code of a heap game: {error}")]
    NoCode {
        /// What was asked for.
        name: String,
        /// What is wrong with it.
        error: CodeError,
    },
}
