//! What was checked or counted beside the sweeps: a row of the page for each game of a record.

use std::path::Path;

use grundy_games::Tally;
use maud::{Markup, html};

use super::parts::{name, table};
use super::sweeps::{ranges, summary};
use crate::files;
use crate::found::Findings;
use crate::plan::Check;
use crate::sweep::SweepRow;
use crate::units;

/// The cells of a check or a count of one game. The first one is the game's name, with a colon and the part of it that
/// was checked where that is not all.
pub(super) type CheckCells = [String; 7];

/// The section.
pub(super) fn checks(checks: &[CheckCells]) -> Option<Markup> {
    (!checks.is_empty()).then(|| html! {
        p {
            "Checks of positions that the sweeps have already, and of random ones, and counts by the \
             oracle alone. Nothing here is added to the numbers above. docs/verification.md says what \
             each of them can catch."
        }
        (table(
            ["game", "check", "sizes", ">positions", ">P-positions", ">mismatches", "record"],
            checks.iter().cloned(),
        ))
    })
}

/// The checks of a table: one for each game, whose rows stand together.
pub(super) fn of_rows<C: Copy + Into<Option<u64>>, S>(
    file: &Path,
    what: &str,
    rows: &[SweepRow<C, S>],
) -> Vec<CheckCells> {
    let of_game = |rows: &[SweepRow<C, S>]| {
        let [sizes, positions, losing, mismatches] = summary(rows);
        [
            name(&rows[0].game),
            what.to_owned(),
            sizes,
            positions,
            losing,
            mismatches,
            with_folder(file),
        ]
    };
    let games = rows.chunk_by(|a, b| a.game == b.game);
    games.map(of_game).collect()
}

/// The checks in the output of `grundy sweep --format json`, one for each game.
pub(super) fn of_findings(file: &Path, found: &Findings) -> Vec<CheckCells> {
    let check = |(game, total): (&String, &Tally)| {
        let (what, sizes) = match found.plan[game].check {
            Check::Random { draw, .. } => {
                let what = format!("closure, -m {} -n {}", draw.m, draw.n);
                (what, "random".to_owned())
            }
            check => {
                let rows = found.rows.iter().filter(|row| row.game == *game);
                (check.to_string(), ranges(rows))
            }
        };
        [
            name(game),
            what,
            sizes,
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
