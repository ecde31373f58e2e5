//! Why positions could not be solved.

use std::path::PathBuf;

use crate::memory::NotEnoughMemory;
use crate::ranks::RanksError;

/// Why an oracle cannot be built or read: a space or a table of gra could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The space does not number positions of this size, breaks its promise that moves lead to earlier positions, or
    /// cannot be shared out among that number of ranks.
    #[error("{0}")]
    Refused(String),
    /// The table does not fit into memory.
    #[error("{0}")]
    Memory(String),
    /// The caller stopped the work.
    #[error("stopped after {positions} positions")]
    Stopped {
        /// Positions solved until then.
        positions: u64,
    },
    /// The ranks cannot go on together.
    #[error(transparent)]
    Ranks(#[from] RanksError),
    /// The file of a table cannot be used.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

impl SolveError {
    /// The error that positions are numbered up to size `largest` only.
    pub fn too_large(size: u32, largest: u32) -> Self {
        Self::Refused(format!(
            "size {size}: positions are numbered up to size {largest}"
        ))
    }

    /// The error that a table up to `up_to` does not fit into memory.
    pub(crate) fn memory(up_to: String) -> impl FnOnce(NotEnoughMemory) -> Self {
        move |error| Self::Memory(format!("{up_to} {error}"))
    }

    /// The error that an oracle other than that of gra cannot be on disk.
    pub fn in_memory() -> Self {
        let problem = "only the oracle of gra is a table that can be kept in a file";
        Self::Refused(problem.to_owned())
    }

    /// Whether the caller stopped the work.
    pub const fn is_stopped(&self) -> bool {
        matches!(self, Self::Stopped { .. })
    }

    /// Whether one process of several failed with this, possibly without the others.
    pub const fn is_of_one_rank(&self) -> bool {
        matches!(self, Self::Ranks(RanksError::Alone(_)))
    }
}
