//! Simpler positions: fewer heaps, fewer pairs, then smaller numbers.

use std::rc::Rc;

use grundy_core::constrained::{Pair, Position};

use grundy_game::Simpler;
use grundy_game::simpler::{fewer, lower, one_by_one, reductions, removals};

/// Positions one step simpler, first one heap with the same nim-sum and no pairs. A pair is lowered in both numbers, so
/// that its target stays, in X alone, or in Y alone; steps that would make two pairs equal are left out.
pub(super) fn simpler(position: &Position) -> Simpler<Position> {
    let heaps: Rc<[u64]> = position.heaps().into();
    let pairs: Rc<[Pair]> = position.pairs().into();
    let is_one = heaps.len() == 1 && pairs.is_empty();
    let one = (!is_one).then(|| (vec![position.grundy_value()], Vec::new()));
    let all_heaps = heaps.to_vec();
    let all_pairs = pairs.to_vec();
    let of_heaps = fewer(Rc::clone(&heaps)).chain(lower(heaps, 1));
    let of_pairs = fewer_or_lower_pairs(pairs);
    let steps = one
        .into_iter()
        .chain(of_heaps.map(move |heaps| (heaps, all_pairs.clone())))
        .chain(of_pairs.map(move |pairs| (all_heaps.clone(), pairs)));
    Box::new(steps.filter_map(|(heaps, pairs)| Position::new(heaps, pairs).ok()))
}

/// The pairs without some of them, and then with one of them lowered. There may be no pair at all.
fn fewer_or_lower_pairs(pairs: Rc<[Pair]>) -> impl Iterator<Item = Vec<Pair>> {
    let all = Rc::clone(&pairs);
    let fewer =
        removals(pairs.len()).map(move |range| [&all[..range.start], &all[range.end..]].concat());
    fewer.chain(one_by_one(pairs, |_, &pair| lower_pair(pair)))
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
