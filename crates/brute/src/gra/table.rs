//! A table of gra in memory, a bit a board. How it is solved is in [`blocks`](super::blocks).

use std::ops::{ControlFlow, Range};

use super::blocks::{clear, solve};
use super::boards::{Boards, View};
use super::exchange::Layout;
use super::needs::above_word;
use super::words::IN_WORD;
use crate::progress::{Progress, Reporter};
use crate::{SolveError, memory};

/// The outcome of every board of gra with at most m squares, in memory.
///
/// ```
/// use grundy_brute::{Outcome, gra::{Table, mask_of}, unwatched};
/// let table = Table::build(20, unwatched)?;
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
        Layout::of_words(above_word(m)).memory()
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
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        memory::check(Self::bytes_needed(m)).map_err(SolveError::memory(format!("m = {m}")))?;
        let layout = Layout::of_words(above_word(m));
        let mut words = vec![0; 1 << layout.words];
        clear(&mut words);
        let mut reporter = Reporter::new(1 << (IN_WORD + layout.words), &mut progress);
        solve(&mut words, layout, None, &mut reporter)?;
        Ok(Self { words })
    }

    /// A view of the whole table.
    ///
    /// # Panics
    /// Never: the table is block 0, which needs no other.
    pub fn view(&self) -> View<'_> {
        View::of(0, &self.words, |_| None).expect("block 0 needs no other")
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
