//! Checkpoints: what a sweep has finished, in a file that is either as it was written or refused.
//!
//! The file is replaced as a whole, so that it always holds one state of the sweep, even after a crash. Its first line
//! holds a hash of all that follows. What follows is JSON: the version of the code that made it, the game and the plan,
//! and for each size that has been begun what has been found so far.
//!
//! The file of a finished shard is at the same time the shard's record, see `grundy_sweep::merge`.

use std::fs;
use std::ops::Range;
use std::path::Path;

use grundy_games::Tally;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::RecordError;
use crate::plan::SweepPlan;
use crate::sealed;

/// What the first line calls the file.
const KIND: &str = "checkpoint";

/// What has been found at one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The size.
    pub size: u32,
    /// The index of the first position that was to be checked.
    pub from: u64,
    /// The first index that has not been checked.
    pub next: u64,
    /// The first index that was not to be checked.
    pub to: u64,
    /// The counts of the positions that have been checked.
    pub tally: Tally,
    /// Wall time, in seconds.
    pub seconds: f64,
}

impl Part {
    /// Nothing checked yet of these positions.
    pub fn new(size: u32, indices: Range<u64>) -> Self {
        Self {
            size,
            from: indices.start,
            next: indices.start,
            to: indices.end,
            tally: Tally::default(),
            seconds: 0.0,
        }
    }

    /// Whether all of them have been checked.
    pub const fn is_finished(&self) -> bool {
        self.next == self.to
    }

    /// Whether this is a possible result for these positions.
    pub fn is_of(&self, size: u32, indices: &Range<u64>) -> bool {
        (self.size, self.from, self.to) == (size, indices.start, indices.end)
            && (self.from..=self.to).contains(&self.next)
            && self.tally.positions == self.next - self.from
            && is_possible(&self.tally)
            && self.seconds.is_finite()
            && self.seconds >= 0.0
    }
}

/// Whether no count of a tally is larger than that of its positions, and it has a mismatch exactly when it counts some.
pub(crate) fn is_possible(tally: &Tally) -> bool {
    tally.losing <= tally.positions
        && tally.mismatches <= tally.positions
        && tally.smallest.is_some() == (tally.mismatches > 0)
}

/// What a sweep has finished.
///
/// ```
/// use grundy_records::checkpoint::Checkpoint;
/// use grundy_records::plan::{Check, SweepPlan};
/// let checkpoint = Checkpoint::new("0.1.0", "gra", "", SweepPlan::whole(Check::Oracle { up_to: 20 }));
/// assert_eq!(Checkpoint::from_bytes(&checkpoint.to_bytes(), "0.1.0").unwrap(), checkpoint);
/// assert!(Checkpoint::from_bytes(&checkpoint.to_bytes(), "0.2.0").is_err());
/// assert!(Checkpoint::from_bytes(b"game,size,positions\n", "0.1.0").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    version: String,
    /// The name of the game.
    pub game: String,
    /// What identifies a game that is not built in; empty for the others.
    pub rules: String,
    /// What the sweep is to do.
    pub plan: SweepPlan,
    /// What has been found at each size that was begun, in their order.
    pub parts: Vec<Part>,
}

impl Checkpoint {
    /// The checkpoint of a sweep that has finished nothing. `rules` identifies a game that is not built in and
    /// is empty otherwise.
    pub fn new(version: &str, game: &str, rules: &str, plan: SweepPlan) -> Self {
        Self {
            version: version.to_owned(),
            game: game.to_owned(),
            rules: rules.to_owned(),
            plan,
            parts: Vec::new(),
        }
    }

    /// Positions checked so far.
    pub fn positions(&self) -> u64 {
        let positions = self.parts.iter().map(|part| part.tally.positions);
        positions.fold(0, u64::saturating_add)
    }

    /// The file's content.
    ///
    /// # Panics
    /// Never: everything in a checkpoint has a form in JSON.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = serde_json::to_vec_pretty(self).expect("a checkpoint has a form in JSON");
        body.push(b'\n');
        sealed::seal(KIND, &body)
    }

    /// Reads the content of a file that was written by this version of the code.
    ///
    /// # Errors
    /// When the content is not what this version has written.
    pub fn from_bytes(file: &[u8], ours: &str) -> Result<Self, RecordError> {
        let body = sealed::unseal(KIND, "a checkpoint of a sweep", file)?;
        let file: Value = serde_json::from_slice(body).map_err(|_| RecordError::Damaged)?;
        // A checkpoint of another version may have other fields, but it has the field `version`.
        match file["version"].as_str() {
            Some(theirs) if theirs != ours => Err(RecordError::of_version(theirs, ours)),
            _ => serde_json::from_slice(body).map_err(|_| RecordError::Damaged),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes), and when the file cannot be read.
    pub fn read(path: &Path, ours: &str) -> Result<Self, RecordError> {
        Self::from_bytes(&fs::read(path)?, ours)
    }
}
