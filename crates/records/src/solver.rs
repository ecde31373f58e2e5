//! Names of solvers in records: `GROUP/NAME`.
//!
//! The group says where the clock starts and stops; only solvers of one group are compared:
//!
//! | group | input | until |
//! |---|---|---|
//! | `count` | the position in memory | the answer |
//! | `read` | the text in memory | the position |
//! | `solve` | the text in memory | the answer |
//! | `process` | a file on standard input | the end of the process |
//!
//! The name says whose work it is. `core` and `grundy` are this project's, and so are variants such as
//! `core-portable`; `floor-sum`, `floor-copy`, `floor-cat` are the least work that any solver of that group has to do;
//! every other name is a baseline, such as `run-list` in `count`, `split-whitespace` in `read`, or
//! `byte-loop+run-list` in `solve` and `process`.

use std::fmt;
use std::str::FromStr;

use serde::de::IntoDeserializer;
use serde::de::value::Error;
use serde::{Deserialize, Serialize};

use crate::error::RecordError;
use crate::table;

/// Where the clock starts and stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolverGroup {
    /// From a position in memory to the answer.
    Count,
    /// From text in memory to a position.
    Read,
    /// From text in memory to the answer.
    Solve,
    /// A whole process with the text on its standard input.
    Process,
}

impl SolverGroup {
    /// The group in a few words for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Count => "in-memory count",
            Self::Read => "reading",
            Self::Solve => "whole solve",
            Self::Process => "whole process",
        }
    }
}

/// The group's name in records.
impl fmt::Display for SolverGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Whose work a row measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// This project's.
    Ours,
    /// Another way to do the same.
    Baseline,
    /// The least work that any solver has to do.
    Floor,
}

/// A solver as records name it: its group and its own name.
///
/// ```
/// use grundy_records::solver::{SolverGroup, Origin, Solver};
/// let solver: Solver = "count/run-list".parse()?;
/// assert_eq!((solver.group(), solver.role()), (SolverGroup::Count, Origin::Baseline));
/// assert_eq!("count/core-portable".parse::<Solver>()?.role(), Origin::Ours);
/// assert_eq!("read/floor-copy".parse::<Solver>()?.role(), Origin::Floor);
/// assert!("run-list".parse::<Solver>().is_err());
/// # Ok::<(), grundy_records::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Solver {
    group: SolverGroup,
    name: String,
}

impl Solver {
    /// Where the clock starts and stops.
    pub const fn group(&self) -> SolverGroup {
        self.group
    }

    /// The name without the group.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whose work it is.
    pub fn role(&self) -> Origin {
        match self.name.split('-').next() {
            Some("core" | "grundy") => Origin::Ours,
            Some("floor") => Origin::Floor,
            _ => Origin::Baseline,
        }
    }
}

impl FromStr for Solver {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let of = |(group, name): (&str, &str)| {
            let known: Result<_, Error> = SolverGroup::deserialize(group.into_deserializer());
            let name = table::is_text(name).then(|| name.to_owned())?;
            Some(Self {
                group: known.ok()?,
                name,
            })
        };
        text.split_once('/').and_then(of).ok_or_else(|| {
            let expected = "GROUP/NAME with count, read, solve or process for the group";
            RecordError::Unusable(format!("found solver `{text}`, expected {expected}"))
        })
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.group, self.name)
    }
}

impl TryFrom<String> for Solver {
    type Error = RecordError;

    fn try_from(text: String) -> Result<Self, RecordError> {
        text.parse()
    }
}

impl From<Solver> for String {
    fn from(solver: Solver) -> Self {
        solver.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_group_and_a_role() {
        for (name, role) in [
            ("count/core", Origin::Ours),
            ("count/core-avx2", Origin::Ours),
            ("process/grundy", Origin::Ours),
            ("count/corekt", Origin::Baseline),
            ("count/floor-sum", Origin::Floor),
            ("count/floored", Origin::Baseline),
            ("solve/a+b", Origin::Baseline),
            ("process/my solver.py", Origin::Baseline),
        ] {
            let solver: Solver = name.parse().unwrap();
            assert_eq!((&*solver.to_string(), solver.role()), (name, role));
            assert_eq!(Some(solver.name()), name.split('/').nth(1));
        }
    }

    #[test]
    fn other_names_are_refused() {
        let expected = "expected GROUP/NAME with count, read, solve or process for the group";
        let names = "core|/core|count|count/|count/ x|counts/x|Count/x|count/a\nb|";
        for name in names.split('|') {
            let error = name.parse::<Solver>().unwrap_err().to_string();
            assert_eq!(error, format!("found solver `{name}`, {expected}"));
        }
    }
}
