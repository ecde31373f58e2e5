//! How far a comparison can be trusted: several records of one commit, made on one machine, each
//! against each: `cargo run --release -p grundy-records --example false_alarms -- RECORD RECORD...`.
//! A number before them makes one record of so many at a time, as `grundy compare` does with those of a folder.
//!
//! Nothing changed between the records, so a row of ours that is called slower is a false alarm. Each
//! comparison is made again with all rows of ours 15 % slower than they were: a row that is not called
//! slower then is missed. (The noise is learned from the other rows, so this gives the same as making one row after the
//! other slower.)

use std::env;
use std::error::Error;
use std::path::Path;

use grundy_records::RecordError;
use grundy_records::benchmark::Record;
use grundy_records::compare::{Comparison, Extent, Threshold, side};
use grundy_records::solver::Role;
use grundy_records::table;

/// By how much rows are made slower.
const PLANTED: f64 = 1.15;

/// Results of comparing each record with each other one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trust {
    /// The number of comparisons.
    pub comparisons: usize,
    /// The number of rows of ours in all of them.
    pub rows: usize,
    /// How many of these were called slower.
    pub alarms: usize,
    /// How many were called slower once they were.
    pub seen: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1).peekable();
    let size = words.peek().and_then(|word| word.parse::<usize>().ok());
    let files = words.skip(usize::from(size.is_some()));
    let records: Result<Vec<_>, _> = files.map(|file| table::read(Path::new(&file))).collect();
    let records = together(&records?, size.unwrap_or(1))?;
    if records.len() < 2 {
        return Err("usage: false_alarms [NUMBER] RECORD RECORD...".into());
    }
    let trust = trust(&records)?;
    let share = |part: usize| 100.0 * part as f64 / trust.rows as f64;
    println!(
        "{} comparisons, {} rows of ours\n\
         {} false alarms, {:.2} % of the rows, {:.2} a comparison\n\
         {} seen when 15 % slower, {:.1} %",
        trust.comparisons,
        trust.rows,
        trust.alarms,
        share(trust.alarms),
        trust.alarms as f64 / trust.comparisons as f64,
        trust.seen,
        share(trust.seen)
    );
    Ok(())
}

/// Records of which each is made of `size` of the given ones.
///
/// # Errors
/// When they disagree.
pub fn together(records: &[Vec<Record>], size: usize) -> Result<Vec<Vec<Record>>, RecordError> {
    records.chunks_exact(size.max(1)).map(side).collect()
}

/// Compares each record with each other one, in both directions.
///
/// # Errors
/// When two of them have nothing in common.
pub fn trust(records: &[Vec<Record>]) -> Result<Trust, RecordError> {
    let is_ours = |row: &&Record| row.solver.role() == Role::Ours;
    let mut trust = Trust::default();
    for (i, old) in records.iter().enumerate() {
        for (_, new) in records.iter().enumerate().filter(|(j, _)| i != *j) {
            let slower = |factor: f64| {
                let timed = |row| timed(row, if is_ours(&row) { factor } else { 1.0 });
                let new: Vec<Record> = new.iter().map(timed).collect();
                let compared = Comparison::new(old, &new, Threshold::default(), Extent::All);
                compared.map(|compared| compared.failures.len())
            };
            trust.comparisons += 1;
            trust.rows += new.iter().filter(is_ours).count();
            trust.alarms += slower(1.0)?;
            trust.seen += slower(PLANTED)?;
        }
    }
    Ok(trust)
}

/// The row with `factor` times its time.
pub fn timed(row: &Record, factor: f64) -> Record {
    Record {
        median_ns: row.median_ns * factor,
        mad_ns: row.mad_ns * factor,
        ..row.clone()
    }
}
