//! Benchmark records: one CSV row per measured pair of workload and solver.
//!
//! Times are nanoseconds per iteration, rates follow from the median, and no number is rounded for people.
//! Every row names version, revision, compiler, processor and date, so that rows of several files can be put side by
//! side. A row that contradicts itself or lacks its version is refused.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::machine::{self, Machine};
use crate::solver::{Solver, SolverGroup};
use crate::statistics::{MAD_TO_DEVIATION, Summary};
use crate::table::{self, CellCheck, TableRow};

/// What makes a row unique in a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct RowName {
    /// Name of the game.
    pub game: String,
    /// Name of the workload.
    pub workload: String,
    /// Group and name of the solver.
    pub solver: Solver,
}

impl RowName {
    fn new(game: &str, workload: &str, solver: &Solver) -> Self {
        Self {
            game: game.to_owned(),
            workload: workload.to_owned(),
            solver: solver.clone(),
        }
    }
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.workload, self.solver)
    }
}

/// What a solver is given, and what it has to answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BenchCase {
    /// Name of the game.
    pub game: String,
    /// Name of the workload; `SERIES/POINT` for one of a series, as in `scale/1000`.
    pub workload: String,
    /// The extent: squares of a strip, what a race draws its input with; `None` of other benchmarks.
    pub m: Option<u64>,
    /// How many items the input holds: pawns, heaps, piles. At least 1.
    pub n: u64,
    /// What the input was drawn from.
    pub seed: u64,
    /// How many bytes the solver is given: the text, or the position in memory. At least 1.
    pub input_bytes: u64,
    /// The answer, which every solver of the row has given on every sample.
    pub answer: String,
}

impl BenchCase {
    /// What a row for `solver` on this case is called.
    pub fn name(&self, solver: &Solver) -> RowName {
        RowName::new(&self.game, &self.workload, solver)
    }
}

/// One row: a solver's times on a workload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Name of the game.
    pub game: String,
    /// Name of the workload.
    pub workload: String,
    /// Group and name of the solver.
    pub solver: Solver,
    /// The game's second size where it has one.
    pub m: Option<u64>,
    /// How many items the input holds.
    pub n: u64,
    /// What the input was drawn from.
    pub seed: u64,
    /// How many bytes the solver is given.
    pub input_bytes: u64,
    /// The answer it gave.
    pub answer: String,
    /// How many samples were taken.
    pub samples: u64,
    /// Median time of an iteration in nanoseconds.
    pub median_ns: f64,
    /// Median absolute deviation from the median, unscaled.
    pub mad_ns: f64,
    /// Mean time.
    pub mean_ns: f64,
    /// Time of the fastest sample.
    pub min_ns: f64,
    /// Time of the slowest sample.
    pub max_ns: f64,
    /// Items a second, at the median.
    pub items_per_s: f64,
    /// Bytes a second, at the median.
    pub bytes_per_s: f64,
    /// Version of the code that measured.
    pub version: String,
    /// Its commit, with `-dirty` when files differed from it.
    pub revision: String,
    /// The compiler's version.
    pub rustc: String,
    /// The processor's model.
    pub cpu: String,
    /// When it was measured: UTC, to the second.
    pub date: String,
}

impl Record {
    /// The row for `solver` on `case`. O(1).
    pub fn new(case: &BenchCase, solver: Solver, times: &Summary, machine: &Machine) -> Self {
        let seconds = times.median / 1e9;
        Self {
            game: case.game.clone(),
            workload: case.workload.clone(),
            solver,
            m: case.m,
            n: case.n,
            seed: case.seed,
            input_bytes: case.input_bytes,
            answer: case.answer.clone(),
            samples: times.samples,
            median_ns: times.median,
            mad_ns: times.mad,
            mean_ns: times.mean,
            min_ns: times.min,
            max_ns: times.max,
            items_per_s: case.n as f64 / seconds,
            bytes_per_s: case.input_bytes as f64 / seconds,
            version: machine.version.clone(),
            revision: machine.revision.clone(),
            rustc: machine.rustc.clone(),
            cpu: machine.cpu.clone(),
            date: machine.date.clone(),
        }
    }

    /// What no two rows of a file share: game, workload and solver.
    pub fn name(&self) -> RowName {
        RowName::new(&self.game, &self.workload, &self.solver)
    }

    /// Game, workload and group: rows that share them had the same input and the same clock.
    pub(crate) fn field(&self) -> (&str, &str, SolverGroup) {
        (&self.game, &self.workload, self.solver.group())
    }

    /// The robust standard deviation of the samples, as a share of the median.
    pub(crate) fn noise(&self) -> f64 {
        MAD_TO_DEVIATION * self.mad_ns / self.median_ns
    }
}

/// The different cells of a column.
pub(crate) fn cells(rows: &[Record], column: fn(&Record) -> &str) -> String {
    let cells: BTreeSet<&str> = rows.iter().map(column).collect();
    cells.into_iter().collect::<Vec<&str>>().join(", ")
}

impl TableRow for Record {
    fn checks(&self) -> Vec<CellCheck> {
        let (median, min, max) = (self.median_ns, self.min_ns, self.max_ns);
        let is_middle = (min..=max).contains(&median) && median > 0.0;
        // The sum behind a mean has a rounding error.
        let slack = 1e-9 * max;
        let is_between = (min - slack..=max + slack).contains(&self.mean_ns);
        let is_spread = self.mad_ns <= max - min + slack;
        let is_version = self.version.starts_with(|c: char| c.is_ascii_digit());
        let is_revision = machine::is_revision(&self.revision);
        let is_date = machine::is_date(&self.date);
        let rate = |column, amount: u64, rate: f64| {
            let expected = amount as f64 / (median / 1e9);
            // Tolerates rounded digits; a rate that belongs to another row is further away.
            let follows = (rate - expected).abs() <= 1e-3 * expected;
            let expected = format!("{expected:.1}, which follows from median_ns");
            table::cell(column, follows, expected)
        };
        vec![
            table::text("game", &self.game),
            table::text("workload", &self.workload),
            table::text("answer", &self.answer),
            table::text("rustc", &self.rustc),
            table::text("cpu", &self.cpu),
            table::at_least_1("n", self.n),
            table::at_least_1("input_bytes", self.input_bytes),
            table::at_least_1("samples", self.samples),
            table::number("mad_ns", self.mad_ns),
            table::number("min_ns", min),
            table::number("max_ns", max),
            table::cell("version", is_version, "a version"),
            table::cell("revision", is_revision, "a commit"),
            table::cell("date", is_date, "a date like 2026-01-31T23:59:59Z"),
            table::cell("median_ns", is_middle, "min_ns to max_ns, more than 0"),
            table::cell("mean_ns", is_between, "min_ns to max_ns"),
            table::cell("mad_ns", is_spread, "at most max_ns - min_ns"),
            rate("items_per_s", self.n, self.items_per_s),
            rate("bytes_per_s", self.input_bytes, self.bytes_per_s),
        ]
    }

    fn subject(&self) -> Option<String> {
        Some(self.name().to_string())
    }
}
