//! What is known of the next 64 heaps before the first of them has its turn.
//!
//! A sum can be looked at for all 64 heaps at once if both its heaps are smaller than all 64, whichever of the 64
//! the move is from: see [`Survey`]. When a heap has its turn, the few other sums decide between its candidates, and
//! the rare values that are still open are tried one by one.

use super::cells::{Cell, Cells};
use super::known::Known;
use super::lanes::{self, NONE};
use super::moves::MoveList;
use super::space::{Rare, Space};
use super::survey::{Block, CANDIDATES, MOST_TAKEN, Survey};
use super::team::Team;
use super::window::{GROUPS, LANES};
use crate::bits::ones;
use crate::version::Version;

/// How far back the other heap of a sum may lie: 2 bytes are stored for each heap that far back.
const FARTHEST: usize = 1 << 24;
/// The most pairs with rare heaps.
const MOST_SUMS: usize = 1 << 18;
/// Pairs of two common heaps have the smaller one below this.
const LARGEST: usize = 1 << 12;
/// The number of heaps in the [`CommonTail`].
pub(super) const TAIL: usize = 1 << 13;
/// The order of pairs is tuned on at most `EXAMPLES` blocks, taken from the last `RECENT` heaps, which have at most
/// `EXAMPLE_SUMS` sums together.
const EXAMPLES: usize = 32;
const EXAMPLE_SUMS: usize = 1 << 24;
const RECENT: usize = 1 << 16;
/// With fewer heaps no order of pairs stays best for long.
const SORTED: usize = 1 << 16;

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Lookahead {
    pub(super) survey: Survey,
    tail: CommonTail,
    last_rare: usize,
    /// The number of pairs that are looked at for each of the 64 heaps.
    pub(super) pairs: u64,
    /// The current 64 heaps; before the first ones, none.
    block: Option<Block>,
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
    /// help or is not possible. Blocks may be surveyed when `delay` - 1 blocks before them are not known. O(heaps that
    /// are looked at).
    pub(super) fn new(
        version: Version,
        space: Space,
        moves: &MoveList,
        cells: &Cells,
        rare: &[Rare],
        delay: usize,
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
        let known = Known::new(space, cells, first.saturating_sub(farthest), farthest);
        let mut survey = Survey::new(version, space, known, delay, &moves.splits, rare);
        if survey.far.len() > MOST_SUMS {
            return None;
        }
        let most = EXAMPLE_SUMS / (survey.far.len() + LARGEST) / LANES;
        let blocks = (heaps >> 12).min(EXAMPLES).min(most).max(1);
        let example = |block| first + block * (heaps - first - LANES) / blocks;
        let examples: Vec<usize> = (0..blocks).map(example).collect();
        if heaps >= SORTED {
            survey.best = survey.known.best_first(&mut survey.far, &examples);
        }
        let largest = (heaps / 8).min(LARGEST);
        let common =
            (delay * LANES..largest).filter(|&heap| space.is_common(heap, cells.get(heap)));
        let pair = |heap| space.pair(heap + taken, cells.get(heap));
        survey.common = common.map(pair).collect();
        let best = survey.known.best_first(&mut survey.common, &examples);
        survey.common.truncate(best);
        Some(Self {
            survey,
            tail,
            last_rare,
            pairs: 0,
            block: None,
        })
    }

    /// Threads that survey the blocks behind the current one, where the next heap is `heap`. `None` where the survey is
    /// not made for threads.
    pub(super) fn team(&self, heap: usize, threads: usize) -> Option<Team> {
        let current = self.block.as_ref().filter(|block| block.covers(heap));
        let start = current.map_or(heap, |block| block.start + LANES);
        (self.survey.delay > 1).then(|| Team::new(&self.survey, heap, start, threads))
    }

    /// Takes in the value of the next heap. Returns whether this can still be used.
    pub(super) fn found(&mut self, heap: usize, value: u32) -> bool {
        if self.survey.space.rank(value) > u32::from(u8::MAX) {
            return false;
        }
        if self.survey.push(heap, value) {
            return true;
        }
        self.last_rare = heap;
        // Its sums are with the smallest heaps, which must not be dropped yet.
        self.survey.known.base == 0 && self.survey.known.farthest <= FARTHEST
    }

    /// The smallest common value that no move reaches from the first heap that is not `known`, if it is one of the
    /// candidates. Adds the rare values below it that are not known to be reached to `open`, in increasing order.
    pub(super) fn next<T: Cell>(
        &mut self,
        known: &[T],
        moves: &MoveList,
        open: &mut Vec<u32>,
        team: Option<&Team>,
    ) -> Option<u32> {
        let heap = known.len();
        if !(self.block.as_ref()).is_some_and(|block| block.covers(heap)) {
            self.block = Some(self.start_block(known, team));
        }
        let block = self.block.as_ref()?;
        let lane = heap - block.start;
        let space = self.survey.space;
        let has = |back: usize, value: u32| back < heap && known[heap - back].value() == value;
        let is_reached = |value: u32| {
            let mut inside = self.survey.inside.iter();
            moves.leave_one_of(known, value) || inside.any(|&(back, rare)| has(back, value ^ rare))
        };
        let common = (0..CANDIDATES)
            .filter(|&row| block.is_reached[row][lane] == 0)
            .map(|row| block.candidates[row][lane])
            .take_while(|&rank| rank != NONE)
            .map(|rank| space.common(heap, u32::from(rank)))
            .find(|&value| !is_reached(value))?;
        let left = heap.saturating_sub(moves.splits[0].0);
        let mut add = |rank: u32| {
            let value = space.rare(heap, rank);
            if value < common
                && !moves.leave_one_of(known, value)
                && !self.tail_reaches(left, value)
            {
                open.push(value);
            }
        };
        let last = space.last_rank_below(common);
        for (first, words) in (0..=last).step_by(64).zip(&block.open) {
            let beyond = u64::MAX.checked_shl(last - first + 1).unwrap_or(0);
            ones(words[lane] & !beyond).for_each(|bit| add(first + bit));
        }
        // Of larger ranks nothing is known.
        (8 * GROUPS as u32..=last).for_each(add);
        Some(common)
    }

    /// What is known of the 64 heaps from the first one on that is not `known`.
    fn start_block<T: Cell>(&mut self, known: &[T], team: Option<&Team>) -> Block {
        self.survey.sort_in();
        self.pairs = self.survey.pairs();
        let mut block = match team {
            Some(team) => team.block(&self.survey, known),
            None => self.survey.block(known.len()),
        };
        self.survey.complete(&mut block);
        block
    }

    /// Whether a move that leaves `left` stones reaches a rare value by a pair with a heap of the tail.
    pub(super) fn tail_reaches(&self, left: usize, value: u32) -> bool {
        let CommonTail { last, ranks } = &self.tail;
        // The other heaps are common if they lie behind the last rare one.
        if ranks.is_empty() || left <= last + self.last_rare {
            return false;
        }
        let others = &self.survey.known.ranks_from(left - last)[..ranks.len()];
        let rank = self.survey.space.rank(value) as u8;
        lanes::any_sum(self.survey.version, ranks, others, rank)
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
