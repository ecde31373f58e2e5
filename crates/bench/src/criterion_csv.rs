//! From criterion's raw samples to rows of a record.
//!
//! With its feature `csv_output` criterion leaves a `new/raw.csv` for every benchmark, a row per
//! sample: how many iterations it ran, and how long they took together. (The estimates beside it
//! are documented as private.) A benchmark belongs to a record when its criterion group is
//! `GAME/WORKLOAD` and its function the solver's name, `GROUP/NAME`; there is no
//! parameter.
//!
//! criterion keeps the files of benchmarks that did not run this time, and with `--load-baseline`
//! writes old samples anew. Give it an output folder of its own for every run, so that what is
//! found there was measured by this run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use grundy_records::RecordError;
use grundy_records::benchmark::{Case, Name, Record};
use grundy_records::machine::Machine;
use grundy_records::solver::Solver;
use grundy_records::statistics::Summary;
use grundy_records::table::{self, CellCheck, TableRow};
use serde::Deserialize;

use crate::BenchError;

/// The raw samples of one benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// Game, workload and solver.
    pub name: Name,
    /// Time of an iteration in each sample, nanoseconds.
    pub samples: Vec<f64>,
}

/// A row of `raw.csv`, in the columns that criterion 0.8 writes.
#[derive(Deserialize)]
struct Sample {
    /// `GAME/WORKLOAD`.
    group: String,
    /// The solver.
    function: Solver,
    value: Option<String>,
    #[serde(rename = "throughput_num")]
    _throughput_num: Option<String>,
    #[serde(rename = "throughput_type")]
    _throughput_type: Option<String>,
    #[serde(rename = "sample_measured_value")]
    measured: f64,
    unit: String,
    iteration_count: u64,
}

impl Sample {
    fn name(&self) -> Option<Name> {
        let (game, workload) = self.group.split_once('/')?;
        (!game.is_empty() && !workload.is_empty()).then(|| Name {
            game: game.to_owned(),
            workload: workload.to_owned(),
            solver: self.function.clone(),
        })
    }
}

impl TableRow for Sample {
    const KIND: &'static str = "file of samples as criterion 0.8 writes it";

    fn checks(&self) -> Vec<CellCheck> {
        vec![
            ("group", self.name().is_some(), "GAME/WORKLOAD".into()),
            ("value", self.value.is_none(), "nothing".into()),
            ("unit", self.unit == "ns", "ns".into()),
            table::number("sample_measured_value", self.measured),
            table::at_least_1("iteration_count", self.iteration_count),
        ]
    }
}

/// Reads one `raw.csv`. O(bytes).
///
/// # Errors
/// The first thing that is not as criterion 0.8 writes it for a benchmark named as above, or
/// samples of two benchmarks in one file.
pub fn read(file: &Path) -> Result<Measurement, RecordError> {
    let rows: Vec<Sample> = table::read(file)?;
    let other = |problem: String, row: usize| RecordError::Line {
        file: file.to_owned(),
        line: row as u64 + 2,
        problem,
    };
    let names: Vec<Name> = rows.iter().filter_map(Sample::name).collect();
    let Some(name) = names.first() else {
        return Err(other("found no row, expected at least one".to_owned(), 0));
    };
    if let Some(row) = names.iter().position(|other| other != name) {
        let problem = format!(
            "found a sample of {}, expected samples of {name} only",
            names[row]
        );
        return Err(other(problem, row));
    }
    Ok(Measurement {
        name: name.clone(),
        samples: rows
            .iter()
            .map(|row| row.measured / row.iteration_count as f64)
            .collect(),
    })
}

/// Reads every `new/raw.csv` below `folder`, in the order of their paths. O(bytes).
///
/// # Errors
/// When there is none, one cannot be read, or two have samples of one benchmark.
pub fn collect(folder: &Path) -> Result<Vec<Measurement>, BenchError> {
    let mut files = Vec::new();
    find(folder, &mut files)?;
    files.sort();
    let mut measured = Vec::new();
    let mut seen: HashMap<Name, PathBuf> = HashMap::new();
    for second in files {
        let measurement = read(&second)?;
        let name = measurement.name.clone();
        if let Some(first) = seen.get(&name) {
            let problem = format!("samples of {name} are in {}, too", first.display());
            return Err(BenchError::Samples {
                path: second,
                problem,
            });
        }
        seen.insert(name, second);
        measured.push(measurement);
    }
    if measured.is_empty() {
        return Err(BenchError::Samples {
            path: folder.to_owned(),
            problem: "no samples here; was criterion built with its feature csv_output?".to_owned(),
        });
    }
    Ok(measured)
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), BenchError> {
    let failed = |error: io::Error| BenchError::Samples {
        path: folder.to_owned(),
        problem: error.to_string(),
    };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            find(&path, files)?;
        } else if path.ends_with("new/raw.csv") {
            files.push(path);
        }
    }
    Ok(())
}

/// Makes the rows of a record from what was measured, in the order of `cases`.
///
/// `cases` are all the benchmarks there could have been, of which some may not have run. O(rows).
///
/// # Errors
/// When something was measured that is not among the cases, or its samples are no times.
pub fn records(
    measured: Vec<Measurement>,
    cases: &[(Case, Solver)],
    machine: &Machine,
) -> Result<Vec<Record>, BenchError> {
    let mut measured: HashMap<Name, Vec<f64>> = measured
        .into_iter()
        .map(|measurement| (measurement.name, measurement.samples))
        .collect();
    let no_row = |name: Name, problem: String| BenchError::NoRow {
        name: name.to_string(),
        problem,
    };
    let mut rows = Vec::new();
    for (case, solver) in cases {
        let name = case.name(solver);
        if let Some(samples) = measured.remove(&name) {
            match Summary::of(&samples) {
                Ok(times) => rows.push(Record::new(case, solver.clone(), &times, machine)),
                Err(error) => return Err(no_row(name, error.to_string())),
            }
        }
    }
    match measured.into_keys().min() {
        Some(name) => Err(no_row(
            name,
            "no case is known for this benchmark".to_owned(),
        )),
        None => Ok(rows),
    }
}
