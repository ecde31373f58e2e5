//! The moves of a position, as the program writes them.

use grundy_brute::interned::InternedValue;
use serde::Serialize;

use crate::rules::explore::same_options;
use crate::rules::line;
use crate::rules::opened::Opened;
use crate::{Claim, Error};

/// An option of a position.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Move {
    /// The name of the move, if it has one.
    pub name: Option<String>,
    /// The position that the move leads to, or the parts of a sum.
    #[serde(rename = "to")]
    pub parts: Vec<String>,
    /// The Grundy values of the parts; none under misère play, and none before the position is solved.
    pub grundy: Option<Vec<u32>>,
    /// Whether the move wins; `None` before the position is solved.
    pub wins: Option<bool>,
}

impl Move {
    /// Returns what the move leads to, as the program writes it.
    pub fn to(&self) -> String {
        self.parts.join(" + ")
    }

    /// Returns whether the move is known to win.
    pub fn is_winning(&self) -> bool {
        self.wins == Some(true)
    }

    /// Returns whether an answer names the move: by its name, or by what it leads to.
    pub fn is_named(&self, answer: &str) -> bool {
        let name = self.name.as_deref();
        name.is_some_and(|name| is_same(name, answer)) || is_same(&self.to(), answer)
    }

    /// Returns the move's name and what it leads to.
    pub fn shown(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} -> {}", self.to()),
            None => format!("-> {}", self.to()),
        }
    }
}

impl Opened {
    /// Returns the options of a position, from the program's line about it.
    pub fn moves_in(&self, position: &str, line: &str) -> Result<Vec<Move>, Error> {
        let options = line::named(line)
            .map_err(|what| self.moves.wrong_about(position, &what))?
            .into_iter();
        let moves = options.map(|(name, parts)| Move {
            name: name.map(str::to_owned),
            parts: parts.into_iter().map(str::to_owned).collect(),
            grundy: None,
            wins: None,
        });
        Ok(moves.collect())
    }

    /// Returns the options of a position, each with its value. Takes O(bytes) if the position is already solved.
    pub fn solved_moves(&self, position: &str) -> Result<Vec<Move>, Error> {
        self.solve(&[position])?;
        let line = &self.ask(&self.moves, &[position])?[0];
        let mut moves = self.moves_in(position, line)?;
        let table = self.table();
        if let Some(number) = table.game.find(position) {
            same_options(&self.moves, &table.game, number, line)?;
        }
        for a_move in &mut moves {
            let values = a_move.parts.iter().map(|part| table.value_of(part));
            let values: Vec<InternedValue> = values.flatten().collect();
            a_move.grundy = values.iter().map(|value| value.grundy).collect();
            a_move.wins = Some(is_lost(&values));
        }
        Ok(moves)
    }

    /// Returns the options that win.
    pub fn winning_moves(&self, position: &str) -> Result<Vec<Move>, Error> {
        let mut moves = self.solved_moves(position)?;
        moves.retain(Move::is_winning);
        Ok(moves)
    }
}

/// Returns the value of a position as a claim.
pub(crate) fn claim_of(value: &InternedValue) -> Claim {
    Claim {
        wins: value.outcome.is_win(),
        winning_moves: value.winning.into(),
        grundy: value.grundy.map(u64::from),
    }
}

/// Returns whether a sum that can be solved is lost: without Grundy values at most one part has moves.
fn is_lost(parts: &[InternedValue]) -> bool {
    let values: Option<Vec<u32>> = parts.iter().map(|part| part.grundy).collect();
    if let Some(values) = values {
        return values.iter().fold(0, |sum, value| sum ^ value) == 0;
    }
    let with_moves = parts.iter().find(|part| part.options > 0);
    let decides = with_moves.or(parts.first());
    decides.is_some_and(|part| !part.outcome.is_win())
}

/// Returns whether two texts have the same words.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    a.split_ascii_whitespace().eq(b.split_ascii_whitespace())
}
