//! What a game has to bring along: closed form, oracle, space, generators.

use std::fmt::{self, Debug, Display};

use grundy_core::Outcome;
use grundy_core::text::ReadError;
use serde::Serialize;

use crate::Explanation;

/// A game with both its solvers.
///
/// To add a game, implement this trait in a new module and put it on the list in `lib.rs`; see
/// docs/adding-a-game.md.
pub trait Game: Sync {
    /// A validated position, the closed form's own type.
    type Position: Send + Sync;
    /// A move, shown to people and in JSON.
    type Move: Clone + Ord + Debug + Display + Serialize;
    /// The oracle, ready to answer for every position up to some size.
    type Oracle: Send + Sync;

    /// What the game is called and what its sizes mean.
    fn about(&self) -> &'static About;

    /// Reads an input of the original task: one position, or several where the task has several
    /// in one file.
    ///
    /// # Errors
    /// The first thing wrong, with its line and column.
    fn parse(&self, text: &[u8]) -> Result<Vec<Self::Position>, InputError>;

    /// The input text that [`parse`](Self::parse) reads back as `positions`.
    fn input(&self, positions: &[Self::Position]) -> String;

    /// What the closed form says of a position, without listing the moves.
    fn claim(&self, position: &Self::Position) -> Claim;

    /// The winning moves that the closed form lists.
    fn winning_moves(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// The answer in the original task's words, from a claim. One line, without its end.
    fn answer(&self, claim: &Claim) -> String;

    /// The position, its heaps and its winning moves, for people.
    fn explain(&self, position: &Self::Position) -> Explanation;

    /// The number of positions of exactly this size, by a formula and not by enumeration.
    fn positions(&self, size: u32) -> u64;

    /// Bytes that [`oracle`](Self::oracle) takes for all sizes up to `up_to`.
    fn oracle_bytes(&self, up_to: u32) -> u64;

    /// Solves every position up to a size from the rules alone.
    fn oracle(&self, up_to: u32) -> Self::Oracle;

    /// The position with number `index` (from 0) among those of a size.
    fn position(&self, size: u32, index: u64) -> Self::Position;

    /// What the oracle says of that position, and the winning moves in increasing order.
    fn truth(&self, oracle: &Self::Oracle, size: u32, index: u64) -> (Claim, Vec<Self::Move>);

    /// The order of positions of one size: the smaller, the simpler. Used to name the smallest
    /// mismatch.
    fn rank(&self, position: &Self::Position) -> Vec<u64>;

    /// The kinds of random inputs that the game can generate.
    fn shapes(&self) -> &'static [Shape];

    /// One random input.
    ///
    /// # Errors
    /// When no position of that shape has those sizes.
    fn generate(&self, request: &Request<'_>) -> Result<Self::Position, NoShape>;

    /// The test set of the original task, made anew with the sizes of its tests.
    fn suite(&self, seed: u64) -> Vec<TestInput<Self::Position>>;
}

/// A game's names, for lists, help texts and records.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct About {
    /// The name on the command line and in records.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Where the task comes from.
    pub original: &'static str,
    /// What the size of a position means, and how many positions a size has.
    pub size: &'static str,
    /// The smallest size that has positions.
    pub smallest: u32,
    /// How far a sweep goes when nobody says.
    pub sweep_to: u32,
}

/// What a solver says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Whether the player to move wins.
    pub wins: bool,
    /// How many different moves win.
    pub winning_moves: u64,
    /// The Grundy value, where the game has one and both solvers know it.
    pub grundy: Option<u64>,
}

impl Claim {
    /// A claim without a Grundy value.
    pub const fn new(outcome: Outcome, winning_moves: u64) -> Self {
        Self {
            wins: outcome.is_win(),
            winning_moves,
            grundy: None,
        }
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.wins { 'N' } else { 'P' };
        write!(f, "{kind}-position")?;
        if let Some(grundy) = self.grundy {
            write!(f, ", Grundy value {grundy}")?;
        }
        match self.winning_moves {
            1 => write!(f, ", 1 winning move"),
            count => write!(f, ", {count} winning moves"),
        }
    }
}

/// An input that makes no position, with the place of the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct InputError {
    /// Line, counted from 1.
    pub line: u64,
    /// Column in bytes, counted from 1.
    pub column: u64,
    /// What stands there and what was expected.
    pub message: String,
}

impl<E: std::error::Error> From<ReadError<E>> for InputError {
    fn from(error: ReadError<E>) -> Self {
        Self {
            line: error.line,
            column: error.column,
            message: error.problem.to_string(),
        }
    }
}

/// A kind of random input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// The name on the command line.
    pub name: &'static str,
    /// What such inputs look like.
    pub about: &'static str,
}

/// An order for one random input.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The name of a shape of the game.
    pub shape: &'a str,
    /// The game's own measure of extent: squares, or the largest heap.
    pub m: u64,
    /// The number of pawns, heaps, steps or piles.
    pub n: u64,
    /// Same seed, same input, on every machine.
    pub seed: u64,
}

/// No position of that shape has those sizes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoShape(pub String);

/// An input of a test set.
#[derive(Clone, Debug)]
pub struct TestInput<P> {
    /// The name of the test, as in the original.
    pub name: String,
    /// The positions of the file.
    pub positions: Vec<P>,
}

/// A position on which a solver and the oracle differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The size of the position.
    pub size: u32,
    /// Its order among the positions of its size.
    pub rank: Vec<u64>,
    /// The position as input text.
    pub input: String,
    /// What the oracle says.
    pub expected: String,
    /// What the solver says.
    pub got: String,
}

/// What came of comparing a batch of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions compared.
    pub positions: u64,
    /// P-positions among them, by the oracle.
    pub losing: u64,
    /// Sum of the numbers of winning moves, by the oracle.
    pub winning_moves: u64,
    /// Positions on which the solvers differ.
    pub mismatches: u64,
    /// The smallest of those.
    pub smallest: Option<Mismatch>,
}

impl Tally {
    /// Both tallies in one.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        let smallest = match (self.smallest, other.smallest) {
            (Some(a), Some(b)) if (b.size, &b.rank) < (a.size, &a.rank) => Some(b),
            (a, b) => a.or(b),
        };
        Self {
            positions: self.positions + other.positions,
            losing: self.losing + other.losing,
            winning_moves: self.winning_moves + other.winning_moves,
            mismatches: self.mismatches + other.mismatches,
            smallest,
        }
    }
}
