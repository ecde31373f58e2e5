//! The error of this crate.

use std::fmt::Debug;
use std::path::PathBuf;

use grundy_records::RecordError;

/// Why there is no input, no time or no record.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A wrong answer. Both answers are shortened.
    #[error("answers {found}, expected {expected}")]
    WrongAnswer {
        /// The solver's answer.
        found: String,
        /// The answer that two solvers agree on.
        expected: String,
    },
    /// No solver of that name solves such an input.
    #[error("no such solver for this input")]
    NoSolver,
    /// The input of a workload cannot be made, or two solvers disagree on its answer.
    #[error("{workload}: {problem}")]
    NoInput {
        /// The workload.
        workload: String,
        /// The reason.
        problem: String,
    },
    /// A process could not be built, started or awaited.
    #[error("cannot run {program}: {problem}")]
    Process {
        /// The program.
        program: String,
        /// The system's message, or the status of the process.
        problem: String,
    },
    /// A file of samples cannot be read.
    #[error(transparent)]
    Table(#[from] RecordError),
    /// A folder has no samples, too many, or cannot be read.
    #[error("{}: {problem}", path.display())]
    Samples {
        /// The folder or file.
        path: PathBuf,
        /// The reason.
        problem: String,
    },
    /// The samples of a benchmark make no row of a record.
    #[error("{name}: {problem}")]
    NoRow {
        /// The benchmark.
        name: String,
        /// The reason.
        problem: String,
    },
}

/// A wrong answer, shortened.
pub(crate) fn wrong(found: &(impl Debug + ?Sized), expected: &(impl Debug + ?Sized)) -> BenchError {
    let shown = |value: String| -> String {
        const SHOWN: usize = 60;
        if value.chars().count() <= SHOWN {
            return value;
        }
        value.chars().take(SHOWN).chain("...".chars()).collect()
    };
    BenchError::WrongAnswer {
        found: shown(format!("{found:?}")),
        expected: shown(format!("{expected:?}")),
    }
}
