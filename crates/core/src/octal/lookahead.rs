//! What is known of the next 64 heaps before the first of them has its turn.
//!
//! A sum can be looked at for all 64 heaps at once if both its heaps are smaller than all 64, whichever of the 64
//! the move is from. For each heap the lookahead finds *candidates*: the smallest common values that no such sum
//! with a rare heap has. When the heap has its turn, the few other sums decide between them. In the same way the
//! lookahead finds which rare values are not reached yet.
//!
//! The pairs that reach most come first. They decide for all values whether they are reached. The few common values
//! that are not are the candidates, and the other pairs are compared only with them.

use std::{iter, mem};

use super::cells::{Cell, Cells};
use super::known::Known;
use super::lanes::{self, CANDIDATES, WORDS};
use super::moves::MoveList;
use super::space::Space;
use super::window::{GROUPS, LANES, Pair, Row};
use crate::version::Version;

/// The most stones that a move may take.
const MOST_TAKEN: usize = LANES;
/// How far back the other heap of a sum may lie: 2 bytes are stored for each heap that far back.
const FARTHEST: usize = 1 << 24;
/// The most pairs with rare heaps.
const MOST_SUMS: usize = 1 << 18;
/// Pairs of two common heaps have the smaller one below this.
const LARGEST: usize = 1 << 12;
/// This many common heaps behind the last rare one are tried for rare values that are open.
const MORE: usize = 1 << 13;
/// The order of pairs is tuned on at most `EXAMPLES` blocks, taken from the last `RECENT` heaps, which have at most
/// `EXAMPLE_SUMS` sums together.
const EXAMPLES: usize = 32;
const EXAMPLE_SUMS: usize = 1 << 24;
const RECENT: usize = 1 << 16;
/// With fewer heaps no order of pairs stays best for long.
const SORTED: usize = 1 << 16;
/// Stands for no candidate.
const NONE: u8 = u8::MAX;

/// The ranks whose bits are set, in increasing order.
fn ranks_in(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = u8> {
    let words = (0_u8..).step_by(64).zip(words);
    words.flat_map(|(first, mut bits)| {
        iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(first + bit)
        })
    })
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Lookahead {
    version: Version,
    space: Space,
    known: Known,
    last_rare: usize,
    /// Sums of a rare heap with another one that is smaller than the 64 heaps.
    rare_pairs: Vec<Pair>,
    /// This many of them decide for all values whether they are reached; the others are compared with candidates.
    pub(super) best: usize,
    /// Sums of a rare heap with another one that may be one of the 64: how far back that lies, and the rare value.
    near_pairs: Vec<(usize, u32)>,
    /// Sums of two common heaps that reach most rare values.
    common_pairs: Vec<Pair>,
    /// Stones taken by a move that leaves two heaps. With it, more sums of two common heaps are tried: the smaller is
    /// one of `MORE` heaps that end with `last_more`. `more_ranks` are their ranks, the last heap first, or nothing
    /// where that is too far back.
    taken: usize,
    more_ranks: Vec<u8>,
    last_more: usize,
    /// The first of the 64 heaps.
    start: usize,
    /// The ranks of their candidates, and 255 for candidates that are reached.
    candidates: [Row; CANDIDATES],
    is_reached: [Row; CANDIDATES],
    /// The ranks of rare values that are not known to be reached.
    open: [[u64; LANES]; WORDS],
    /// Rare heaps among the 64, with their values.
    new_rare: Vec<(usize, u32)>,
}

impl Lookahead {
    /// With the known values in `cells`, of which these are rare. `None` where it does not help or is not possible.
    /// O(heaps that are looked at).
    pub(super) fn new(
        version: Version,
        space: Space,
        moves: &MoveList,
        cells: &Cells,
        rare: impl Iterator<Item = (usize, u32)> + Clone,
    ) -> Option<Self> {
        let MoveList {
            ends,
            takes,
            splits,
            ..
        } = moves;
        let taken = splits.iter().map(|&(taken, _)| taken);
        let most = taken.chain(takes.iter().chain(ends).copied()).max()?;
        let largest = cells.iter().max()?;
        let last_rare = rare.clone().last().map_or(0, |(heap, _)| heap);
        let heaps = cells.len();
        // The smaller of two heaps whose sum is looked at, where both are common.
        let last_more = last_rare + MORE;
        let has_more = 2 * last_more + 2 * MOST_TAKEN < heaps;
        let smaller = if has_more {
            last_more
        } else {
            LARGEST.min(heaps)
        };
        let farthest = smaller.max(last_rare) + most;
        if splits.is_empty()
            || space.mask == 0
            || most > MOST_TAKEN
            || farthest > FARTHEST
            || space.rank(largest) > u32::from(u8::MAX)
        {
            return None;
        }
        let examples = heaps - (heaps / 4).min(RECENT);
        let known = Known::new(space, cells, examples.saturating_sub(farthest), farthest);
        let mut ahead = Self {
            version,
            space,
            known,
            last_rare,
            rare_pairs: Vec::new(),
            best: usize::MAX,
            near_pairs: Vec::new(),
            common_pairs: Vec::new(),
            taken: splits[0].0,
            more_ranks: Vec::new(),
            last_more,
            start: usize::MAX,
            candidates: [[0; LANES]; CANDIDATES],
            is_reached: [[0; LANES]; CANDIDATES],
            open: [[0; LANES]; WORDS],
            new_rare: Vec::new(),
        };
        for (heap, value) in rare {
            ahead.add(heap, value, splits);
        }
        if ahead.rare_pairs.len() > MOST_SUMS {
            return None;
        }
        let most = EXAMPLE_SUMS / (ahead.rare_pairs.len() + LARGEST) / LANES;
        let blocks = (heaps >> 12).min(EXAMPLES).min(most).max(1);
        let examples: Vec<usize> = (0..blocks)
            .map(|block| examples + block * (heaps - examples - LANES) / blocks)
            .collect();
        if heaps >= SORTED {
            ahead.best = ahead.known.best_first(&mut ahead.rare_pairs, &examples);
        }
        // The other heap is larger now, and is from now on.
        let largest = (heaps / 8).min(LARGEST);
        let common = (LANES..largest).filter(|&heap| space.is_common(heap, cells.get(heap)));
        let pair = |heap| Pair {
            back: (heap + ahead.taken) as u32,
            rank: space.rank(cells.get(heap)) as u8,
        };
        ahead.common_pairs = common.map(pair).collect();
        let best = ahead.known.best_first(&mut ahead.common_pairs, &examples);
        ahead.common_pairs.truncate(best);
        if has_more {
            let more = (last_rare + 1..=last_more).rev();
            ahead.more_ranks = more.map(|heap| space.rank(cells.get(heap)) as u8).collect();
        }
        Some(ahead)
    }

    /// Adds the pairs of a rare heap.
    fn add(&mut self, heap: usize, value: u32, splits: &[(usize, bool)]) {
        for &(taken, _) in splits {
            let back = heap + taken;
            if back < LANES {
                self.near_pairs.push((back, value));
            } else {
                let (back, rank) = (back as u32, self.space.rank(value) as u8);
                self.rare_pairs.push(Pair { back, rank });
            }
        }
    }

    /// Takes in the value of the next heap. Returns whether this can still be used.
    pub(super) fn found(&mut self, heap: usize, value: u32) -> bool {
        if self.space.rank(value) > u32::from(u8::MAX) {
            return false;
        }
        self.known.push(self.space, heap, value);
        if self.space.is_common(heap, value) {
            return true;
        }
        self.last_rare = heap;
        self.known.farthest = heap + MOST_TAKEN;
        self.new_rare.push((heap, value));
        // Its sums are with the smallest heaps, which must not be dropped yet.
        self.known.base == 0 && self.known.farthest <= FARTHEST
    }

    /// The smallest common value that no move reaches from the first heap that is not `known`, if it is one of the
    /// candidates. Adds the rare values below it that are not known to be reached to `open`, in increasing order.
    pub(super) fn next<T: Cell>(
        &mut self,
        known: &[T],
        moves: &MoveList,
        open: &mut Vec<u32>,
    ) -> Option<u32> {
        let heap = known.len();
        if !(self.start..self.start.saturating_add(LANES)).contains(&heap) {
            self.look(heap, &moves.splits);
        }
        let lane = heap - self.start;
        let has = |back: usize, value: u32| back < heap && known[heap - back].value() == value;
        let is_reached = |value: u32| {
            moves.leave_one_of(known, value)
                || self
                    .near_pairs
                    .iter()
                    .any(|&(back, rare)| has(back, value ^ rare))
                || self.new_rare.iter().any(|&(heap, rare)| {
                    let mut backs = moves.splits.iter().map(|&(taken, _)| taken + heap);
                    backs.any(|back| has(back, value ^ rare))
                })
        };
        let common = (0..CANDIDATES)
            .filter(|&row| self.is_reached[row][lane] == 0)
            .map(|row| self.candidates[row][lane])
            .take_while(|&rank| rank != NONE)
            .map(|rank| self.space.common(heap, u32::from(rank)))
            .find(|&value| !is_reached(value))?;
        // Of larger ranks nothing is known.
        let rank = self.space.last_rank_below(common);
        let ranks = ranks_in(self.open.iter().map(|words| words[lane])).map(u32::from);
        let ranks = ranks
            .chain(8 * GROUPS as u32..=rank)
            .take_while(|&open| open <= rank);
        open.extend(
            ranks
                .map(|rank| self.space.rare(heap, rank))
                .filter(|&value| {
                    value < common
                        && !moves.leave_one_of(known, value)
                        && !self.more_reach(heap, value)
                }),
        );
        Some(common)
    }

    /// Whether a move from the heap reaches a rare value by a sum with one of the `more_ranks`.
    fn more_reach(&self, heap: usize, value: u32) -> bool {
        if self.more_ranks.is_empty() || heap <= self.last_more + self.taken + self.last_rare {
            return false;
        }
        let others = self.known.ranks_from(heap - self.taken - self.last_more);
        let rank = self.space.rank(value) as u8;
        lanes::any_sum(
            self.version,
            &self.more_ranks,
            &others[..self.more_ranks.len()],
            rank,
        )
    }

    /// The number of sums looked at for each heap.
    pub(super) fn sums(&self) -> u64 {
        (self.rare_pairs.len() + self.near_pairs.len() + self.common_pairs.len()) as u64
    }

    /// Looks at the 64 heaps from this one on.
    fn look(&mut self, heap: usize, splits: &[(usize, bool)]) {
        for (rare, value) in mem::take(&mut self.new_rare) {
            self.add(rare, value, splits);
        }
        self.known.forget();
        self.start = heap;
        let window = self.known.window(self.start);
        let (best, others) = self
            .rare_pairs
            .split_at(self.best.min(self.rare_pairs.len()));
        let open = lanes::not_reached(self.version, window, best);
        for lane in 0..LANES {
            let mut ranks = ranks_in(open.iter().map(|words| words[lane]));
            for row in &mut self.candidates {
                row[lane] = ranks.next().unwrap_or(NONE);
            }
        }
        self.is_reached = lanes::met(self.version, window, others, &self.candidates);
        self.open = lanes::not_reached(self.version, window, &self.common_pairs);
    }
}
