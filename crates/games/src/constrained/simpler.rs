//! Simpler positions: fewer heaps, fewer pairs, then smaller numbers.

use std::rc::Rc;

use grundy_core::constrained::{Pair, Position};

use crate::Simpler;
use crate::simpler::{fewer, lower, reductions, removals};

/// Positions one step simpler. A pair is lowered in both numbers, so that its target stays, in X
/// alone, or in Y alone; what would make two pairs one is left out.
pub(super) fn simpler(position: &Position) -> Simpler<Position> {
    let heaps: Rc<[u64]> = position.heaps().into();
    let pairs: Rc<[Pair]> = position.pairs().into();
    let (all_heaps, all_pairs) = (Rc::clone(&heaps), Rc::clone(&pairs));
    let fewer_heaps = fewer(Rc::clone(&heaps));
    let with_pairs = move |heaps| (heaps, all_pairs.to_vec());
    let with_heaps = move |pairs| (all_heaps.to_vec(), pairs);
    let (with_pairs_too, with_heaps_too) = (with_pairs.clone(), with_heaps.clone());
    let all = Rc::clone(&pairs);
    // There may be no pair at all.
    let fewer_pairs = removals(pairs.len())
        .map(move |range| [&all[..range.start], &all[range.end..]].concat())
        .map(with_heaps);
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

fn lower_pair(Pair { x, y }: Pair) -> impl Iterator<Item = Pair> {
    let both = reductions(y - 1).map(move |amount| Pair {
        x: x - amount,
        y: y - amount,
    });
    let only_x = reductions(x - y).map(move |amount| Pair { x: x - amount, y });
    let only_y = reductions(y - 1).map(move |amount| Pair { x, y: y - amount });
    both.chain(only_x).chain(only_y)
}
