//! A table of gra in memory, a bit a board. How it is solved is in [`blocks`](super::blocks).

use std::ops::{ControlFlow, Range};

use super::blocks::{self, IN_BLOCK, above_word};
use super::boards::{Boards, View};
use super::words::IN_WORD;
use crate::progress::{Progress, Reporter};
use crate::{SolveError, memory};

/// The outcome of every board of gra with at most m squares, in memory.
///
/// ```
/// use grundy_brute::{Outcome, gra::{Table, mask_of}};
/// use std::ops::ControlFlow;
/// let table = Table::build(20, |_| ControlFlow::Continue(()))?;
/// assert_eq!(table.view().outcome(mask_of(7, &[2, 3, 6]).unwrap()), Outcome::N);
/// # Ok::<(), grundy_brute::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    /// A flag is set for a P-position.
    words: Vec<u64>,
}

impl Table {
    /// How many bytes the table for boards of at most `m` squares takes: a bit for each of 2^(m-1)
    /// masks, and 24 bytes for each block. `u64::MAX` when a `u64` does not hold the number.
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
    /// `progress` is called several times a second, and may stop the work.
    ///
    /// # Errors
    /// Before anything is allocated, when the table needs more memory than is free; and when
    /// `progress` stops the work.
    pub fn build(
        m: u32,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        memory::check(Self::bytes_needed(m)).map_err(|error| SolveError::Memory {
            up_to: format!("m = {m}"),
            error,
        })?;
        Self::build_in(m, IN_BLOCK.min(above_word(m)), progress)
    }

    fn build_in(
        m: u32,
        in_block: u32,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let mut words = vec![0; 1 << above_word(m)];
        blocks::clear(&mut words);
        let boards = (words.len() as u64) << IN_WORD;
        let mut reporter = Reporter::new(boards, &mut progress);
        blocks::solve(&mut words, in_block, &mut reporter)?;
        Ok(Self { words })
    }

    /// A view of the whole table.
    pub fn view(&self) -> View<'_> {
        View::whole(&self.words)
    }
}

impl Boards for Table {
    fn masks(&self) -> u64 {
        (self.words.len() as u64) << IN_WORD
    }

    fn turn_to(&mut self, _: Range<u64>) -> Result<Option<Vec<Range<u64>>>, SolveError> {
        Ok(None)
    }

    fn view(&self, mask: u64) -> Option<View<'_>> {
        (mask < self.masks()).then(|| self.view())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of every size, down to a single word, so that moves of every kind cross every border.
    /// Views of one block at a time show the same as a view of the whole table.
    #[test]
    fn the_division_into_blocks_does_not_matter() {
        let m = 18;
        let table = Table::build(m, |_| ControlFlow::Continue(())).unwrap();
        let whole = table.view();
        for in_block in 0..=above_word(m) {
            let table = Table::build_in(m, in_block, |_| ControlFlow::Continue(())).unwrap();
            let blocks: Vec<&[u64]> = table.words.chunks(1 << in_block).collect();
            for (number, own) in (0..).zip(&blocks) {
                let part = |need: &blocks::Need| Some(need.step.part(blocks[need.block as usize]));
                let view = View::of(number, own, part).unwrap();
                for word in view.words() {
                    assert_eq!(view.losing(word), whole.losing(word));
                    let flags = |view: &View<'_>| {
                        let mut flags: Vec<_> = view.winning_flags(word).collect();
                        flags.sort_unstable();
                        flags
                    };
                    assert_eq!(flags(&view), flags(&whole), "{word:b}");
                }
            }
        }
    }
}
