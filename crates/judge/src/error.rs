use crate::saved::SavedError;
use crate::task::TaskError;
use grundy_games::Game;
use grundy_sandbox::SandboxError;
use std::error::Error;
use std::io;

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
    #[error("every position up to size {up_to}")]
    Oracle {
        /// The size asked for.
        up_to: u32,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The game itself failed.
    #[error(transparent)]
    Game(#[from] grundy_games::Error),
    /// The task asks for what the game does not have.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// What a program printed cannot be read.
    #[error("the program's output")]
    Output(#[source] io::Error),
    /// A saved test has changed since it was looked at.
    #[error(transparent)]
    Saved(#[from] SavedError),
    /// No phase had a test.
    #[error(
        "no test was run, which says nothing about the program: the smallest size of {game} is {smallest}, \
         positions up to size {up_to} were asked for, and there is none; no other test can be made"
    )]
    NoTests {
        /// The game's name.
        game: String,
        /// The smallest size that was asked for.
        smallest: u32,
        /// The largest one.
        up_to: u32,
    },
    /// There was nothing to look at.
    #[error("nothing was compared: no position was asked for, or none has the sizes that were")]
    NoPositions,
    /// Every move leads to a sum, which the program cannot be asked about.
    #[error(
        "nothing was compared: moves of {game} lead to sums, and a program whose answer is a word, a move or a \
         count cannot be asked about a sum; with `answer: grundy` it can"
    )]
    Sums {
        /// The game's name.
        game: String,
    },
    /// Nothing would be run.
    #[error("at least one test has to be run at a time")]
    NoSandbox,
    /// The system gives no more threads.
    #[error("cannot start a thread for each of {jobs} jobs")]
    Threads {
        /// How many there were to be.
        jobs: usize,
        /// Why there are not.
        source: io::Error,
    },
    /// A thread of the judge panicked.
    #[error("a thread of the judge panicked")]
    Panicked,
}

impl JudgeError {
    /// That there was no test, on positions up to a size or as far as the game itself goes.
    pub(crate) fn no_tests(
        game: &dyn Game,
        up_to: Option<u32>,
    ) -> Result<Self, grundy_games::Error> {
        let about = game.about();
        Ok(Self::NoTests {
            game: about.name.to_string(),
            smallest: about.smallest,
            up_to: up_to.map_or_else(|| game.sweep_to(), Ok)?,
        })
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
