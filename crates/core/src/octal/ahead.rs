//! What can be known of a heap before its turn, for 64 heaps at a time.
//!
//! A sum of which one heap is smaller than all 64 heaps, and the other too, whichever of the 64 the move is
//! from, can be looked at for all of them at once. So for each heap some *candidates* are found, the smallest
//! common values that no such sum with a rare heap has. When the heap's turn comes, the few sums that are left
//! decide between them. In the same way it is found which of the rare values are not reached yet.
//!
//! Sums that tell most come first. With those it is found out which of all values are reached; the few common
//! values that are not are the candidates, and it is enough to compare the other sums with them.

use std::iter;

use super::cells::{Cell, Cells};
use super::known::Known;
use super::lanes::{self, CANDIDATES, GROUPS, LANES, Pair, Row, WORDS};
use super::space::Space;
use crate::version::Version;

/// Moves of more stones are not for this.
const MOST_TAKEN: usize = LANES;
/// Sums with heaps farther back are not, either: what is kept of the heaps is 2 bytes each.
const FARTHEST: usize = 1 << 24;
/// Sums of common heaps are made with those below this.
const LARGEST: usize = 1 << 12;
/// So many more common heaps are tried for the rare values that are left.
const MORE: usize = 1 << 13;
/// More sums with rare heaps than this are not for this.
const MOST_SUMS: usize = 1 << 18;
/// By so many blocks of heaps at most the best order of sums is found, and they are among the last so many. All
/// their sums together, a byte each, are so many at most.
const EXAMPLES: usize = 32;
const EXAMPLE_SUMS: usize = 1 << 24;
const RECENT: usize = 1 << 16;
/// With fewer heaps there is none that is best for long.
const SORTED: usize = 1 << 16;
/// In place of a candidate where there is none.
const NONE: u8 = u8::MAX;

/// The ranks whose bits are set, increasing.
fn each(ranks: impl IntoIterator<Item = u64>) -> impl Iterator<Item = u8> {
    let words = (0_u8..).step_by(64).zip(ranks);
    words.flat_map(|(first, mut bits)| {
        iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(first + bit)
        })
    })
}

/// The moves of a game that has no others, by how many stones they take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves<'a> {
    /// Leaving nothing.
    pub(super) ends: &'a [usize],
    /// Leaving one heap.
    pub(super) takes: &'a [usize],
    /// Leaving two.
    pub(super) splits: &'a [(usize, bool)],
}

impl Moves<'_> {
    /// Whether a move from the next heap that leaves one heap or none has this value.
    pub(super) fn leave_one_of<T: Cell>(self, known: &[T], value: u32) -> bool {
        let heap = known.len();
        let mut takes = self.takes.iter().filter(|&&taken| taken < heap);
        takes.any(|&taken| known[heap - taken].read() == value)
            || value == 0 && self.ends.contains(&heap)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Ahead {
    version: Version,
    space: Space,
    known: Known,
    /// The largest heap that is rare.
    last_rare: usize,
    /// Sums of a rare heap and another, those first that tell most; of them all ranks are found that are reached.
    pairs: Vec<Pair>,
    pub(super) best: usize,
    /// Those whose other heap may be one of the 64: how far back it lies, and the value of the rare one.
    near: Vec<(usize, u32)>,
    /// Sums of two common heaps that reach most rare values.
    common_pairs: Vec<Pair>,
    /// Stones taken by a move that leaves two heaps, and the ranks of the smallest heaps from which on all are
    /// common, as far as is known, backwards from heap `last_more` on; empty where that is too far back.
    taken: usize,
    more: Vec<u8>,
    last_more: usize,
    /// The first of the 64 heaps, their candidates as ranks, and 255 for candidates that are reached.
    start: usize,
    candidates: [Row; CANDIDATES],
    met: [Row; CANDIDATES],
    /// The ranks of rare values that are not known to be reached, of those that [`lanes`] has.
    rare: [[u64; LANES]; WORDS],
    /// Rare heaps among the 64.
    fresh: Vec<(usize, u32)>,
}

impl Ahead {
    /// With these values known, of which these are rare; nothing when the game, the space or the rare heaps
    /// are not such that it helps. O(heaps that are looked at).
    pub(super) fn new(
        version: Version,
        space: Space,
        moves: Moves<'_>,
        cells: &Cells,
        rare: impl Iterator<Item = (usize, u32)> + Clone,
    ) -> Option<Self> {
        let Moves {
            ends,
            takes,
            splits,
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
            pairs: Vec::new(),
            best: usize::MAX,
            near: Vec::new(),
            common_pairs: Vec::new(),
            taken: splits[0].0,
            more: Vec::new(),
            last_more,
            start: usize::MAX,
            candidates: [[0; LANES]; CANDIDATES],
            met: [[0; LANES]; CANDIDATES],
            rare: [[0; LANES]; WORDS],
            fresh: Vec::new(),
        };
        for (heap, value) in rare {
            ahead.add(heap, value, splits);
        }
        if ahead.pairs.len() > MOST_SUMS {
            return None;
        }
        let most = EXAMPLE_SUMS / (ahead.pairs.len() + LARGEST) / LANES;
        let blocks = (heaps >> 12).min(EXAMPLES).min(most).max(1);
        let examples: Vec<usize> = (0..blocks)
            .map(|block| examples + block * (heaps - examples - LANES) / blocks)
            .collect();
        if heaps >= SORTED {
            ahead.best = ahead.known.best_first(&mut ahead.pairs, &examples);
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
            ahead.more = more.map(|heap| space.rank(cells.get(heap)) as u8).collect();
        }
        Some(ahead)
    }

    /// Takes in a rare heap.
    fn add(&mut self, heap: usize, value: u32, splits: &[(usize, bool)]) {
        for &(taken, _) in splits {
            let back = heap + taken;
            if back < LANES {
                self.near.push((back, value));
            } else {
                let (back, rank) = (back as u32, self.space.rank(value) as u8);
                self.pairs.push(Pair { back, rank });
            }
        }
    }

    /// Takes note of the value of the next heap. Returns whether this can still be used.
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
        self.fresh.push((heap, value));
        // Its sums are with the smallest heaps, which have to be there still.
        self.known.base == 0 && self.known.farthest <= FARTHEST
    }

    /// The smallest common value that no move reaches from the next heap, if it is one of the candidates. Adds to
    /// `open` the rare values below it, increasing, that are not known to be reached.
    pub(super) fn next<T: Cell>(
        &mut self,
        known: &[T],
        moves: Moves<'_>,
        open: &mut Vec<u32>,
    ) -> Option<u32> {
        let heap = known.len();
        if !(self.start..self.start.saturating_add(LANES)).contains(&heap) {
            self.look(heap, moves.splits);
        }
        let lane = heap - self.start;
        let has = |back: usize, value: u32| back < heap && known[heap - back].read() == value;
        let is_reached = |value: u32| {
            moves.leave_one_of(known, value)
                || self
                    .near
                    .iter()
                    .any(|&(back, rare)| has(back, value ^ rare))
                || self.fresh.iter().any(|&(heap, rare)| {
                    let mut backs = moves.splits.iter().map(|&(taken, _)| taken + heap);
                    backs.any(|back| has(back, value ^ rare))
                })
        };
        let common = (0..CANDIDATES)
            .filter(|&row| self.met[row][lane] == 0)
            .map(|row| self.candidates[row][lane])
            .take_while(|&rank| rank != NONE)
            .map(|rank| self.space.common(heap, u32::from(rank)))
            .find(|&value| !is_reached(value))?;
        // From some rank on nothing is known.
        let rank = self.space.last_rank_below(common);
        let ranks = each(self.rare.iter().map(|words| words[lane])).map(u32::from);
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

    /// Whether a heap is known to reach a rare value by two heaps of which one is among those that are tried last.
    fn more_reach(&self, heap: usize, value: u32) -> bool {
        if self.more.is_empty() || heap <= self.last_more + self.taken + self.last_rare {
            return false;
        }
        let others = self.known.ranks_from(heap - self.taken - self.last_more);
        let rank = self.space.rank(value) as u8;
        lanes::any_sum(self.version, &self.more, &others[..self.more.len()], rank)
    }

    /// How many sums are looked at for each heap.
    pub(super) fn sums(&self) -> u64 {
        (self.pairs.len() + self.near.len() + self.common_pairs.len()) as u64
    }

    /// Finds what there is to know of the 64 heaps from this one on.
    fn look(&mut self, heap: usize, splits: &[(usize, bool)]) {
        for (rare, value) in std::mem::take(&mut self.fresh) {
            self.add(rare, value, splits);
        }
        self.known.forget();
        self.start = heap;
        // Whether any sum may be with a heap that does not count.
        if heap <= self.known.farthest + self.last_rare {
            self.look_in::<true>();
        } else {
            self.look_in::<false>();
        }
    }

    fn look_in<const SPOILT: bool>(&mut self) {
        let window = self.known.window(self.start);
        let (best, others) = self.pairs.split_at(self.best.min(self.pairs.len()));
        let open = lanes::not_reached::<SPOILT>(self.version, window, best);
        for lane in 0..LANES {
            let mut ranks = each(open.iter().map(|words| words[lane]));
            for row in &mut self.candidates {
                row[lane] = ranks.next().unwrap_or(NONE);
            }
        }
        self.met = lanes::met::<SPOILT>(self.version, window, others, &self.candidates);
        self.rare = lanes::not_reached::<SPOILT>(self.version, window, &self.common_pairs);
    }
}
