//! Kamyki: the parts' sizes, from right to left, are what piles have more than their left neighbours.

use grundy_core::kamyki::{Move, Position};
use grundy_games::kamyki::Kamyki;

use super::{Subject, Variation, at_least_one, place, row};
use crate::{Pick, Reach, Recipe};

impl Subject for Kamyki {
    fn build(&self, recipe: &Recipe, reach: Reach) -> Position {
        let mut piles = row::steps(recipe, reach);
        piles.reverse();
        let mut pile = 0;
        for more in &mut piles {
            pile += *more;
            *more = pile;
        }
        position(piles)
    }

    fn a_move(&self, position: &Position, pick: &Pick) -> Option<Move> {
        let piles = position.piles();
        let at = place(pick, piles.len())?;
        let most = piles[at] - if at == 0 { 0 } else { piles[at - 1] };
        let stones = at_least_one(pick.amount, most, piles)?;
        let pile = at + 1;
        Some(Move { pile, stones })
    }

    fn before(&self, of: &Position, pick: &Pick) -> Option<(Position, Move)> {
        let mut piles = of.piles().to_vec();
        let at = place(pick, piles.len())?;
        let most = piles.get(at + 1).copied().unwrap_or(u64::MAX) - piles[at];
        let stones = at_least_one(pick.amount, most, of.piles())?;
        piles[at] += stones;
        let pile = at + 1;
        Some((position(piles), Move { pile, stones }))
    }

    fn variations(&self, of: &Position, pick: &Pick) -> Vec<Variation<Position>> {
        let piles = of.piles();
        let n = piles.len();
        let mut longer = vec![0, 0, 0];
        longer.extend(piles);
        let at = usize::from(pick.at) % n;
        let mut wider = piles.to_vec();
        // Twins of a pile, on its right: two of them have nothing more than their left neighbours.
        wider.splice(at..at, [piles[at], piles[at]]);
        let mut variations = vec![
            Variation::count("empty piles on the left", position(longer)),
            Variation::value("two piles more of a size that is there", position(wider)),
        ];
        if !(n - at).is_multiple_of(2) {
            return variations;
        }
        // An even step: nobody cares how much the pile has more than its left neighbour.
        let stones = pick.amount.up_to(u64::MAX - piles[n - 1], piles);
        let mut higher = piles.to_vec();
        for pile in &mut higher[at..] {
            *pile += stones;
        }
        let what = "stones on a pile at an even place and on all on its right";
        variations.push(Variation::value(what, position(higher)));
        variations
    }

    fn split(&self, of: &Position, pick: &Pick) -> Option<(Position, Position)> {
        let piles = of.piles();
        let at = piles.len() - 2 * (place(pick, (piles.len() - 1) / 2)? + 1);
        let (left, right) = piles.split_at(at);
        let ground = left[at - 1];
        let right = right.iter().map(|pile| pile - ground).collect();
        Some((position(left.to_vec()), position(right)))
    }
}

fn position(piles: Vec<u64>) -> Position {
    Position::new(piles).expect("piles that do not decrease, at least one")
}
