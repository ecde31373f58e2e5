//! A table of gra in memory, a bit a board: whole, or with its blocks in several processes. How it is solved is in
//! [`blocks`](super::blocks), how blocks are shared out in [`exchange`](super::exchange).

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::blocks::{clear, solve};
use super::boards::{Boards, View};
use super::exchange::{Layout, Received, exchange};
use super::needs::above_word;
use super::words::IN_WORD;
use crate::progress::{Progress, Reporter};
use crate::ranks::{Ranks, check_memory};
use crate::{SolveError, memory};

/// The outcome of every board of gra with at most m squares, in memory: all of them, or a share in each of several processes.
///
/// ```
/// use grundy_brute::{Outcome, gra::{Boards, Table, mask_of}, unwatched};
/// let table = Table::build(20, None, unwatched)?;
/// assert_eq!(table.view(0).unwrap().outcome(mask_of(7, &[2, 3, 6]).unwrap()), Outcome::N);
/// # Ok::<(), grundy_brute::SolveError>(())
/// ```
pub struct Table {
    layout: Layout,
    /// The processes, if they are several.
    ranks: Option<Arc<dyn Ranks>>,
    /// The blocks of this process, in the order of their numbers. A flag is set for a P-position.
    words: Vec<u64>,
    /// What the prepared blocks of this rank need of other ranks.
    received: Received,
}

impl Table {
    /// The bytes of memory that each of that number of ranks takes for boards of at most `m` squares: a bit for each of its
    /// masks, and 24 bytes for each block. `u64::MAX` when a `u64` does not hold the number.
    ///
    /// ```
    /// use grundy_brute::gra::Table;
    /// assert!(Table::bytes_needed(36, 1)?.abs_diff(4 << 30) < 32 << 20);
    /// assert!(Table::bytes_needed(40, 16)?.abs_diff(4 << 30) < 256 << 20);
    /// assert!(Table::bytes_needed(40, 3).is_err());
    /// # Ok::<(), grundy_brute::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// When the number of ranks is no power of two.
    pub fn bytes_needed(m: u32, ranks: usize) -> Result<u64, SolveError> {
        Ok(Layout::over(above_word(m), ranks)?.memory())
    }

    /// Solves every board of at most `m` squares, each process on all threads of its current rayon pool.
    /// O(m 2^m / 64) word operations in all.
    ///
    /// All `ranks` have to call this. `progress` is called several times a second on each rank; when it
    /// stops the work on one rank, the work is stopped on all.
    ///
    /// # Errors
    /// Before anything is allocated, when the number of ranks is no power of two, or the processes of one
    /// machine need more memory than it has free: all ranks get the same error. When `progress` stops the
    /// work; and when a rank has ended.
    pub fn build(
        m: u32,
        ranks: Option<Arc<dyn Ranks>>,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let size = ranks.as_ref().map_or(1, |ranks| ranks.size());
        let layout = Layout::over(above_word(m), size)?;
        match &ranks {
            Some(ranks) => check_memory(layout.memory(), &**ranks)?,
            None => {
                memory::check(layout.memory()).map_err(SolveError::memory(format!("m = {m}")))?;
            }
        }
        Self::build_in(layout, ranks, progress)
    }

    fn build_in(
        layout: Layout,
        ranks: Option<Arc<dyn Ranks>>,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let me = ranks.as_ref().map_or(0, |ranks| ranks.rank());
        let mut words = vec![0; layout.blocks_of(me) << layout.in_block];
        clear(&mut words);
        let mut reporter = Reporter::new(1 << (IN_WORD + layout.words), &mut progress);
        solve(&mut words, layout, ranks.as_deref(), &mut reporter)?;
        Ok(Self {
            layout,
            ranks,
            words,
            received: Received::default(),
        })
    }

    /// A block of this rank.
    fn block(&self, number: u64) -> &[u64] {
        let place = self.layout.place(number) << self.layout.in_block;
        &self.words[place..][..1 << self.layout.in_block]
    }
}

impl Boards for Table {
    fn masks(&self) -> u64 {
        1 << (IN_WORD + self.layout.words)
    }

    /// Each rank views the masks of its blocks.
    fn turn_to(&mut self, masks: Range<u64>) -> Result<Option<Vec<Range<u64>>>, SolveError> {
        let Some(ranks) = &self.ranks else {
            return Ok(None);
        };
        let layout = self.layout;
        let masks = masks.start.min(self.masks())..masks.end.min(self.masks());
        let in_block = IN_WORD + layout.in_block;
        let blocks = masks.start >> in_block..masks.end.div_ceil(1 << in_block);
        let work = layout.by_rank(blocks.filter(|_| !masks.is_empty()));
        self.received = exchange(&**ranks, layout, |number| self.block(number), &work)?;
        let here = work[ranks.rank()].iter().map(|block| {
            (block << in_block).max(masks.start)..((block + 1) << in_block).min(masks.end)
        });
        Ok(Some(here.collect()))
    }

    fn view(&self, mask: u64) -> Option<View<'_>> {
        if mask >= self.masks() {
            return None;
        }
        let Some(ranks) = &self.ranks else {
            // All of it is one block, which needs no other.
            return View::of(0, &self.words, |_| None);
        };
        let number = mask >> (IN_WORD + self.layout.in_block);
        let is_mine = |block: u64| self.layout.owner(block) == ranks.rank();
        if !is_mine(number) {
            return None;
        }
        View::of(number, self.block(number), |need| {
            if is_mine(need.block) {
                Some(need.step.part(self.block(need.block)))
            } else {
                self.received.part(need)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_process::on_ranks;
    use crate::unwatched;

    /// Blocks of every size on every number of ranks, so that moves of every kind go to every rank; more
    /// ranks than there are blocks among them.
    #[test]
    fn neither_ranks_nor_blocks_matter() {
        let m = 17;
        let whole = Table::build(m, None, unwatched).unwrap();
        let whole = &whole.view(0).unwrap();
        let words = above_word(m);
        for size in [1_usize, 2, 4, 8] {
            for in_block in 0..=words {
                let layout = Layout {
                    words,
                    in_block,
                    ranks: size.ilog2(),
                    a_step: 3,
                };
                let compared = on_ranks(size, |ranks| {
                    let mut table = Table::build_in(layout, Some(ranks), unwatched).unwrap();
                    let mut compared = 0;
                    let beyond = 1 << (m - 1);
                    assert!(table.view(beyond).is_none());
                    let here = table.turn_to(beyond..2 * beyond).unwrap().unwrap();
                    assert!(here.is_empty());
                    // Unaligned, as a sweep does it.
                    for masks in [0..1, 1..4097, 4097..50_000, 50_000..1 << 20] {
                        let here = table.turn_to(masks).unwrap().unwrap();
                        for mask in here.into_iter().flatten() {
                            let view = table.view(mask).unwrap();
                            assert_eq!(view.outcome(mask), whole.outcome(mask), "{mask:b}");
                            let winning = view.winning_moves(mask);
                            assert_eq!(winning, whole.winning_moves(mask), "{mask:b}");
                            compared += 1;
                        }
                    }
                    compared
                });
                assert_eq!(compared.iter().sum::<u64>(), 1 << (m - 1));
            }
        }
    }
}
