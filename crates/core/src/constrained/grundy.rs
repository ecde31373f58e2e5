//! The Grundy function of a single heap, and the way back from a value to the moves that reach it.

use std::iter;

use super::Pair;

/// The Grundy function g of a single heap under a set of forbidden pairs, for heaps of any size.
///
/// Holds O(M) numbers for M pairs. Values of sizes that occur in no pair are computed from the next
/// smaller size that does, see the [module](super).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grundy {
    /// The set S in increasing order: 0, and every size that some pair forbids a move from. The
    /// lists beside it have one entry for each; they are lists of their own because searches want
    /// the sizes close together.
    sizes: Vec<u64>,
    /// g of each size.
    values: Vec<u64>,
    /// h of each size: the largest value of this and all smaller sizes. Never decreases.
    highest: Vec<u64>,
    /// Where the size's forbidden targets end in `targets`; they begin where those of the size
    /// before end.
    ends: Vec<usize>,
    /// Where forbidden moves lead, for each size sorted by value, then by target.
    targets: Vec<Occurrence>,
    /// Every size whose value a smaller size has, too, sorted by value, then by size.
    repeats: Vec<Occurrence>,
}

/// A heap size and its value, ordered by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Occurrence {
    value: u64,
    size: u64,
}

/// Where a forbidden target lies.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Index in S of the largest size that is not above the target.
    index: usize,
    /// A number of its own for each different target, less than the number of pairs.
    target: usize,
}

/// The places of the targets of all pairs. O(M log M) for sorting them once, instead of searching for
/// each.
fn places(pairs: &[Pair], sizes: &[u64]) -> Vec<Place> {
    let mut targets: Vec<(u64, usize)> =
        pairs.iter().map(|pair| pair.x - pair.y).zip(0..).collect();
    targets.sort_unstable();
    let mut places = vec![Place::default(); pairs.len()];
    let mut index = 0;
    for (number, same) in targets.chunk_by(|a, b| a.0 == b.0).enumerate() {
        while sizes.get(index + 1).is_some_and(|&size| size <= same[0].0) {
            index += 1;
        }
        for &(_, pair) in same {
            places[pair] = Place {
                index,
                target: number,
            };
        }
    }
    places
}

impl Grundy {
    /// The Grundy function under `pairs`, which are valid, different and in increasing order.
    /// O(M log M) for sorting, by target and by value; the rest is O(M).
    pub(super) fn new(pairs: &[Pair]) -> Self {
        let groups = || pairs.chunk_by(|a, b| a.x == b.x);
        let mut grundy = Self {
            sizes: iter::once(0)
                .chain(groups().map(|group| group[0].x))
                .collect(),
            values: vec![0],
            highest: vec![0],
            ends: vec![0],
            targets: Vec::with_capacity(pairs.len()),
            repeats: Vec::new(),
        };
        let mut places = places(pairs, &grundy.sizes).into_iter();
        // Which of the sizes are repeats, and of every target that is none how many repeats its value
        // has so far.
        let mut is_repeat = vec![false];
        let mut repeats_of = vec![0; pairs.len()];
        let mut forbidden: Vec<(Occurrence, Place)> = Vec::new();
        for group in groups() {
            let x = group[0].x;
            forbidden.clear();
            forbidden.extend(group.iter().zip(&mut places).map(|(pair, place)| {
                let size = pair.x - pair.y;
                let value = grundy.value_at(place.index, size);
                (Occurrence { value, size }, place)
            }));
            forbidden.sort_unstable_by_key(|&(target, _)| target);
            // The value of x if all moves were allowed.
            let last = grundy.values.len() - 1;
            let unblocked = grundy.highest[last] + (x - grundy.sizes[last]);
            // Targets of one value are all sizes of that value when they begin with the smallest and
            // are as many.
            let dropped_out = forbidden
                .chunk_by(|(a, _), (b, _)| a.value == b.value)
                .map(|run| (run[0], run.len()))
                .find(|&((smallest, place), count)| {
                    let in_s = grundy.sizes[place.index] == smallest.size;
                    !(in_s && is_repeat[place.index]) && count == 1 + repeats_of[place.target]
                });
            grundy
                .targets
                .extend(forbidden.iter().map(|&(target, _)| target));
            grundy.ends.push(grundy.targets.len());
            is_repeat.push(dropped_out.is_some());
            if let Some(((Occurrence { value, .. }, place), _)) = dropped_out {
                repeats_of[place.target] += 1;
                grundy.repeats.push(Occurrence { value, size: x });
                grundy.values.push(value);
                grundy.highest.push(unblocked - 1);
            } else {
                grundy.values.push(unblocked);
                grundy.highest.push(unblocked);
            }
        }
        grundy.repeats.sort_unstable();
        grundy
    }

    /// The Grundy value of a heap of `size` stones. O(log M).
    ///
    /// ```
    /// use grundy_core::constrained::{Pair, Position};
    /// // Nobody may take the last two stones at once, nor one of the last two.
    /// let pairs = vec![Pair { x: 2, y: 2 }, Pair { x: 2, y: 1 }];
    /// let position = Position::new(vec![1], pairs)?;
    /// let values: Vec<u64> = (0..5).map(|size| position.grundy().value(size)).collect();
    /// assert_eq!(values, [0, 1, 0, 2, 3]);
    /// # Ok::<(), grundy_core::constrained::InvalidPosition>(())
    /// ```
    pub fn value(&self, size: u64) -> u64 {
        self.value_at(self.sizes.partition_point(|&s| s <= size) - 1, size)
    }

    /// The Grundy value of a heap of `size` stones, where size number `i` of S is the largest that is
    /// not above it.
    fn value_at(&self, i: usize, size: u64) -> u64 {
        if self.sizes[i] == size {
            self.values[i]
        } else {
            size - self.sizes[i] + self.highest[i]
        }
    }

    /// How many moves lead from a heap of `size` stones to a heap of Grundy value `value`. O(log M).
    ///
    /// ```
    /// use grundy_core::constrained::{Pair, Position};
    /// let pairs = vec![Pair { x: 2, y: 2 }, Pair { x: 2, y: 1 }];
    /// let position = Position::new(vec![1], pairs)?;
    /// // From 4 to 0 and to 2, which has value 0, too; but from 2 nowhere.
    /// assert_eq!(position.grundy().count_moves_to(4, 0), 2);
    /// assert_eq!(position.grundy().count_moves_to(2, 0), 0);
    /// # Ok::<(), grundy_core::constrained::InvalidPosition>(())
    /// ```
    pub fn count_moves_to(&self, size: u64, value: u64) -> u64 {
        let first = usize::from(self.first(value).is_some_and(|first| first < size));
        let repeats = self.repeats_below(size, value).len();
        (first + repeats - self.forbidden(size, value).len()) as u64
    }

    /// The moves that lead from a heap of `size` stones to a heap of Grundy value `value`: how many
    /// stones each takes, in decreasing order. O(log M) to begin with, then O(sizes of this value)
    /// for the whole iteration.
    ///
    /// ```
    /// use grundy_core::constrained::{Pair, Position};
    /// let pairs = vec![Pair { x: 2, y: 2 }, Pair { x: 2, y: 1 }];
    /// let position = Position::new(vec![1], pairs)?;
    /// assert!(position.grundy().moves_to(4, 0).eq([4, 2]));
    /// # Ok::<(), grundy_core::constrained::InvalidPosition>(())
    /// ```
    pub fn moves_to(&self, size: u64, value: u64) -> impl Iterator<Item = u64> {
        // Both lists increase, and every forbidden target of this value is among the targets.
        let mut forbidden = self.forbidden(size, value);
        let first = self.first(value).filter(|&first| first < size);
        let repeats = self.repeats_below(size, value);
        first
            .into_iter()
            .chain(repeats.iter().map(|repeat| repeat.size))
            .filter(move |&target| match forbidden {
                [next, rest @ ..] if next.size == target => {
                    forbidden = rest;
                    false
                }
                _ => true,
            })
            .map(move |target| size - target)
    }

    /// The smallest size of a value: where h reaches it. `None` when that is more than a u64 holds.
    fn first(&self, value: u64) -> Option<u64> {
        // The last size of S before h reaches the value. From there h rises with the sizes.
        match self.highest.partition_point(|&h| h < value) {
            0 => Some(0),
            reached => self.sizes[reached - 1].checked_add(value - self.highest[reached - 1]),
        }
    }

    /// The sizes below `size` that have the value, without the smallest one.
    fn repeats_below(&self, size: u64, value: u64) -> &[Occurrence] {
        let start = self.repeats.partition_point(|repeat| repeat.value < value);
        let repeats = &self.repeats[start..];
        let below = |repeat: &Occurrence| repeat.value == value && repeat.size < size;
        // Most values have none, and that is seen without a second search.
        match repeats.first() {
            Some(first) if below(first) => &repeats[..repeats.partition_point(below)],
            _ => &[],
        }
    }

    /// The targets of the value that are forbidden for a heap of `size` stones.
    fn forbidden(&self, size: u64, value: u64) -> &[Occurrence] {
        let Ok(i) = self.sizes.binary_search(&size) else {
            return &[];
        };
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        let targets = &self.targets[start..self.ends[i]];
        let targets = &targets[targets.partition_point(|target| target.value < value)..];
        &targets[..targets.partition_point(|target| target.value == value)]
    }
}
