//! Simpler positions: fewer heaps, fewer pairs, then smaller numbers.

use std::iter::once;
use std::rc::Rc;

use grundy_core::constrained::{Pair, Position};

use crate::Simpler;
use crate::simpler::{fewer_or_merged, lower, reductions, removals};

/// Positions one step simpler. Where heaps and pairs are left out, once so that the others stay, and once
/// so that the nim-sum stays: one heap for several, and heaps of the values that they had. A pair is lowered in both numbers, so that its target stays, in X
/// alone, or in Y alone; what would make two pairs one is left out.
pub(super) fn simpler(position: &Position) -> Simpler<Position> {
    let heaps: Rc<[u64]> = position.heaps().into();
    let pairs: Rc<[Pair]> = position.pairs().into();
    let (all_heaps, all_pairs) = (Rc::clone(&heaps), Rc::clone(&pairs));
    let original = Rc::new(position.clone());
    let merged = Rc::clone(&original);
    let fewer_heaps = fewer_or_merged(Rc::clone(&heaps), move |_, heaps: &[u64]| {
        let x = heaps
            .iter()
            .fold(0, |x, &heap| x ^ merged.grundy().value(heap));
        let one_heap = smallest_of_value(&merged, x).filter(|_| heaps.len() > 1 && x > 0)?;
        Some(vec![one_heap])
    });
    let with_pairs = move |heaps| (heaps, all_pairs.to_vec());
    let with_heaps = move |pairs| (all_heaps.to_vec(), pairs);
    let (with_pairs_too, with_heaps_too) = (with_pairs.clone(), with_heaps.clone());
    let all = Rc::clone(&pairs);
    // There may be no pair at all.
    let fewer_pairs = removals(pairs.len())
        .map(move |range| [&all[..range.start], &all[range.end..]].concat())
        .flat_map(move |pairs| {
            let with_values =
                heaps_of_same_values(&original, &pairs).map(|heaps| (heaps, pairs.clone()));
            once(with_heaps(pairs)).chain(with_values)
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
fn smallest_of_value(position: &Position, value: u64) -> Option<u64> {
    let mut to_there = position.grundy().moves_to(u64::MAX, value);
    to_there.next().map(|stones| u64::MAX - stones)
}

/// Heaps that have the values with other pairs that the position's heaps have with its own.
fn heaps_of_same_values(position: &Position, pairs: &[Pair]) -> Option<Vec<u64>> {
    let other = Position::new(position.heaps().to_vec(), pairs.to_vec()).ok()?;
    let values = position.heap_values();
    values
        .map(|value| smallest_of_value(&other, value).map(|heap| heap.max(1)))
        .collect()
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
