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
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use grundy_records::benchmark::{BenchCase, Record};
use grundy_records::machine::Machine;
use grundy_records::solver::Solver;
use grundy_records::statistics::Summary;
use grundy_records::table::{self, CellCheck, TableRow};
use serde::Deserialize;

/// A row of `raw.csv`, in the columns that criterion 0.8 writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    /// `GAME/WORKLOAD`.
    group: String,
    /// The solver.
    function: String,
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

impl TableRow for Sample {
    fn checks(&self) -> Vec<CellCheck> {
        vec![
            table::cell("value", self.value.is_none(), "nothing"),
            table::cell("unit", self.unit == "ns", "ns"),
            table::number("sample_measured_value", self.measured),
            table::at_least_1("iteration_count", self.iteration_count),
        ]
    }
}

/// The times of one iteration in nanoseconds, by group and function.
type Times = HashMap<(String, String), Vec<f64>>;

/// Adds the samples of every `new/raw.csv` below `folder`.
fn collect(folder: &Path, times: &mut Times) -> Result<()> {
    let failed = || folder.display().to_string();
    for entry in fs::read_dir(folder).with_context(failed)? {
        let path = entry.with_context(failed)?.path();
        if path.is_dir() {
            collect(&path, times)?;
        } else if path.ends_with("new/raw.csv") {
            for row in table::read::<Sample>(&path)? {
                let time = row.measured / row.iteration_count as f64;
                let samples = times.entry((row.group, row.function)).or_default();
                samples.push(time);
            }
        }
    }
    Ok(())
}

/// Makes the rows of a record from the samples below `folder`, in the order of `cases`. O(rows).
///
/// # Errors
/// When a file is not as criterion 0.8 writes it, or a case has no samples or samples that are no times.
pub fn records(
    folder: &Path,
    cases: &[(BenchCase, Solver)],
    machine: &Machine,
) -> Result<Vec<Record>> {
    let mut times = Times::new();
    collect(folder, &mut times)?;
    let row = |(case, solver): &(BenchCase, Solver)| {
        let group = format!("{}/{}", case.game, case.workload);
        let samples = times.get(&(group, solver.to_string()));
        let summary = Summary::of(samples.map_or(&[], |samples| &samples[..]));
        let summary = summary.with_context(|| case.name(solver).to_string())?;
        Ok(Record::new(case, solver.clone(), &summary, machine))
    };
    cases.iter().map(row).collect()
}
