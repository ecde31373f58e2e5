//! The Grundy function of a single heap, and the way back from a value to the moves that reach it.

use std::collections::HashMap;

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

impl Grundy {
    /// The Grundy function under `pairs`, which are valid, different and in increasing order.
    /// O(M log M).
    pub(super) fn new(pairs: &[Pair]) -> Self {
        let mut grundy = Self {
            sizes: vec![0],
            values: vec![0],
            highest: vec![0],
            ends: vec![0],
            targets: Vec::with_capacity(pairs.len()),
            repeats: Vec::new(),
        };
        // How many of the repeats so far have a value.
        let mut repeats_of: HashMap<u64, usize> = HashMap::new();
        for pairs in pairs.chunk_by(|a, b| a.x == b.x) {
            let x = pairs[0].x;
            let start = grundy.targets.len();
            for pair in pairs {
                let size = pair.x - pair.y;
                let value = grundy.value(size);
                grundy.targets.push(Occurrence { value, size });
            }
            grundy.targets[start..].sort_unstable();
            // x is not among the sizes yet, so this is its value if all moves were allowed.
            let unblocked = grundy.value(x);
            let dropped_out = grundy.targets[start..]
                .chunk_by(|a, b| a.value == b.value)
                .find(|run| run.len() == 1 + repeats_of.get(&run[0].value).unwrap_or(&0))
                .map(|run| run[0].value);
            if let Some(value) = dropped_out {
                *repeats_of.entry(value).or_default() += 1;
                grundy.repeats.push(Occurrence { value, size: x });
            }
            grundy.sizes.push(x);
            grundy.values.push(dropped_out.unwrap_or(unblocked));
            grundy
                .highest
                .push(unblocked - u64::from(dropped_out.is_some()));
            grundy.ends.push(grundy.targets.len());
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
        let i = self.sizes.partition_point(|&s| s <= size) - 1;
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
        let from = Occurrence { value, size: 0 };
        let to = Occurrence { value, size };
        let repeats = &self.repeats[self.repeats.partition_point(|repeat| *repeat < from)..];
        &repeats[..repeats.partition_point(|repeat| *repeat < to)]
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
