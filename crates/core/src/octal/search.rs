//! The value of the next heap, by rare and common heaps.
//!
//! **Theory** (E. R. Berlekamp, in *Winning Ways*, 1982: the *sparse space*; A. Gangolli and T.
//! Plambeck, 1989). Call the values of a linear space of bit vectors *rare* and those of its other coset
//! *common*: see [`Space`]. A sum of two heaps has a common value only if one of them is rare. So the sums
//! with a rare smaller part are enough to find which common values the moves that leave two heaps reach. Let c be
//! the smallest common value that no move reaches. The heap's value is c unless a smaller rare value is not
//! reached either. To show that each of them is reached, the search goes through all pairs until every one was
//! seen, which with many heaps takes a few hundred pairs. Where one stays unseen, the sums of all pairs were computed, and the
//! smallest value missing is the heap's value.
//!
//! The moves of digits that repeat for ever are in [`Repeats`].
//!
//! The values are right with any space; only the time depends on how well the space fits. For most games of this kind
//! some space leaves few heaps rare. The search looks for it each time that there are twice as many values: of all
//! masks it takes the one that makes fewest heaps rare, by a Walsh-Hadamard transform of how often each value occurs.

use std::{array, mem};

use super::Code;
use super::cells::{Cell, Cells};
use super::lookahead::Lookahead;
use super::moves::MoveList;
use super::repeats::{Repeats, triples};
use super::space::{Rare, Space};
use super::team::{DELAY, Team};
use crate::version::Version;

/// What is needed to find the next value.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Without the moves in `repeats`.
    pub(super) moves: MoveList,
    repeats: Option<Repeats>,
    pub(super) space: Space,
    /// In increasing order.
    pub(super) rare: Vec<Rare>,
    /// For each value whether a move was found that reaches it. The length is a power of 2 above all values so far.
    seen: Vec<u8>,
    /// For even and odd heaps: 1 for each value that is rare. As long as `seen`.
    is_rare: [Vec<u8>; 2],
    /// Used where it helps.
    pub(super) lookahead: Option<Lookahead>,
    pub(super) version: Version,
    /// The number of threads that the lookahead may use.
    pub(super) threads: usize,
    /// The lookahead is used from this number of rare heaps on.
    pub(super) enough_rare: usize,
    /// Several threads are used from this number of heaps on.
    pub(super) enough_heaps: usize,
    /// The number of heaps at which to look for a better space.
    pub(super) learn_next: usize,
    /// The number of sums computed.
    pub(super) work: u64,
    /// Room for the list of values that may be missing.
    open: Vec<u32>,
}

/// With fewer heaps than this no space is looked for.
const FIRST_GUESS: usize = 64;
/// With fewer heaps than this, or fewer rare ones, the lookahead takes longer than one heap at a time.
const LOOK_AHEAD: usize = 1024;
const ENOUGH_RARE: usize = 200;
/// With fewer heaps than this, too many rare ones are left to the thread that finds the values.
const ENOUGH_HEAPS: usize = 1 << 16;
/// For fewer new heaps than this no threads are started.
const ENOUGH_NEW: usize = 1 << 10;
/// At most this many open values are compared with each sum. More are marked in `seen`.
const FEW: usize = 12;

impl Search {
    pub(super) fn new(code: &Code) -> Self {
        Self {
            moves: MoveList::default(),
            repeats: Repeats::new(code),
            space: Space::default(),
            rare: Vec::new(),
            seen: vec![0; 8],
            is_rare: [vec![1; 8], vec![1; 8]],
            lookahead: None,
            version: Version::best(),
            threads: 1,
            enough_rare: ENOUGH_RARE,
            enough_heaps: ENOUGH_HEAPS,
            learn_next: FIRST_GUESS,
            work: 0,
            open: Vec::new(),
        }
    }

    /// Lists the moves that there are from heaps up to `up_to`.
    pub(super) fn prepare(&mut self, code: &Code, up_to: usize) {
        let before_repeats = self.repeats.as_ref().map_or(up_to, |of| of.first - 1);
        self.moves.extend(code, before_repeats.min(up_to));
    }

    /// Looks for a better space, by the second half of the heaps: the next heaps will be like them.
    pub(super) fn learn(&mut self, cells: &Cells) {
        self.learn_next = (2 * cells.len()).max(FIRST_GUESS);
        if self.moves.splits.is_empty() || cells.len() < FIRST_GUESS {
            return;
        }
        let half = cells.len() / 2;
        let parity = self.moves.parity_of_splits();
        let (space, rare) = Space::guess(half, &cells.iter().skip(half), parity);
        // With nearly half of them rare, the sums of all pairs are computed anyway. The columns `rare` and `work` of
        // results/octal depend on this limit.
        let fits = 5 * rare < 2 * (cells.len() - half);
        self.space = if fits { space } else { Space::default() };
        self.settle(cells);
    }

    /// Computes everything that depends on the space.
    pub(super) fn settle(&mut self, cells: &Cells) {
        self.rare.clear();
        self.lookahead = None;
        if self.space != Space::default() {
            let heaps = cells.iter().enumerate().skip(1);
            let rare = heaps.filter(|&(heap, value)| !self.space.is_common(heap, value));
            self.rare.extend(rare.map(|(heap, value)| Rare {
                heap: heap as u32,
                value,
            }));
            let pays = cells.len() >= LOOK_AHEAD && self.rare.len() >= self.enough_rare;
            if pays && self.moves.triples.is_empty() && self.repeats.is_none() {
                let is_for_threads = self.threads > 1 && cells.len() >= self.enough_heaps;
                let (delay, rare) = (if is_for_threads { DELAY } else { 1 }, &self.rare);
                self.lookahead =
                    Lookahead::new(self.version, self.space, &self.moves, cells, rare, delay);
            }
        }
        self.tabulate(self.seen.len());
    }

    /// Makes the tables for values below `width`, a power of 2.
    pub(super) fn tabulate(&mut self, width: usize) {
        self.seen.resize(width, 0);
        for (parity, table) in self.is_rare.iter_mut().enumerate() {
            table.clear();
            let values = 0..width as u32;
            table.extend(values.map(|value| u8::from(!self.space.is_common(parity, value))));
        }
    }

    /// Takes in the value of a heap.
    pub(super) fn found(&mut self, heap: usize, value: u32) {
        if value as usize >= self.seen.len() {
            self.tabulate((value as usize + 1).next_power_of_two());
        }
        if heap > 0 && self.space != Space::default() && !self.space.is_common(heap, value) {
            let heap = heap as u32;
            self.rare.push(Rare { heap, value });
        }
        if let Some(lookahead) = &mut self.lookahead
            && !lookahead.found(heap, value)
        {
            self.lookahead = None;
            self.learn_next = heap + 1;
        }
    }

    /// The other threads for the heaps from `heap` to `stop`, if there are enough of them.
    pub(super) fn team(&self, heap: usize, stop: usize) -> Option<Team> {
        if self.threads == 1 || stop - heap < ENOUGH_NEW {
            return None;
        }
        self.lookahead.as_ref()?.team(heap, self.threads - 1)
    }

    /// The value of the first heap that is not `known`.
    pub(super) fn value<T: Cell>(&mut self, known: &[T], team: Option<&Team>) -> u32 {
        // Smaller values than the smallest common one that is not reached. They may be not reached either.
        let mut open = mem::take(&mut self.open);
        open.clear();
        let lookahead = self.lookahead.as_mut();
        let ahead = lookahead.and_then(|ahead| {
            let common = ahead.next(known, &self.moves, &mut open, team)?;
            self.work += ahead.pairs;
            Some(common)
        });
        let common = match ahead {
            Some(common) => {
                if open.len() > FEW {
                    self.seen.fill(0);
                }
                common
            }
            None => self.mark_all(known, &mut open),
        };
        let heap = known.len();
        for &(taken, unequal) in &self.moves.splits {
            let left = heap.saturating_sub(taken);
            let pairs = (left.saturating_sub(usize::from(unequal))) / 2;
            if left < 2 || open.is_empty() {
                continue;
            }
            let (small, large) = (&known[1..=pairs], &known[left - pairs..left]);
            let (seen, open) = (&mut self.seen[..], &mut open);
            self.work += self.version.run(
                #[inline(always)]
                || remove_reached(small, large, seen, open),
            );
        }
        let is_marked = open.len() > FEW;
        let mut open_values = open.iter().copied();
        let value = open_values.find(|&value| !is_marked || is_open(&self.seen, value));
        let value = value.unwrap_or(common);
        self.open = open;
        value
    }

    /// Marks in `seen` what all moves reach that can reach a common value. Returns the smallest common value that is
    /// not reached, and adds the smaller values that are not marked to `open`.
    fn mark_all<T: Cell>(&mut self, known: &[T], open: &mut Vec<u32>) -> u32 {
        let heap = known.len();
        let seen = &mut self.seen[..];
        // All values below are reached, and not marked.
        let low = if let Some(repeats) = &mut self.repeats {
            let (low, sums) = repeats.reached(known, seen);
            self.work += sums;
            low
        } else {
            seen.fill(0);
            0
        };
        if self.moves.ends.binary_search(&heap).is_ok() {
            seen[0] = 1;
        }
        for &taken in &self.moves.takes {
            if taken >= heap {
                break;
            }
            seen[known[heap - taken].value() as usize] = 1;
            self.work += 1;
        }
        for &(taken, unequal) in &self.moves.triples {
            let left = heap.saturating_sub(taken);
            triples(known, left, unequal, |value| {
                seen[value as usize] = 1;
                self.work += 1;
            });
        }
        for &(taken, unequal) in &self.moves.splits {
            let left = heap.saturating_sub(taken);
            let is_smaller = |rare: &Rare| (rare.heap as usize) < left;
            let smaller = self.rare.partition_point(is_smaller);
            mark(&self.rare[..smaller], known, left, unequal, seen);
            self.work += smaller as u64;
        }
        // No value beyond the table is reached at all.
        let is_rare = &self.is_rare[heap & 1][..];
        let missing = |value: &usize| seen[*value] | is_rare[*value] == 0;
        let is_used = self.space != Space::default();
        let common = is_used.then(|| (low..seen.len()).find(missing)).flatten();
        let common = common.unwrap_or(seen.len()) as u32;
        let unmarked = (low as u32..common).zip(&self.seen[low..]);
        let unmarked = unmarked.filter(|(_, seen)| **seen == 0);
        let mut unmarked = unmarked.map(|(value, _)| value);
        if self.moves.splits.is_empty() {
            // The first of them is the heap's value.
            open.extend(unmarked.next());
        } else {
            open.extend(unmarked);
        }
        common
    }
}

/// Whether a value is not marked; no sum has one that is not in the table.
fn is_open(seen: &[u8], value: u32) -> bool {
    seen.get(value as usize).is_none_or(|&seen| seen == 0)
}

/// Computes the sums of the heaps in `small` with those in `large` in reverse order. Removes their values from `open`,
/// or marks them in `seen` while more than [`FEW`] are open. Returns the number of sums: all, if some value stays open.
#[inline(always)]
fn remove_reached<T: Cell>(small: &[T], large: &[T], seen: &mut [u8], open: &mut Vec<u32>) -> u64 {
    const SIDE_BY_SIDE: usize = 64;
    let mut computed = 0;
    let mut marked = 0;
    let (chunks, rest) = small.as_chunks::<SIDE_BY_SIDE>();
    let (large_rest, large_chunks) = large.as_rchunks::<SIDE_BY_SIDE>();
    for (small, large) in chunks.iter().zip(large_chunks.iter().rev()) {
        let sums: [T; SIDE_BY_SIDE] = array::from_fn(|i| small[i] ^ large[SIDE_BY_SIDE - 1 - i]);
        computed += SIDE_BY_SIDE as u64;
        if open.len() > FEW {
            for sum in sums {
                seen[sum.value() as usize] = 1;
            }
            // Going through the open values must take only a small part of the time that the marks took.
            marked += SIDE_BY_SIDE;
            if marked / 8 < open.len().saturating_sub(SIDE_BY_SIDE) {
                continue;
            }
            open.retain(|&value| is_open(seen, value));
            marked = 0;
        } else {
            open.retain(|&value| {
                // No sum has a value that is too large for a cell.
                let Ok(value) = T::try_from(value) else {
                    return true;
                };
                // Counting all of them with vectors is faster than to stop at the first.
                let met = sums.iter().filter(|&&sum| sum == value).count();
                met == 0
            });
        }
        if open.is_empty() {
            return computed;
        }
    }
    computed += rest.len() as u64;
    let rest = rest.iter().zip(large_rest.iter().rev());
    let mut rest = rest.map(|(a, b)| (*a ^ *b).value());
    if open.len() > FEW {
        rest.for_each(|sum| seen[sum as usize] = 1);
    } else {
        rest.try_for_each(|sum| {
            open.retain(|&value| value != sum);
            (!open.is_empty()).then_some(())
        });
    }
    computed
}

/// Marks the values of sums of a rare heap and another one, `left` stones together.
#[inline]
fn mark<T: Cell>(rare: &[Rare], known: &[T], left: usize, unequal: bool, seen: &mut [u8]) {
    // Values are below the length, a power of 2: the mask replaces the check of bounds.
    let mask = seen.len() - 1;
    let mut mark = |part: &Rare| {
        let other = left - part.heap as usize;
        seen[(known[other].value() ^ part.value) as usize & mask] = 1;
    };
    if unequal && left.is_multiple_of(2) {
        let others = rare.iter().filter(|part| 2 * part.heap as usize != left);
        others.for_each(mark);
    } else {
        rare.iter().for_each(&mut mark);
    }
}
