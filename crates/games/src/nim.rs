//! Nim: `grundy_core::nim` against `grundy_brute::nim`.

use std::borrow::Cow::Borrowed;

use grundy_brute::nim as rules;
use grundy_core::Outcome;
use grundy_core::nim::{self, Move, Position};
use grundy_core::text::{Numbers, Source};

use crate::explain::heaps::Heaps;
use crate::generate::Random;
use crate::package::problem;
use crate::rows::{self, Row};
use crate::simpler;
use crate::{
    About, Answers, Claim, Claimant, Explanation, InputError, Layout, Limit, NoShape, Reduction,
    Request, Shape, Simpler, TypedGame,
};

/// Nim. A size is heaps and stones together, and every row of heaps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

static ABOUT: About = About {
    name: Borrowed("nim"),
    title: Borrowed("Nim"),
    original: Borrowed("C. L. Bouton, 1901"),
    size: Borrowed("heaps and stones together: 2^(size-1) rows of heaps, empty heaps among them"),
    smallest: 1,
    sweep_to: 21,
    m: Borrowed("the size of the largest heap, at most"),
    n: Borrowed("the number of heaps"),
    tests: 0,
    largest: <rules::Nim as grundy_brute::Space>::LARGEST_SIZE,
    answers: Answers::fixed("Yes", "No"),
    shapes: Borrowed(SHAPES),
    limits: Borrowed(LIMITS),
    problem: Some(problem!("nim", &["2\n2 3\n", "3\n1 2 3\n"])),
    code: None,
    claimant: Claimant::ClosedForm,
    layout: Layout::Input,
    misere: false,
    drawings: About::DRAWINGS,
};

const SHAPES: &[Shape] = &rows::shapes(
    "heaps of 0 to m stones, each equally likely",
    Shape::new(
        "equal",
        "n heaps of m stones: every heap wins if n is odd, none if it is even",
    ),
);

/// Bouton set no limits; these are those of the tasks that contestants know
/// (`AcWing` 891 and its like).
const LIMITS: &[Limit] = &[Limit::new(1_000_000_000, 100_000)];

impl TypedGame for Nim {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Nim;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> rules::Nim {
        rules::Nim
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        Ok(vec![Position::parse(text)?])
    }

    fn outcomes<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<Outcome>, InputError> {
        Ok(vec![nim::read_outcome(input)?])
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::new(position.outcome(), position.count_winning_moves())
            .with_grundy(position.grundy_value())
    }

    fn winning_moves(&self, position: &Position) -> Vec<Move> {
        position.winning_moves().collect()
    }

    fn position(&self, heaps: &Vec<u64>) -> Position {
        position(heaps.clone())
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.heaps().to_vec()
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        rows::move_of(of_rules)
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        rows::rules_move(a_move)
    }

    fn explain(&self, position: &Position) -> Explanation {
        Heaps::of(self, position, position.heaps()).page(position.winning_moves())
    }

    fn picture(&self, position: &Position) -> Explanation {
        Heaps::of(self, position, position.heaps()).picture()
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        Some(Reduction::Heaps {
            k: None,
            heaps: position.heaps().to_vec(),
            values: None,
            pairs: None,
            nim_sum: position.grundy_value(),
        })
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        Some(position(random.row(n, 0, m)))
    }

    fn generate(&self, request: &Request<'_>) -> Result<Position, NoShape> {
        rows::generate(self, request)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::rows(position.heaps(), simpler::one_heap, self::position)
    }
}

impl Row for Nim {
    fn row(position: &Position) -> &[u64] {
        position.heaps()
    }

    fn with(_: &Position, heaps: Vec<u64>) -> Position {
        position(heaps)
    }

    fn lowered(a_move: &Move) -> (usize, u64) {
        (a_move.heap - 1, a_move.stones)
    }

    fn own(&self, shape: &str, _: &mut Random, m: u64, n: usize) -> Option<Position> {
        (shape == "equal").then(|| position(vec![m; n]))
    }
}

fn position(heaps: Vec<u64>) -> Position {
    Position::new(heaps).expect("a row of at least one heap is a position")
}
