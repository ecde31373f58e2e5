//! A game without its types, for everything that works with any game.

use std::ops::Range;

use serde_json::{Value, json};

use crate::{
    About, Claim, Explanation, Game, InputError, Mismatch, NoShape, Request, Shape, Tally,
};

/// A game as the sweep, the command, the judge and the benchmarks see it.
///
/// Every [`Game`] is an `Entry`; nothing else needs to be implemented.
pub trait Entry: Sync {
    /// What the game is called and what its sizes mean.
    fn about(&self) -> &'static About;

    /// Solves an input of the original task.
    ///
    /// ```
    /// let gra = grundy_games::find("gra").unwrap();
    /// assert_eq!(gra.solve(b"5 2\n1 3\n")?.text(), "1\n");
    /// # Ok::<(), grundy_games::InputError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the input, with its line and column.
    fn solve(&self, input: &[u8]) -> Result<Solved, InputError>;

    /// As [`solve`](Self::solve), with claims and lists of winning moves, as JSON.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn solve_json(&self, input: &[u8]) -> Result<Value, InputError>;

    /// Explains every position of an input.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn explain(&self, input: &[u8]) -> Result<Vec<Explanation>, InputError>;

    /// The number of positions of exactly this size, by a formula.
    fn positions(&self, size: u32) -> u64;

    /// Bytes of memory that [`space`](Self::space) takes.
    fn oracle_bytes(&self, up_to: u32) -> u64;

    /// Every position up to a size, solved by the oracle and ready to be compared.
    fn space(&self, up_to: u32) -> Box<dyn Space + '_>;

    /// The kinds of random inputs that the game can generate.
    fn shapes(&self) -> &'static [Shape];

    /// One random input, as text.
    ///
    /// # Errors
    /// When no position of that shape has those sizes.
    fn generate(&self, request: &Request<'_>) -> Result<String, NoShape>;

    /// The names of the original's tests, with input and answer of each made on demand by the
    /// closure's caller: calls `write` with name, input and answer of one test after the other.
    ///
    /// # Errors
    /// The first error that `write` returns; nothing is made after it.
    fn suite(
        &self,
        seed: u64,
        write: &mut dyn FnMut(&str, &str, &str) -> std::io::Result<()>,
    ) -> std::io::Result<()>;
}

/// An input with its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// One answer for each position of the input, in the original's words.
    pub answers: Vec<String>,
}

impl Solved {
    /// The output file: a line for each answer.
    pub fn text(&self) -> String {
        let mut text = self.answers.join("\n");
        text.push('\n');
        text
    }
}

/// All positions up to a size, each with what the oracle says.
pub trait Space: Sync {
    /// Compares the closed form with the oracle on some of the positions of a size: outcome, count
    /// and set of winning moves, and the Grundy value where there is one.
    fn check(&self, size: u32, indices: Range<u64>) -> Tally;
}

struct Solver<'a, G: Game> {
    game: &'a G,
    oracle: G::Oracle,
}

impl<G: Game> Solver<'_, G> {
    fn mismatch(&self, size: u32, index: u64) -> Option<Mismatch> {
        let position = self.game.position(size, index);
        let (truth, expected) = self.game.truth(&self.oracle, size, index);
        let claim = self.game.claim(&position);
        let mut got = self.game.winning_moves(&position);
        got.sort_unstable();
        if claim == truth && got == expected {
            return None;
        }
        Some(Mismatch {
            size,
            rank: self.game.rank(&position),
            input: self.game.input(&[position]),
            expected: describe(&truth, &expected),
            got: describe(&claim, &got),
        })
    }
}

impl<G: Game> Space for Solver<'_, G> {
    fn check(&self, size: u32, indices: Range<u64>) -> Tally {
        let mut tally = Tally::default();
        for index in indices {
            let (truth, _) = self.game.truth(&self.oracle, size, index);
            let mismatch = self.mismatch(size, index);
            tally = tally.merge(Tally {
                positions: 1,
                losing: u64::from(!truth.wins),
                winning_moves: truth.winning_moves,
                mismatches: u64::from(mismatch.is_some()),
                smallest: mismatch,
            });
        }
        tally
    }
}

/// A claim and the moves behind it, in one line.
fn describe<M: std::fmt::Display>(claim: &Claim, moves: &[M]) -> String {
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

impl<G: Game> Entry for G {
    fn about(&self) -> &'static About {
        Game::about(self)
    }

    fn solve(&self, input: &[u8]) -> Result<Solved, InputError> {
        let positions = self.parse(input)?;
        let answers = positions
            .iter()
            .map(|position| self.answer(&self.claim(position)))
            .collect();
        Ok(Solved { answers })
    }

    fn solve_json(&self, input: &[u8]) -> Result<Value, InputError> {
        let positions = self.parse(input)?;
        let solutions: Vec<Value> = positions
            .iter()
            .map(|position| {
                let claim = self.claim(position);
                json!({
                    "answer": self.answer(&claim),
                    "wins": claim.wins,
                    "grundy": claim.grundy,
                    "count": claim.winning_moves,
                    "winning_moves": self.winning_moves(position),
                })
            })
            .collect();
        Ok(json!({ "game": Game::about(self).name, "solutions": solutions }))
    }

    fn explain(&self, input: &[u8]) -> Result<Vec<Explanation>, InputError> {
        let positions = self.parse(input)?;
        Ok(positions.iter().map(|p| Game::explain(self, p)).collect())
    }

    fn positions(&self, size: u32) -> u64 {
        Game::positions(self, size)
    }

    fn oracle_bytes(&self, up_to: u32) -> u64 {
        Game::oracle_bytes(self, up_to)
    }

    fn space(&self, up_to: u32) -> Box<dyn Space + '_> {
        Box::new(Solver {
            game: self,
            oracle: self.oracle(up_to),
        })
    }

    fn shapes(&self) -> &'static [Shape] {
        Game::shapes(self)
    }

    fn generate(&self, request: &Request<'_>) -> Result<String, NoShape> {
        Game::generate(self, request).map(|position| self.input(&[position]))
    }

    fn suite(
        &self,
        seed: u64,
        write: &mut dyn FnMut(&str, &str, &str) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        for test in Game::suite(self, seed) {
            let answers: Vec<String> = test
                .positions
                .iter()
                .map(|position| self.answer(&self.claim(position)))
                .collect();
            let input = self.input(&test.positions);
            write(&test.name, &input, &Solved { answers }.text())?;
        }
        Ok(())
    }
}
