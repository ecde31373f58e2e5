//! Records beside sweeps and benchmarks: what else was checked, counted or published.

use std::path::Path;

use grundy_games::Tally;
use serde::Deserialize;

use crate::error::RecordError;
use crate::files;
use crate::found::Findings;
use crate::plan::Check;
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

/// A row of a sweep record, or of a table of what the oracle alone counted, which lacks the last columns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SizeCounts {
    game: String,
    size: u32,
    positions: u64,
    losing: u64,
    #[serde(rename = "winning_moves")]
    _winning_moves: Option<u64>,
    /// `None` where nothing was compared.
    mismatches: Option<u64>,
    seconds: Option<f64>,
}

impl TableRow for SizeCounts {
    fn checks(&self) -> Vec<CellCheck> {
        let Self { game, size, .. } = self;
        // `gra:portable` is a part of gra. Records may have games that are not built in any more.
        let known = game.split(':').next().map(grundy_games::find);
        let counted = known.and_then(|game| game.ok()?.positions(*size).ok());
        let positions = counted.unwrap_or(self.positions);
        let expected = format!("{positions}, the number of positions of {game} at size {size}");
        let mismatches = self.mismatches.unwrap_or_default();
        vec![
            table::text("game", game),
            table::cell("positions", self.positions == positions, expected),
            table::part("losing", self.losing, positions),
            table::part("mismatches", mismatches, positions),
            table::number("seconds", self.seconds.unwrap_or_default()),
        ]
    }

    fn subject(&self) -> Option<String> {
        Some(format!("{} size {}", self.game, self.size))
    }
}

/// The checks of a table: one for each game, whose rows stand together.
///
/// # Errors
/// When the table cannot be read, or when a row of a known game has another number of positions than the game's
/// formula gives.
pub(super) fn listed(file: &Path, what: &str) -> Result<Vec<ListedCheck>, RecordError> {
    let rows: Vec<SizeCounts> = table::read(file)?;
    let of_game = |rows: &[SizeCounts]| {
        let sizes = || rows.iter().map(|row| row.size);
        let mismatches: Option<Vec<u64>> = rows.iter().map(|row| row.mismatches).collect();
        ListedCheck {
            game: rows[0].game.clone(),
            what: what.to_owned(),
            sizes: sizes().min().zip(sizes().max()),
            positions: total(rows.iter().map(|row| row.positions)),
            losing: total(rows.iter().map(|row| row.losing)),
            mismatches: mismatches.map(total),
            file: with_folder(file),
        }
    };
    let games = rows.chunk_by(|a, b| a.game == b.game);
    Ok(games.map(of_game).collect())
}

/// The sum of some counts, or the largest number there is.
pub(super) fn total(counts: impl IntoIterator<Item = u64>) -> u64 {
    counts.into_iter().fold(0, u64::saturating_add)
}

/// The name of a record with that of its folder.
fn with_folder(file: &Path) -> String {
    let folder = file.parent().map(files::name).unwrap_or_default();
    format!("{folder}/{}", files::name(file))
}

/// The checks in the output of `grundy sweep --format json`, one for each game.
pub(super) fn of_found(file: &Path, found: &Findings) -> Vec<ListedCheck> {
    let check = |(game, total): (&String, &Tally)| ListedCheck {
        game: game.clone(),
        what: match found.plan[game].check {
            Check::Random { draw, .. } => format!("closure, -m {} -n {}", draw.m, draw.n),
            check => check.to_string(),
        },
        sizes: None,
        positions: total.positions,
        losing: total.losing,
        mismatches: Some(total.mismatches),
        file: with_folder(file),
    };
    found.total.iter().map(check).collect()
}

/// A published period.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
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
    fn checks(&self) -> Vec<CellCheck> {
        let length = table::at_least_1("length", self.length);
        vec![table::text("game", &self.game), length]
    }
}

/// Two games that a published table takes for one, and the smallest heap on which they differ.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
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
    fn checks(&self) -> Vec<CellCheck> {
        let texts = [("one", &self.one), ("other", &self.other)];
        texts.map(|(column, code)| table::text(column, code)).into()
    }
}
