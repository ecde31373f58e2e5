//! How far a comparison can be trusted: several records of one commit, made on one machine, each
//! against each: `cargo run --release -p grundy-records --example false_alarms -- RECORD RECORD...`.
//! With a number before them, as many at a time make one, as those of a folder do for `grundy compare`.
//!
//! Nothing changed between them, so a row of ours that is called slower is a false alarm. And each
//! comparison is made again with all rows of ours 15 % slower than they were: one that is not called
//! slower then is missed. (What is learned comes from the other rows, so this is the same as making
//! one after the other slower.)

use std::env;
use std::error::Error;
use std::path::Path;

use grundy_records::benchmark::Record;
use grundy_records::compare::{Comparison, Extent, Threshold, side};
use grundy_records::solver::Role;
use grundy_records::table;

/// By how much rows are made slower.
const PLANTED: f64 = 1.15;

/// What came of comparing each record with each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trust {
    /// How many comparisons there were.
    pub comparisons: usize,
    /// How many rows of ours were compared in all of them.
    pub rows: usize,
    /// How many of these were called slower.
    pub alarms: usize,
    /// How many were called slower once they were.
    pub seen: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1).peekable();
    let size = words.peek().and_then(|word| word.parse::<usize>().ok());
    let files: Vec<String> = words.skip(usize::from(size.is_some())).collect();
    let mut records = Vec::new();
    for file in &files {
        records.push(table::read(Path::new(file))?);
    }
    let records = together(&records, size.unwrap_or(1))?;
    if records.len() < 2 {
        return Err("usage: false_alarms [NUMBER] RECORD RECORD...".into());
    }
    let Trust {
        comparisons,
        rows,
        alarms,
        seen,
    } = trust(&records)?;
    let share = |part: usize| 100.0 * part as f64 / rows as f64;
    println!(
        "{comparisons} comparisons, {rows} rows of ours\n\
         {alarms} false alarms, {:.2} % of the rows, {:.2} a comparison\n\
         {seen} seen when 15 % slower, {:.1} %",
        share(alarms),
        alarms as f64 / comparisons as f64,
        share(seen)
    );
    Ok(())
}

/// Records of which each is made of so many.
///
/// # Errors
/// When they disagree.
pub fn together(records: &[Vec<Record>], size: usize) -> Result<Vec<Vec<Record>>, Box<dyn Error>> {
    let sides = records.chunks_exact(size.max(1)).map(side);
    Ok(sides.collect::<Result<_, _>>()?)
}

/// Compares each record with each other one, in both directions.
///
/// # Errors
/// When two of them have nothing in common.
pub fn trust(records: &[Vec<Record>]) -> Result<Trust, Box<dyn Error>> {
    let mut trust = Trust::default();
    for (i, old) in records.iter().enumerate() {
        for (j, new) in records.iter().enumerate() {
            if i == j {
                continue;
            }
            let slower = |new: &[Record]| -> Result<usize, Box<dyn Error>> {
                let compared = Comparison::new(old, new, Threshold::default(), Extent::All)?;
                Ok(compared.failures.len())
            };
            trust.comparisons += 1;
            trust.rows += ours(new).count();
            trust.alarms += slower(new)?;
            trust.seen += slower(&planted(new))?;
        }
    }
    Ok(trust)
}

fn ours(rows: &[Record]) -> impl Iterator<Item = &Record> {
    rows.iter().filter(|row| row.solver.role() == Role::Ours)
}

/// The record with all rows of ours slower.
fn planted(rows: &[Record]) -> Vec<Record> {
    let slower = |row: &Record| {
        let factor = match row.solver.role() {
            Role::Ours => PLANTED,
            Role::Baseline | Role::Floor => 1.0,
        };
        timed(row, factor)
    };
    rows.iter().map(slower).collect()
}

/// The row with `factor` times its time.
pub fn timed(row: &Record, factor: f64) -> Record {
    Record {
        median_ns: row.median_ns * factor,
        mad_ns: row.mad_ns * factor,
        ..row.clone()
    }
}
