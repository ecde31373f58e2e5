//! Staircase Nim: `grundy_core::staircase` against `grundy_brute::staircase`.

use std::sync::LazyLock;

use grundy_brute::staircase as rules;
use grundy_core::staircase::{self, Move, Position};
use grundy_core::text::Numbers;
use grundy_game::generate::Random;
use grundy_game::simpler;
use grundy_game::{About, Amount, Drawn, Reduction, Simpler, TypedGame, Variation};

use crate::built_in::built_in;
use crate::rows::{self, Row, numbered_moves, row_game, with_length};

/// Staircase Nim. A size is steps and coins together, and every row of steps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Staircase;

/// There is no original; the limits are those of well-known tasks (`AcWing` 892 and similar ones).
static ABOUT: LazyLock<About> = LazyLock::new(|| {
    built_in!(
        "staircase",
        rules::Staircase,
        right: "value = nimsum(parts by left 2: x, 0)",
        wrong: "value = nimsum(parts by right 2: x, 0)"
    )
});

impl TypedGame for Staircase {
    row_game!(staircase, step: coins);
    numbered_moves!(step: coins);
    type Rules = rules::Staircase;

    fn position(&self, steps: &Vec<u64>) -> Option<Position> {
        Some(position(steps.clone()))
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.coins().to_vec()
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        Some(Reduction::Stairs {
            coins: position.coins().to_vec(),
            nim_sum: position.grundy_value(),
        })
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        Some(position(random.row(n, 0, m)))
    }

    /// Divides each step by the same power of two, the smallest with which all coins together fit into 64 bits. A
    /// P-position stays one.
    fn with_room(&self, of: Position) -> Position {
        let total: u128 = of.coins().iter().map(|&held| u128::from(held)).sum();
        let too_many_bits = u128::BITS - (total >> u64::BITS).leading_zeros();
        let coins = of.coins().iter().map(|held| held >> too_many_bits);
        position(coins.collect())
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
        if shape != "sparse" {
            return Ok(rows::shaped(self, shape, random, m, n));
        }
        let coins = |_| match random.below(8) {
            0 => random.between(0, m),
            _ => 0,
        };
        Ok(Some(position((0..n).map(coins).collect())))
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        Box::new(simpler::rows(position.coins(), position.grundy_value()).map(self::position))
    }

    fn variations(&self, input: &[u64], at: usize, amount: Amount<'_>) -> Vec<Variation> {
        let steps = &input[1..];
        let at = at % steps.len();
        let lifted = [&steps[..at], &[0, 0], &steps[at..]].concat();
        let mut fuller = steps.to_vec();
        if at % 2 == 1 {
            // No step may hold more than 2^64 - 1 coins during play.
            let sum = |sum: u64, &coins: &u64| sum.saturating_add(coins);
            fuller[at] += amount(u64::MAX - steps.iter().fold(0, sum), steps);
        }
        vec![
            ("two empty steps between others", with_length(&lifted)),
            ("coins on an even step", with_length(&fuller)),
        ]
    }
}

impl Row for Staircase {
    const EVERY: usize = 2;
}

fn position(coins: Vec<u64>) -> Position {
    Position::new(coins).expect("a row of at least one step is a position")
}
