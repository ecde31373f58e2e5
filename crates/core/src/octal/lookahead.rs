//! What is known of the next 64 heaps before the first of them has its turn.
//!
//! A sum can be looked at for all 64 heaps at once if both its heaps are smaller than all 64, whichever of the 64
//! the move is from. For each heap the lookahead finds *candidates*: the smallest common values that no such sum
//! with a rare heap has. When the heap has its turn, the few other sums decide between them. In the same way the
//! lookahead finds which rare values are not reached yet.
//!
//! The pairs that reach most come first. They decide for all values whether they are reached. The few common values
//! that are not are the candidates, and the other pairs are compared only with them.

use super::cells::{Cell, Cells};
use super::known::Known;
use super::lanes::{self, CANDIDATES, WORDS};
use super::moves::MoveList;
use super::space::{Rare, Space};
use super::window::{GROUPS, LANES, Pair, Row};
use crate::bits::ones;
use crate::version::Version;

/// The most stones that a move may take.
const MOST_TAKEN: usize = LANES;
/// How far back the other heap of a sum may lie: 2 bytes are stored for each heap that far back.
const FARTHEST: usize = 1 << 24;
/// The most pairs with rare heaps.
const MOST_SUMS: usize = 1 << 18;
/// Pairs of two common heaps have the smaller one below this.
const LARGEST: usize = 1 << 12;
/// The number of heaps in the [`CommonTail`].
const TAIL: usize = 1 << 13;
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
    words.flat_map(|(first, word)| ones(word).map(move |bit| first + bit as u8))
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Lookahead {
    version: Version,
    space: Space,
    known: Known,
    /// The pairs of rare heaps whose other heap lies at least 64 heaps back.
    rare_pairs: Vec<Pair>,
    /// The first `best` of them decide for all values whether they are reached; the others are compared with candidates.
    pub(super) best: usize,
    /// The pairs of rare heaps that the block does not cover: how far back the other heap lies, and the rare value. The
    /// other heap is among the 64, or the rare heap is.
    uncovered: Vec<(usize, u32)>,
    /// The pairs of two common heaps that reach most rare values.
    common_pairs: Vec<Pair>,
    tail: CommonTail,
    last_rare: usize,
    /// The number of pairs that are looked at for each of the 64 heaps.
    pub(super) pairs: u64,
    /// The first of the 64 heaps.
    start: usize,
    /// The ranks of their candidates, and 255 for candidates that are reached.
    candidates: [Row; CANDIDATES],
    is_reached: [Row; CANDIDATES],
    /// The ranks of rare values that are not known to be reached.
    open: [[u64; LANES]; WORDS],
}

/// The common heaps right behind the last rare one. Their pairs with common heaps are tried for the rare values that
/// are still open.
#[derive(Clone, Debug)]
struct CommonTail {
    /// The last of the heaps.
    last: usize,
    /// Their ranks, the last heap first; empty where they lie too far back.
    ranks: Vec<u8>,
}

impl Lookahead {
    /// With the known values in `cells`, of which those in `rare` are rare, by increasing heaps. `None` where it does not
    /// help or is not possible. O(heaps that are looked at).
    pub(super) fn new(
        version: Version,
        space: Space,
        moves: &MoveList,
        cells: &Cells,
        rare: &[Rare],
    ) -> Option<Self> {
        if space.mask == 0 {
            return None;
        }
        let taken = moves.splits.first()?.0;
        let most_taken = moves.most_taken()?;
        let last_rare = rare.last().map_or(0, |rare| rare.heap as usize);
        let heaps = cells.len();
        let tail = CommonTail::new(last_rare, space, cells);
        let smaller = if tail.ranks.is_empty() {
            LARGEST.min(heaps)
        } else {
            tail.last
        };
        let farthest = smaller.max(last_rare) + most_taken;
        if most_taken > MOST_TAKEN
            || farthest > FARTHEST
            || space.rank(cells.iter().max()?) > u32::from(u8::MAX)
        {
            return None;
        }
        // The examples are blocks behind this heap.
        let first = heaps - (heaps / 4).min(RECENT);
        let mut ahead = Self {
            version,
            space,
            known: Known::new(space, cells, first.saturating_sub(farthest), farthest),
            rare_pairs: Vec::new(),
            best: usize::MAX,
            uncovered: Vec::new(),
            common_pairs: Vec::new(),
            tail,
            last_rare,
            pairs: 0,
            start: usize::MAX,
            candidates: [[0; LANES]; CANDIDATES],
            is_reached: [[0; LANES]; CANDIDATES],
            open: [[0; LANES]; WORDS],
        };
        for rare in rare {
            ahead.add(rare.heap as usize, rare.value, &moves.splits);
        }
        ahead.cover();
        if ahead.rare_pairs.len() > MOST_SUMS {
            return None;
        }
        let most = EXAMPLE_SUMS / (ahead.rare_pairs.len() + LARGEST) / LANES;
        let blocks = (heaps >> 12).min(EXAMPLES).min(most).max(1);
        let examples: Vec<usize> = (0..blocks)
            .map(|block| first + block * (heaps - first - LANES) / blocks)
            .collect();
        if heaps >= SORTED {
            ahead.best = ahead.known.best_first(&mut ahead.rare_pairs, &examples);
        }
        let largest = (heaps / 8).min(LARGEST);
        let common = (LANES..largest).filter(|&heap| space.is_common(heap, cells.get(heap)));
        let pair = |heap| space.pair(heap + taken, cells.get(heap));
        ahead.common_pairs = common.map(pair).collect();
        let best = ahead.known.best_first(&mut ahead.common_pairs, &examples);
        ahead.common_pairs.truncate(best);
        Some(ahead)
    }

    /// Adds the pairs of a rare heap, which the block does not cover.
    fn add(&mut self, heap: usize, value: u32, splits: &[(usize, bool)]) {
        let backs = splits.iter().map(|&(taken, _)| heap + taken);
        self.uncovered.extend(backs.map(|back| (back, value)));
    }

    /// Has the next block cover all pairs that it can.
    fn cover(&mut self) {
        let covered = self
            .uncovered
            .extract_if(.., |&mut (back, _)| back >= LANES);
        let pairs = covered.map(|(back, value)| self.space.pair(back, value));
        self.rare_pairs.extend(pairs);
    }

    /// Takes in the value of the next heap. Returns whether this can still be used.
    pub(super) fn found(&mut self, moves: &MoveList, heap: usize, value: u32) -> bool {
        if self.space.rank(value) > u32::from(u8::MAX) {
            return false;
        }
        self.known.push(self.space, heap, value);
        if self.space.is_common(heap, value) {
            return true;
        }
        self.add(heap, value, &moves.splits);
        self.last_rare = heap;
        self.known.farthest = heap + MOST_TAKEN;
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
            self.start_block(heap);
        }
        let lane = heap - self.start;
        let has = |back: usize, value: u32| back < heap && known[heap - back].value() == value;
        let is_reached = |value: u32| {
            let mut uncovered = self.uncovered.iter();
            moves.leave_one_of(known, value)
                || uncovered.any(|&(back, rare)| has(back, value ^ rare))
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
        let ranks = ranks.chain(8 * GROUPS as u32..=rank);
        let values = ranks
            .take_while(|&open| open <= rank)
            .map(|rank| self.space.rare(heap, rank));
        let left = heap.saturating_sub(moves.splits[0].0);
        open.extend(values.filter(|&value| {
            value < common && !moves.leave_one_of(known, value) && !self.tail_reaches(left, value)
        }));
        Some(common)
    }

    /// Whether a move that leaves `left` stones reaches a rare value by a pair with a heap of the tail.
    fn tail_reaches(&self, left: usize, value: u32) -> bool {
        let CommonTail { last, ranks } = &self.tail;
        // The other heaps are common if they lie behind the last rare one.
        if ranks.is_empty() || left <= last + self.last_rare {
            return false;
        }
        let others = &self.known.ranks_from(left - last)[..ranks.len()];
        lanes::any_sum(self.version, ranks, others, self.space.rank(value) as u8)
    }

    /// Finds candidates and open ranks for the 64 heaps from this one on.
    fn start_block(&mut self, heap: usize) {
        self.cover();
        let pairs = self.rare_pairs.len() + self.uncovered.len() + self.common_pairs.len();
        self.pairs = pairs as u64;
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

impl CommonTail {
    fn new(last_rare: usize, space: Space, cells: &Cells) -> Self {
        let last = last_rare + TAIL;
        let is_near = 2 * last + 2 * MOST_TAKEN < cells.len();
        let heaps = (last_rare + 1..=last).rev().filter(|_| is_near);
        let ranks = heaps.map(|heap| space.rank(cells.get(heap)) as u8);
        Self {
            last,
            ranks: ranks.collect(),
        }
    }
}
