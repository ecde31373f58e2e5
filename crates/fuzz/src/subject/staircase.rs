//! Staircase Nim: steps of the parts' sizes, empty ones among them.

use grundy_core::staircase::{Move, Position};
use grundy_games::staircase::Staircase;

use super::{Subject, Variation, at_least_one, place, row};
use crate::{Pick, Reach, Recipe};

impl Subject for Staircase {
    fn build(&self, recipe: &Recipe, reach: Reach) -> Position {
        position(row::steps(recipe, reach))
    }

    fn a_move(&self, position: &Position, pick: &Pick) -> Option<Move> {
        let steps = position.coins();
        let at = place(pick, steps.len())?;
        let coins = at_least_one(pick.amount, steps[at], steps)?;
        let step = at + 1;
        Some(Move { step, coins })
    }

    fn before(&self, of: &Position, pick: &Pick) -> Option<(Position, Move)> {
        let mut steps = of.coins().to_vec();
        let at = place(pick, steps.len())?;
        let all: u64 = steps.iter().sum();
        let from = match at {
            0 => u64::MAX - all,
            _ => steps[at - 1],
        };
        let coins = at_least_one(pick.amount, from, of.coins())?;
        steps[at] += coins;
        if at > 0 {
            steps[at - 1] -= coins;
        }
        let step = at + 1;
        Some((position(steps), Move { step, coins }))
    }

    fn variations(&self, of: &Position, pick: &Pick) -> Vec<Variation<Position>> {
        let steps = of.coins();
        let all: u64 = steps.iter().sum();
        let coins = pick.amount.up_to(u64::MAX - all, steps);
        let at = usize::from(pick.at) % (steps.len() + 1);
        let mut lifted = steps.to_vec();
        lifted.splice(at..at, [0, 0]);
        let mut higher = steps.to_vec();
        higher.extend([0, 0, 0]);
        let mut variations = vec![
            Variation::value("two empty steps between others", position(lifted)),
            Variation::count("empty steps on top", position(higher)),
        ];
        if at % 2 == 1 && at < steps.len() {
            let mut fuller = steps.to_vec();
            fuller[at] += coins;
            variations.push(Variation::value("coins on an even step", position(fuller)));
        }
        variations
    }

    fn split(&self, of: &Position, pick: &Pick) -> Option<(Position, Position)> {
        let steps = of.coins();
        let at = 2 * (place(pick, (steps.len() - 1) / 2)? + 1);
        Some((
            position(steps[..at].to_vec()),
            position(steps[at..].to_vec()),
        ))
    }
}

fn position(coins: Vec<u64>) -> Position {
    Position::new(coins).expect("a row of at least one step")
}
