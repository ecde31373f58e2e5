//! The error of this crate.

use std::fmt::{Debug, Display};

use grundy_core::text::ReadError;
use grundy_records::RecordError;
use grundy_records::text::cut;

/// Why there is no input, no time or no record, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BenchError(String);

impl From<RecordError> for BenchError {
    fn from(error: RecordError) -> Self {
        Self(error.to_string())
    }
}

impl From<ReadError> for BenchError {
    fn from(error: ReadError) -> Self {
        Self(error.to_string())
    }
}

impl BenchError {
    /// No solver of that name solves such an input.
    pub(crate) fn no_solver() -> Self {
        Self("no such solver for this input".to_owned())
    }

    /// What is wrong with a workload, a benchmark or a folder.
    pub(crate) fn of(what: impl Display, problem: impl Display) -> Self {
        Self(format!("{what}: {problem}"))
    }

    /// A wrong answer, and the answer that two solvers agree on. Both are shortened.
    pub(crate) fn wrong(found: &(impl Debug + ?Sized), expected: &(impl Debug + ?Sized)) -> Self {
        let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
        let [found, expected] = [&found, &expected].map(|value| cut(value, 60));
        Self(format!("answers {found}, expected {expected}"))
    }
}
