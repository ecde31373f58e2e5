//! Simpler rows of piles: fewer piles, then fewer stones.

use std::rc::Rc;

use grundy_core::kamyki::Position;
use grundy_game::Simpler;
use grundy_game::simpler::{fewer, lower, one_by_one, reductions};

use super::shapes::sorted;

/// Rows one step simpler, first one pile in place of all with their nim-sum. The stairs of the theory are the
/// differences of neighbours: a difference is lowered by taking as many stones from every pile from there on, and a
/// single pile is lowered down to its left neighbour.
pub(super) fn simpler(position: &Position) -> Simpler<Position> {
    let piles: Rc<[u64]> = position.piles().into();
    let differences: Rc<[u64]> = (0..piles.len())
        .map(|i| piles[i] - i.checked_sub(1).map_or(0, |i| piles[i]))
        .collect();
    let slack = Rc::clone(&differences);
    let fewer = fewer(Rc::clone(&piles));
    let lower = lower(differences, 0).map(|mut differences| {
        let mut sum = 0;
        for difference in &mut differences {
            sum += *difference;
            *difference = sum;
        }
        differences
    });
    let one = one_by_one(piles, move |place, &pile| {
        reductions(slack[place]).map(move |amount| pile - amount)
    });
    let x = position.grundy_value();
    let one_pile = (position.piles().len() > 1 && x > 0).then(|| vec![x]);
    let rows = one_pile.into_iter().chain(fewer).chain(lower).chain(one);
    Box::new(rows.map(sorted))
}
