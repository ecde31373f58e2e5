//! The Grundy function of a single heap, and the way back from a value to the moves that reach it.

use super::Pair;
use super::buckets;
use super::values::{Occurrence, Values};

/// The Grundy function g of a single heap under a set of forbidden pairs, for heaps of any size.
///
/// Holds O(M) numbers for M pairs. Values of sizes that occur in no pair are computed from the next
/// smaller size that does, see the [module](super).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grundy {
    /// The forbidden pairs, in the order in which they were given.
    pub(super) pairs: Vec<Pair>,
    values: Values,
    /// Where the forbidden targets of each size in S end in `targets`; they begin where those of the size
    /// before end.
    ends: Vec<usize>,
    /// Where forbidden moves lead, for each size sorted by value, then by target.
    targets: Vec<Occurrence>,
    /// Every size whose value a smaller size has, too, sorted by value, then by size.
    repeats: Vec<Occurrence>,
}

impl Grundy {
    /// The Grundy function under `pairs`, which are valid and different. `sorted` are the same in increasing order.
    /// O(M log M) at worst.
    pub(super) fn new(pairs: Vec<Pair>, sorted: &[Pair]) -> Self {
        let (mut ends, mut targets) = (vec![0], Vec::with_capacity(pairs.len()));
        let mut repeats = Vec::new();
        let values = Values::new(sorted, |size, forbidden, repeated| {
            targets.extend(forbidden.iter().map(|&(target, _)| target));
            ends.push(targets.len());
            repeats.extend(repeated.map(|value| Occurrence { value, size }));
        });
        Self {
            pairs,
            values,
            ends,
            targets,
            repeats: buckets::sorted(repeats.iter().copied(), |repeat| repeat.value),
        }
    }

    /// The Grundy value of a heap of `size` stones. O(log M).
    ///
    /// ```
    /// use grundy_core::constrained::{Pair, Position};
    /// // From a heap of 2 no move is allowed.
    /// let pairs = vec![Pair { x: 2, y: 2 }, Pair { x: 2, y: 1 }];
    /// let position = Position::new(vec![1], pairs)?;
    /// let values: Vec<u64> = (0..5).map(|size| position.grundy().value(size)).collect();
    /// assert_eq!(values, [0, 1, 0, 2, 3]);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn value(&self, size: u64) -> u64 {
        self.values.of(size)
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
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn count_moves_to(&self, size: u64, value: u64) -> u64 {
        let first = usize::from(self.values.first(value).is_some_and(|first| first < size));
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
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn moves_to(&self, size: u64, value: u64) -> impl Iterator<Item = u64> {
        // Both lists increase, and every forbidden target of this value is among the targets.
        let mut forbidden = self.forbidden(size, value);
        let first = self.values.first(value).filter(|&first| first < size);
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
        let i = self.values.index(size);
        if self.values.size(i) != size {
            return &[];
        }
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        let targets = &self.targets[start..self.ends[i]];
        let targets = &targets[targets.partition_point(|target| target.value < value)..];
        &targets[..targets.partition_point(|target| target.value == value)]
    }
}
