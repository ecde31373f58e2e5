//! Why a check ended without a result.

use std::error::Error;
use std::path::{Path, PathBuf};

use grundy_game::ranks::RanksError;
use grundy_records::RecordError;
use grundy_records::files::PathError;

/// An error of one kind of check, beside those of every check.
pub trait Problem: Error + Send + Sync + 'static {
    /// Returns whether possibly only one of several processes failed with this error, without informing the others.
    fn is_of_one_rank(&self) -> bool {
        false
    }
}

/// Why a check ended without a result.
#[derive(Debug, thiserror::Error)]
pub enum CheckError<E: Problem> {
    /// The check failed in its own way.
    #[error(transparent)]
    Of(#[from] E),
    /// Not every case was compared.
    #[error("{game}: checked {checked} of {positions} positions of size {size}")]
    Incomplete {
        /// The game.
        game: String,
        /// The size, or the number of the phase.
        size: u32,
        /// How many were checked.
        checked: u64,
        /// How many there are.
        positions: u64,
    },
    /// The checkpoint cannot be read, used or written.
    #[error("{}: {error}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: RecordError,
    },
    /// The file of the checkpoint cannot be read or written: the error names it.
    #[error(transparent)]
    File(#[from] PathError),
    /// This process has another game, version, check, size or rules than rank 0.
    #[error("not the sweep of rank 0: {0}")]
    Differs(RecordError),
    /// Another process failed.
    #[error("rank {rank}: {what}")]
    Elsewhere {
        /// The rank of that process.
        rank: usize,
        /// The message of its error.
        what: String,
    },
    /// Communication between the processes failed.
    #[error(transparent)]
    Ranks(#[from] RanksError),
    /// The threads could not be started.
    #[error("cannot start the threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The check was stopped. The checkpoint, if there is one, has everything that was finished.
    #[error("stopped after {checked} positions")]
    Stopped {
        /// Cases compared, including those of earlier runs.
        checked: u64,
    },
}

impl<E: Problem> CheckError<E> {
    /// Returns whether possibly only one of several processes failed with this error, without informing the others.
    /// All other errors occur in all processes.
    pub fn is_of_one_rank(&self) -> bool {
        match self {
            Self::Ranks(RanksError::Alone { .. }) | Self::Threads(_) => true,
            Self::Of(error) => error.is_of_one_rank(),
            _ => false,
        }
    }

    /// Fails if not every position of some of a size was checked.
    pub(crate) fn unless_complete(
        game: &str,
        size: u32,
        checked: u64,
        positions: u64,
    ) -> Result<(), Self> {
        if checked == positions {
            return Ok(());
        }
        Err(Self::Incomplete {
            game: game.to_owned(),
            size,
            checked,
            positions,
        })
    }

    /// Returns whether the caller asked to stop.
    pub const fn is_stopped(&self) -> bool {
        matches!(self, Self::Stopped { .. })
    }

    /// The error of a file with a checkpoint.
    pub fn in_file(path: &Path, error: RecordError) -> Self {
        match error {
            RecordError::Path(error) => error.into(),
            error => Self::Checkpoint {
                path: path.to_owned(),
                error,
            },
        }
    }
}
