//! `grundy sweep`.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use grundy_games::{Entry, Mismatch};
use grundy_sweep::{Plan, Report, Row, sweep, write_record};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::Done;
use crate::arguments::{Format, Sweep};
use crate::output::{self, BAD, GOOD, grouped};

pub fn run(arguments: &Sweep) -> Result<Done> {
    // A sweep can take minutes: what would spoil its record is said before it starts.
    if let Some(path) = &arguments.csv {
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
        if dir.is_some_and(|dir| !dir.is_dir()) || path.is_dir() {
            bail!("cannot write {}: not a file in a directory", path.display());
        }
    }
    let games = arguments.game.list();
    let mut rows: Vec<Row> = Vec::new();
    let mut smallest = Vec::new();
    let mut oracle_seconds = serde_json::Map::new();
    for game in &games {
        let report = sweep_one(arguments, *game)?;
        if matches!(arguments.format, Format::Text) {
            output::print(&table(*game, &report))?;
        }
        let seconds = report.oracle.as_secs_f64();
        oracle_seconds.insert(game.about().name.to_owned(), seconds.into());
        rows.extend(report.rows);
        smallest.extend(report.smallest);
    }
    if games.len() > 1 && matches!(arguments.format, Format::Text) {
        let positions: u64 = rows.iter().map(|row| row.positions).sum();
        let mismatches: u64 = rows.iter().map(|row| row.mismatches).sum();
        output::print(&format!(
            "{} games: {} positions, {} mismatches\n",
            games.len(),
            grouped(positions),
            grouped(mismatches)
        ))?;
    }
    let confirmed = rows.iter().all(|row| row.mismatches == 0);
    if matches!(arguments.format, Format::Json) {
        let report = json!({
            "confirmed": confirmed,
            "rows": rows,
            "smallest": smallest,
            "oracle_seconds": oracle_seconds,
        });
        output::print(&format!("{report}\n"))?;
    }
    if let Some(path) = &arguments.csv {
        write_record(path, &rows).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(if confirmed {
        Done::Fine
    } else {
        Done::CheckFailed
    })
}

fn sweep_one(arguments: &Sweep, game: &dyn Entry) -> Result<Report> {
    let about = game.about();
    let up_to = arguments.up_to.unwrap_or(about.sweep_to);
    let plan = Plan {
        up_to,
        jobs: arguments.jobs.map(usize::from),
    };
    // Sizes that are too large for the oracle are too large for this sum, too.
    let all = (about.smallest..=up_to)
        .map_while(|size| Some(game.positions(size)).filter(|&positions| positions < u64::MAX))
        .fold(0_u64, u64::saturating_add);
    // Drawn on standard error, and only where that is a terminal.
    let bar =
        ProgressBar::new(all)
            .with_message(about.name)
            .with_style(ProgressStyle::with_template(
                "{msg} {wide_bar} {human_pos}/{human_len} positions, {per_sec}, {eta} left",
            )?);
    let never = AtomicBool::new(false);
    let report = sweep(game, plan, &never, &|positions| bar.inc(positions));
    bar.finish_and_clear();
    Ok(report?)
}

fn table(game: &dyn Entry, report: &Report) -> String {
    const HEAD: [&str; 6] = [
        "size",
        "positions",
        "losing",
        "winning moves",
        "mismatches",
        "seconds",
    ];
    let cells: Vec<[String; 6]> = report.rows.iter().map(cells).collect();
    let widths: Vec<usize> = (0..HEAD.len())
        .map(|column| {
            let widest = cells.iter().map(|row| row[column].len()).max();
            widest.unwrap_or(0).max(HEAD[column].len())
        })
        .collect();
    let line = |row: &[&str]| {
        let padded: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:>width$}"))
            .collect();
        padded.join("  ") + "\n"
    };
    let mut text = format!("{}: closed form against oracle\n", game.about().title);
    text += &line(&HEAD);
    for row in &cells {
        text += &line(&row.each_ref().map(String::as_str));
    }
    text += &summary(game, report);
    text
}

fn cells(row: &Row) -> [String; 6] {
    [
        row.size.to_string(),
        grouped(row.positions),
        grouped(row.losing),
        grouped(row.winning_moves),
        grouped(row.mismatches),
        format!("{:.4}", row.seconds),
    ]
}

fn summary(game: &dyn Entry, report: &Report) -> String {
    let positions = grouped(report.positions());
    let seconds = report.seconds();
    let oracle = report.oracle.as_secs_f64();
    match &report.smallest {
        None => format!(
            "{GOOD}all {positions} positions confirmed{GOOD:#}, 0 mismatches, in {seconds:.2} s \
             after {oracle:.2} s for the oracle\n"
        ),
        Some(mismatch) => {
            let mismatches: u64 = report.rows.iter().map(|row| row.mismatches).sum();
            format!(
                "{BAD}{} of {positions} positions differ{BAD:#}; the smallest:\n{}",
                grouped(mismatches),
                show(game, mismatch)
            )
        }
    }
}

fn show(game: &dyn Entry, mismatch: &Mismatch) -> String {
    let input = mismatch.input.trim_end();
    let mut text = String::new();
    let _ = writeln!(text, "  input        {}", input.replace('\n', " / "));
    let _ = writeln!(text, "  oracle       {}", mismatch.expected);
    let _ = writeln!(text, "  closed form  {}", mismatch.got);
    let _ = writeln!(
        text,
        "  to see it    printf '{}\\n' | grundy explain -g {}",
        input.replace('\n', "\\n"),
        game.about().name
    );
    text
}
