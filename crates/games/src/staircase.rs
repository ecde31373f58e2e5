//! Staircase Nim: `grundy_core::staircase` against `grundy_brute::staircase`.

use std::borrow::Cow::Borrowed;

use grundy_brute::staircase as rules;
use grundy_core::Outcome;
use grundy_core::heaps;
use grundy_core::staircase::{self, Move, Position};
use grundy_core::text::{Numbers, Source};

use crate::explain::page::{
    Page, Table, counted, drawn_or_listed, list_moves, stair_row, total, verdict, xor,
};
use crate::generate::Random;
use crate::package::problem;
use crate::rows::{self, Row};
use crate::simpler;
use crate::{
    About, Answers, Claim, Claimant, Explanation, InputError, Layout, Limit, Line, NoShape,
    Reduction, Request, Role, Shape, Simpler, TypedGame,
};

/// Staircase Nim. A size is steps and coins together, and every row of steps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Staircase;

static ABOUT: About = About {
    name: Borrowed("staircase"),
    title: Borrowed("Staircase Nim"),
    original: Borrowed("folklore"),
    size: Borrowed("steps and coins together: 2^(size-1) rows of steps, empty steps among them"),
    smallest: 1,
    sweep_to: 21,
    m: Borrowed("the number of coins on a step, at most"),
    n: Borrowed("the number of steps"),
    tests: 0,
    largest: <rules::Staircase as grundy_brute::Space>::LARGEST_SIZE,
    answers: Answers::fixed("Yes", "No"),
    shapes: Borrowed(SHAPES),
    limits: Borrowed(LIMITS),
    problem: Some(problem!("staircase", &["2\n0 3\n", "3\n1 5 2\n"])),
    code: None,
    claimant: Claimant::ClosedForm,
    layout: Layout::Input,
    misere: false,
    drawings: About::DRAWINGS,
};

const SHAPES: &[Shape] = &rows::shapes(
    "0 to m coins on every step, each equally likely",
    Shape::new(
        "sparse",
        "about every eighth step holds coins, so that even steps lie above empty ones",
    ),
);

/// Staircases are drawn when they have at most so many steps,
const STEPS_DRAWN: usize = 16;
/// and no step holds more coins than this.
const COINS_DRAWN: u64 = 40;

/// There is no original; these are those of the tasks that contestants know
/// (`AcWing` 892 and its like).
const LIMITS: &[Limit] = &[Limit::new(1_000_000_000, 100_000)];

impl TypedGame for Staircase {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Staircase;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> Self::Rules {
        rules::Staircase
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
        Ok(vec![staircase::read_outcome(input)?])
    }

    fn position(&self, steps: &Vec<u64>) -> Position {
        position(steps.clone())
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        position.coins().to_vec()
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        Move {
            step: of_rules.step,
            coins: of_rules.coins,
        }
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        let &Move { step, coins } = a_move;
        Some(rules::Move { step, coins })
    }

    fn explain(&self, position: &Position) -> Explanation {
        let coins = position.coins();
        let x = position.grundy_value();
        let moves: Vec<Move> = position.winning_moves().collect();
        titled(coins)
            .section(drawing(coins, &moves))
            .section([
                Line::plain("Coins on even steps do not count: however many of them come down to an odd step,"),
                Line::plain("the opponent moves as many one step further. The odd steps are Nim heaps."),
            ])
            .section(table(coins, x, &moves))
            .section([verdict(x)])
            .section(list_moves(
                moves.len() as u64,
                moves.iter().map(|winning| {
                    let step = winning.step;
                    let reason = if step % 2 == 1 {
                        format!("leaves {}", xor(coins[step - 1], x))
                    } else {
                        format!("brings step {} to {}", step - 1, xor(coins[step - 2], x))
                    };
                    (winning.to_string(), reason)
                }),
            ))
            .end()
    }

    fn picture(&self, position: &Position) -> Explanation {
        let coins = position.coins();
        titled(coins)
            .section(drawn_or_listed(
                drawing(coins, &[]),
                "coins on each step",
                coins,
            ))
            .end()
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
        position(
            of.coins()
                .iter()
                .map(|held| held >> too_many_bits)
                .collect(),
        )
    }

    fn generate(&self, request: &Request<'_>) -> Result<Position, NoShape> {
        rows::generate(self, request)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::rows(position.coins(), one_odd_step, self::position)
    }
}

impl Row for Staircase {
    const EVERY: usize = 2;

    fn row(position: &Position) -> &[u64] {
        position.coins()
    }

    fn with(_: &Position, coins: Vec<u64>) -> Position {
        position(coins)
    }

    fn lowered(a_move: &Move) -> (usize, u64) {
        (a_move.step - 1, a_move.coins)
    }

    fn own(&self, shape: &str, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        let coins = |_| match random.below(8) {
            0 => random.between(0, m),
            _ => 0,
        };
        (shape == "sparse").then(|| position((0..n).map(coins).collect()))
    }
}

/// Steps in place of several, from the step at `start` on, counted from 0: one odd step with their
/// nim-sum, and empty even steps beside it where those above would no longer be odd and even.
fn one_odd_step(start: usize, coins: &[u64]) -> Option<Vec<u64>> {
    let below = start % 2;
    let above = (start + coins.len() + 1) % 2;
    let x = heaps::nim_sum(coins.iter().copied().skip(below).step_by(2));
    let fits = below + 1 + above <= coins.len();
    fits.then(|| [vec![0; below], vec![x], vec![0; above]].concat())
}

fn titled(coins: &[u64]) -> Page {
    Page::new(format!(
        "Staircase Nim: {} with {}",
        counted(coins.len() as u64, "step"),
        counted(total(coins), "coin")
    ))
}

/// The steps from the top down, each further to the left, with the coins that a winning move takes
/// down set apart.
fn drawing(coins: &[u64], moves: &[Move]) -> Vec<Line> {
    if coins.len() > STEPS_DRAWN || coins.iter().any(|&held| held > COINS_DRAWN) {
        return Vec::new();
    }
    let width = coins.len().to_string().len();
    let mut lines = Vec::new();
    for (at, &held) in coins.iter().enumerate().rev() {
        let step = at + 1;
        let of_step = moves.iter().find(|winning| winning.step == step);
        let taken = of_step.map_or(0, |winning| winning.coins);
        let indent = " ".repeat(2 * step);
        lines.push(
            Line::of(Role::Faint, format!("  step {step:>width$}{indent}"))
                .and(Role::Winning, "O".repeat(taken as usize))
                .and(Role::Piece, "o".repeat((held - taken) as usize)),
        );
    }
    let mut key = Line::of(Role::Faint, "  o coin");
    if !moves.is_empty() {
        key = key
            .and(Role::Plain, "   ")
            .and(Role::Winning, "O")
            .and(Role::Plain, " coin that a winning move takes down");
    }
    lines.push(key);
    lines
}

fn table(coins: &[u64], x: u64, moves: &[Move]) -> Vec<Line> {
    let row = |at: usize| {
        let step = at as u64 + 1;
        stair_row(
            vec![step.to_string(), coins[at].to_string()],
            step,
            coins[at],
        )
    };
    let winning: Vec<usize> = moves.iter().map(|winning| winning.step - 1).collect();
    Table {
        thing: "step",
        columns: &["step", "coins"],
        rows: coins.len(),
        row: &row,
        first_of_all: &winning,
        nim_sum: Some(x),
    }
    .lines()
}

fn position(coins: Vec<u64>) -> Position {
    Position::new(coins).expect("a row of at least one step is a position")
}
