//! The moves of a position, by the program's own words.

use std::collections::HashMap;

use grundy_brute::Outcome;

use crate::error::RulesError;
use crate::kept::Verb;
use crate::line;
use crate::opened::Opened;

/// The verb.
const WORDS: &[&str] = &["moves"];

/// An option of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The name of the move, if it has one.
    pub name: Option<String>,
    /// What it leads to: one position, or the parts of a sum.
    pub parts: Vec<String>,
    /// The Grundy values of the parts; none under misère play.
    pub grundy: Option<Vec<u32>>,
    /// Whether it wins.
    pub wins: bool,
}

impl Move {
    /// What it leads to, as the program writes it.
    pub fn to(&self) -> String {
        self.parts.join(" + ")
    }

    /// Whether an answer names it.
    pub fn is(&self, answer: &str) -> bool {
        is_move(self.name.as_deref(), &self.parts, answer)
    }

    /// Its name, and what it leads to.
    pub fn shown(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} -> {}", self.to()),
            None => format!("-> {}", self.to()),
        }
    }
}

/// The name of an option, where it has one, and the parts of what it leads to.
pub(crate) type Named = (Option<String>, Vec<String>);

impl Opened {
    /// The options of positions, by the program's own words; solves what they lead to. O(bytes) once that
    /// is done.
    pub(crate) fn moves(&self, positions: &[&str]) -> Result<Vec<Vec<Move>>, RulesError> {
        self.solved(positions)?;
        let lines = self.ask(Verb::Moves, positions)?;
        let mut all = Vec::new();
        for (i, (line, position)) in lines.iter().zip(positions).enumerate() {
            let wrong = |what: String| self.runner.wrong_line(WORDS, i + 1, Some(position), &what);
            let options = line::named(line).map_err(wrong)?;
            let state = self.known();
            let first = state.game.find(position);
            let said: Vec<Vec<&str>> = first.map_or(Vec::new(), |number| {
                let parts = state.game.options(number);
                parts
                    .map(|parts| parts.map(|part| state.game.text(part)).collect())
                    .collect()
            });
            // In another order they are the same options.
            let outcomes: HashMap<&[&str], Option<Outcome>> = match first {
                Some(number) => {
                    let said = said.iter().map(Vec::as_slice);
                    said.zip(state.game.outcomes(number)).collect()
                }
                None => HashMap::new(),
            };
            let mut moves = Vec::new();
            for (name, parts) in &options {
                let outcome = outcomes.get(&parts[..]).copied().flatten();
                let (Some(outcome), true) = (outcome, options.len() == said.len()) else {
                    let said: Vec<String> = said.iter().map(|parts| parts.join(" + ")).collect();
                    let answers = [&*said.join(" ; "), line];
                    return Err(RulesError::changed(self.runner.name(), position, answers));
                };
                let grundy = |part: &&str| state.value(state.game.find(part)?)?.grundy;
                moves.push(Move {
                    name: name.map(str::to_owned),
                    parts: parts.iter().map(|&part| part.to_owned()).collect(),
                    grundy: parts.iter().map(grundy).collect(),
                    wins: outcome == Outcome::P,
                });
            }
            all.push(moves);
        }
        Ok(all)
    }

    /// The options of positions, each with its name, without anything being solved; of none, nobody is asked.
    pub(crate) fn only_moves(&self, positions: &[&str]) -> Result<Vec<Vec<Named>>, RulesError> {
        let lines = self.ask(Verb::Moves, positions)?;
        let owned = |parts: Vec<&str>| parts.into_iter().map(str::to_owned).collect();
        let options = (1..).zip(&lines).zip(positions);
        let options = options.map(|((number, line), position)| {
            let wrong = |what: String| self.runner.wrong_line(WORDS, number, Some(position), &what);
            let options = line::named(line).map_err(wrong)?.into_iter();
            let options = options.map(|(name, parts)| (name.map(str::to_owned), owned(parts)));
            Ok(options.collect())
        });
        options.collect()
    }
}

/// Whether an answer names a move: by its name, or by what it leads to.
pub(crate) fn is_move(name: Option<&str>, parts: &[String], answer: &str) -> bool {
    name.is_some_and(|name| is_same(name, answer)) || is_same(&parts.join(" + "), answer)
}

/// Whether two texts have the same words.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    a.split_ascii_whitespace().eq(b.split_ascii_whitespace())
}
