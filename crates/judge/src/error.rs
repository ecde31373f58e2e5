use std::io;
use std::path::PathBuf;

use grundy_records::files::PathError;
use grundy_sandbox::SandboxError;

/// Why a program could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(SandboxError),
    /// The program cannot be started, which proves nothing about its answers.
    #[error("cannot start the program: {why}")]
    NotStarted {
        /// Why, in the system's words.
        why: String,
    },
    /// The oracle does not reach the size that was asked for.
    #[error("every position up to size {up_to}")]
    Oracle {
        /// The size asked for.
        up_to: u32,
        /// Why.
        source: grundy_games::Error,
    },
    /// The game failed.
    #[error(transparent)]
    Game(#[from] grundy_games::Error),
    /// The game has no such words, limits, tests or positions as the caller asked for, or a file of a saved test is missing
    /// or does not hold what belongs there.
    #[error("{0}")]
    Task(String),
    /// The program's output cannot be read.
    #[error("the program's output")]
    Output(#[source] io::Error),
    /// A file of a saved test cannot be read or written.
    #[error("{}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The system gives no more threads.
    #[error("cannot start a thread for each of {jobs} jobs")]
    Threads {
        /// The number of threads.
        jobs: usize,
        /// Why.
        source: io::Error,
    },
    /// A thread of the judge panicked.
    #[error("a thread of the judge panicked")]
    Panicked,
}

impl From<PathError> for JudgeError {
    fn from(error: PathError) -> Self {
        Self::File {
            path: error.file,
            source: error.problem,
        }
    }
}

impl From<SandboxError> for JudgeError {
    fn from(error: SandboxError) -> Self {
        match error {
            SandboxError::Stopped => Self::Stopped,
            error => Self::Sandbox(error),
        }
    }
}
