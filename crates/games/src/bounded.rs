//! Bounded Nim: `grundy_core::bounded` against `grundy_brute::bounded`.

use std::sync::LazyLock;

use grundy_brute::bounded as rules;
use grundy_core::bounded::{self, Move, Position};
use grundy_core::text::Numbers;
use grundy_game::generate::Random;
use grundy_game::simpler::{self, reductions};
use grundy_game::{About, Amount, Drawn, Reduction, Simpler, TypedGame, Variation};

use crate::built_in::built_in;
use crate::rows::{self, Row, numbered_moves, row_game, twins};

/// Bounded Nim. A size is k, heaps and stones together, and every k and every row of heaps is a
/// position.
#[derive(Clone, Copy, Debug)]
pub struct Bounded;

/// There is no original; the limits are those of well-known tasks (`AcWing` 891, 892 and similar ones).
static ABOUT: LazyLock<About> = LazyLock::new(|| {
    built_in!(
        "bounded",
        rules::Bounded,
        right: "value = nimsum(parts after 1: x mod (a + 1))",
        wrong: "value = nimsum(parts after 1: x mod a)"
    )
});

impl TypedGame for Bounded {
    row_game!(bounded, heap: stones);
    numbered_moves!(heap: stones);
    type Rules = rules::Bounded;

    fn position(&self, of_rules: &rules::Position) -> Option<Position> {
        Some(position(of_rules.limit, of_rules.heaps.clone()))
    }

    fn rules_position(&self, position: &Position) -> rules::Position {
        let (limit, heaps) = (position.k(), position.heaps().to_vec());
        rules::Position { limit, heaps }
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        let (k, values) = (position.k(), position.heap_values().collect());
        let heaps = position.heaps();
        Some(Reduction::heaps(Some(k), heaps, Some(values), None))
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        let k = random.between(1, m.max(1));
        Some(position(k, random.row(n, 0, m)))
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
        if shape != "multiples" {
            return Ok(rows::shaped(self, shape, random, m, n));
        }
        let k = random.between(1, 15);
        let heaps = (0..n).map(|_| {
            let multiple = random.between(0, m / (k + 1)) * (k + 1);
            let beside = random.between(0, 2);
            (multiple + beside).saturating_sub(1).min(m)
        });
        Ok(Some(position(k, heaps.collect())))
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        let k = position.k();
        let heaps = position.heaps().to_vec();
        let ks = reductions(k - 1).map(move |amount| self::position(k - amount, heaps.clone()));
        let rows = simpler::rows(position.heaps(), position.grundy_value());
        Box::new(rows.map(move |row| self::position(k, row)).chain(ks))
    }

    fn variations(&self, input: &[u64], at: usize, amount: Amount<'_>) -> Vec<Variation> {
        let &[n, k, ref heaps @ ..] = input else {
            return Vec::new();
        };
        let more = twins(heaps, at, amount(u64::MAX, heaps));
        let more = [&[n + 2, k], &more[..]].concat();
        let mut larger = input.to_vec();
        let heap = &mut larger[2 + at % heaps.len()];
        if let Some(period) = k.checked_add(1) {
            *heap += period * amount((u64::MAX - *heap) / period, &[]);
        }
        vec![
            ("two equal heaps more", more),
            ("multiples of k + 1 on a heap", larger),
        ]
    }
}

impl Row for Bounded {
    fn values(&self, position: &Position) -> Vec<u64> {
        position.heap_values().collect()
    }
}

fn position(k: u64, heaps: Vec<u64>) -> Position {
    Position::new(k, heaps).expect("k of at least 1 and a row of at least one heap are a position")
}
