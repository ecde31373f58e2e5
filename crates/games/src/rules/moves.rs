//! The moves of a position, from the program's line about it.

use std::sync::Arc;

use grundy_brute::interned::InternedValue;

use crate::rules::explore::same_options;
use crate::rules::line;
use crate::rules::opened::Opened;
use crate::rules::position::{positions, text};
use crate::rules::table::Table;
use crate::{Choice, Error};

impl Opened {
    /// Returns the options of a position, from the program's line about it. The positions that they lead to form one
    /// batch.
    pub fn moves_in(self: &Arc<Self>, position: &str, line: &str) -> Result<Vec<Choice>, Error> {
        let options = line::named(line).map_err(|what| self.moves.wrong_about(position, &what))?;
        let parts = options.iter().flat_map(|(_, parts)| parts);
        let parts = parts.map(|&part| part.to_owned()).collect();
        let mut positions = positions(self, parts).into_iter();
        let choices = options.iter().map(|(name, parts)| Choice {
            name: name.map(str::to_owned),
            leads_to: positions.by_ref().take(parts.len()).collect(),
            wins: None,
        });
        Ok(choices.collect())
    }

    /// Returns the options of a position, each with whether it wins. Takes O(bytes) if the position is already solved.
    pub fn solved_moves(self: &Arc<Self>, position: &str) -> Result<Vec<Choice>, Error> {
        self.solve(&[position])?;
        let line = &self.ask(&self.moves, &[position])?[0];
        let mut moves = self.moves_in(position, line)?;
        let table = self.table();
        if let Some(number) = table.game.find(position) {
            same_options(&self.moves, &table.game, number, line)?;
        }
        for choice in &mut moves {
            choice.wins = Some(is_lost(&values(&table, choice)));
        }
        Ok(moves)
    }

    /// Returns the options that win.
    pub fn winning_moves(self: &Arc<Self>, position: &str) -> Result<Vec<Choice>, Error> {
        let mut moves = self.solved_moves(position)?;
        moves.retain(Choice::is_winning);
        Ok(moves)
    }

    /// Returns the Grundy values of the parts that a move leads to; none under misère play.
    pub fn grundy_values(&self, choice: &Choice) -> Option<Vec<u32>> {
        let values = values(&self.table(), choice);
        values.iter().map(|value| value.grundy).collect()
    }
}

/// Returns the values of the parts that a move leads to, of those that are solved.
fn values(table: &Table, choice: &Choice) -> Vec<InternedValue> {
    let values = choice
        .leads_to
        .iter()
        .map(|part| table.value_of(&text(part)));
    values.flatten().collect()
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
