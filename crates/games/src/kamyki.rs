//! Kamyki, the pebbles game: `grundy_core::kamyki` against `grundy_brute::kamyki`.

mod explain;
mod shapes;
mod simpler;

use std::borrow::Cow::Borrowed;

use grundy_brute::kamyki as rules;
use grundy_core::Outcome;
use grundy_core::kamyki::{self, Move, Position};
use grundy_core::text::{Numbers, Source};

use crate::generate::Random;
use crate::package::problem;
use crate::{
    About, Answers, Claim, Claimant, Explanation, InputError, Layout, Limit, NoShape, Reduction,
    Request, Simpler, TestInput, TypedGame,
};

/// The pebbles game. A size is the number of piles and the largest pile together, and every row of
/// piles that does not decrease is a position.
#[derive(Clone, Copy, Debug)]
pub struct Kamyki;

static ABOUT: About = About {
    name: Borrowed("kamyki"),
    title: Borrowed("Kamyki, the pebbles game"),
    original: Borrowed("POI XVI (2009), Kamyki"),
    size: Borrowed(
        "piles and stones on the last pile together: 2^(size-1) rows that do not decrease",
    ),
    smallest: 1,
    sweep_to: 21,
    m: Borrowed("the size of the largest pile, at most"),
    n: Borrowed("the number of piles"),
    tests: shapes::TESTS,
    largest: <rules::Kamyki as grundy_brute::Space>::LARGEST_SIZE,
    answers: Answers::fixed("TAK", "NIE"),
    shapes: Borrowed(shapes::SHAPES),
    limits: Borrowed(LIMITS),
    problem: Some(problem!("kamyki", &["2\n2\n2 2\n3\n1 2 4\n"])),
    code: None,
    claimant: Claimant::ClosedForm,
    layout: Layout::Input,
    misere: false,
    drawings: About::DRAWINGS,
};

/// Of the original, which has at most 1000 piles and 10000 stones.
const LIMITS: &[Limit] = &[
    Limit::new(10, 1000),
    Limit::new(100, 100),
    Limit::new(1000, 10),
    Limit::new(10_000, 1),
];

impl TypedGame for Kamyki {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Kamyki;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> Self::Rules {
        rules::Kamyki
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        Ok(Position::parse_all(text)?)
    }

    fn input(&self, positions: &[Position]) -> String {
        let rows: String = positions.iter().map(ToString::to_string).collect();
        format!("{}\n{rows}", positions.len())
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::new(position.outcome(), position.count_winning_moves())
            .with_grundy(position.grundy_value())
    }

    fn winning_moves(&self, position: &Position) -> Vec<Move> {
        position.winning_moves().collect()
    }

    fn outcomes<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<Outcome>, InputError> {
        Ok(kamyki::read_outcomes(input)?)
    }

    fn position(&self, piles: &Vec<u64>) -> Position {
        Position::new(piles.clone()).expect("piles of the rules do not decrease")
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.piles().to_vec()
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        Move {
            pile: of_rules.pile + 1,
            stones: of_rules.taken,
        }
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        Some(rules::Move {
            pile: a_move.pile.checked_sub(1)?,
            taken: a_move.stones,
        })
    }

    fn explain(&self, position: &Position) -> Explanation {
        explain::explain(position)
    }

    fn picture(&self, position: &Position) -> Explanation {
        explain::picture(position)
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

    fn generate(&self, request: &Request<'_>) -> Result<Position, NoShape> {
        shapes::generate(request)
    }

    fn original_test(&self, number: usize, random: &mut Random) -> Option<TestInput<Position>> {
        shapes::original_test(number, random)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::simpler(position)
    }
}
