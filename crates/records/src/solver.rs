//! Names of solvers in records: `GROUP/NAME`, which say what was measured and whose work it was.
//!
//! The group says where the clock starts and stops, and only solvers of one group are compared:
//!
//! | group | input | until |
//! |---|---|---|
//! | `count` | the position in memory | the answer |
//! | `read` | the text in memory | the position |
//! | `solve` | the text in memory | the answer |
//! | `process` | a file on standard input | the end of the process |
//!
//! The name says whose work it is. `core` and `grundy` are ours, and so are variants such as
//! `core-portable`; `floor-sum`, `floor-copy`, `floor-cat` are the least work that anybody has to
//! do in that group; every other name is a baseline, such as `run-list` in `count`,
//! `split-whitespace` in `read`, or `byte-loop+run-list` in `solve` and `process`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

/// Where the clock starts and stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// From a position in memory to the answer.
    Count,
    /// From text in memory to a position.
    Read,
    /// From text in memory to the answer.
    Solve,
    /// A whole process with the text on its standard input.
    Process,
}

impl Group {
    /// All groups, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Count, Self::Read, Self::Solve, Self::Process];

    /// The group's name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Read => "read",
            Self::Solve => "solve",
            Self::Process => "process",
        }
    }

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

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Group {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Whose work a row measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// This project's.
    Ours,
    /// Somebody else's way to do the same.
    Baseline,
    /// The least work that anybody has to do.
    Floor,
}

/// A solver as records name it: its group and its own name.
///
/// ```
/// use grundy_records::solver::{Group, Role, Solver};
/// let solver: Solver = "count/run-list".parse()?;
/// assert_eq!((solver.group(), solver.role()), (Group::Count, Role::Baseline));
/// assert_eq!("count/core-portable".parse::<Solver>()?.role(), Role::Ours);
/// assert_eq!("read/floor-copy".parse::<Solver>()?.role(), Role::Floor);
/// assert!("run-list".parse::<Solver>().is_err());
/// # Ok::<(), grundy_records::solver::InvalidSolver>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Solver {
    group: Group,
    name: String,
}

/// A name that is not `GROUP/NAME`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found solver `{found}`, expected {}", Solver::EXPECTED)]
pub struct InvalidSolver {
    /// What was given.
    pub found: String,
}

impl Solver {
    /// What a solver's name looks like, for errors.
    pub const EXPECTED: &'static str =
        "GROUP/NAME with count, read, solve or process for the group";

    /// A solver of a group.
    ///
    /// # Errors
    /// When the name is empty, has white space around it or holds control characters.
    pub fn new(group: Group, name: &str) -> Result<Self, InvalidSolver> {
        if name.is_empty() || name.trim() != name || name.contains(char::is_control) {
            return Err(InvalidSolver {
                found: format!("{group}/{name}"),
            });
        }
        Ok(Self {
            group,
            name: name.to_owned(),
        })
    }

    /// Where the clock starts and stops.
    pub const fn group(&self) -> Group {
        self.group
    }

    /// The name without the group.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whose work it is.
    pub fn role(&self) -> Role {
        match self.name.split('-').next() {
            Some("core" | "grundy") => Role::Ours,
            Some("floor") => Role::Floor,
            _ => Role::Baseline,
        }
    }
}

impl FromStr for Solver {
    type Err = InvalidSolver;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let of = |group: Group| Some((group, text.strip_prefix(group.name())?.strip_prefix('/')?));
        let invalid = || InvalidSolver {
            found: text.to_owned(),
        };
        let (group, name) = Group::ALL.into_iter().find_map(of).ok_or_else(invalid)?;
        Self::new(group, name)
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.group, self.name)
    }
}

impl TryFrom<String> for Solver {
    type Error = InvalidSolver;

    fn try_from(text: String) -> Result<Self, InvalidSolver> {
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
    fn names_survive_the_round_trip() {
        for name in [
            "count/core",
            "read/floor-copy",
            "solve/a+b",
            "process/my solver.py",
        ] {
            assert_eq!(
                name.parse::<Solver>().map(|s| s.to_string()),
                Ok(name.into())
            );
        }
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "core",
            "/core",
            "count",
            "count/",
            "count/ x",
            "counts/x",
            "Count/x",
            "count/a\nb",
        ] {
            assert!(name.parse::<Solver>().is_err(), "{name:?}");
        }
        assert_eq!(
            "core".parse::<Solver>().unwrap_err().to_string(),
            "found solver `core`, expected GROUP/NAME with count, read, solve or process for the group"
        );
    }

    #[test]
    fn roles_follow_from_names() {
        for (name, role) in [
            ("count/core", Role::Ours),
            ("count/core-avx2", Role::Ours),
            ("process/grundy", Role::Ours),
            ("count/corekt", Role::Baseline),
            ("count/floor-sum", Role::Floor),
            ("count/floored", Role::Baseline),
            ("process/cat", Role::Baseline),
        ] {
            assert_eq!(name.parse::<Solver>().map(|s| s.role()), Ok(role), "{name}");
        }
    }
}
