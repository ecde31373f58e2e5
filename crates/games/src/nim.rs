//! Nim: `grundy_core::nim` against `grundy_brute::nim`.

use std::sync::LazyLock;

use grundy_brute::nim as rules;
use grundy_core::nim::{self, Move, Position};
use grundy_core::text::Numbers;
use grundy_game::generate::Random;
use grundy_game::simpler;
use grundy_game::{About, Amount, Drawn, Reduction, Simpler, TypedGame, Variation};

use crate::built_in::built_in;
use crate::rows::{self, Row, numbered_moves, row_game, twins, with_length};

/// Nim. A size is heaps and stones together, and every row of heaps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

/// Bouton set no limits; these are those of well-known tasks (`AcWing` 891 and similar ones).
static ABOUT: LazyLock<About> = LazyLock::new(|| {
    built_in!(
        "nim",
        rules::Nim,
        right: "value = nimsum(parts)",
        wrong: "value = nimsum(parts: x mod 65536)"
    )
});

impl TypedGame for Nim {
    row_game!(nim, heap: stones);
    numbered_moves!(heap: stones);
    type Rules = rules::Nim;

    fn position(&self, heaps: &Vec<u64>) -> Option<Position> {
        Some(position(heaps.clone()))
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.heaps().to_vec()
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        Some(Reduction::heaps(None, position.heaps(), None, None))
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        Some(position(random.row(n, 0, m)))
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
        Ok(match shape {
            "equal" => Some(position(vec![m; n])),
            _ => rows::shaped(self, shape, random, m, n),
        })
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        Box::new(simpler::rows(position.heaps(), position.grundy_value()).map(self::position))
    }

    fn variations(&self, input: &[u64], at: usize, amount: Amount<'_>) -> Vec<Variation> {
        let heaps = &input[1..];
        let heaps = twins(heaps, at, amount(u64::MAX, heaps));
        vec![("two equal heaps more", with_length(&heaps))]
    }
}

impl Row for Nim {}

fn position(heaps: Vec<u64>) -> Position {
    Position::new(heaps).expect("a row of at least one heap is a position")
}
