//! Why positions could not be solved.

use std::path::PathBuf;

use crate::memory::NotEnoughMemory;
use crate::ranks::RanksError;

/// Why a space or a table of gra could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The space does not number positions of this size, breaks its promise that moves lead to earlier positions, or
    /// cannot be shared out among that number of ranks.
    #[error("{0}")]
    Refused(String),
    /// The table does not fit into memory.
    #[error("{up_to} {error}")]
    Memory {
        /// The largest positions asked for: `size 40`, `m = 40`.
        up_to: String,
        /// What is needed and what is free.
        error: NotEnoughMemory,
    },
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
        |error| Self::Memory { up_to, error }
    }
}
