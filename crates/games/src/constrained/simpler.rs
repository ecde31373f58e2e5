//! Simpler positions: fewer heaps, fewer pairs, then smaller numbers.

use std::iter::{once, once_with};
use std::rc::Rc;

use grundy_core::constrained::{Grundy, Pair, Position};

use crate::Simpler;
use crate::simpler::{fewer_or_merged, lower, one_heap, reductions, removals};

/// Positions one step simpler. Heaps and pairs are left out in two ways: the others stay, or the nim-sum stays, with
/// one heap for several, and heaps of the values that they had. A pair is lowered in both numbers, so that its target
/// stays, in X alone, or in Y alone; steps that would make two pairs equal are left out.
pub(super) fn simpler(position: &Position) -> Simpler<Position> {
    let heaps: Rc<[u64]> = position.heaps().into();
    let pairs: Rc<[Pair]> = position.pairs().into();
    let (all_heaps, all_pairs) = (Rc::clone(&heaps), Rc::clone(&pairs));
    let values: Rc<[u64]> = position.heap_values().collect();
    let (grundy, values_too) = (Rc::new(position.grundy().clone()), Rc::clone(&values));
    let fewer_heaps = fewer_or_merged(Rc::clone(&heaps), move |start, heaps: &[u64]| {
        let merged = one_heap(start, &values_too[start..start + heaps.len()])?;
        let sizes = merged
            .iter()
            .map(|&value| smallest_of_value(&grundy, value));
        sizes.collect()
    });
    let with_pairs = move |heaps| (heaps, all_pairs.to_vec());
    let with_heaps = move |pairs| (all_heaps.to_vec(), pairs);
    let (with_pairs_too, with_heaps_too) = (with_pairs.clone(), with_heaps.clone());
    let all = Rc::clone(&pairs);
    // There may be no pair at all.
    let fewer_pairs = removals(pairs.len())
        .map(move |range| [&all[..range.start], &all[range.end..]].concat())
        .flat_map(move |pairs| {
            let (values, pairs_too) = (Rc::clone(&values), pairs.clone());
            let with_values = once_with(move || Some((of_values(&values, &pairs_too)?, pairs_too)));
            once(with_heaps(pairs)).chain(with_values.flatten())
        });
    let lower_pairs = (0..pairs.len()).flat_map(move |i| {
        let pairs = Rc::clone(&pairs);
        lower_pair(pairs[i]).map(move |pair| {
            let mut pairs = pairs.to_vec();
            pairs[i] = pair;
            pairs
        })
    });
    let steps = fewer_heaps
        .map(with_pairs)
        .chain(fewer_pairs)
        .chain(lower(heaps, 1).map(with_pairs_too))
        .chain(lower_pairs.map(with_heaps_too));
    Box::new(steps.filter_map(|(heaps, pairs)| Position::new(heaps, pairs).ok()))
}

/// The smallest heap of a value, if a u64 holds it.
fn smallest_of_value(grundy: &Grundy, value: u64) -> Option<u64> {
    let mut to_there = grundy.moves_to(u64::MAX, value);
    to_there.next().map(|stones| u64::MAX - stones)
}

/// Heaps that have these values with these pairs.
fn of_values(values: &[u64], pairs: &[Pair]) -> Option<Vec<u64>> {
    // The value of a size does not depend on the heaps of the position.
    let any = Position::new(vec![1], pairs.to_vec()).ok()?;
    let smallest = |&value| smallest_of_value(any.grundy(), value);
    let sizes = values.iter().map(smallest);
    sizes.map(|size| size.map(|size| size.max(1))).collect()
}

fn lower_pair(Pair { x, y }: Pair) -> impl Iterator<Item = Pair> {
    let both = reductions(y - 1).map(move |amount| Pair {
        x: x - amount,
        y: y - amount,
    });
    let only_x = reductions(x - y).map(move |amount| Pair { x: x - amount, y });
    let only_y = reductions(y - 1).map(move |amount| Pair { x, y: y - amount });
    both.chain(only_x).chain(only_y)
}
