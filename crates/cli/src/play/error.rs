//! Why there is no game, or why it does not go on.

use std::io;

/// Any failure of this crate.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The typed text names no legal move, more than one, no level or no seats. The message says which.
    #[error("{0}")]
    Typed(String),
    /// The position or the game is too large, or the winner of the position is not known. The message says which.
    #[error("{0}")]
    Refused(String),
    /// The server cannot listen on this port.
    #[error("cannot listen on port {port}: {why}")]
    Listen {
        /// The port.
        port: u16,
        /// The error of the system.
        why: io::Error,
    },
    /// The text is no position, or the game failed.
    #[error(transparent)]
    Game(#[from] grundy_games::Error),
}
