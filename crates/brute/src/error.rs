//! Why positions could not be solved.

use std::path::PathBuf;

use crate::memory::NotEnoughMemory;
use crate::ranks::RanksError;

/// Why a space or a table of gra could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The space does not number positions of this size.
    #[error("size {size}: positions are numbered up to size {largest}")]
    TooLarge {
        /// The size asked for.
        size: u32,
        /// The largest size that the space numbers.
        largest: u32,
    },
    /// The table does not fit into memory.
    #[error("{up_to} {error}")]
    Memory {
        /// The largest positions asked for: `size 40`, `m = 40`.
        up_to: String,
        /// What is needed and what is free.
        error: NotEnoughMemory,
    },
    /// A space breaks its promise that moves lead to earlier positions.
    #[error("the move from {position} to {next} leads to no earlier position")]
    OutOfOrder {
        /// The position, as `Debug` writes it.
        position: String,
        /// The position that the move leads to.
        next: String,
    },
    /// The caller stopped the work.
    #[error("stopped after {positions} positions")]
    Stopped {
        /// Positions solved until then.
        positions: u64,
    },
    /// The number of ranks is no power of two.
    #[error(
        "{ranks} ranks: a table is shared out by the lowest bits of numbers, so their number has to be a power of two"
    )]
    Uneven {
        /// The number of ranks.
        ranks: usize,
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
