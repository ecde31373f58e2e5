//! The page itself: sections, tables, and the charts in them.

use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::benchmarks::{benchmarks, newest};
use super::heaps::{heaps, periods};
use super::parts::{table, total};
use super::results::{Benchmark, Results};
use super::scaling::scaling;
use super::sweeps::{by_game, checks, sweeps};
use crate::benchmark::cells;
use crate::files::{self, PathError};
use crate::units;

impl Results {
    /// Writes the page, to a temporary name first.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(&self, file: &Path) -> Result<(), PathError> {
        files::write(file, self.to_html().as_bytes())
    }

    /// The page. The same results give the same page, byte for byte.
    pub fn to_html(&self) -> String {
        html(self).into_string()
    }
}

fn html(results: &Results) -> Markup {
    let fields = newest(&results.benchmarks);
    let sections = [
        ("sweeps", "Positions confirmed", sweeps(&results.sweeps)),
        ("checks", "Other checks", checks(&results.checks)),
        ("periods", "Periods of heap games", periods(results)),
        ("heaps", "Values of heaps", heaps(results)),
        ("benchmarks", "Benchmarks", benchmarks(&fields)),
        ("scaling", "Growing inputs", scaling(&fields)),
        ("records", "Records", records(&results.benchmarks)),
    ];
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "grundy: verified and measured" }
                // An icon in the page itself, or the browser asks the network for one.
                link rel="icon" href="data:,";
                style { (PreEscaped(include_str!("page.css"))) (PreEscaped(include_str!("../chart.css"))) }
            }
            body {
                header {
                    h1 { "grundy: verified and measured" }
                    p.lead {
                        "What the records in " code { "results/" } " say: every position up to a size \
                         confirmed against the rules alone, and every solver timed beside its floor."
                    }
                    (figures(results))
                    nav aria-label="Sections" {
                        @for (id, title, _) in &sections { a href=(format!("#{id}")) { (title) } }
                    }
                }
                main {
                    @for (id, title, content) in &sections {
                        h2 id=(id) { (title) }
                        @if let Some(content) = content { (content) } @else { p.note { "No record yet." } }
                    }
                }
            }
        }
    }
}

/// The figures at the top.
fn figures(results: &Results) -> Markup {
    let rows = || results.sweeps.iter();
    let positions = total(rows().map(|row| row.positions - row.mismatches));
    let mismatches = total(rows().map(|row| row.mismatches));
    let games = by_game(&results.sweeps).len();
    let newest = results.benchmarks.last();
    let day = newest.and_then(|record| record.date.split('T').next());
    html! {
        dl.figures {
            div { dt { "positions confirmed" } dd { (units::count(positions)) } }
            div {
                dt { "mismatches" }
                dd.(if mismatches == 0 { "good" } else { "bad" }) { (units::count(mismatches)) }
            }
            div { dt { "games swept" } dd { (games) } }
            div { dt { "newest benchmark record" } dd { (day.unwrap_or("none yet")) } }
        }
    }
}

fn records(benchmarks: &[Benchmark]) -> Option<Markup> {
    (!benchmarks.is_empty()).then(|| html! {
        p { "The benchmark records behind this page, and what they were made by." }
        (table(
            [">number", "file", "date", "version", "revision", "compiler", "processor", ">rows"],
            (1..).zip(benchmarks).map(|(number, benchmark)| [
                format!("{number}"),
                benchmark.file.clone(),
                benchmark.date.replace('T', " ").replace('Z', " UTC"),
                cells(&benchmark.rows, |row| &row.version),
                cells(&benchmark.rows, |row| &row.revision),
                cells(&benchmark.rows, |row| &row.rustc),
                cells(&benchmark.rows, |row| &row.cpu),
                benchmark.rows.len().to_string(),
            ]),
        ))
    })
}
