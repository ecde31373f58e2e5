//! Why a solver has no time.

use std::fmt::Debug;

/// Why there is no time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A wrong answer.
    #[error("answers {found}, expected {expected}")]
    Wrong {
        /// What it answers, shortened.
        found: String,
        /// The answer that two solvers agree on, shortened.
        expected: String,
    },
    /// No solver of that name solves such an input.
    #[error("no such solver for this input")]
    Unknown,
    /// A process could not be started or awaited.
    #[error("cannot run {program}: {problem}")]
    Process {
        /// The program.
        program: String,
        /// What the system said, or the status it ended with.
        problem: String,
    },
}

/// A wrong answer; what is long is shortened.
pub(crate) fn wrong(found: &(impl Debug + ?Sized), expected: &(impl Debug + ?Sized)) -> Failure {
    let shown = |value: String| -> String {
        const SHOWN: usize = 60;
        if value.chars().count() <= SHOWN {
            return value;
        }
        value.chars().take(SHOWN).chain("...".chars()).collect()
    };
    Failure::Wrong {
        found: shown(format!("{found:?}")),
        expected: shown(format!("{expected:?}")),
    }
}
