use grundy_sandbox::SandboxError;
use std::error::Error;

/// Why a program could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(SandboxError),
    /// The program cannot be started, which says nothing about its answers.
    #[error("cannot start the program: {why}")]
    NotStarted {
        /// Why, in the system's words.
        why: String,
    },
    /// The oracle does not reach that far.
    #[error("every position up to size {up_to}: {source}")]
    Oracle {
        /// The size asked for.
        up_to: u32,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The game itself failed.
    #[error(transparent)]
    Game(#[from] grundy_games::Error),
    /// Nothing would be run.
    #[error("at least one test has to be run at a time")]
    NoSandbox,
    /// A thread of the judge panicked.
    #[error("a thread of the judge panicked")]
    Panicked,
}

impl From<SandboxError> for JudgeError {
    fn from(error: SandboxError) -> Self {
        match error {
            SandboxError::Stopped => Self::Stopped,
            error => Self::Sandbox(error),
        }
    }
}
