//! Which process has which block, and how processes exchange them.
//!
//! Block n belongs to the rank that the low bits of n say. So the blocks of one distance, which are solved
//! at the same time, are shared out well. Consecutive blocks lie in different ranks, which shares out the
//! work of viewing the boards in order. The number of ranks is a power of two.
//!
//! Every rank knows which blocks each rank is about to work on and what these [need](needs), so no rank
//! sends a request: each sends what others need of its blocks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::needs::{Need, Step, needs};
use crate::SolveError;
use crate::ranks::{Ranks, RanksError};

/// The bits of a mask that are the place of a word in its block, in large tables: blocks of 32 KiB, of which
/// the second cache of a core holds many.
const IN_BLOCK: u32 = 12;
/// The number of blocks that each rank solves at most between two exchanges, and between two progress
/// reports: some hundredths of a second.
const BLOCKS_A_STEP: usize = 256;

/// How the words of a table are divided into blocks, and the blocks shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Bits of the number of a word.
    pub(super) words: u32,
    /// The bits that are the word's place in a block.
    pub(super) in_block: u32,
    /// Bits of a rank.
    pub(super) ranks: u32,
    /// The number of blocks that each rank solves at most in a step.
    pub(super) a_step: usize,
}

impl Layout {
    /// 2^`words` words in one process.
    pub(super) fn of_words(words: u32) -> Self {
        Self {
            words,
            in_block: IN_BLOCK.min(words),
            ranks: 0,
            a_step: BLOCKS_A_STEP,
        }
    }

    /// The same, shared out among that number of ranks.
    pub(super) fn over(words: u32, ranks: usize) -> Result<Self, SolveError> {
        if !ranks.is_power_of_two() {
            return Err(SolveError::Refused(format!(
                "{ranks} ranks: a table is shared out by the lowest bits of numbers, so their number has to be a \
                 power of two"
            )));
        }
        let ranks = ranks.ilog2();
        Ok(Self {
            in_block: IN_BLOCK.min(words.saturating_sub(ranks)),
            ranks,
            ..Self::of_words(words)
        })
    }

    /// Bits of the number of a block.
    pub(super) const fn upper(self) -> u32 {
        self.words - self.in_block
    }

    /// The rank that has a block.
    pub(super) const fn owner(self, block: u64) -> usize {
        (block & ((1 << self.ranks) - 1)) as usize
    }

    /// The place of a block among those of its rank.
    pub(super) const fn place(self, block: u64) -> usize {
        (block >> self.ranks) as usize
    }

    /// How many blocks a rank has.
    pub(super) fn blocks_of(self, rank: usize) -> usize {
        let all = 1_usize << self.upper();
        (all >> self.ranks) + usize::from(rank < all % (1 << self.ranks))
    }

    /// These blocks, by the rank that has them.
    pub(super) fn by_rank(self, blocks: impl IntoIterator<Item = u64>) -> Vec<Vec<u64>> {
        let mut by_rank = vec![Vec::new(); 1 << self.ranks];
        for block in blocks {
            by_rank[self.owner(block)].push(block);
        }
        by_rank
    }

    /// Bytes of memory that a rank takes to solve its words; `u64::MAX` when a `u64` does not hold the number.
    pub(super) fn memory(self) -> u64 {
        if self.words > 57 {
            return u64::MAX;
        }
        // A block, the pointer to it and its length.
        let block = 8_u64 << self.in_block;
        let own = (block + 16) * self.blocks_of(0) as u64;
        let order = 8_u64 << self.upper();
        if self.ranks == 0 {
            return own + order;
        }
        // What is sent and received between two steps: for each block as much as a block with many pawns
        // needs.
        let a_step = self.a_step.min(self.blocks_of(0)) as u64 * block;
        own + order + 2 * a_step * u64::from(self.ranks + 2)
    }
}

/// Parts of blocks that other ranks have sent.
#[derive(Debug, Default)]
pub(super) struct Received {
    /// By sender.
    words: Vec<Vec<u64>>,
    /// For the part of a block, its sender and its place in what the sender sent.
    places: BTreeMap<(u64, Step), (usize, Range<usize>)>,
}

impl Received {
    pub(super) fn part(&self, need: &Need) -> Option<&[u64]> {
        let (sender, range) = self.places.get(&(need.block, need.step))?;
        self.words[*sender].get(range.clone())
    }
}

/// Sends what other ranks need of the blocks here, and receives what is needed here of theirs, where
/// `work` is the blocks that each rank is about to work on.
pub(super) fn exchange<'a>(
    ranks: &dyn Ranks,
    layout: Layout,
    block: impl Fn(u64) -> &'a [u64],
    work: &[impl AsRef<[u64]>],
) -> Result<Received, RanksError> {
    let me = ranks.rank();
    // What a rank needs of another one, each part once, in an order that both know.
    let needed = |rank: usize, owner: usize| {
        let needs = work[rank].as_ref().iter().flat_map(|&number| needs(number));
        let of_owner = needs.filter(|need| layout.owner(need.block) == owner);
        let parts = of_owner.map(|need| (need.block, need.step));
        parts.collect::<BTreeSet<_>>()
    };
    let block_words = 1 << layout.in_block;
    let mut outgoing = vec![Vec::new(); ranks.size()];
    let mut lengths = vec![0; ranks.size()];
    let mut places = BTreeMap::new();
    for other in (0..ranks.size()).filter(|&other| other != me) {
        for (number, step) in needed(other, me) {
            outgoing[other].extend_from_slice(step.part(block(number)));
        }
        for (number, step) in needed(me, other) {
            let start = lengths[other];
            lengths[other] += match step {
                Step::Across => block_words,
                Step::Down => block_words - block_words / 2,
            };
            places.insert((number, step), (other, start..lengths[other]));
        }
    }
    let mut words: Vec<Vec<u64>> = lengths.into_iter().map(|length| vec![0; length]).collect();
    ranks.exchange(&outgoing, &mut words)?;
    Ok(Received { words, places })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each block has one owner, each rank as many blocks as it is said to have, and no rank is without one when there are
    /// enough words.
    #[test]
    fn blocks_are_shared_out() {
        for (words, ranks) in [(0, 1), (0, 4), (1, 4), (3, 8), (5, 8), (13, 2), (20, 4)] {
            let layout = Layout::over(words, ranks).unwrap();
            let by_rank = layout.by_rank(0..1 << layout.upper());
            for (rank, blocks) in by_rank.into_iter().enumerate() {
                let places = blocks.iter().map(|&block| layout.place(block));
                assert!(places.eq(0..layout.blocks_of(rank)), "{words} {ranks}");
                assert!(1 << words < ranks || !blocks.is_empty(), "{words} {ranks}");
            }
        }
    }

    /// 2^20 words in blocks of 32 KiB.
    #[test]
    fn memory_is_that_of_all_parts() {
        let block = 32 << 10;
        // All blocks with their pointers and lengths, and the order of all blocks.
        let alone = 256 * (block + 16) + 8 * 256;
        assert_eq!(Layout::of_words(20).memory(), alone);
        // An eighth of the blocks; what is sent and what is received in a step, of each three bits of the rank and two more.
        let a_step = 32 * block;
        let of_eight = 32 * (block + 16) + 8 * 256 + 2 * 5 * a_step;
        assert_eq!(Layout::over(20, 8).unwrap().memory(), of_eight);
        // The largest whose number of bytes a `u64` holds.
        assert!(Layout::of_words(57).memory() > 8 << 57);
        assert!(Layout::of_words(57).memory() < 9 << 57);
        assert_eq!(Layout::of_words(58).memory(), u64::MAX);
    }
}
