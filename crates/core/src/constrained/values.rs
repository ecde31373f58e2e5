//! The Grundy function of a single heap: from sizes to values.

use std::ops::Range;
use std::{array, iter};

use super::Pair;
use super::buckets::{self, Buckets};
use crate::heaps;

/// The Grundy function g under a set of forbidden pairs, for heaps of any size, and no way back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Values {
    /// The set S in increasing order: 0, and every size that some pair forbids a move from. The
    /// lists beside it have one entry for each. They are separate lists, because a search reads sizes
    /// alone and is faster when these lie close together.
    sizes: Vec<u64>,
    /// Where to look for a size in S other than 0, which may be far from all of them.
    buckets: Buckets,
    /// g of each size.
    g: Vec<u64>,
    /// h of each size: the largest value of this and all smaller sizes. Never decreases.
    highest: Vec<u64>,
}

/// A heap size and its value, ordered by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Occurrence {
    pub value: u64,
    pub size: u64,
}

/// Where a forbidden target lies.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// Index in S of the largest size that is not above the target.
    index: u32,
    /// By how much the target is above it.
    above: u64,
    /// A number of its own for each different target, less than the number of pairs.
    target: u32,
}

/// The places of the targets of all pairs. Sorts them once, instead of searching for each, and looks at
/// what is close together while it is: the loop that uses places jumps about.
fn places(pairs: &[Pair], sizes: &[u64]) -> Vec<Place> {
    let targets = pairs.iter().map(|pair| pair.x - pair.y);
    let targets = buckets::sorted(targets.zip(0..pairs.len() as u32), |&(target, _)| target);
    let mut places = vec![Place::default(); pairs.len()];
    let mut index = 0;
    for (target, same) in (0..).zip(targets.chunk_by(|a, b| a.0 == b.0)) {
        while sizes.get(index + 1).is_some_and(|&size| size <= same[0].0) {
            index += 1;
        }
        for &(_, pair) in same {
            places[pair as usize] = Place {
                index: index as u32,
                above: same[0].0 - sizes[index],
                target,
            };
        }
    }
    places
}

impl Values {
    /// The Grundy function under `pairs`, which are valid, different and in increasing order. Sorts by target
    /// and by value, O(M log M) at worst; the rest is O(M).
    ///
    /// `learn` is told of every size in S but 0, in order: where forbidden moves lead from it, by value, then
    /// by size, and its own value if a smaller size has that, too.
    pub(super) fn new(
        pairs: &[Pair],
        mut learn: impl FnMut(u64, &[(Occurrence, Place)], Option<u64>),
    ) -> Self {
        let groups = || pairs.chunk_by(|a, b| a.x == b.x);
        let sizes = iter::once(0).chain(groups().map(|group| group[0].x));
        let sizes: Vec<u64> = sizes.collect();
        let one_each = || {
            let mut list = Vec::with_capacity(sizes.len());
            list.push(0);
            list
        };
        let mut known = Self {
            buckets: Buckets::new(sizes[1..].iter().copied()),
            g: one_each(),
            highest: one_each(),
            sizes,
        };
        let mut places = places(pairs, &known.sizes).into_iter();
        // Which of the sizes are repeats, and of every target that is none how many repeats its value
        // has so far.
        let mut is_repeat = vec![false];
        let mut repeats_of = vec![0_u32; pairs.len()];
        let mut forbidden: Vec<(Occurrence, Place)> = Vec::new();
        for group in groups() {
            let x = group[0].x;
            forbidden.clear();
            forbidden.extend(group.iter().zip(&mut places).map(|(pair, place)| {
                let size = pair.x - pair.y;
                let value = known.value_above(place.index as usize, place.above);
                (Occurrence { value, size }, place)
            }));
            forbidden.sort_unstable_by_key(|&(target, _)| target);
            // The value of x if all moves were allowed.
            let last = known.g.len() - 1;
            let unblocked = known.value_above(last, x - known.sizes[last]);
            // Targets of one value are all sizes of that value when they begin with the smallest and
            // are as many.
            let dropped_out = forbidden
                .chunk_by(|(a, _), (b, _)| a.value == b.value)
                .map(|run| (run[0], run.len()))
                .find(|&((_, place), count)| {
                    let in_s = place.above == 0;
                    let repeats = repeats_of[place.target as usize] as usize;
                    !(in_s && is_repeat[place.index as usize]) && count == 1 + repeats
                });
            let repeated = dropped_out.map(|((target, _), _)| target.value);
            learn(x, &forbidden, repeated);
            is_repeat.push(dropped_out.is_some());
            let (value, highest) = match dropped_out {
                Some(((target, place), _)) => {
                    repeats_of[place.target as usize] += 1;
                    (target.value, unblocked - 1)
                }
                None => (unblocked, unblocked),
            };
            known.g.push(value);
            known.highest.push(highest);
        }
        known
    }

    /// The value of a size. O(log M) at worst, O(1) where the sizes in S are spread about evenly.
    #[inline]
    pub(super) fn of(&self, size: u64) -> u64 {
        let i = self.index(size);
        self.value_above(i, size - self.sizes[i])
    }

    /// The nim-sum of the values of some sizes. Each step is done for `TOGETHER` sizes before the next step: their
    /// reads of memory then overlap, which for a million sizes takes 0.85 of the time that [`of`](Self::of) takes.
    pub(super) fn nim_sum(&self, sizes: &[u64]) -> u64 {
        const TOGETHER: usize = 64;
        let sum_of = |some: &[u64]| {
            let mut around: [_; TOGETHER] = array::from_fn(|_| 0..0);
            for (around, &size) in around.iter_mut().zip(some) {
                *around = self.buckets.around(size);
            }
            let mut indices = [0; TOGETHER];
            for ((index, around), &size) in indices.iter_mut().zip(around).zip(some) {
                *index = self.index_in(around, size);
            }
            let values = indices.iter().zip(some);
            heaps::nim_sum(values.map(|(&i, &size)| self.value_above(i, size - self.sizes[i])))
        };
        heaps::nim_sum(sizes.chunks(TOGETHER).map(sum_of))
    }

    /// Index in S of the largest size that is not above `size`.
    #[inline]
    pub(super) fn index(&self, size: u64) -> usize {
        self.index_in(self.buckets.around(size), size)
    }

    /// The same, where the buckets have returned what is around the size.
    #[inline]
    fn index_in(&self, around: Range<usize>, size: u64) -> usize {
        // As many of the others as are not above it stand behind 0.
        around.start + self.sizes[1..][around].partition_point(|&s| s <= size)
    }

    /// The value of a size that is by so much above size number `i` of S, and not above the next one: if it
    /// is the next one, the value that it has if no move is forbidden.
    #[inline]
    fn value_above(&self, i: usize, above: u64) -> u64 {
        match above {
            0 => self.g[i],
            _ => self.highest[i] + above,
        }
    }

    /// Size number `i` of S.
    pub(super) fn size(&self, i: usize) -> u64 {
        self.sizes[i]
    }

    /// The smallest size of a value: where h reaches it. `None` when that is more than a u64 holds.
    pub(super) fn first(&self, value: u64) -> Option<u64> {
        // The last size of S before h reaches the value. From there h rises with the sizes.
        match self.highest.partition_point(|&h| h < value) {
            0 => Some(0),
            reached => self.sizes[reached - 1].checked_add(value - self.highest[reached - 1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// As many sizes as are summed together, and fewer and more: those of the pairs, and between and beyond them.
    #[test]
    fn sums_of_values() {
        let mut random = Random(1);
        for round in 0..2000 {
            let most = [3, 20, 500, 1_000_000][round % 4];
            let mut pairs: Vec<Pair> = (0..random.below(200))
                .map(|_| {
                    let x = 1 + random.below(most) as u64;
                    let y = 1 + random.below(x as usize) as u64;
                    Pair { x, y }
                })
                .collect();
            pairs.sort_unstable();
            pairs.dedup();
            let values = Values::new(&pairs, |_, _, _| ());
            let mut sizes: Vec<u64> = pairs.iter().map(|pair| pair.x).collect();
            sizes.extend((0..random.below(200)).map(|_| random.below(most + 4) as u64));
            let expected = sizes.iter().fold(0, |sum, &size| sum ^ values.of(size));
            assert_eq!(values.nim_sum(&sizes), expected, "{pairs:?}, {sizes:?}");
        }
    }
}
