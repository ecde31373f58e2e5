//! A table whose blocks lie in several processes.
//!
//! Block n belongs to the rank that the low bits of n say. So the blocks of one distance, which are solved
//! at the same time, are shared out well. Consecutive blocks lie in different ranks, which shares out the
//! work of viewing the boards in order. The number of ranks is a power of two.
//!
//! All ranks go from wave to wave together. Every rank knows which blocks each rank is about to solve and
//! what these [need](needs), so no rank sends a request: each sends what others need of its blocks.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::blocks::{self, IN_BLOCK, Need, Step, above_word, needs, solve_some, waves};
use super::boards::{Boards, View};
use super::words::{IN_WORD, WordSolver};
use crate::SolveError;
use crate::progress::{Progress, Reporter};
use crate::ranks::{Ranks, RanksError, check_memory};

/// The number of blocks that each rank solves at most between two exchanges.
const BLOCKS_A_STEP: usize = 256;

/// What a table over several processes takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Memory of each rank.
    pub memory: u64,
    /// Sent by all ranks together until all boards are solved. About as much is sent once more when
    /// every board is viewed once.
    pub sent: u64,
}

/// How the blocks of a table are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    /// Bits of the number of a word.
    words: u32,
    /// The bits that are the word's place in a block.
    in_block: u32,
    /// Bits of a rank.
    ranks: u32,
}

impl Layout {
    fn new(m: u32, ranks: usize) -> Result<Self, SolveError> {
        if !ranks.is_power_of_two() {
            return Err(SolveError::Uneven { ranks });
        }
        let (words, ranks) = (above_word(m), ranks.ilog2());
        Ok(Self {
            words,
            in_block: IN_BLOCK.min(words.saturating_sub(ranks)),
            ranks,
        })
    }

    /// Bits of the number of a block.
    const fn upper(self) -> u32 {
        self.words - self.in_block
    }

    /// The rank that has a block.
    const fn owner(self, block: u64) -> usize {
        (block & ((1 << self.ranks) - 1)) as usize
    }

    /// The place of a block among those of its rank.
    const fn place(self, block: u64) -> usize {
        (block >> self.ranks) as usize
    }

    /// How many blocks a rank has.
    fn blocks_of(self, rank: usize) -> usize {
        let all = 1_usize << self.upper();
        (all >> self.ranks) + usize::from(rank < all % (1 << self.ranks))
    }

    /// These blocks, by the rank that has them.
    fn by_rank(self, blocks: impl IntoIterator<Item = u64>) -> Vec<Vec<u64>> {
        let mut by_rank = vec![Vec::new(); 1 << self.ranks];
        for block in blocks {
            by_rank[self.owner(block)].push(block);
        }
        by_rank
    }

    /// Bytes of memory of a rank.
    fn memory(self) -> u64 {
        if self.words > 57 {
            return u64::MAX;
        }
        let block = 8_u64 << self.in_block;
        let own = (block + 16) * self.blocks_of(0) as u64;
        // The order of all blocks, and what is sent and received between two steps: for each block as much
        // as a block with many pawns needs.
        let order = 8_u64 << self.upper();
        let a_step = BLOCKS_A_STEP.min(self.blocks_of(0)) as u64 * block;
        own + order + 2 * a_step * u64::from(self.ranks + 2)
    }

    /// Bytes sent by all ranks for every block once, not counting that some of them may serve several
    /// blocks at a time.
    fn sent(self) -> u64 {
        // The average over 20 bits is close enough to that over more.
        let bits = self.upper().min(20);
        let mut halves = 0_u64;
        for number in 0..1_u64 << bits {
            for need in needs(number) {
                if self.owner(need.block) != self.owner(number) {
                    halves += match need.step {
                        Step::Across => 2,
                        Step::Down => 1,
                    };
                }
            }
        }
        let half = 4_u128 << (self.in_block + self.upper() - bits);
        let bytes = u128::from(halves) * half;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// Parts of blocks that other ranks have sent.
#[derive(Debug, Default)]
struct Received {
    /// By sender.
    words: Vec<Vec<u64>>,
    /// For the part of a block, its sender and its place in what the sender sent.
    places: BTreeMap<(u64, Step), (usize, Range<usize>)>,
}

impl Received {
    fn part(&self, need: &Need) -> Option<&[u64]> {
        let (sender, range) = self.places.get(&(need.block, need.step))?;
        self.words[*sender].get(range.clone())
    }
}

/// The outcome of every board of gra with at most m squares, a share of them in each of several processes.
pub struct SpreadTable {
    layout: Layout,
    ranks: Arc<dyn Ranks>,
    /// The blocks of this rank, in the order of their numbers.
    words: Vec<u64>,
    /// What the prepared blocks of this rank need of other ranks.
    received: Received,
}

impl SpreadTable {
    /// What a table for boards of at most `m` squares takes over that number of ranks.
    ///
    /// ```
    /// use grundy_brute::gra::SpreadTable;
    /// let share = SpreadTable::estimate(40, 16)?;
    /// assert!(share.memory.abs_diff(4 << 30) < 256 << 20);
    /// // 2.46 tables of 64 GiB.
    /// assert_eq!(share.sent >> 30, 157);
    /// assert!(SpreadTable::estimate(40, 3).is_err());
    /// # Ok::<(), grundy_brute::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// When the number of ranks is no power of two.
    pub fn estimate(m: u32, ranks: usize) -> Result<Share, SolveError> {
        let layout = Layout::new(m, ranks)?;
        Ok(Share {
            memory: layout.memory(),
            sent: layout.sent(),
        })
    }

    /// Solves every board of at most `m` squares, each rank on all threads of its current rayon pool.
    /// O(m 2^m / 64) word operations in all.
    ///
    /// All ranks have to call this. `progress` is called several times a second on each rank; when it
    /// stops the work on one rank, the work is stopped on all.
    ///
    /// # Errors
    /// Before anything is allocated, when the number of ranks is no power of two, or the ranks of one
    /// machine need more memory than it has free: all ranks get the same error. When `progress` stops the
    /// work; and when a rank has ended.
    pub fn build(
        m: u32,
        ranks: Arc<dyn Ranks>,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let layout = Layout::new(m, ranks.size())?;
        check_memory(layout.memory(), &*ranks)?;
        Self::build_in(layout, ranks, BLOCKS_A_STEP, progress)
    }

    fn build_in(
        layout: Layout,
        ranks: Arc<dyn Ranks>,
        a_step: usize,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let me = ranks.rank();
        let mut reporter = Reporter::new(1 << (IN_WORD + layout.words), &mut progress);
        let mut words = vec![0; layout.blocks_of(me) << layout.in_block];
        blocks::clear(&mut words);
        let solver = WordSolver::new();
        let mut own: Vec<&mut [u64]> = words.chunks_mut(1 << layout.in_block).collect();
        for wave in waves(layout.upper()) {
            let by_rank = layout.by_rank(wave);
            let longest = by_rank.iter().map(Vec::len).max().unwrap_or(0);
            for first in (0..longest).step_by(a_step) {
                let step = |numbers: &Vec<u64>| {
                    let last = numbers.len().min(first + a_step);
                    numbers.get(first..last).unwrap_or_default().to_vec()
                };
                let work: Vec<Vec<u64>> = by_rank.iter().map(step).collect();
                let block = |number| &*own[layout.place(number)];
                let received = exchange(&*ranks, layout, block, &work)?;
                let place = |number| layout.place(number);
                let elsewhere = |need: &Need| {
                    let is_elsewhere = layout.owner(need.block) != me;
                    is_elsewhere.then(|| received.part(need).expect("every need was exchanged"))
                };
                solve_some(&mut own, &work[me], place, elsewhere, &solver);
                let solved: usize = work.iter().map(Vec::len).sum();
                let reported = reporter.add((solved as u64) << (IN_WORD + layout.in_block));
                let stops = ranks.share(&[u8::from(reported.is_err())])?;
                if stops.iter().any(|stops| stops != &[0]) {
                    return Err(reporter.stopped());
                }
            }
        }
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

impl Boards for SpreadTable {
    fn masks(&self) -> u64 {
        1 << (IN_WORD + self.layout.words)
    }

    /// Each rank views the masks of its blocks.
    fn turn_to(&mut self, masks: Range<u64>) -> Result<Option<Vec<Range<u64>>>, SolveError> {
        let layout = self.layout;
        let masks = masks.start.min(self.masks())..masks.end.min(self.masks());
        let in_block = IN_WORD + layout.in_block;
        let blocks = masks.start >> in_block..masks.end.div_ceil(1 << in_block);
        let work = layout.by_rank(blocks.filter(|_| !masks.is_empty()));
        self.received = exchange(&*self.ranks, layout, |number| self.block(number), &work)?;
        let here = work[self.ranks.rank()].iter().map(|block| {
            (block << in_block).max(masks.start)..((block + 1) << in_block).min(masks.end)
        });
        Ok(Some(here.collect()))
    }

    fn view(&self, mask: u64) -> Option<View<'_>> {
        let me = self.ranks.rank();
        let number = mask >> (IN_WORD + self.layout.in_block);
        if mask >= self.masks() || self.layout.owner(number) != me {
            return None;
        }
        View::of(number, self.block(number), |need| {
            if self.layout.owner(need.block) == me {
                Some(need.step.part(self.block(need.block)))
            } else {
                self.received.part(need)
            }
        })
    }
}

/// Sends what other ranks need of the blocks here, and receives what is needed here of theirs, where
/// `work` is the blocks that each rank is about to work on.
fn exchange<'a>(
    ranks: &dyn Ranks,
    layout: Layout,
    block: impl Fn(u64) -> &'a [u64],
    work: &[Vec<u64>],
) -> Result<Received, RanksError> {
    let me = ranks.rank();
    // What a rank needs of others, each part once, in an order that sender and receiver know.
    let needed = |rank: usize, of: &dyn Fn(usize) -> bool| {
        let mut parts: Vec<(u64, Step)> = work[rank]
            .iter()
            .flat_map(|&number| needs(number))
            .filter(|need| of(layout.owner(need.block)))
            .map(|need| (need.block, need.step))
            .collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    };
    let mut outgoing = vec![Vec::new(); ranks.size()];
    for (rank, words) in outgoing.iter_mut().enumerate() {
        if rank != me {
            for (number, step) in needed(rank, &|owner| owner == me) {
                words.extend_from_slice(step.part(block(number)));
            }
        }
    }
    let block_words = 1 << layout.in_block;
    let mut places = BTreeMap::new();
    let mut lengths = vec![0; ranks.size()];
    for (number, step) in needed(me, &|owner| owner != me) {
        let length = match step {
            Step::Across => block_words,
            Step::Down => block_words - block_words / 2,
        };
        let owner = layout.owner(number);
        let start = lengths[owner];
        places.insert((number, step), (owner, start..start + length));
        lengths[owner] += length;
    }
    let mut words: Vec<Vec<u64>> = lengths.into_iter().map(|length| vec![0; length]).collect();
    ranks.exchange(&outgoing, &mut words)?;
    Ok(Received { words, places })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gra::Table;
    use crate::in_process::on_ranks;

    /// Blocks of every size on every number of ranks, so that moves of every kind go to every rank; more
    /// ranks than there are blocks among them.
    #[test]
    fn neither_ranks_nor_blocks_matter() {
        let m = 17;
        let whole = Table::build(m, |_| ControlFlow::Continue(())).unwrap();
        let whole = &whole.view();
        let words = above_word(m);
        for size in [1_usize, 2, 4, 8] {
            for in_block in 0..=words {
                let layout = Layout {
                    words,
                    in_block,
                    ranks: size.ilog2(),
                };
                let compared = on_ranks(size, |ranks| {
                    let go_on = |_: Progress| ControlFlow::Continue(());
                    let mut table = SpreadTable::build_in(layout, ranks, 3, go_on).unwrap();
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
