//! Sweep records: how many positions of each size were confirmed, a row for every size.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use grundy_game::Game;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::RecordError;
use crate::table::{self, CellCheck, TableRow};

/// What a sweep found at one size of one game. The columns of a sweep record, which are written in this order.
///
/// `Count` and `Seconds` are the types of the three cells before the last one. They are options in rows of a table that may lack these
/// columns, as that of what the oracle alone counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepRow<Count = u64, Seconds = f64> {
    /// The game's name.
    pub game: String,
    /// The size, in the game's own measure.
    pub size: u32,
    /// Positions compared: all that the size has.
    pub positions: u64,
    /// P-positions among them.
    pub losing: u64,
    /// Sum of the numbers of winning moves.
    pub winning_moves: Count,
    /// Positions on which closed form and oracle differ.
    pub mismatches: Count,
    /// Wall time of the comparison, in seconds.
    pub seconds: Seconds,
    /// Draws among the positions, in a game whose positions may repeat. Only rows of such games, and others of one table
    /// with them, have this column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws: Option<u64>,
}

/// A row of a table of what the oracle alone counted: it may lack the last three columns.
pub(crate) type OracleRow = SweepRow<Option<u64>, Option<f64>>;

/// The game that rows with this name are about: gra for `gra:portable`, a part of it. `None` for a game that this
/// version does not have.
pub(crate) fn game_of(name: &str) -> Option<Arc<dyn Game>> {
    let whole = name.split(':').next().unwrap_or_default();
    let found = grundy_games::find(name).or_else(|_| grundy_games::find(whole));
    found.ok()
}

/// Whether rows with this name are about a part of a game, as `gra:portable`.
pub(crate) fn is_part(name: &str) -> bool {
    grundy_games::find(name).is_err() && game_of(name).is_some()
}

impl<C, S> TableRow for SweepRow<C, S>
where
    C: Copy + Into<Option<u64>> + DeserializeOwned,
    S: Copy + Into<Option<f64>> + DeserializeOwned,
{
    fn checks(&self) -> Vec<CellCheck> {
        let (game, size, positions) = (&self.game, self.size, self.positions);
        let counted = game_of(game).and_then(|game| game.positions(size).ok());
        let counted = counted.unwrap_or(positions);
        let expected = format!("{counted}, the number of positions of {game} at size {size}");
        let mismatches = self.mismatches.into().unwrap_or_default();
        vec![
            table::text("game", game),
            table::cell("positions", positions == counted, expected),
            table::part("losing", self.losing, positions),
            table::part(
                "draws",
                self.draws.unwrap_or(0),
                positions - self.losing.min(positions),
            ),
            table::part("mismatches", mismatches, positions),
            table::number("seconds", self.seconds.into().unwrap_or_default()),
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
            let counts = |row: &SweepRow| (row.positions, row.losing, row.winning_moves, row.draws);
            if counts(known) != counts(row) {
                let (first, second) = (first.display(), file.display());
                let SweepRow { game, size, .. } = row;
                let what = format!("the positions of {game} size {size}");
                let problem = format!("{first} and {second} count {what} differently");
                return Err(RecordError::Unusable(problem));
            }
            known.mismatches = known.mismatches.max(row.mismatches);
            known.seconds = known.seconds.min(row.seconds);
        }
    }
    Ok(merged.into_values().map(|(_, row)| row).collect())
}
