//! Sweep records: how many positions of each size were confirmed, a row for every size.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::RecordError;
use crate::table::{self, CellCheck, TableRow};

/// What a sweep found at one size of one game. The columns of a sweep record, in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepRow {
    /// The game's name.
    pub game: String,
    /// The size, in the game's own measure.
    pub size: u32,
    /// Positions compared: all that the size has.
    pub positions: u64,
    /// P-positions among them.
    pub losing: u64,
    /// Sum of the numbers of winning moves.
    pub winning_moves: u64,
    /// Positions on which closed form and oracle differ.
    pub mismatches: u64,
    /// Wall time of the comparison, in seconds.
    pub seconds: f64,
}

impl TableRow for SweepRow {
    fn checks(&self) -> Vec<CellCheck> {
        vec![
            table::text("game", &self.game),
            table::part("losing", self.losing, self.positions),
            table::part("mismatches", self.mismatches, self.positions),
            table::number("seconds", self.seconds),
        ]
    }

    fn subject(&self) -> Option<String> {
        Some(format!("{} size {}", self.game, self.size))
    }
}

/// The rows of several records, each size of each game once, by game and size.
///
/// Of mismatches the largest number is kept, of times the smallest.
///
/// # Errors
/// When two records count the positions of a size differently.
pub(crate) fn merge(records: &[(PathBuf, Vec<SweepRow>)]) -> Result<Vec<SweepRow>, RecordError> {
    let mut merged: BTreeMap<(&str, u32), (&PathBuf, SweepRow)> = BTreeMap::new();
    for (file, rows) in records {
        for row in rows {
            let (first, known) = merged
                .entry((&row.game, row.size))
                .or_insert_with(|| (file, row.clone()));
            let counts = |row: &SweepRow| (row.positions, row.losing, row.winning_moves);
            if counts(known) != counts(row) {
                return Err(RecordError::Unusable(format!(
                    "{} and {} count the positions of {} size {} differently",
                    first.display(),
                    file.display(),
                    row.game,
                    row.size
                )));
            }
            known.mismatches = known.mismatches.max(row.mismatches);
            known.seconds = known.seconds.min(row.seconds);
        }
    }
    Ok(merged.into_values().map(|(_, row)| row).collect())
}
