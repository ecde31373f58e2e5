//! The shortest way from a position back to itself.

use std::collections::{HashMap, VecDeque};

use super::{Interned, MORE, SOLVED};

/// The unsolved positions that are left, and the moves among them.
struct Moves {
    /// What each has a move to, and what has a move to it.
    next: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
    is_left: Vec<bool>,
    /// How many moves have been looked at.
    looked: u64,
}

/// When a cycle is found, a shorter one is looked for as long as it takes to look at so many moves: some
/// seconds.
const ENOUGH: u64 = 30_000_000;

/// A cycle among the positions that are answered and have no value, its first position once more at its end;
/// empty when there is none. A shortest one, unless there are too many to be sure.
pub(super) fn shortest(game: &Interned) -> Vec<u32> {
    let positions: Vec<u32> = (0..game.positions())
        .filter(|&p| !game.is(p, SOLVED))
        .collect();
    let places: HashMap<u32, usize> = positions.iter().copied().zip(0..).collect();
    let mut before = vec![Vec::new(); positions.len()];
    let mut next = Vec::with_capacity(positions.len());
    for (i, &position) in positions.iter().enumerate() {
        let parts = game.parts_of(position).iter();
        let mut places: Vec<usize> = parts
            .filter_map(|part| places.get(&(part & !MORE)).copied())
            .collect();
        places.sort_unstable();
        places.dedup();
        for &place in &places {
            before[place].push(i);
        }
        next.push(places);
    }
    let is_left = vec![true; positions.len()];
    let mut moves = Moves {
        next,
        before,
        is_left,
        looked: 0,
    };
    // A position with no move to others, or none from others, lies on no cycle.
    for i in 0..positions.len() {
        moves.prune(i);
    }
    let mut found: Vec<usize> = Vec::new();
    for i in 0..positions.len() {
        if !found.is_empty() && moves.looked > ENOUGH {
            break;
        }
        // A cycle through this one that is shorter than what is there; after that, those without it.
        if moves.is_left[i] {
            let shorter = moves.back(i, found.len());
            found = shorter.unwrap_or(found);
            moves.remove(i);
        }
    }
    found.extend(found.first().copied());
    found.into_iter().map(|i| positions[i]).collect()
}

impl Moves {
    /// The shortest cycle through `start`, if it has fewer positions than `fewer`, which 0 does not bound.
    fn back(&mut self, start: usize, fewer: usize) -> Option<Vec<usize>> {
        let mut from: HashMap<usize, usize> = HashMap::new();
        let mut queue = VecDeque::from([(start, 1)]);
        while let Some((i, length)) = queue.pop_front() {
            if fewer > 0 && length >= fewer {
                return None;
            }
            self.looked += self.next[i].len() as u64;
            for &next in self.next[i].iter().filter(|&&next| self.is_left[next]) {
                if next == start {
                    let way = std::iter::successors(Some(i), |i| from.get(i).copied());
                    let mut way: Vec<usize> = way.collect();
                    way.reverse();
                    return Some(way);
                }
                from.entry(next).or_insert_with(|| {
                    queue.push_back((next, length + 1));
                    i
                });
            }
        }
        None
    }

    /// Takes a position away when it lies on no cycle, and then those that lie on none without it.
    fn prune(&mut self, i: usize) {
        let is_dead = |moves: &Self, i: usize| {
            let none = |of: &[usize]| !of.iter().any(|&i| moves.is_left[i]);
            moves.is_left[i] && (none(&moves.next[i]) || none(&moves.before[i]))
        };
        let mut pending = vec![i];
        while let Some(i) = pending.pop() {
            if is_dead(self, i) {
                self.is_left[i] = false;
                pending.extend(
                    self.next[i]
                        .iter()
                        .chain(&self.before[i])
                        .filter(|&&i| self.is_left[i]),
                );
            }
        }
    }

    fn remove(&mut self, i: usize) {
        self.is_left[i] = false;
        let around: Vec<usize> = self.next[i]
            .iter()
            .chain(&self.before[i])
            .copied()
            .collect();
        for i in around {
            self.prune(i);
        }
    }
}
