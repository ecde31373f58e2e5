//! The value of the next heap: by rare and common heaps.
//!
//! **Theory** (E. R. Berlekamp, in *Winning Ways*, 1982: the *sparse space*; A. Gangolli and T.
//! Plambeck, 1989). Call the values of a linear space of bit vectors *rare* and those of its other coset
//! *common*: see [`Space`]. A sum of two heaps has a common value only if one of them is rare. So, to
//! know which common values the moves from a heap reach that leave two, it is enough to go through the
//! rare heaps for the smaller part. Let c be the smallest common value that no move reaches. The heap's
//! value is c unless a smaller rare value is not reached either. That each of them is reached is
//! shown by going through all pairs until every one has been seen, which with many heaps is after a few
//! hundred; where that fails all pairs have been looked at, and the smallest value missing is known.
//!
//! Moves for digits that repeat for ever are not looked at again for each heap: see [`Repeats`].
//!
//! Nothing here rests on how well values and space fit: with any space the values are right, and only
//! the time changes. For most games of this kind some space leaves few heaps rare. It is found as the
//! values come, each time that there are twice as many: of all masks the one that makes fewest
//! heaps rare, by a Walsh-Hadamard transform of how often each value occurs.

use std::{array, mem};

use super::Code;
use super::ahead::{Ahead, Moves};
use super::cells::{Cell, Cells};
use super::repeats::{Repeats, triples};
use super::space::Space;
use crate::version::Version;

/// A heap whose value is rare.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rare {
    heap: u32,
    value: u32,
}

/// What is needed to find the next value.
/// The moves, borrowed from a search of which other parts are being changed.
macro_rules! moves {
    ($search:expr) => {
        Moves {
            ends: &$search.ends,
            takes: &$search.takes,
            splits: &$search.splits,
        }
    };
}

#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Moves that take a whole heap, that leave one, two and three heaps: how many stones they take, and
    /// whether the heaps that are left must differ. Up to `prepared` stones, and without the moves in
    /// `repeats`.
    ends: Vec<usize>,
    takes: Vec<usize>,
    pub(super) splits: Vec<(usize, bool)>,
    triples: Vec<(usize, bool)>,
    prepared: Option<usize>,
    repeats: Option<Repeats>,
    pub(super) space: Space,
    /// Increasing.
    pub(super) rare: Vec<Rare>,
    /// A power of 2 above all values so far.
    pub(super) width: usize,
    /// For each value below `width` whether a move has been found that reaches it.
    seen: Vec<u8>,
    /// For even and odd heaps, by value: 1 for what is rare.
    is_rare: [Vec<u8>; 2],
    /// What is known of the heaps to come, where that can be.
    pub(super) ahead: Option<Ahead>,
    pub(super) version: Version,
    /// Whether it is worth while, by how many heaps are rare.
    pub(super) enough_rare: usize,
    /// The number of heaps at which to look for a better space.
    pub(super) learn_next: usize,
    pub(super) work: u64,
    /// How many values were found with what was known before their turn.
    pub(super) found_ahead: u64,
    /// Room for values that are looked for.
    open: Vec<u32>,
}

/// With fewer heaps than this no space is looked for.
const FIRST_GUESS: usize = 64;
/// With fewer than this they are not looked at before their turn, nor where fewer of them are rare: one at
/// a time takes less.
const LOOK_AHEAD: usize = 1024;
const ENOUGH_RARE: usize = 200;
/// So few values are looked for side by side.
const FEW: usize = 12;

impl Search {
    pub(super) fn new() -> Self {
        Self {
            ends: Vec::new(),
            takes: Vec::new(),
            splits: Vec::new(),
            triples: Vec::new(),
            prepared: None,
            repeats: None,
            space: Space::default(),
            rare: Vec::new(),
            width: 8,
            seen: vec![0; 8],
            is_rare: [vec![1; 8], vec![1; 8]],
            ahead: None,
            version: Version::best(),
            enough_rare: ENOUGH_RARE,
            learn_next: FIRST_GUESS,
            work: 0,
            found_ahead: 0,
            open: Vec::new(),
        }
    }

    /// Lists the moves that there are from heaps up to `up_to`.
    pub(super) fn prepare(&mut self, code: &Code, up_to: usize) {
        if self.prepared.is_some_and(|prepared| prepared >= up_to) {
            return;
        }
        if self.prepared.is_none() {
            self.repeats = Repeats::new(code);
        }
        let listed = self.repeats.as_ref().map_or(up_to, |of| of.first - 1);
        let from = self.prepared.map_or(0, |prepared| prepared as u64 + 1);
        let moves = code.moves(listed.min(up_to) as u64);
        for (k, digit) in moves.filter(|&(k, _)| k >= from) {
            let (k, unequal) = (k as usize, digit.is_unequal());
            if digit.allows(0) {
                self.ends.push(k);
            }
            if digit.allows(1) {
                self.takes.push(k);
            }
            if digit.allows(2) {
                self.splits.push((k, unequal));
            }
            if digit.allows(3) {
                self.triples.push((k, unequal));
            }
        }
        self.prepared = Some(up_to);
    }

    /// Looks for a better space, by the second half of the heaps: what comes will be like them.
    pub(super) fn learn(&mut self, cells: &Cells) {
        self.learn_next = (2 * cells.len()).max(FIRST_GUESS);
        if self.splits.is_empty() || cells.len() < FIRST_GUESS {
            return;
        }
        // A heap's size can count only where all moves that part one take an even number, or all an odd.
        let parity = self.splits[0].0 & 1;
        let parities = self.splits.iter().map(|(k, _)| k & 1);
        let taken = parities
            .clone()
            .all(|other| other == parity)
            .then_some(parity);
        let half = cells.len() / 2;
        let (space, rare) = Space::guess(half, &cells.iter().skip(half), taken);
        // With nearly half of them rare, all pairs are looked at anyway. The columns `rare` and `work` of
        // results/octal depend on this limit.
        self.space = if 5 * rare < 2 * (cells.len() - half) {
            space
        } else {
            Space::default()
        };
        self.settle(cells);
    }

    /// Makes all that rests on the space.
    pub(super) fn settle(&mut self, cells: &Cells) {
        self.rare.clear();
        self.ahead = None;
        if self.space != Space::default() {
            let heaps = cells.iter().enumerate().skip(1);
            let rare = heaps.filter(|&(heap, value)| !self.space.is_common(heap, value));
            self.rare.extend(rare.map(|(heap, value)| Rare {
                heap: heap as u32,
                value,
            }));
            let pays = cells.len() >= LOOK_AHEAD && self.rare.len() >= self.enough_rare;
            if pays && self.triples.is_empty() && self.repeats.is_none() {
                let rare = self.rare.iter();
                let rare = rare.map(|rare| (rare.heap as usize, rare.value));
                self.ahead = Ahead::new(self.version, self.space, moves!(self), cells, rare);
            }
        }
        self.tabulate();
    }

    pub(super) fn tabulate(&mut self) {
        self.seen.resize(self.width, 0);
        for (parity, table) in self.is_rare.iter_mut().enumerate() {
            table.clear();
            let values = 0..self.width as u32;
            table.extend(values.map(|value| u8::from(!self.space.is_common(parity, value))));
        }
    }

    /// Takes note of a value.
    pub(super) fn found(&mut self, heap: usize, value: u32) {
        if value as usize >= self.width {
            self.width = (value as usize + 1).next_power_of_two();
            self.tabulate();
        }
        if heap > 0 && self.space != Space::default() && !self.space.is_common(heap, value) {
            let heap = heap as u32;
            self.rare.push(Rare { heap, value });
        }
        if let Some(ahead) = &mut self.ahead
            && !ahead.found(heap, value)
        {
            self.ahead = None;
            self.learn_next = heap + 1;
        }
    }

    /// The value of the heap behind all those whose values are `known`.
    pub(super) fn value<T: Cell>(&mut self, known: &[T]) -> u32 {
        let heap = known.len();
        // The smallest common value that is not reached, and smaller ones that may not be: all of them rare.
        let mut open = mem::take(&mut self.open);
        open.clear();
        let moves = moves!(self);
        let ahead = self.ahead.as_mut();
        let common =
            if let Some(common) = ahead.and_then(|ahead| ahead.next(known, moves, &mut open)) {
                self.work += self.ahead.as_ref().map_or(0, Ahead::sums);
                self.found_ahead += 1;
                if open.len() > FEW {
                    self.seen.fill(0);
                }
                common
            } else {
                let (low, common) = self.mark_all(known);
                let seen = (low as u32..common).zip(&self.seen[low..]);
                let missing = seen.filter(|(_, seen)| **seen == 0).map(|(value, _)| value);
                // Where no move is left to be looked at, the first of them is the heap's value.
                let most = if self.splits.is_empty() {
                    1
                } else {
                    usize::MAX
                };
                open.extend(missing.take(most));
                common
            };
        for &(taken, unequal) in &self.splits {
            let left = heap.saturating_sub(taken);
            let pairs = (left.saturating_sub(usize::from(unequal))) / 2;
            if left < 2 || open.is_empty() {
                continue;
            }
            let (small, large) = (&known[1..=pairs], &known[left - pairs..left]);
            let (seen, open) = (&mut self.seen[..], &mut open);
            self.work += self.version.run(
                #[inline(always)]
                || look(small, large, seen, open),
            );
        }
        let is_marked = open.len() > FEW;
        let mut open_values = open.iter().copied();
        let value = open_values.find(|&value| !is_marked || is_open(&self.seen, value));
        let value = value.unwrap_or(common);
        self.open = open;
        value
    }

    /// Marks what all moves reach that can reach a common value. Returns a value below which all are
    /// reached and not marked, and the smallest common one that is not reached.
    fn mark_all<T: Cell>(&mut self, known: &[T]) -> (usize, u32) {
        let heap = known.len();
        if self.seen.len() != self.width {
            self.tabulate();
        }
        let seen = &mut self.seen[..];
        let low = if let Some(repeats) = &mut self.repeats {
            let (low, sums) = repeats.reached(known, seen);
            self.work += sums;
            low
        } else {
            seen.fill(0);
            0
        };
        if self.ends.binary_search(&heap).is_ok() {
            seen[0] = 1;
        }
        for &taken in &self.takes {
            if taken >= heap {
                break;
            }
            seen[known[heap - taken].read() as usize] = 1;
            self.work += 1;
        }
        for &(taken, unequal) in &self.triples {
            let left = heap.saturating_sub(taken);
            triples(known, left, unequal, |value| {
                seen[value as usize] = 1;
                self.work += 1;
            });
        }
        for &(taken, unequal) in &self.splits {
            let left = heap.saturating_sub(taken);
            let smaller = self
                .rare
                .partition_point(|rare| (rare.heap as usize) < left);
            mark(&self.rare[..smaller], known, left, unequal, seen);
            self.work += smaller as u64;
        }
        // No value from `width` on is reached at all.
        let is_rare = &self.is_rare[heap & 1][..];
        let missing = |value: &usize| seen[*value] | is_rare[*value] == 0;
        let common = if self.space == Space::default() {
            None
        } else {
            (low..seen.len()).find(missing)
        };
        (low, common.unwrap_or(seen.len()) as u32)
    }
}

/// Whether a value is not marked; no sum has one that is not in the table.
fn is_open(seen: &[u8], value: u32) -> bool {
    seen.get(value as usize).is_none_or(|&seen| seen == 0)
}

/// Takes from the `open` values those that sums of a heap of `small` and one of `large` have, the last with the
/// first, or marks them in `seen` while more than a few are open. Returns how many sums were looked at: all, if
/// some value stays open.
#[inline(always)]
fn look<T: Cell>(small: &[T], large: &[T], seen: &mut [u8], open: &mut Vec<u32>) -> u64 {
    const SIDE_BY_SIDE: usize = 64;
    let mut looked = 0;
    let mut marked = 0;
    let (chunks, rest) = small.as_chunks::<SIDE_BY_SIDE>();
    let (large_rest, large_chunks) = large.as_rchunks::<SIDE_BY_SIDE>();
    for (small, large) in chunks.iter().zip(large_chunks.iter().rev()) {
        let sums: [T; SIDE_BY_SIDE] = array::from_fn(|i| small[i].xor(large[SIDE_BY_SIDE - 1 - i]));
        looked += SIDE_BY_SIDE as u64;
        if open.len() > FEW {
            for sum in sums {
                seen[sum.read() as usize] = 1;
            }
            // To go through many open values takes a small part of the time that the marks took.
            marked += SIDE_BY_SIDE;
            if marked / 8 < open.len().saturating_sub(SIDE_BY_SIDE) {
                continue;
            }
            open.retain(|&value| is_open(seen, value));
            marked = 0;
        } else {
            open.retain(|&value| {
                let value = T::write(value);
                // All of them: side by side that is faster than to stop.
                let met = sums.iter().filter(|&&sum| Some(sum) == value).count();
                met == 0
            });
        }
        if open.is_empty() {
            return looked;
        }
    }
    looked += rest.len() as u64;
    let rest = rest.iter().zip(large_rest.iter().rev());
    let mut rest = rest.map(|(a, b)| a.xor(*b).read());
    if open.len() > FEW {
        rest.for_each(|sum| seen[sum as usize] = 1);
    } else {
        rest.try_for_each(|sum| {
            open.retain(|&value| value != sum);
            (!open.is_empty()).then_some(())
        });
    }
    looked
}

/// Marks the values of sums of a rare heap and another one, `left` stones together.
#[inline]
fn mark<T: Cell>(rare: &[Rare], known: &[T], left: usize, unequal: bool, seen: &mut [u8]) {
    // Values are below the length, a power of 2: that needs not be asked each time.
    let mask = seen.len() - 1;
    let mut mark = |part: &Rare| {
        let other = left - part.heap as usize;
        seen[(known[other].read() ^ part.value) as usize & mask] = 1;
    };
    if unequal && left.is_multiple_of(2) {
        rare.iter()
            .filter(|part| 2 * part.heap as usize != left)
            .for_each(mark);
    } else {
        rare.iter().for_each(&mut mark);
    }
}
