//! Closed form against oracle, position by position.

use std::fmt::Display;
use std::ops::Range;

use grundy_brute::Space as _;
use serde::Serialize;

use crate::game::RulesPosition;
use crate::{Claim, Game, Oracle};

/// All positions of a game up to a size, solved by the oracle.
pub trait Space: Sync {
    /// Compares the closed form with the oracle on some of the positions of a size: outcome, number
    /// and set of winning moves, and the Grundy value where both know it.
    fn check(&self, size: u32, indices: Range<u64>) -> Tally;

    /// The input of a single position and the answer to it by the oracle, in the original's words.
    /// `None` when there is no position of this size and index.
    fn case(&self, size: u32, index: u64) -> Option<Case>;
}

/// An input with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Case {
    /// The input file.
    pub input: String,
    /// The output file.
    pub answer: String,
}

/// A position on which a solver and the oracle differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The game's name.
    pub game: &'static str,
    /// The size of the position.
    pub size: u32,
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
    /// Positions compared, each counted once.
    pub positions: u64,
    /// P-positions among them, by the oracle.
    pub losing: u64,
    /// Sum of the numbers of winning moves, by the oracle.
    pub winning_moves: u64,
    /// Positions on which the solvers differ.
    pub mismatches: u64,
    /// The smallest of those: by size, then by [`rank`].
    pub smallest: Option<Mismatch>,
}

impl Tally {
    /// Both tallies in one.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        let order = |mismatch: &Mismatch| (mismatch.size, rank(&mismatch.input));
        let smallest = match (self.smallest, other.smallest) {
            (Some(a), Some(b)) if order(&b) < order(&a) => Some(b),
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

/// The order of inputs of one size, the simpler the smaller: by the numbers of the input, one after
/// the other. Every input begins with how many pawns, heaps, steps or piles there are, and goes on
/// with where they stand or how large they are.
///
/// ```
/// use grundy_games::rank;
/// assert!(rank("7 2\n5 6\n") < rank("7 3\n1 2 3\n"));
/// assert!(rank("7 3\n2 3 6\n") < rank("7 3\n2 4 5\n"));
/// ```
pub fn rank(input: &str) -> Vec<u64> {
    input
        .split_ascii_whitespace()
        .map(|number| number.parse().unwrap_or(u64::MAX))
        .collect()
}

/// A game and what its oracle knows of the positions up to a size.
pub(crate) struct Known<'a, G: Game> {
    game: &'a G,
    rules: G::Rules,
    oracle: Box<dyn Oracle<G::Rules>>,
}

impl<'a, G: Game> Known<'a, G> {
    pub(crate) fn new(game: &'a G, oracle: Box<dyn Oracle<G::Rules>>) -> Self {
        Self {
            game,
            rules: G::Rules::default(),
            oracle,
        }
    }

    /// The position of this size and index, when it is there and this is its number. So positions
    /// that are counted are different ones.
    fn position(&self, size: u32, index: u64) -> Option<RulesPosition<G>> {
        let known = size <= G::Rules::LARGEST_SIZE && index < self.rules.positions(size);
        let position = known.then(|| self.rules.position(size, index))?;
        (self.rules.index(&position) == Some((size, index))).then_some(position)
    }

    /// What the oracle says, in the terms of the closed form; the moves in increasing order.
    fn truth(&self, position: &RulesPosition<G>) -> Option<(Claim, Vec<G::Move>)> {
        let truth = self.oracle.truth(position)?;
        let moves = truth.winning_moves.iter();
        let mut moves: Vec<G::Move> = moves.map(|of_rules| self.game.move_of(of_rules)).collect();
        moves.sort_unstable();
        let claim = Claim {
            wins: truth.outcome.is_win(),
            winning_moves: moves.len() as u64,
            grundy: truth.grundy,
        };
        Some((claim, moves))
    }
}

impl<G: Game> Space for Known<'_, G> {
    fn check(&self, size: u32, indices: Range<u64>) -> Tally {
        let mut tally = Tally::default();
        for index in indices {
            let Some(of_rules) = self.position(size, index) else {
                continue;
            };
            let Some((truth, expected)) = self.truth(&of_rules) else {
                continue;
            };
            tally.positions += 1;
            tally.losing += u64::from(!truth.wins);
            tally.winning_moves += truth.winning_moves;
            let position = self.game.position(&of_rules);
            let claim = self.game.claim(&position);
            let mut got = self.game.winning_moves(&position);
            got.sort_unstable();
            if claim != truth || got != expected {
                let mismatch = Mismatch {
                    game: self.game.about().name,
                    size,
                    input: self.game.input(&[position]),
                    expected: describe(&truth, &expected),
                    got: describe(&claim, &got),
                };
                tally = tally.merge(Tally {
                    mismatches: 1,
                    smallest: Some(mismatch),
                    ..Tally::default()
                });
            }
        }
        tally
    }

    fn case(&self, size: u32, index: u64) -> Option<Case> {
        let of_rules = self.position(size, index)?;
        let (truth, _) = self.truth(&of_rules)?;
        Some(Case {
            input: self.game.input(&[self.game.position(&of_rules)]),
            answer: self.game.answer(&truth) + "\n",
        })
    }
}

/// A claim and the moves behind it, in one line.
fn describe<M: Display>(claim: &Claim, moves: &[M]) -> String {
    const SHOWN: usize = 8;
    let mut text = claim.to_string();
    for (i, winning) in moves.iter().take(SHOWN).enumerate() {
        text += if i == 0 { ": " } else { ", " };
        text += &winning.to_string();
    }
    if moves.len() > SHOWN {
        text += ", ...";
    }
    text
}
