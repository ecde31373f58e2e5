//! What was checked or counted beside the sweeps: a row of the page for each game of a record.

use std::path::Path;

use grundy_games::Tally;
use maud::{Markup, html};
use serde::Deserialize;

use super::parts::{table, total};
use crate::error::RecordError;
use crate::files;
use crate::found::Findings;
use crate::plan::Check;
use crate::table::{self as records, CellCheck, TableRow};
use crate::units;

const COLUMNS: [&str; 7] = [
    "game",
    "check",
    "sizes",
    ">positions",
    ">P-positions",
    ">mismatches",
    "record",
];

/// The cells of a check or a count of one game. The first one is the game's name, with a colon and the part of it that
/// was checked where that is not all.
pub(super) type CheckCells = [String; COLUMNS.len()];

/// The section.
pub(super) fn checks(checks: &[CheckCells]) -> Option<Markup> {
    (!checks.is_empty()).then(|| html! {
        p {
            "Checks of positions that the sweeps have already, and of random ones, and counts by the \
             oracle alone. Nothing here is added to the numbers above. docs/verification.md says what \
             each of them can catch."
        }
        (table(COLUMNS, checks.iter().cloned()))
    })
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
            records::text("game", game),
            records::cell("positions", self.positions == positions, expected),
            records::part("losing", self.losing, positions),
            records::part("mismatches", mismatches, positions),
            records::number("seconds", self.seconds.unwrap_or_default()),
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
pub(super) fn of_table(file: &Path, what: &str) -> Result<Vec<CheckCells>, RecordError> {
    let rows: Vec<SizeCounts> = records::read(file)?;
    let of_game = |rows: &[SizeCounts]| {
        let sum = |count: fn(&SizeCounts) -> u64| units::count(total(rows.iter().map(count)));
        let mismatches: Option<Vec<u64>> = rows.iter().map(|row| row.mismatches).collect();
        let mismatches = mismatches.map(|counts| units::count(total(counts)));
        [
            rows[0].game.clone(),
            what.to_owned(),
            format!("{} to {}", rows[0].size, rows[rows.len() - 1].size),
            sum(|row| row.positions),
            sum(|row| row.losing),
            mismatches.unwrap_or_else(|| "-".to_owned()),
            with_folder(file),
        ]
    };
    let games = rows.chunk_by(|a, b| a.game == b.game);
    Ok(games.map(of_game).collect())
}

/// The checks in the output of `grundy sweep --format json`, one for each game.
pub(super) fn of_findings(file: &Path, found: &Findings) -> Vec<CheckCells> {
    let check = |(game, total): (&String, &Tally)| {
        let what = match found.plan[game].check {
            Check::Random { draw, .. } => format!("closure, -m {} -n {}", draw.m, draw.n),
            check => check.to_string(),
        };
        [
            game.clone(),
            what,
            "random".to_owned(),
            units::count(total.positions),
            units::count(total.losing),
            units::count(total.mismatches),
            with_folder(file),
        ]
    };
    found.total.iter().map(check).collect()
}

/// The name of a record with that of its folder.
fn with_folder(file: &Path) -> String {
    let folder = file.parent().map(files::name).unwrap_or_default();
    format!("{folder}/{}", files::name(file))
}
