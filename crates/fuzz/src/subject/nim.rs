//! Nim: heaps of the parts' sizes.

use grundy_core::nim::{Move, Position};
use grundy_games::nim::Nim;

use super::{Subject, Variation, at_least_one, place, row};
use crate::{Pick, Reach, Recipe};

impl Subject for Nim {
    fn build(&self, recipe: &Recipe, reach: Reach) -> Position {
        position(row::heaps(recipe, reach, 0, u64::MAX, &[]))
    }

    fn a_move(&self, position: &Position, pick: &Pick) -> Option<Move> {
        let at = place(pick, position.heaps().len())?;
        let stones = at_least_one(pick.amount, position.heaps()[at], position.heaps())?;
        let heap = at + 1;
        Some(Move { heap, stones })
    }

    fn before(&self, of: &Position, pick: &Pick) -> Option<(Position, Move)> {
        let mut heaps = of.heaps().to_vec();
        let at = place(pick, heaps.len())?;
        let stones = at_least_one(pick.amount, u64::MAX - heaps[at], of.heaps())?;
        heaps[at] += stones;
        let heap = at + 1;
        Some((position(heaps), Move { heap, stones }))
    }

    fn variations(&self, of: &Position, pick: &Pick) -> Vec<Variation<Position>> {
        let rows = row::variations(of.heaps(), pick, 0, u64::MAX);
        rows.into_iter().map(|row| row.map(position)).collect()
    }

    fn split(&self, of: &Position, pick: &Pick) -> Option<(Position, Position)> {
        let (a, b) = row::split(of.heaps(), pick)?;
        Some((position(a.to_vec()), position(b.to_vec())))
    }
}

fn position(heaps: Vec<u64>) -> Position {
    Position::new(heaps).expect("a row of at least one heap")
}
