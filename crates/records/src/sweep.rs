//! Sweep records: how many positions of each size were confirmed, a row for every size.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::table::{Row as Table, Wrong};

/// What a sweep found at one size of one game. The columns of a sweep record, in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
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

impl Table for Row {
    const KIND: &'static str = "sweep record";

    fn check(&self) -> Result<(), Wrong> {
        Wrong::unless_text(&self.game, "game", "the name of a game")?;
        for (column, part) in [("losing", self.losing), ("mismatches", self.mismatches)] {
            let most = format!("at most positions, {}", self.positions);
            Wrong::unless(part <= self.positions, column, most)?;
        }
        Wrong::unless_number(self.seconds, "seconds")
    }

    fn subject(&self) -> Option<String> {
        Some(format!("{} size {}", self.game, self.size))
    }
}

/// Two records that do not count the same positions alike.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} and {} disagree: {game} size {size} has {} {column} in the one and {} in the other",
    files.0.display(), files.1.display(), values.0, values.1
)]
pub struct Disagreement {
    /// The two files.
    pub files: (PathBuf, PathBuf),
    /// Name of the game.
    pub game: String,
    /// The size.
    pub size: u32,
    /// The column.
    pub column: &'static str,
    /// What the files say there.
    pub values: (u64, u64),
}

/// The rows of several records, each size of each game once, by game and size.
///
/// Counts must agree, as far as they were made. Of mismatches the worst is kept, of times the best.
pub(crate) fn merge(records: &[(PathBuf, Vec<Row>)]) -> Result<Vec<Row>, Box<Disagreement>> {
    let mut merged: BTreeMap<(&str, u32), (&PathBuf, Row)> = BTreeMap::new();
    for (file, rows) in records {
        for row in rows {
            let (first, known) = merged
                .entry((&row.game, row.size))
                .or_insert_with(|| (file, row.clone()));
            for (column, values) in [
                ("positions", (known.positions, row.positions)),
                ("losing", (known.losing, row.losing)),
                ("winning_moves", (known.winning_moves, row.winning_moves)),
            ] {
                if values.0 != values.1 {
                    return Err(Box::new(Disagreement {
                        files: (first.clone(), file.clone()),
                        game: row.game.clone(),
                        size: row.size,
                        column,
                        values,
                    }));
                }
            }
            known.mismatches = known.mismatches.max(row.mismatches);
            known.seconds = known.seconds.min(row.seconds);
        }
    }
    Ok(merged.into_values().map(|(_, row)| row).collect())
}
