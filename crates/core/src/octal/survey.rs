//! What is found for 64 neighbouring heaps together, by the sums whose other heap is known before all of them.
//!
//! For each heap the survey finds *candidates*: the smallest common values that no such sum with a rare heap has. In
//! the same way it finds which rare values are not reached yet, by sums of two common heaps.
//!
//! The pairs that reach most come first. Three quarters of the best ones decide for all values whether they are
//! reached, and the last quarter for the lowest that are still open. Of these, the few common values that are not
//! reached are the candidates, and all other pairs are compared only with them.

use super::known::Known;
use super::lanes::{self, Reached, WORDS};
use super::space::{Rare, Space};
use super::window::{GROUPS, LANES, Pair, Row, Window};
use crate::version::Version;

/// The most stones that a move may take.
pub(super) const MOST_TAKEN: usize = LANES;
/// Candidates for the value of each heap.
pub(super) const CANDIDATES: usize = 6;
/// The number of open ranks of each heap with which the last quarter of the best pairs is compared.
const FEW: usize = 12;

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Survey {
    pub(super) version: Version,
    pub(super) space: Space,
    pub(super) known: Known,
    /// A block is surveyed when the heaps are known that lie `delay` blocks in front of its end.
    pub(super) delay: usize,
    /// The stones taken by the moves that leave two heaps.
    splits: Vec<usize>,
    /// The pairs of rare heaps whose other heap lies at least `delay` blocks back.
    pub(super) far: Vec<Pair>,
    /// The first `best` of them find the candidates; the others are compared with them. `usize::MAX` while they are in no
    /// order: then all of them decide for all values.
    pub(super) best: usize,
    /// The pairs of rare heaps whose other heap lies at least one block back.
    near: Vec<Pair>,
    /// The other pairs of rare heaps: how far back the other heap lies, and the rare value. The other heap is among the
    /// 64, or the rare heap is.
    pub(super) inside: Vec<(usize, u32)>,
    /// The pairs of two common heaps that reach most rare values, `delay` blocks back and more.
    pub(super) common: Vec<Pair>,
}

impl Block {
    /// Whether it is about this heap.
    pub(super) fn covers(&self, heap: usize) -> bool {
        (self.start..self.start + LANES).contains(&heap)
    }
}

/// What a survey found for 64 heaps.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The first of them.
    pub(super) start: usize,
    /// The ranks of their candidates, and 255 for candidates that are reached.
    pub(super) candidates: [Row; CANDIDATES],
    pub(super) is_reached: [Row; CANDIDATES],
    /// The ranks of rare values that are not known to be reached.
    pub(super) open: [[u64; LANES]; WORDS],
    /// The number of far pairs that were looked at.
    far: usize,
}

impl Survey {
    /// No pair of two common heaps, and no order of the pairs with the rare heaps in `rare`.
    pub(super) fn new(
        version: Version,
        space: Space,
        known: Known,
        delay: usize,
        splits: &[(usize, bool)],
        rare: &[Rare],
    ) -> Self {
        let mut survey = Self {
            version,
            space,
            known,
            delay,
            splits: splits.iter().map(|&(taken, _)| taken).collect(),
            far: Vec::new(),
            best: usize::MAX,
            near: Vec::new(),
            inside: Vec::new(),
            common: Vec::new(),
        };
        for rare in rare {
            survey.add(rare.heap as usize, rare.value);
        }
        survey.sort_in();
        survey
    }

    /// The number of pairs that are looked at for each heap.
    pub(super) fn pairs(&self) -> u64 {
        (self.far.len() + self.near.len() + self.inside.len() + self.common.len()) as u64
    }

    /// Takes in the value of the next heap. Returns whether it is common.
    pub(super) fn push(&mut self, heap: usize, value: u32) -> bool {
        self.known.push(self.space, heap, value);
        let is_common = self.space.is_common(heap, value);
        if !is_common {
            self.add(heap, value);
            self.known.farthest = heap + MOST_TAKEN;
        }
        is_common
    }

    /// Adds the pairs of a rare heap, which the current block does not cover.
    fn add(&mut self, heap: usize, value: u32) {
        let backs = self.splits.iter().map(|&taken| heap + taken);
        self.inside.extend(backs.map(|back| (back, value)));
    }

    /// Has the next block cover all pairs that it can, and drops the heaps that no sum needs any more.
    pub(super) fn sort_in(&mut self) {
        self.known.forget();
        let outside = self.inside.extract_if(.., |&mut (back, _)| back >= LANES);
        for (back, value) in outside {
            let far = back >= self.delay * LANES;
            let pairs = if far { &mut self.far } else { &mut self.near };
            pairs.push(self.space.pair(back, value));
        }
    }

    /// Surveys the 64 heaps from `start` on. The last heap that is known may lie as many as `delay` - 1 blocks before them.
    pub(super) fn block(&self, start: usize) -> Block {
        let window = self.known.window(start);
        let (best, others) = self.far.split_at(self.best.min(self.far.len()));
        let candidates = self.candidates(window, best);
        let mut is_reached = [[0; LANES]; CANDIDATES];
        lanes::met(self.version, window, others, &candidates, &mut is_reached);
        Block {
            start,
            candidates,
            is_reached,
            open: self.open(window),
            far: self.far.len(),
        }
    }

    /// The lowest ranks of common values that the best pairs do not reach.
    fn candidates(&self, window: Window<'_>, best: &[Pair]) -> [Row; CANDIDATES] {
        let marked = (self.best / 4 * 3).min(best.len());
        let (_, few) = self.few(window, best.split_at(marked), 0);
        let mut open = [[0; LANES]; GROUPS];
        lanes::mark_ranks(self.version, &few, &mut open);
        lanes::lowest(self.version, &open.map(|row| row.map(|bits| !bits)))
    }

    /// The ranks of rare values that are not known to be reached.
    fn open(&self, window: Window<'_>) -> [[u64; LANES]; WORDS] {
        let marked = self.common.len() / 4 * 3;
        let (mut reached, few) = self.few(window, self.common.split_at(marked), u8::MAX);
        lanes::mark_ranks(self.version, &few, &mut reached);
        lanes::words_of_open(self.version, &reached)
    }

    /// What `marked` pairs reach, and the lowest ranks that they do not reach. Of these the ones that other pairs reach
    /// become 255; where `flip` is 255 and not 0, the ones that they do not reach.
    fn few(
        &self,
        window: Window<'_>,
        (marked, others): (&[Pair], &[Pair]),
        flip: u8,
    ) -> (Reached, [Row; FEW]) {
        let reached = lanes::reached(self.version, window, marked);
        let mut few = lanes::lowest(self.version, &reached);
        let mut met = [[0; LANES]; FEW];
        lanes::met(self.version, window, others, &few, &mut met);
        for (rank, met) in few.as_flattened_mut().iter_mut().zip(met.as_flattened()) {
            *rank |= met ^ flip;
        }
        (reached, few)
    }

    /// Compares the candidates of a block with the pairs that were not looked at, when all heaps before it are known.
    pub(super) fn complete(&self, block: &mut Block) {
        let window = self.known.window(block.start);
        for pairs in [&self.near, &self.far[block.far..]] {
            let (ranks, met) = (&block.candidates, &mut block.is_reached);
            lanes::met(self.version, window, pairs, ranks, met);
        }
    }
}
