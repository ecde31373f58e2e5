//! What was checked beside the sweeps, and the periods of heap games.

use std::collections::HashMap;

use maud::{Markup, html};

use super::parts::{table, title};
use crate::heaps::PeriodRow;
use crate::report::checks::ListedCheck;
use crate::report::results::Results;
use crate::units;

/// The section on other checks.
pub(super) fn checks(checks: &[ListedCheck]) -> Markup {
    if checks.is_empty() {
        return html! { p.note { "No record of another check yet." } };
    }
    let random = || "random".to_owned();
    html! {
        p {
            "Checks of positions that the sweeps have already, and of random ones, and counts by the \
             oracle alone. Nothing here is added to the numbers above. docs/verification.md says what \
             each of them can catch."
        }
        (table(
            ["game", "check", "sizes", ">positions", ">P-positions", ">mismatches", "record"],
            checks.iter().map(|check| [
                check.game.clone(),
                check.what.clone(),
                check.sizes.map_or_else(random, |(least, most)| format!("{least} to {most}")),
                units::count(check.positions),
                units::count(check.losing),
                or_dash(check.mismatches),
                check.file.clone(),
            ]),
        ))
    }
}

fn or_dash(count: Option<u64>) -> String {
    count.map_or_else(|| "-".to_owned(), units::count)
}

/// The section on periods.
pub(super) fn periods(results: &Results) -> Markup {
    let rows = results.periods.iter().flat_map(|(_, rows)| rows);
    let found: HashMap<&str, &PeriodRow> = rows.map(|row| (&*row.game, row)).collect();
    let length = |game: &str| found.get(game).map(|row| row.length);
    let published = results.published.iter();
    let same = published.filter(|row| length(&row.game) == Some(Some(row.length)));
    let (same, all) = (same.count(), results.published.len());
    html! {
        @if results.periods.is_empty() {
            p.note { "No table of periods yet." }
        } @else {
            p {
                "The values of single heaps of the games of each table, up to a heap or an amount of work that \
                 results/README.md names. A period counts when a theorem proves it."
            }
            (table(
                ["table", ">codes", ">proved", ">open", ">longest period", "of"],
                results.periods.iter().map(|(file, rows)| row_of_table(file, rows)),
            ))
        }
        @if all > 0 {
            p { "Of " (all) " published periods " (same) " are proved here with the same length." }
            details {
                summary { "Every published period" }
                (table(
                    ["game", ">published", ">proved here", "source"],
                    results.published.iter().map(|row| [
                        row.game.clone(),
                        units::count(row.length),
                        match length(&row.game) {
                            Some(None) => "open".to_owned(),
                            length => or_dash(length.flatten()),
                        },
                        row.source.clone(),
                    ]),
                ))
            }
        }
        @if !results.alike.is_empty() {
            details {
                summary { "Games that published tables take for one" }
                (table(
                    ["one", "other", ">larger by", ">first difference", "source"],
                    results.alike.iter().map(|row| [
                        row.one.clone(),
                        row.other.clone(),
                        row.shift.to_string(),
                        format!("heap {}", units::count(row.differ)),
                        row.source.clone(),
                    ]),
                ))
            }
        }
    }
}

/// How many games of a table of periods are proved, and the longest period among them.
fn row_of_table(file: &str, rows: &[PeriodRow]) -> [String; 6] {
    let proved = rows.iter().filter(|row| row.length.is_some()).count();
    let longest = rows.iter().max_by_key(|row| row.length);
    let longest = longest.filter(|row| row.length.is_some());
    [
        file.to_owned(),
        units::count(rows.len() as u64),
        units::count(proved as u64),
        units::count((rows.len() - proved) as u64),
        or_dash(longest.and_then(|row| row.length)),
        longest.map_or_else(String::new, |row| title(&row.game)),
    ]
}
