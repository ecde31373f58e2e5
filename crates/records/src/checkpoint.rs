//! Checkpoints: what a sweep or a judge has finished, in a file that is either as it was written or refused.
//!
//! The file is replaced as a whole, so that it always holds one state of the work, even after a crash. Its first line
//! holds a hash of all that follows. What follows is JSON: the version of the code that made it, the game and the plan,
//! and for each stage (a size of a sweep, a phase of a judge) what has been found so far.
//!
//! The file of a finished shard is at the same time the shard's record, see `grundy_sweep::merge`.

use std::fs;
use std::ops::Range;
use std::path::Path;

use grundy_game::Tally;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::RecordError;
use crate::plan::{Check, Plan};
use crate::sealed;

/// What came of comparing cases.
pub trait Found: Clone + Default + Send + Serialize + DeserializeOwned {
    /// What the first line of a checkpoint calls the file, and what errors call it.
    const KIND: [&'static str; 2];
    /// What is done with the cases, in a word.
    const WHAT: &'static str;

    /// Adds what came of the cases after these.
    fn add(&mut self, later: Self);

    /// Returns the number of cases that were compared.
    fn cases(&self) -> u64;

    /// Returns whether the rest of the stage is left out after these cases.
    fn ends(&self) -> bool {
        false
    }

    /// Returns whether the stages after this one are left out, too.
    fn ends_all(&self) -> bool {
        false
    }

    /// Returns whether a check can have found this. A file may hold anything.
    fn is_possible(&self) -> bool {
        true
    }
}

impl Found for Tally {
    const KIND: [&'static str; 2] = ["checkpoint", "a checkpoint of a sweep"];
    const WHAT: &'static str = "sweep";

    fn add(&mut self, later: Self) {
        self.add(later);
    }

    fn cases(&self) -> u64 {
        self.positions
    }

    fn is_possible(&self) -> bool {
        is_possible(self)
    }
}

/// What has been found at one stage: of a sweep, a size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part<F> {
    /// The size, or the number of the phase.
    #[serde(rename = "size")]
    pub stage: u32,
    /// The number of the first case that was to be compared.
    pub from: u64,
    /// The first number that has not been compared.
    pub next: u64,
    /// The first number that was not to be compared.
    pub to: u64,
    /// What came of the cases that have been compared.
    #[serde(rename = "tally")]
    pub found: F,
    /// Wall time, in seconds.
    pub seconds: f64,
}

impl<F: Found> Part<F> {
    /// Nothing compared yet of these cases.
    pub fn new(stage: u32, cases: Range<u64>) -> Self {
        Self {
            stage,
            from: cases.start,
            next: cases.start,
            to: cases.end,
            found: F::default(),
            seconds: 0.0,
        }
    }

    /// Whether no more of them are to be compared.
    pub fn is_finished(&self) -> bool {
        self.next == self.to || self.found.ends()
    }

    /// Whether this is a possible result for the cases of `planned`.
    pub fn is_of(&self, planned: &Self) -> bool {
        (self.stage, self.from, self.to) == (planned.stage, planned.from, planned.to)
            && (self.from..=self.to).contains(&self.next)
            && self.found.cases() == self.next - self.from
            && self.found.is_possible()
            && self.seconds.is_finite()
            && self.seconds >= 0.0
    }
}

/// Whether no count of a tally is larger than that of its positions, and it has a mismatch exactly when it counts some.
pub(crate) fn is_possible(tally: &Tally) -> bool {
    tally.losing.saturating_add(tally.draws) <= tally.positions
        && tally.mismatches <= tally.positions
        && tally.smallest.is_some() == (tally.mismatches > 0)
}

/// What a sweep or a judge has finished.
///
/// ```
/// use grundy_records::checkpoint::SweepCheckpoint;
/// use grundy_records::plan::{Check, SweepPlan};
/// let plan = SweepPlan::whole(Check::Oracle { up_to: 20 });
/// let checkpoint = SweepCheckpoint::new("0.1.0", "gra", "", plan, Vec::new());
/// assert_eq!(SweepCheckpoint::from_bytes(&checkpoint.to_bytes(), "0.1.0").unwrap(), checkpoint);
/// assert!(SweepCheckpoint::from_bytes(&checkpoint.to_bytes(), "0.2.0").is_err());
/// assert!(SweepCheckpoint::from_bytes(b"game,size,positions\n", "0.1.0").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint<C, F> {
    version: String,
    /// The name of the game.
    pub game: String,
    /// What identifies a game that is not built in, and a judged program; empty for others.
    pub rules: String,
    /// What is to be done.
    pub plan: Plan<C>,
    /// What has been found at each stage, in their order.
    pub parts: Vec<Part<F>>,
}

/// What a sweep has finished.
pub type SweepCheckpoint = Checkpoint<Check, Tally>;

impl<C: Serialize + DeserializeOwned, F: Found> Checkpoint<C, F> {
    /// The checkpoint of these parts. `rules` identifies programs and is empty without one.
    pub fn new(version: &str, game: &str, rules: &str, plan: Plan<C>, parts: Vec<Part<F>>) -> Self {
        Self {
            version: version.to_owned(),
            game: game.to_owned(),
            rules: rules.to_owned(),
            plan,
            parts,
        }
    }

    /// Cases compared so far.
    pub fn cases(&self) -> u64 {
        let cases = self.parts.iter().map(|part| part.found.cases());
        cases.fold(0, u64::saturating_add)
    }

    /// The index of the part that comes next; `None` if there is nothing more to do.
    pub fn next(&self) -> Option<usize> {
        let ends = |part: &Part<F>| !part.is_finished() || part.found.ends_all();
        let next = self.parts.iter().position(ends)?;
        (!self.parts[next].is_finished()).then_some(next)
    }

    /// The file's content.
    ///
    /// # Panics
    /// Never: everything in a checkpoint has a form in JSON.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = serde_json::to_vec_pretty(self).expect("a checkpoint has a form in JSON");
        body.push(b'\n');
        sealed::seal(F::KIND[0], &body)
    }

    /// Reads the content of a file that was written by this version of the code.
    ///
    /// # Errors
    /// When the content is not what this version has written.
    pub fn from_bytes(file: &[u8], ours: &str) -> Result<Self, RecordError> {
        let body = sealed::unseal(F::KIND[0], F::KIND[1], file)?;
        let file: Value = serde_json::from_slice(body).map_err(|_| RecordError::Damaged)?;
        // A checkpoint of another version may have other fields, but it has the field `version`.
        match file["version"].as_str() {
            Some(theirs) if theirs != ours => Err(RecordError::of_version(theirs, ours)),
            // The content is as it was written: what names its check is of another kind of judge.
            _ => serde_json::from_slice(body).map_err(|_| match file["plan"]["check"].as_str() {
                Some(check) => {
                    RecordError::Unusable(format!("made for another {}: {check}", F::WHAT))
                }
                None => RecordError::Damaged,
            }),
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
