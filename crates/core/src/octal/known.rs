//! The ranks of the known values, and the order in which sums reach most of them.

use std::array;
use std::collections::{BinaryHeap, HashSet};

use super::cells::Cells;
use super::space::Space;
use super::window::{LANES, Pair, Row, Window};

/// The number of spoilt heaps stored in front of the first one: sums go back this far beyond heap 0.
const MARGIN: usize = 2 * LANES;
/// This many heaps that no sum needs any more are dropped at once.
const SPARE: usize = 1 << 16;
/// A pair is among the best if it reaches something new for at least one heap in this number.
const WORTH: usize = 400;

/// A bit for each rank.
type Ranks = [u64; 4];

/// The ranks below one.
fn below(rank: u8) -> Ranks {
    array::from_fn(|word| {
        let bits = usize::from(rank).saturating_sub(64 * word);
        if bits < 64 { (1 << bits) - 1 } else { u64::MAX }
    })
}

/// Ranks of the values that are known, as far back as sums go.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The first is of heap `base` less the margin.
    ranks: Vec<u8>,
    /// 255 for heaps that are rare or do not exist, 0 for others.
    spoilt: Vec<u8>,
    pub(super) base: usize,
    /// The largest distance from a heap to the other heap of a sum.
    pub(super) farthest: usize,
}

impl Known {
    /// Of the heaps from `base` on.
    pub(super) fn new(space: Space, cells: &Cells, base: usize, farthest: usize) -> Self {
        let mut known = Self {
            ranks: vec![0; MARGIN],
            spoilt: vec![u8::MAX; MARGIN],
            base,
            farthest,
        };
        (base..cells.len()).for_each(|heap| known.push(space, heap, cells.get(heap)));
        known
    }

    /// Adds the value of the next heap.
    pub(super) fn push(&mut self, space: Space, heap: usize, value: u32) {
        let is_common = heap > 0 && space.is_common(heap, value);
        self.ranks.push(space.rank(value) as u8);
        self.spoilt.push(if is_common { 0 } else { u8::MAX });
    }

    /// Drops the heaps that are too far back, if they are many.
    pub(super) fn forget(&mut self) {
        let needed = self.farthest + MARGIN;
        if self.ranks.len() > 2 * needed + SPARE {
            let gone = self.ranks.len() - needed;
            self.ranks.drain(..gone);
            self.spoilt.drain(..gone);
            self.base += gone;
        }
    }

    /// The ranks from a heap on.
    pub(super) fn ranks_from(&self, heap: usize) -> &[u8] {
        &self.ranks[heap + MARGIN - self.base..]
    }

    /// The window of sums to which moves lead from the 64 heaps from this one on.
    pub(super) fn window(&self, heap: usize) -> Window<'_> {
        Window {
            ranks: &self.ranks,
            spoilt: &self.spoilt,
            at: heap + MARGIN - self.base,
        }
    }

    /// Puts the best pairs first: pairs that together reach nearly all smaller ranks in the blocks of 64 heaps that
    /// begin with `blocks`. Each reaches nearly as much as the best pair would that is left. Returns their number.
    pub(super) fn best_first(&self, pairs: &mut [Pair], blocks: &[usize]) -> usize {
        let own = |&block: &usize| -> &Row {
            let ranks = self.ranks_from(block);
            ranks.first_chunk().expect("64 heaps that are known")
        };
        // What each pair reaches. A rank that is not smaller is replaced by the heap's own, which never counts.
        let mut reached: Vec<Row> = Vec::with_capacity(pairs.len() * blocks.len());
        for &pair in &*pairs {
            reached.extend(blocks.iter().map(|block| {
                let own = own(block);
                let window = self.window(*block);
                if pair.back as usize > window.at {
                    return *own;
                }
                let sums: Row = window.sums(pair, 0);
                array::from_fn(|i| sums[i].min(own[i]))
            }));
        }
        let sums = |pair: usize| reached[pair * blocks.len()..][..blocks.len()].as_flattened();
        let own = blocks.iter().flat_map(own);
        // The ranks of each heap that no chosen pair reaches.
        let mut open: Vec<Ranks> = own.map(|&own| below(own)).collect();
        let worth = open.len() / WORTH + 2;
        let gain = |open: &[Ranks], pair: usize| {
            let is_new = |(&sum, open): (&u8, &Ranks)| {
                (open[usize::from(sum / 64)] >> (sum % 64) & 1) as usize
            };
            let gain = sums(pair).iter().zip(open).map(is_new).sum();
            if gain < worth { 0 } else { gain }
        };
        // The gain of a pair only falls. So a pair is nearly best if its gain now is nearly that of the next one when
        // that was computed; less by an eighth at most, which saves most computations.
        let mut waiting: BinaryHeap<(usize, usize)> = (0..pairs.len())
            .map(|pair| (gain(&open, pair), pair))
            .collect();
        let mut chosen = Vec::new();
        while let Some((_, pair)) = waiting.pop() {
            let now = gain(&open, pair);
            if waiting.peek().is_some_and(|&(next, _)| 7 * next > 8 * now) {
                waiting.push((now, pair));
                continue;
            }
            if now == 0 {
                break;
            }
            chosen.push(pair);
            for (&sum, open) in sums(pair).iter().zip(&mut open) {
                open[usize::from(sum / 64)] &= !(1 << (sum % 64));
            }
        }
        let best = chosen.len();
        let is_chosen: HashSet<usize> = chosen.iter().copied().collect();
        chosen.extend((0..pairs.len()).filter(|pair| !is_chosen.contains(pair)));
        let ordered: Vec<Pair> = chosen.iter().map(|&pair| pairs[pair]).collect();
        pairs.copy_from_slice(&ordered);
        best
    }
}
