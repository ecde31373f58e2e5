//! Kamyki, the pebbles game: `grundy_core::kamyki` against `grundy_brute::kamyki`.

mod shapes;
mod simpler;

use std::sync::LazyLock;

use grundy_brute::Space as _;
use grundy_brute::kamyki as rules;
use grundy_core::kamyki::{self, Move, Position};
use grundy_core::text::{Numbers, Source};

use crate::about::problem;
use crate::generate::Random;
use crate::rows::row_game;
use crate::{About, Answers, Drawn, InputError, Limit, Reduction, Simpler, TypedGame};

/// The pebbles game. A size is the number of piles and the largest pile together, and every row of
/// piles that does not decrease is a position.
#[derive(Clone, Copy, Debug)]
pub struct Kamyki;

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    name: "kamyki".into(),
    title: "Kamyki, the pebbles game".into(),
    original: "POI XVI (2009), Kamyki".into(),
    size: "piles and stones on the last pile together: 2^(size-1) rows that do not decrease".into(),
    smallest: 1,
    sweep_to: 21,
    m: "the size of the largest pile, at most".into(),
    n: "the number of piles".into(),
    tests: shapes::TESTS,
    largest: rules::Kamyki::LARGEST_SIZE,
    answers: Answers::words("TAK", "NIE"),
    shapes: shapes::SHAPES.into(),
    limits: LIMITS.into(),
    problem: problem!("kamyki", &["2\n2\n2 2\n3\n1 2 4\n"]),
    ..About::default()
});

/// Of the original, which has at most 1000 piles and 10000 stones.
const LIMITS: &[Limit] = &[
    Limit::new(10, 1000),
    Limit::new(100, 100),
    Limit::new(1000, 10),
    Limit::new(10_000, 1),
];

impl TypedGame for Kamyki {
    row_game!(pile: stones);
    type Rules = rules::Kamyki;

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        Position::parse_all(text)
    }

    fn input(&self, positions: &[Position]) -> String {
        let rows: String = positions.iter().map(ToString::to_string).collect();
        format!("{}\n{rows}", positions.len())
    }

    fn answers<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<String>, InputError> {
        let outcomes = kamyki::read_outcomes(input)?.into_iter();
        Ok(outcomes
            .map(|outcome| ABOUT.answers.word(outcome))
            .collect())
    }

    fn position(&self, piles: &Vec<u64>) -> Option<Position> {
        Some(Position::new(piles.clone()).expect("piles of the rules do not decrease"))
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.piles().to_vec()
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        let stairs = position.stairs().map(|stair| stair.size);
        Some(Reduction::Piles {
            piles: position.piles().to_vec(),
            stairs: stairs.collect(),
            nim_sum: position.grundy_value(),
        })
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        Some(shapes::sorted(random.row(n, 0, m)))
    }

    fn shaped(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Position> {
        Ok(shapes::shaped(shape, random, m, n))
    }

    fn original_test(
        &self,
        number: usize,
        random: &mut Random,
    ) -> Option<(&'static str, Vec<Position>)> {
        shapes::original_test(number, random)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::simpler(position)
    }
}
