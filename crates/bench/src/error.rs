//! What is wrong with a solver.

use std::fmt::Debug;

use anyhow::{Error, anyhow};
use grundy_records::text::cut;

/// No solver of that name solves such an input.
pub(crate) fn no_solver() -> Error {
    anyhow!("no such solver for this input")
}

/// A wrong answer, and the answer that two solvers agree on. Both are shortened.
pub(crate) fn wrong(found: &(impl Debug + ?Sized), expected: &(impl Debug + ?Sized)) -> Error {
    let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
    let [found, expected] = [&found, &expected].map(|value| cut(value, 60));
    anyhow!("answers {found}, expected {expected}")
}
