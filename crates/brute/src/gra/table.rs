//! Retrograde analysis of gra, 64 boards a word: a bit a board, word operations, all in memory.
//!
//! [`PlainTable`](super::PlainTable) is this table's naive twin in the tests. How it is solved is in
//! [`blocks`](super::blocks).

use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use super::blocks::{self, IN_BLOCK, IN_WORD, above_word};
use super::boards::{Boards, View};
use super::disk::FileError;
use crate::memory::{self, NotEnoughMemory};
use crate::ranks::RanksError;

/// The outcome of every board of gra with at most m squares, in memory.
///
/// ```
/// use grundy_brute::{Outcome, gra::{Table, mask_of}};
/// use std::ops::ControlFlow;
/// let table = Table::build(20, |_| ControlFlow::Continue(()))?;
/// assert_eq!(table.view().outcome(mask_of(7, &[2, 3, 6]).unwrap()), Outcome::N);
/// # Ok::<(), grundy_brute::gra::TableError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    m: u32,
    /// A flag is set for a P-position.
    words: Vec<u64>,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Boards solved.
    pub boards: u64,
    /// Boards of the whole table.
    pub of: u64,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// More memory is needed than there is.
    #[error("m = {m} {error}")]
    Memory {
        /// The number of squares asked for.
        m: u32,
        /// What is needed and what is free.
        error: NotEnoughMemory,
    },
    /// The blocks of a table cannot be shared out.
    #[error(
        "{ranks} ranks: a table is shared out by the lowest bits of numbers, so their number has to be a power of two"
    )]
    Uneven {
        /// How many ranks there are.
        ranks: usize,
    },
    /// The ranks cannot go on together.
    #[error(transparent)]
    Ranks(#[from] RanksError),
    /// The file of a table cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: FileError,
    },
    /// The caller's progress report ended the work.
    #[error("stopped after {boards} boards")]
    Stopped {
        /// Boards solved until then.
        boards: u64,
    },
}

impl Table {
    /// How many bytes the table for boards of at most `m` squares takes: a bit for each of 2^(m-1)
    /// masks and a little for each block. `u64::MAX` when a `u64` does not hold the number.
    ///
    /// ```
    /// use grundy_brute::gra::Table;
    /// assert!(Table::bytes_needed(36).abs_diff(4 << 30) < 32 << 20);
    /// ```
    pub fn bytes_needed(m: u32) -> u64 {
        blocks::bytes_needed(above_word(m))
    }

    /// Solves every board of at most `m` squares, on all threads of the current rayon pool.
    /// O(m 2^m / 64) word operations.
    ///
    /// `progress` is called again and again, some times a second, and may end the work.
    ///
    /// # Errors
    /// Before anything is allocated, when the table needs more memory than is free; and when
    /// `progress` says so.
    pub fn build(
        m: u32,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, TableError> {
        memory::check(Self::bytes_needed(m)).map_err(|error| TableError::Memory { m, error })?;
        Self::build_in(m, IN_BLOCK.min(above_word(m)), progress)
    }

    fn build_in(
        m: u32,
        in_block: u32,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, TableError> {
        let mut words = vec![0; 1 << above_word(m)];
        let of = (words.len() as u64) << IN_WORD;
        blocks::clear(&mut words);
        let mut boards = 0;
        let solved = blocks::solve(&mut words, in_block, |words| {
            boards += words << IN_WORD;
            progress(Progress { boards, of })
        });
        match solved {
            ControlFlow::Continue(()) => Ok(Self { m, words }),
            ControlFlow::Break(()) => Err(TableError::Stopped { boards }),
        }
    }

    /// The number of squares of the largest boards in the table.
    pub fn m(&self) -> u32 {
        self.m
    }

    /// All of the table.
    pub fn view(&self) -> View<'_> {
        View::whole(&self.words)
    }
}

impl Boards for Table {
    fn masks(&self) -> u64 {
        (self.words.len() as u64) << IN_WORD
    }

    fn turn_to(&mut self, _: Range<u64>) -> Result<Option<Vec<Range<u64>>>, TableError> {
        Ok(None)
    }

    fn view(&self, mask: u64) -> Option<View<'_>> {
        (mask < self.masks()).then(|| self.view())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gra::PlainTable;

    /// Blocks of every size, down to a single word, so that moves of every kind cross every border.
    #[test]
    fn the_division_into_blocks_does_not_matter() {
        let m = 18;
        let plain = PlainTable::build(m);
        let mut compared = 0;
        for in_block in 0..=11 {
            let table = Table::build_in(m, in_block, |_| ControlFlow::Continue(())).unwrap();
            let whole = table.view();
            for mask in 0..plain.masks() {
                assert_eq!(whole.outcome(mask), plain.outcome(mask), "{mask:b}");
                compared += 1;
            }
            // Seen whole, and a block at a time.
            let blocks: Vec<&[u64]> = table.words.chunks(1 << in_block).collect();
            for (number, own) in (0..).zip(&blocks) {
                let part = |need: &blocks::Need| Some(need.part(blocks[need.block as usize]));
                let view = View::of(number, own, part).unwrap();
                for word in view.words() {
                    assert_eq!(view.losing(word), whole.losing(word));
                    let of_block: Vec<_> = sorted(view.winning_flags(word));
                    assert_eq!(of_block, sorted(whole.winning_flags(word)), "{word:b}");
                    for (pawn, flags) in of_block {
                        for board in 0..64 {
                            let expected = plain.winning_moves(word * 64 + board) >> pawn & 1;
                            assert_eq!(flags >> board & 1, expected);
                        }
                    }
                }
            }
        }
        assert_eq!(compared, 12 << 17);
    }

    fn sorted(flags: impl Iterator<Item = (u32, u64)>) -> Vec<(u32, u64)> {
        let mut flags: Vec<_> = flags.collect();
        flags.sort_unstable();
        flags
    }
}
