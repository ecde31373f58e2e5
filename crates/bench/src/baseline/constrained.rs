//! Nim with forbidden moves by ordered maps, as solutions of the task are usually written.

use std::collections::BTreeMap;

/// Whether the player to move wins, for heaps and forbidden pairs (X, Y): no player may take Y stones
/// from a heap of X. O((heaps + pairs) log pairs).
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
    // What is known of every X, and of 0: its value, and the highest value of all sizes up to it.
    let mut known: BTreeMap<u64, (u64, u64)> = BTreeMap::from([(0, (0, 0))]);
    let mut repeated: BTreeMap<u64, usize> = BTreeMap::new();
    for (x, targets) in forbidden {
        let highest = highest_up_to(&known, x - 1);
        let mut left_out: BTreeMap<u64, usize> = BTreeMap::new();
        for target in targets {
            *left_out.entry(value_of(&known, target)).or_insert(0) += 1;
        }
        let seen = |value: &u64| 1 + repeated.get(value).copied().unwrap_or(0);
        let lowest = left_out
            .iter()
            .find(|&(value, &moves)| moves == seen(value))
            .map(|(&value, _)| value);
        if let Some(value) = lowest {
            *repeated.entry(value).or_insert(0) += 1;
        }
        let highest_now = highest + u64::from(lowest.is_none());
        known.insert(x, (lowest.unwrap_or(highest_now), highest_now));
    }
    heaps.iter().fold(0, |x, &heap| x ^ value_of(&known, heap)) != 0
}

/// The Grundy value of a heap.
fn value_of(known: &BTreeMap<u64, (u64, u64)>, size: u64) -> u64 {
    match known.range(..=size).next_back() {
        Some((&x, &(value, _))) if x == size => value,
        Some((x, (_, highest))) => highest + (size - x),
        None => size,
    }
}

/// The highest Grundy value of all heaps up to a size.
fn highest_up_to(known: &BTreeMap<u64, (u64, u64)>, size: u64) -> u64 {
    let last = known.range(..=size).next_back();
    last.map_or(size, |(x, (_, highest))| highest + (size - x))
}
