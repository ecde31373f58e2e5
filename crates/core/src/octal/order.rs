//! Sets in an order in which each adds nearly most to those before it.

use std::collections::BinaryHeap;

/// Chooses among `sets` sets, each time one that adds most, or less by an eighth at most, until none adds
/// anything; the order in which they were chosen. `gain` says how much a set would add, which must not rise as others are added. It is
/// called about as often as there are sets, and some times for each that is chosen.
pub(super) fn best_first<S>(
    sets: usize,
    state: &mut S,
    gain: impl Fn(&S, usize) -> usize,
    add: impl Fn(&mut S, usize),
) -> Vec<usize> {
    let mut waiting: BinaryHeap<(usize, usize)> =
        (0..sets).map(|set| (gain(state, set), set)).collect();
    let mut chosen = Vec::new();
    // What a set adds only falls: one that is best by its new gain and the old ones of the others is best. To
    // be content with a little less saves most calls of `gain`.
    while let Some((_, set)) = waiting.pop() {
        let now = gain(state, set);
        if waiting.peek().is_some_and(|&(next, _)| 7 * next > 8 * now) {
            waiting.push((now, set));
            continue;
        }
        if now == 0 {
            break;
        }
        chosen.push(set);
        add(state, set);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_adds_most_comes_first() {
        let sets = [0b0000_0111_u32, 0b0011_1110, 0, 0b1100_0001, 0b0011_0000];
        let gain = |seen: &u32, set: usize| (sets[set] & !seen).count_ones() as usize;
        let order = best_first(sets.len(), &mut 0, gain, |seen, set| *seen |= sets[set]);
        assert_eq!(order, [1, 3]);
        assert_eq!(best_first(0, &mut (), |(), _| 1, |(), _| ()), []);
    }
}
