use std::io;

use grundy_records::files::PathError;
use grundy_sandbox::SandboxError;

/// Why a program could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The sandbox failed, or the caller asked to stop.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The program cannot be started, for this reason in the system's words. This proves nothing about its answers.
    #[error("cannot start the program: {0}")]
    NotStarted(String),
    /// The game failed.
    #[error(transparent)]
    Game(#[from] grundy_game::Error),
    /// The game has no such words, limits, tests or positions as the caller asked for, its oracle does not reach the size,
    /// or a file of a saved test is missing or does not hold what belongs there.
    #[error("{0}")]
    Task(String),
    /// The program's output cannot be read.
    #[error("the program's output")]
    Output(#[from] io::Error),
    /// A file of a saved test cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
}

impl From<String> for JudgeError {
    fn from(why: String) -> Self {
        Self::Task(why)
    }
}

impl grundy_sweep::Problem for JudgeError {}
