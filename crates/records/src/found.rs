//! What a sweep found, as one JSON object: the record of a check that has no rows, such as that of
//! random positions, and what `grundy sweep --format json` prints.

use std::collections::BTreeMap;
use std::path::Path;

use grundy_games::{Mismatch, Tally};
use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::sweep::Row;

/// What a sweep of one game or several found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// Whether there is no mismatch.
    pub confirmed: bool,
    /// By game: how long the oracle took, in seconds.
    pub oracle_seconds: BTreeMap<String, f64>,
    /// By game: what was done.
    pub plan: BTreeMap<String, Plan>,
    /// A row for every size, one game after the other; none for random positions.
    pub rows: Vec<Row>,
    /// By game: wall time of the comparison, in seconds.
    pub seconds: BTreeMap<String, f64>,
    /// The smallest mismatch of each game that has some.
    pub smallest: Vec<Mismatch>,
    /// By game: all that was checked, each position counted once.
    pub total: BTreeMap<String, Tally>,
    /// The version of the package and the revision of the code.
    pub version: String,
}

/// Why a file is not what a sweep found.
#[derive(Debug, thiserror::Error)]
pub enum FoundError {
    /// The file cannot be read.
    #[error("{file}: {problem}")]
    Io {
        /// The file.
        file: String,
        /// What the system said.
        problem: std::io::Error,
    },
    /// It is not the JSON that a sweep prints.
    #[error("{file}: {problem}")]
    Json {
        /// The file.
        file: String,
        /// Where, and what stands there.
        problem: serde_json::Error,
    },
    /// It contradicts itself.
    #[error("{file}: {problem}")]
    Contradiction {
        /// The file.
        file: String,
        /// What does not go together.
        problem: &'static str,
    },
}

impl Found {
    /// What was found of some games, from their plans, tallies, times and rows.
    pub fn new(
        version: &str,
        games: impl IntoIterator<Item = (String, Plan, Tally, [f64; 2])>,
        rows: Vec<Row>,
    ) -> Self {
        let mut found = Self {
            confirmed: true,
            oracle_seconds: BTreeMap::new(),
            plan: BTreeMap::new(),
            rows,
            seconds: BTreeMap::new(),
            smallest: Vec::new(),
            total: BTreeMap::new(),
            version: version.to_owned(),
        };
        for (game, plan, total, [seconds, oracle]) in games {
            found.confirmed &= total.mismatches == 0;
            found.smallest.extend(total.smallest.clone());
            found.oracle_seconds.insert(game.clone(), oracle);
            found.plan.insert(game.clone(), plan);
            found.seconds.insert(game.clone(), seconds);
            found.total.insert(game, total);
        }
        found
    }

    /// The object on one line.
    ///
    /// # Errors
    /// Never: everything in it has a form in JSON.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Reads a file that holds what a sweep found. O(bytes).
    ///
    /// # Errors
    /// The first thing wrong with it: see [`FoundError`].
    pub fn read(path: &Path) -> Result<Self, FoundError> {
        let file = path.display().to_string();
        match std::fs::read(path) {
            Ok(text) => Self::parse(&file, &text),
            Err(problem) => Err(FoundError::Io { file, problem }),
        }
    }

    /// Reads the text of such a file; `file` is what errors call it. O(bytes).
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(file: &str, text: &[u8]) -> Result<Self, FoundError> {
        let file = file.to_owned();
        let found: Self = match serde_json::from_slice(text) {
            Ok(found) => found,
            Err(problem) => return Err(FoundError::Json { file, problem }),
        };
        match found.contradiction() {
            None => Ok(found),
            Some(problem) => Err(FoundError::Contradiction { file, problem }),
        }
    }

    fn contradiction(&self) -> Option<&'static str> {
        let games = || self.total.keys();
        let tallies = || self.total.values();
        if !games().eq(self.plan.keys())
            || !games().eq(self.seconds.keys())
            || !games().eq(self.oracle_seconds.keys())
        {
            return Some(
                "`plan`, `total`, `seconds` and `oracle_seconds` are not of the same games",
            );
        }
        if games().next().is_none() {
            return Some("it is about no game");
        }
        if self.confirmed != tallies().all(|tally| tally.mismatches == 0) {
            return Some("`confirmed` and the mismatches in `total` contradict each other");
        }
        if tallies().any(|tally| {
            tally.losing > tally.positions
                || tally.mismatches > tally.positions
                || (tally.mismatches > 0) != tally.smallest.is_some()
        }) {
            return Some("a count in `total` is larger than that of its positions");
        }
        let mut smallest: Vec<_> = tallies()
            .filter_map(|tally| tally.smallest.clone())
            .collect();
        let mut told = self.smallest.clone();
        for list in [&mut smallest, &mut told] {
            list.sort_by(|a, b| a.game.cmp(&b.game));
        }
        if smallest != told {
            return Some("`smallest` is not what `total` has");
        }
        if self
            .rows
            .iter()
            .any(|row| !self.total.contains_key(&row.game))
        {
            return Some("a row is of another game");
        }
        None
    }
}
