//! The ranks of the values that are known, and which sums reach most of them.

use std::array;

use super::cells::Cells;
use super::lanes::{LANES, Pair, Row, Window};
use super::order;
use super::space::Space;

/// Heaps in front of the first one, which do not count, as many as a sum goes back at most beyond heap 0.
const MARGIN: usize = 2 * LANES;
/// So many are kept although no sum needs them, before they are given up all at once.
const SPARE: usize = 1 << 16;
/// A sum that reaches something new for one heap in so many is among the best.
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
    /// The first is for heap `base` less the margin.
    ranks: Vec<u8>,
    /// 255 for heaps that are rare or not there, else 0.
    spoilt: Vec<u8>,
    pub(super) base: usize,
    /// The most that a sum's other heap lies back.
    pub(super) farthest: usize,
}

impl Known {
    /// Those of the heaps from `base` on.
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

    /// Takes in the value of the next heap.
    pub(super) fn push(&mut self, space: Space, heap: usize, value: u32) {
        let is_common = heap > 0 && space.is_common(heap, value);
        self.ranks.push(space.rank(value) as u8);
        self.spoilt.push(if is_common { 0 } else { u8::MAX });
    }

    /// Gives up what is too far back, if it is much.
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

    /// What sums from 64 heaps are made with.
    pub(super) fn window(&self, heap: usize) -> Window<'_> {
        Window {
            ranks: &self.ranks,
            spoilt: &self.spoilt,
            at: heap + MARGIN - self.base,
        }
    }

    /// Puts those pairs first, each time one that reaches nearly most, that together reach nearly all smaller
    /// ranks in blocks of heaps that begin with these. Returns how many they are.
    pub(super) fn best_first(&self, pairs: &mut Vec<Pair>, blocks: &[usize]) -> usize {
        let own = |&block: &usize| -> &Row {
            let ranks = self.ranks_from(block);
            ranks.first_chunk().expect("64 heaps that are known")
        };
        // What each pair reaches; where that is not smaller, the heap's own rank, which is not asked for.
        let mut reached: Vec<Row> = Vec::with_capacity(pairs.len() * blocks.len());
        for &pair in &*pairs {
            reached.extend(blocks.iter().map(|block| {
                let own = own(block);
                let window = self.window(*block);
                if pair.back as usize > window.at {
                    return *own;
                }
                let (sums, spoilt) = window.sums::<true>(pair);
                array::from_fn(|i| {
                    let is_open = sums[i] < own[i] && spoilt[i] == 0;
                    if is_open { sums[i] } else { own[i] }
                })
            }));
        }
        let sums = |pair: usize| reached[pair * blocks.len()..][..blocks.len()].as_flattened();
        let own = blocks.iter().flat_map(own);
        let mut open: Vec<Ranks> = own.map(|&own| below(own)).collect();
        let worth = open.len() / WORTH + 2;
        let gain = |open: &Vec<Ranks>, pair| {
            let gain = sums(pair)
                .iter()
                .zip(open)
                .map(|(&sum, open)| (open[usize::from(sum / 64)] >> (sum % 64) & 1) as usize);
            Some(gain.sum()).filter(|&gain| gain >= worth).unwrap_or(0)
        };
        let chosen = order::best_first(pairs.len(), &mut open, gain, |open, pair| {
            for (&sum, open) in sums(pair).iter().zip(open) {
                open[usize::from(sum / 64)] &= !(1 << (sum % 64));
            }
        });
        let mut is_chosen = vec![false; pairs.len()];
        for &pair in &chosen {
            is_chosen[pair] = true;
        }
        let others = (0..pairs.len()).filter(|&pair| !is_chosen[pair]);
        *pairs = chosen
            .iter()
            .copied()
            .chain(others)
            .map(|pair| pairs[pair])
            .collect();
        chosen.len()
    }
}
