//! The moves of a position, as the program writes them.

use std::collections::HashMap;

use grundy_brute::Outcome;

use crate::rules::error::RulesError;
use crate::rules::kept::Verb;
use crate::rules::line;
use crate::rules::opened::Opened;

/// The verb.
const WORDS: &[&str] = &["moves"];

/// An option of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The name of the move, if it has one.
    pub name: Option<String>,
    /// The position that the move leads to, or the parts of a sum.
    pub parts: Vec<String>,
    /// The Grundy values of the parts; none under misère play.
    pub grundy: Option<Vec<u32>>,
    /// Whether the move wins.
    pub wins: bool,
}

impl Move {
    /// Returns what the move leads to, as the program writes it.
    pub fn to(&self) -> String {
        self.parts.join(" + ")
    }

    /// Returns whether an answer names the move.
    pub fn is(&self, answer: &str) -> bool {
        is_move(self.name.as_deref(), &self.parts, answer)
    }

    /// Returns the move's name and what it leads to.
    pub fn shown(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} -> {}", self.to()),
            None => format!("-> {}", self.to()),
        }
    }
}

/// The name of an option, if it has one, and the parts of what it leads to.
pub(crate) type Named = (Option<String>, Vec<String>);

impl Opened {
    /// Solves positions and returns their options, as the program writes them. Takes O(bytes) if they are already
    /// solved.
    pub(crate) fn moves(&self, positions: &[&str]) -> Result<Vec<Vec<Move>>, RulesError> {
        self.solved(positions)?;
        let lines = self.ask(Verb::Moves, positions)?;
        let mut all = Vec::new();
        for (i, (line, position)) in lines.iter().zip(positions).enumerate() {
            let wrong = |what: String| self.runner.wrong_line(WORDS, i + 1, Some(position), &what);
            let options = line::named(line).map_err(wrong)?;
            let state = self.known();
            let first = state.game.find(position);
            let known: Vec<Vec<&str>> = first.map_or(Vec::new(), |number| {
                let parts = state.game.options(number);
                parts
                    .map(|parts| parts.map(|part| state.game.text(part)).collect())
                    .collect()
            });
            // The program may write the options in another order than before.
            let outcomes: HashMap<&[&str], Option<Outcome>> = match first {
                Some(number) => {
                    let known = known.iter().map(Vec::as_slice);
                    known.zip(state.game.outcomes(number)).collect()
                }
                None => HashMap::new(),
            };
            let mut moves = Vec::new();
            for (name, parts) in &options {
                let outcome = outcomes.get(&parts[..]).copied().flatten();
                let (Some(outcome), true) = (outcome, options.len() == known.len()) else {
                    let known: Vec<String> = known.iter().map(|parts| parts.join(" + ")).collect();
                    let answers = [&*known.join(" ; "), line];
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

    /// Returns the options of positions, each with its name, without solving them. Does not start the program if
    /// there are no positions.
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

/// Returns whether an answer names a move by its name or by what it leads to.
pub(crate) fn is_move(name: Option<&str>, parts: &[String], answer: &str) -> bool {
    name.is_some_and(|name| is_same(name, answer)) || is_same(&parts.join(" + "), answer)
}

/// Returns whether two texts have the same words.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    a.split_ascii_whitespace().eq(b.split_ascii_whitespace())
}
