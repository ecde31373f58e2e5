//! A game without its types, for everything that works with any game.

use std::rc::Rc;

use grundy_brute::{RetrogradeError, Space as _};
use serde_json::{Value, json};

use crate::game::facts;
use crate::space::Known;
use crate::{
    About, Answers, Explanation, Facts, Game, InputError, Limit, NoShape, Request, Shape, Space,
    removals,
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

    /// As [`solve_json`](Self::solve_json), with the heaps that each position turns into.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn explain_json(&self, input: &[u8]) -> Result<Value, InputError>;

    /// The number of positions of exactly this size, by a formula and not by enumeration;
    /// `u64::MAX` stands for more than can be numbered.
    fn positions(&self, size: u32) -> u64;

    /// Every position up to a size, solved by the oracle and ready to be compared.
    ///
    /// ```
    /// let nim = grundy_games::find("nim").unwrap();
    /// let space = nim.space(6)?;
    /// let tally = space.check(6, 0..nim.positions(6));
    /// assert_eq!((tally.positions, tally.mismatches), (32, 0));
    /// assert_eq!(nim.space(99).err().unwrap().to_string(), "size 99: positions are numbered up to size 64");
    /// # Ok::<(), grundy_games::RetrogradeError>(())
    /// ```
    ///
    /// # Errors
    /// When the size is beyond the numbering, or the oracle beyond the memory that is free.
    fn space(&self, up_to: u32) -> Result<Box<dyn Space + '_>, RetrogradeError>;

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

    /// What the answers of the original task look like.
    fn answers(&self) -> Answers;

    /// The largest inputs that the original task allows, the most demanding first.
    fn limits(&self) -> &'static [Limit];

    /// Inputs one step simpler than this one, the boldest step first; every chain of ever simpler
    /// inputs is finite. They are made one at a time, as they are asked for.
    ///
    /// ```
    /// let gra = grundy_games::find("gra").unwrap();
    /// let simpler: Vec<String> = gra.simpler(b"5 2\n1 3\n")?.collect();
    /// assert_eq!(simpler[..2], ["4 1\n1\n", "4 1\n2\n"]);
    /// # Ok::<(), grundy_games::InputError>(())
    /// ```
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn simpler(&self, input: &[u8]) -> Result<Box<dyn Iterator<Item = String> + '_>, InputError>;
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

/// Outcome and winning moves of a position as JSON.
fn solution<G: Game>(game: &G, position: &G::Position) -> Facts {
    let claim = game.claim(position);
    facts([
        ("answer", json!(game.answer(&claim))),
        ("wins", json!(claim.wins)),
        ("grundy", json!(claim.grundy)),
        ("count", json!(claim.winning_moves)),
        ("winning_moves", json!(game.winning_moves(position))),
    ])
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
            .map(|position| solution(self, position).into())
            .collect();
        Ok(json!({ "game": Game::about(self).name, "solutions": solutions }))
    }

    fn explain(&self, input: &[u8]) -> Result<Vec<Explanation>, InputError> {
        let positions = self.parse(input)?;
        Ok(positions.iter().map(|p| Game::explain(self, p)).collect())
    }

    fn explain_json(&self, input: &[u8]) -> Result<Value, InputError> {
        let positions = self.parse(input)?;
        let explained = positions.iter().map(|position| {
            let mut facts = self.facts(position);
            facts.insert("game".to_owned(), Game::about(self).name.into());
            facts.extend(solution(self, position));
            Value::from(facts)
        });
        Ok(explained.collect())
    }

    fn positions(&self, size: u32) -> u64 {
        G::Rules::default().positions(size)
    }

    fn space(&self, up_to: u32) -> Result<Box<dyn Space + '_>, RetrogradeError> {
        Ok(Box::new(Known::new(self, self.oracle(up_to)?)))
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

    fn answers(&self) -> Answers {
        Game::answers(self)
    }

    fn limits(&self) -> &'static [Limit] {
        Game::limits(self)
    }

    fn simpler(&self, input: &[u8]) -> Result<Box<dyn Iterator<Item = String> + '_>, InputError> {
        let positions = Rc::new(self.parse(input)?);
        let all = Rc::clone(&positions);
        let fewer = removals(positions.len())
            .map(move |range| [&all[..range.start], &all[range.end..]].concat())
            .filter(|positions| !positions.is_empty());
        let one_by_one = (0..positions.len()).flat_map(move |i| {
            let positions = Rc::clone(&positions);
            Game::simpler(self, &positions[i]).map(move |position| {
                let mut simpler = positions.to_vec();
                simpler[i] = position;
                simpler
            })
        });
        Ok(Box::new(
            fewer
                .chain(one_by_one)
                .map(|positions| self.input(&positions)),
        ))
    }
}
