//! Records beside sweeps and benchmarks: what else was checked, counted or published.

use std::path::Path;

use grundy_games::Tally;
use serde::Deserialize;

use crate::error::RecordError;
use crate::found::Findings;
use crate::plan::Check;
use crate::sweep::SweepRow;
use crate::table::{self, CellCheck, TableRow};

/// A check or a count of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedCheck {
    /// The game's name, with a colon and the part of it that was checked where that is not all.
    pub game: String,
    /// What was done.
    pub what: String,
    /// The smallest and the largest size; `None` for random positions.
    pub sizes: Option<(u32, u32)>,
    /// The number of positions.
    pub positions: u64,
    /// P-positions among them.
    pub losing: u64,
    /// Positions where two answers differ; `None` where nothing was compared.
    pub mismatches: Option<u64>,
    /// The file's name with its folder, `closure/gra-22.csv`.
    pub file: String,
}

/// The counts of one size of a game, and the row of a table of what the oracle alone counted.
#[derive(Deserialize)]
pub(super) struct SizeCounts {
    game: String,
    size: u32,
    positions: u64,
    losing: u64,
    #[serde(default, rename = "winning_moves")]
    _winning_moves: Option<u64>,
    /// `None` where nothing was compared.
    #[serde(skip)]
    mismatches: Option<u64>,
}

impl From<&SweepRow> for SizeCounts {
    fn from(row: &SweepRow) -> Self {
        Self {
            game: row.game.clone(),
            size: row.size,
            positions: row.positions,
            losing: row.losing,
            _winning_moves: None,
            mismatches: Some(row.mismatches),
        }
    }
}

impl TableRow for SizeCounts {
    const KIND: &'static str = "table of outcomes";
    const ADDED: &'static [&'static str] = &["winning_moves"];

    fn checks(&self) -> Vec<CellCheck> {
        vec![
            table::text("game", &self.game, "the name of a game"),
            table::part("losing", self.losing, self.positions),
        ]
    }

    fn subject(&self) -> Option<String> {
        Some(format!("{} size {}", self.game, self.size))
    }
}

/// The checks of a record: one for each game, whose rows stand together.
///
/// # Errors
/// When a row of a known game has another number of positions than the game's formula gives.
pub(super) fn listed(
    file: &Path,
    what: &str,
    rows: impl Iterator<Item = SizeCounts>,
) -> Result<Vec<ListedCheck>, RecordError> {
    let rows: Vec<SizeCounts> = rows.collect();
    check_positions(file, &rows)?;
    let of_game = |rows: &[SizeCounts]| {
        let sizes = || rows.iter().map(|row| row.size);
        let mismatches: Option<Vec<u64>> = rows.iter().map(|row| row.mismatches).collect();
        ListedCheck {
            game: rows[0].game.clone(),
            what: what.to_owned(),
            sizes: sizes().min().zip(sizes().max()),
            positions: total(rows.iter().map(|row| row.positions)),
            losing: total(rows.iter().map(|row| row.losing)),
            mismatches: mismatches.map(|mismatches| total(mismatches.into_iter())),
            file: with_folder(file),
        }
    };
    let games = rows.chunk_by(|a, b| a.game == b.game);
    Ok(games.map(of_game).collect())
}

/// The sum of some counts, or the largest number there is.
pub(super) fn total(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}

/// The name of a record with that of its folder.
fn with_folder(file: &Path) -> String {
    let mut names: Vec<_> = file
        .iter()
        .rev()
        .take(2)
        .map(|name| name.to_string_lossy())
        .collect();
    names.reverse();
    names.join("/")
}

/// The checks in the output of `grundy sweep --format json`, one for each game.
pub(super) fn of_found(file: &Path, found: &Findings) -> Vec<ListedCheck> {
    let check = |(game, total): (&String, &Tally)| ListedCheck {
        game: game.clone(),
        what: match found.plan.get(game).map(|plan| plan.check) {
            Some(Check::Random { draw, .. }) => format!("closure, -m {} -n {}", draw.m, draw.n),
            check => check.map_or_else(String::new, |check| check.to_string()),
        },
        sizes: None,
        positions: total.positions,
        losing: total.losing,
        mismatches: Some(total.mismatches),
        file: with_folder(file),
    };
    found.total.iter().map(check).collect()
}

fn check_positions(file: &Path, rows: &[SizeCounts]) -> Result<(), RecordError> {
    for (row, line) in rows.iter().zip(2..) {
        let SizeCounts {
            game,
            size,
            positions: found,
            ..
        } = row;
        // `gra:portable` is a part of gra. Records may have games that are not built in any more.
        let name = game.split(':').next().unwrap_or(game);
        let known = grundy_games::find(name).ok();
        let expected = known.and_then(|game| game.positions(*size).ok());
        if let Some(positions) = expected.filter(|positions| positions != found) {
            return Err(RecordError::Line {
                file: file.to_owned(),
                line,
                problem: format!(
                    "column `positions`: found `{found}`, expected {positions}, the number of positions of {game} \
                     at size {size}"
                ),
            });
        }
    }
    Ok(())
}

/// A published period.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Published {
    /// The code.
    pub game: String,
    /// The preperiod, as the source counts it.
    pub start: u64,
    /// The period.
    pub length: u64,
    /// Where it was published.
    pub source: String,
}

impl TableRow for Published {
    const KIND: &'static str = "table of published periods";

    fn checks(&self) -> Vec<CellCheck> {
        vec![
            table::text("game", &self.game, "the code of a game"),
            table::at_least_1("length", self.length),
        ]
    }
}

/// Two games that a published table takes for one, and the smallest heap on which they differ.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Alike {
    /// The code of the one.
    pub one: String,
    /// The code of the other.
    pub other: String,
    /// By how much larger a heap of the other is that is taken for a heap of the one.
    pub shift: u64,
    /// The smallest heap of the one whose value differs.
    pub differ: u64,
    /// Which table takes them for one.
    pub source: String,
}

impl TableRow for Alike {
    const KIND: &'static str = "table of games that are taken for one";

    fn checks(&self) -> Vec<CellCheck> {
        vec![
            table::text("one", &self.one, "the code of a game"),
            table::text("other", &self.other, "the code of a game"),
        ]
    }
}
