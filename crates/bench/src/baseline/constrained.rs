//! Nim with forbidden moves by ordered maps, as solutions of the task are usually written.

use std::collections::BTreeMap;

/// Whether the player to move wins, for heaps and pairs (X, Y) of which nobody may take Y stones from
/// a heap of X. O((heaps + pairs) log pairs).
///
/// Without pairs the value of a heap is its size, so values rise one by one; a size X with forbidden
/// moves takes the lowest value that all its allowed moves leave out, and does not rise if that is one
/// seen before. A value seen before is left out when as many forbidden moves lead to it as there are
/// smaller sizes that have it: the one at which values first rose to it, and every X that repeats it.
pub(super) fn wins(heaps: &[u64], pairs: &[(u64, u64)]) -> bool {
    let mut forbidden: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for &(x, y) in pairs {
        forbidden.entry(x).or_default().push(x - y);
    }
    let mut values = Values {
        of_x: BTreeMap::new(),
        highest: BTreeMap::from([(0, 0)]),
    };
    let mut repeated: BTreeMap<u64, usize> = BTreeMap::new();
    for (x, targets) in forbidden {
        let highest = values.highest(x - 1);
        let mut left_out: BTreeMap<u64, usize> = BTreeMap::new();
        for target in targets {
            *left_out.entry(values.of(target)).or_insert(0) += 1;
        }
        let seen = |value: &u64| 1 + repeated.get(value).copied().unwrap_or(0);
        let lowest = left_out
            .iter()
            .find(|&(value, &moves)| moves == seen(value))
            .map(|(&value, _)| value);
        if let Some(value) = lowest {
            *repeated.entry(value).or_insert(0) += 1;
        }
        values.of_x.insert(x, lowest.unwrap_or(highest + 1));
        values
            .highest
            .insert(x, highest + u64::from(lowest.is_none()));
    }
    heaps.iter().fold(0, |x, &heap| x ^ values.of(heap)) != 0
}

/// The Grundy values of all sizes up to the next X.
struct Values {
    /// The value of every X.
    of_x: BTreeMap<u64, u64>,
    /// The highest value up to every X, and up to 0.
    highest: BTreeMap<u64, u64>,
}

impl Values {
    fn of(&self, size: u64) -> u64 {
        let known = self.of_x.get(&size).copied();
        known.unwrap_or_else(|| self.highest(size))
    }

    /// The highest value of all sizes up to this one.
    fn highest(&self, size: u64) -> u64 {
        let last = self.highest.range(..=size).next_back();
        last.map_or(0, |(x, highest)| highest + (size - x))
    }
}
