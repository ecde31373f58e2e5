//! Bounded Nim: k is the recipe's bound, heaps stand next to multiples of k + 1 and to each other.

use grundy_core::bounded::{Move, Position};
use grundy_games::bounded::Bounded;

use super::{Subject, Variation, at_least_one, place, row};
use crate::{Pick, Reach, Recipe};

impl Subject for Bounded {
    fn build(&self, recipe: &Recipe, reach: Reach) -> Position {
        let most = match reach {
            Reach::Tiny | Reach::Small => 40,
            Reach::Large => u64::MAX,
        };
        let k = recipe.bound.up_to(most, &[]).max(1);
        let period = k.saturating_add(1);
        let marks = [
            k,
            period,
            period.saturating_mul(2),
            period.saturating_mul(1 << 20),
        ];
        position(k, row::heaps(recipe, reach, 0, u64::MAX, &marks))
    }

    // What the rules look at, not what they allow: that is what costs time.
    fn a_move(&self, position: &Position, pick: &Pick) -> Option<Move> {
        let at = place(pick, position.heaps().len())?;
        let most = position.heaps()[at].min(position.k());
        let stones = at_least_one(pick.amount, most, position.heaps())?;
        let heap = at + 1;
        Some(Move { heap, stones })
    }

    fn before(&self, of: &Position, pick: &Pick) -> Option<(Position, Move)> {
        let mut heaps = of.heaps().to_vec();
        let at = place(pick, heaps.len())?;
        let most = of.k().min(u64::MAX - heaps[at]);
        let stones = at_least_one(pick.amount, most, of.heaps())?;
        heaps[at] += stones;
        let heap = at + 1;
        Some((position(of.k(), heaps), Move { heap, stones }))
    }

    fn variations(&self, of: &Position, pick: &Pick) -> Vec<Variation<Position>> {
        let k = of.k();
        let rows = row::variations(of.heaps(), pick, 0, u64::MAX);
        let mut variations: Vec<_> = rows
            .into_iter()
            .map(|row| row.map(|heaps| position(k, heaps)))
            .collect();
        let mut heaps = of.heaps().to_vec();
        let heap = usize::from(pick.at) % heaps.len();
        if let Some(period) = k.checked_add(1) {
            let times = pick.amount.up_to((u64::MAX - heaps[heap]) / period, &[]);
            heaps[heap] += times * period;
            let what = "multiples of k + 1 on a heap";
            variations.push(Variation::value(what, position(k, heaps)));
        }
        variations
    }

    fn split(&self, of: &Position, pick: &Pick) -> Option<(Position, Position)> {
        let (a, b) = row::split(of.heaps(), pick)?;
        Some((position(of.k(), a.to_vec()), position(of.k(), b.to_vec())))
    }
}

fn position(k: u64, heaps: Vec<u64>) -> Position {
    Position::new(k, heaps).expect("k of at least 1 and at least one heap")
}
