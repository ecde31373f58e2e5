//! Benchmark records: one CSV row per measured pair of workload and solver.
//!
//! Times are nanoseconds per iteration, rates follow from the median,
//! and all numbers are raw. A row says by itself what was measured, with what result, and by what:
//! version, revision, compiler, processor and date stand in every row, so that rows of several
//! files can be put side by side. A row that contradicts itself is refused, and so is one that does
//! not know its own version.

use std::fmt;

use serde::Serialize;

use crate::machine::{self, Machine};
use crate::solver::Solver;
use crate::statistics::Summary;
use crate::table::{Cells, Problem, Row};

/// What makes a row unique in a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Name {
    /// Name of the game.
    pub game: String,
    /// Name of the workload.
    pub workload: String,
    /// Group and name of the solver.
    pub solver: Solver,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.workload, self.solver)
    }
}

/// What a solver is given, and what it has to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Name of the game.
    pub game: String,
    /// Name of the workload; `SERIES/POINT` for one of a series, as in `scale/1000`.
    pub workload: String,
    /// The game's second size where it has one: squares of a strip, forbidden pairs, ...
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

impl Case {
    /// What a row for `solver` on this case is called.
    pub fn name(&self, solver: &Solver) -> Name {
        Name {
            game: self.game.clone(),
            workload: self.workload.clone(),
            solver: solver.clone(),
        }
    }
}

/// One row: a solver's times on a workload.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    pub fn new(case: &Case, solver: Solver, times: &Summary, machine: &Machine) -> Self {
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
    pub fn name(&self) -> Name {
        Name {
            game: self.game.clone(),
            workload: self.workload.clone(),
            solver: self.solver.clone(),
        }
    }

    /// The times contradict each other, or the rates do not follow from them.
    fn check(&self, cells: &Cells<'_>) -> Result<(), Problem> {
        // Sums of many samples carry a rounding error; order does not.
        let slack = 1e-9 * self.max_ns;
        if self.median_ns <= 0.0 {
            return Err(cells.wrong("median_ns", "more than 0"));
        }
        if self.min_ns > self.median_ns {
            return Err(cells.wrong("min_ns", format!("at most median_ns, {}", self.median_ns)));
        }
        if self.max_ns < self.median_ns {
            return Err(cells.wrong("max_ns", format!("at least median_ns, {}", self.median_ns)));
        }
        if self.mean_ns < self.min_ns - slack || self.mean_ns > self.max_ns + slack {
            return Err(cells.wrong("mean_ns", "a number from min_ns to max_ns"));
        }
        if self.mad_ns > self.max_ns - self.min_ns + slack {
            return Err(cells.wrong("mad_ns", "at most max_ns - min_ns"));
        }
        for (column, amount, rate) in [
            ("items_per_s", self.n, self.items_per_s),
            ("bytes_per_s", self.input_bytes, self.bytes_per_s),
        ] {
            let expected = amount as f64 / (self.median_ns / 1e9);
            // Meant for numbers that belong to other rows, not for their last digits.
            if (rate - expected).abs() > 1e-3 * expected {
                let expected = format!("{expected:.1}, which follows from median_ns");
                return Err(cells.wrong(column, expected));
            }
        }
        Ok(())
    }
}

impl Row for Record {
    const KIND: &'static str = "benchmark record";
    const COLUMNS: &'static [&'static str] = &[
        "game",
        "workload",
        "solver",
        "m",
        "n",
        "seed",
        "input_bytes",
        "answer",
        "samples",
        "median_ns",
        "mad_ns",
        "mean_ns",
        "min_ns",
        "max_ns",
        "items_per_s",
        "bytes_per_s",
        "version",
        "revision",
        "rustc",
        "cpu",
        "date",
    ];

    fn from_cells(cells: &Cells<'_>) -> Result<Self, Problem> {
        let solver = cells.text("solver", Solver::EXPECTED)?;
        let known = |column, expected: &str, valid: fn(&str) -> bool| {
            let text = cells.text(column, expected)?;
            if valid(&text) {
                Ok(text)
            } else {
                Err(cells.wrong(column, expected))
            }
        };
        let record = Self {
            game: cells.text("game", "the name of a game")?,
            workload: cells.text("workload", "the name of a workload")?,
            solver: solver
                .parse()
                .map_err(|_| cells.wrong("solver", Solver::EXPECTED))?,
            m: cells.whole_or_nothing("m")?,
            n: cells.whole("n", 1)?,
            seed: cells.whole("seed", 0)?,
            input_bytes: cells.whole("input_bytes", 1)?,
            answer: cells.text("answer", "the solver's answer")?,
            samples: cells.whole("samples", 1)?,
            median_ns: cells.number("median_ns")?,
            mad_ns: cells.number("mad_ns")?,
            mean_ns: cells.number("mean_ns")?,
            min_ns: cells.number("min_ns")?,
            max_ns: cells.number("max_ns")?,
            items_per_s: cells.number("items_per_s")?,
            bytes_per_s: cells.number("bytes_per_s")?,
            version: known("version", "the version that was measured", |version| {
                version.starts_with(|c: char| c.is_ascii_digit())
            })?,
            revision: known("revision", "a commit", machine::is_revision)?,
            rustc: cells.text("rustc", "the compiler's version")?,
            cpu: cells.text("cpu", "the processor's model")?,
            date: known("date", "a date like 2026-01-31T23:59:59Z", machine::is_date)?,
        };
        record.check(cells)?;
        Ok(record)
    }

    fn subject(&self) -> Option<String> {
        Some(self.name().to_string())
    }
}
