//! Shortest cycles of moves.

use std::collections::{HashMap, VecDeque};

/// The search for a shorter cycle ends after this number of moves: some seconds.
const ENOUGH: u64 = 30_000_000;

/// A shortest cycle among `positions`, or the shortest one that was found in time, which is `cycle` at
/// worst. `next` gives the positions that moves lead to.
pub(super) fn shortest<I: Iterator<Item = u32>>(
    mut cycle: Vec<u32>,
    positions: impl Iterator<Item = u32>,
    next: impl Fn(u32) -> I,
) -> Vec<u32> {
    // A cycle of the same length that begins with its lowest position is preferred.
    let mut fewer = cycle.len() + 1;
    let mut looked = 0;
    for start in positions {
        if let Some(shorter) = from_lowest(start, fewer, &next, &mut looked) {
            cycle = shorter;
            fewer = cycle.len();
        }
        if looked > ENOUGH {
            break;
        }
    }
    cycle
}

/// The shortest cycle of fewer than `fewer` positions of which `start` is the lowest.
fn from_lowest<I: Iterator<Item = u32>>(
    start: u32,
    fewer: usize,
    next: impl Fn(u32) -> I,
    looked: &mut u64,
) -> Option<Vec<u32>> {
    let mut before: HashMap<u32, u32> = HashMap::new();
    let mut queue = VecDeque::from([(start, 1)]);
    while let Some((position, length)) = queue.pop_front() {
        if length >= fewer {
            return None;
        }
        for next in next(position) {
            *looked += 1;
            if next == start {
                let way = std::iter::successors(Some(position), |i| before.get(i).copied());
                let mut way: Vec<u32> = way.collect();
                way.reverse();
                return Some(way);
            }
            if next > start {
                before.entry(next).or_insert_with(|| {
                    queue.push_back((next, length + 1));
                    position
                });
            }
        }
    }
    None
}
