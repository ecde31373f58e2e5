//! Bounded Nim: `grundy_core::bounded` against `grundy_brute::bounded`.

use std::borrow::Cow::Borrowed;
use std::rc::Rc;

use grundy_brute::bounded as rules;
use grundy_core::Outcome;
use grundy_core::bounded::{self, Move, Position};
use grundy_core::text::{Numbers, Source};

use crate::explain::heaps::Heaps;
use crate::generate::Random;
use crate::package::problem;
use crate::rows::{self, Row};
use crate::simpler::{self, reductions};
use crate::{
    About, Answers, Claim, Claimant, Explanation, InputError, Layout, Limit, Line, NoShape,
    Reduction, Request, Shape, Simpler, TypedGame,
};

/// Bounded Nim. A size is k, heaps and stones together, and every k and every row of heaps is a
/// position.
#[derive(Clone, Copy, Debug)]
pub struct Bounded;

static ABOUT: About = About {
    name: Borrowed("bounded"),
    title: Borrowed("Bounded Nim"),
    original: Borrowed("C. G. Bachet, 1612, with one heap"),
    size: Borrowed(
        "k, heaps and stones together: 2^(size-1) - 1 rows of heaps, for every k from 1",
    ),
    smallest: 2,
    sweep_to: 21,
    m: Borrowed("the size of the largest heap, at most"),
    n: Borrowed("the number of heaps"),
    tests: 0,
    largest: <rules::Bounded as grundy_brute::Space>::LARGEST_SIZE,
    answers: Answers::fixed("Yes", "No"),
    shapes: Borrowed(SHAPES),
    limits: Borrowed(LIMITS),
    problem: Some(problem!("bounded", &["3 3\n7 4 2\n", "2 2\n1 4\n"])),
    code: None,
    claimant: Claimant::ClosedForm,
    layout: Layout::Input,
    misere: false,
    drawings: About::DRAWINGS,
};

const SHAPES: &[Shape] = &rows::shapes(
    "k from 1 to m, heaps of 0 to m stones, each equally likely",
    Shape::new(
        "multiples",
        "k from 1 to 15, heaps next to multiples of k + 1, where values rise",
    ),
);

/// There is no original; these are those of the tasks that contestants
/// know (`AcWing` 891, 892 and their like).
const LIMITS: &[Limit] = &[Limit::new(1_000_000_000, 100_000)];

impl TypedGame for Bounded {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Bounded;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> Self::Rules {
        rules::Bounded
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        Ok(vec![Position::parse(text)?])
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::new(position.outcome(), position.count_winning_moves())
            .with_grundy(position.grundy_value())
    }

    fn winning_moves(&self, position: &Position) -> Vec<Move> {
        position.winning_moves().collect()
    }

    fn outcomes<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<Outcome>, InputError> {
        Ok(vec![bounded::read_outcome(input)?])
    }

    fn position(&self, of_rules: &rules::Position) -> Position {
        position(of_rules.k, of_rules.heaps.clone())
    }

    fn rules_position(&self, position: &Position) -> rules::Position {
        let (k, heaps) = (position.k(), position.heaps().to_vec());
        rules::Position { k, heaps }
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        rows::move_of(of_rules)
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        rows::rules_move(a_move)
    }

    fn explain(&self, position: &Position) -> Explanation {
        let k = position.k();
        let period = u128::from(k) + 1;
        Heaps {
            bound: bound(position),
            values: Some(position.heap_values().collect()),
            theory: vec![Line::plain(format!(
                "The Grundy value of a heap is what remains when it is divided by k + 1 = {period}."
            ))],
            note: &|size| match u128::from(size) / period {
                0 => String::new(),
                times => format!(
                    "{size} = {times} * {period} + {}",
                    u128::from(size) % period
                ),
            },
            ..Heaps::of(self, position, position.heaps())
        }
        .page(position.winning_moves())
    }

    fn picture(&self, position: &Position) -> Explanation {
        Heaps {
            bound: bound(position),
            ..Heaps::of(self, position, position.heaps())
        }
        .picture()
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        Some(Reduction::Heaps {
            k: Some(position.k()),
            heaps: position.heaps().to_vec(),
            values: Some(position.heap_values().collect()),
            pairs: None,
            nim_sum: position.grundy_value(),
        })
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        let k = random.between(1, m.max(1));
        Some(position(k, random.row(n, 0, m)))
    }

    fn generate(&self, request: &Request<'_>) -> Result<Position, NoShape> {
        rows::generate(self, request)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        let k = position.k();
        let row: Rc<[u64]> = position.heaps().into();
        let heaps = Rc::clone(&row);
        let ks = reductions(k - 1).map(move |amount| self::position(k - amount, heaps.to_vec()));
        let one_heap = move |_, heaps: &[u64]| {
            let part = self::position(k, heaps.to_vec());
            simpler::one_heap(0, &part.heap_values().collect::<Vec<_>>())
        };
        let fewer = simpler::fewer_or_merged(Rc::clone(&row), one_heap);
        let rows = fewer.chain(simpler::lower(row, 0));
        Box::new(rows.map(move |row| self::position(k, row)).chain(ks))
    }
}

/// What may be taken, as a title says it.
fn bound(position: &Position) -> String {
    format!(", at most {} a move", position.k())
}

impl Row for Bounded {
    fn row(position: &Position) -> &[u64] {
        position.heaps()
    }

    fn with(of: &Position, heaps: Vec<u64>) -> Position {
        position(of.k(), heaps)
    }

    fn values(position: &Position) -> Vec<u64> {
        position.heap_values().collect()
    }

    fn lowered(a_move: &Move) -> (usize, u64) {
        (a_move.heap - 1, a_move.stones)
    }

    fn own(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        if shape != "multiples" {
            return None;
        }
        let k = random.between(1, 15);
        let heaps = (0..n).map(|_| {
            let multiple = random.between(0, m / (k + 1)) * (k + 1);
            let beside = random.between(0, 2);
            (multiple + beside).saturating_sub(1).min(m)
        });
        Some(position(k, heaps.collect()))
    }
}

fn position(k: u64, heaps: Vec<u64>) -> Position {
    Position::new(k, heaps).expect("k of at least 1 and a row of at least one heap are a position")
}
