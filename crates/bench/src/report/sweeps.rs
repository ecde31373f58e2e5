//! Sweep records: how many positions of each size were confirmed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::table::{self, Cells, Problem, Row, TableError};

/// A row of a sweep record: every position of one size of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Name of the game.
    pub game: String,
    /// The size.
    pub size: u64,
    /// How many positions of that size were compared.
    pub positions: u64,
    /// How many of them are P-positions.
    pub losing: u64,
    /// The sum of their numbers of winning moves; `None` where only outcomes were compared.
    pub winning_moves: Option<u64>,
    /// On how many the solver and the oracle disagree.
    pub mismatches: u64,
    /// How long it took.
    pub seconds: f64,
}

impl Row for Sweep {
    const KIND: &'static str = "sweep record";
    const COLUMNS: &'static [&'static str] = &[
        "game",
        "size",
        "positions",
        "losing",
        "winning_moves",
        "mismatches",
        "seconds",
    ];

    fn from_cells(cells: &Cells<'_>) -> Result<Self, Problem> {
        let row = Self {
            game: cells.text("game", "the name of a game")?,
            size: cells.whole("size", 0)?,
            positions: cells.whole("positions", 0)?,
            losing: cells.whole("losing", 0)?,
            winning_moves: cells.whole_or_nothing("winning_moves")?,
            mismatches: cells.whole("mismatches", 0)?,
            seconds: cells.number("seconds")?,
        };
        for (column, part) in [("losing", row.losing), ("mismatches", row.mismatches)] {
            if part > row.positions {
                return Err(cells.wrong(column, format!("at most positions, {}", row.positions)));
            }
        }
        Ok(row)
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
    pub size: u64,
    /// The column.
    pub column: &'static str,
    /// What the files say there.
    pub values: (u64, u64),
}

/// Reads a sweep record.
pub(super) fn read(file: &Path) -> Result<Vec<Sweep>, TableError> {
    table::read(file)
}

/// The rows of several records, each size of each game once, by game and size.
///
/// Counts must agree, as far as they were made. Of mismatches the worst is kept, of times the best.
pub(super) fn merge(records: &[(PathBuf, Vec<Sweep>)]) -> Result<Vec<Sweep>, Box<Disagreement>> {
    let mut merged: BTreeMap<(&str, u64), (&PathBuf, Sweep)> = BTreeMap::new();
    for (file, rows) in records {
        for row in rows {
            let (first, known) = merged
                .entry((&row.game, row.size))
                .or_insert_with(|| (file, row.clone()));
            for (column, values) in [
                ("positions", (Some(known.positions), Some(row.positions))),
                ("losing", (Some(known.losing), Some(row.losing))),
                ("winning_moves", (known.winning_moves, row.winning_moves)),
            ] {
                if let (Some(one), Some(other)) = values
                    && one != other
                {
                    let values = (one, other);
                    return Err(Box::new(Disagreement {
                        files: (first.clone(), file.clone()),
                        game: row.game.clone(),
                        size: row.size,
                        column,
                        values,
                    }));
                }
            }
            known.winning_moves = known.winning_moves.or(row.winning_moves);
            known.mismatches = known.mismatches.max(row.mismatches);
            known.seconds = known.seconds.min(row.seconds);
        }
    }
    Ok(merged.into_values().map(|(_, row)| row).collect())
}
