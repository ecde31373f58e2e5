//! Checkpoints: what a sweep has finished, in a file that is whole and unspoilt or not used.
//!
//! A checkpoint is written to a temporary file and renamed, so that at any moment the file holds one
//! state of the sweep or another, whatever happens to the process. Its first line holds a hash of all
//! that follows. What follows is JSON: the code that made it, the game and the plan, and for each size
//! that has been begun what has been found so far.
//!
//! The file of a finished shard is at the same time the shard's record, see `grundy_sweep::merge`.

use std::ops::Range;
use std::path::Path;
use std::{fs, io, str};

use grundy_games::Tally;
use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::sealed::{self, Broken};

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
    /// What came of it.
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

    /// Whether this can be what has been found of these positions.
    pub fn is_of(&self, size: u32, indices: &Range<u64>) -> bool {
        let tally = &self.tally;
        (self.size, self.from, self.to) == (size, indices.start, indices.end)
            && (self.from..=self.to).contains(&self.next)
            && tally.positions == self.next - self.from
            && tally.losing <= tally.positions
            && tally.mismatches <= tally.positions
            && tally.smallest.is_some() == (tally.mismatches > 0)
            && self.seconds.is_finite()
            && self.seconds >= 0.0
    }
}

/// What a sweep has finished.
///
/// ```
/// use grundy_records::checkpoint::Checkpoint;
/// use grundy_records::plan::{Check, Plan};
/// let checkpoint = Checkpoint::new("0.1.0", "gra", "", Plan::whole(Check::Oracle { up_to: 20 }));
/// assert_eq!(Checkpoint::from_bytes(&checkpoint.to_bytes(), "0.1.0").unwrap(), checkpoint);
/// assert!(Checkpoint::from_bytes(&checkpoint.to_bytes(), "0.2.0").is_err());
/// assert!(Checkpoint::from_bytes(b"game,size,positions\n", "0.1.0").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    version: String,
    game: String,
    rules: String,
    plan: Plan,
    /// What has been found at each size that was begun, in their order.
    pub parts: Vec<Part>,
}

/// A checkpoint that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read, written or put into place, or another process is at work on it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game failed.
    #[error(transparent)]
    Failed(#[from] grundy_games::Error),
    /// The file is something else.
    #[error("not a checkpoint of a sweep")]
    Foreign,
    /// The file is not as it was written.
    #[error("the checkpoint is damaged: it is not what was written")]
    Damaged,
    /// The checkpoint is of other code.
    #[error("made by grundy {theirs}, and this is {ours}")]
    Version {
        /// The version of the code that made it.
        theirs: String,
        /// The version of this code.
        ours: String,
    },
    /// The checkpoint is of another game.
    #[error("made for {theirs}, not for {ours}")]
    Game {
        /// The game it was made for.
        theirs: String,
        /// The game that was asked for.
        ours: String,
    },
    /// The checkpoint is of a game that is not built in, and nobody has said where it is.
    #[error(
        "made for {theirs}, a program: name it as the game, and the claim that was put to the test"
    )]
    Program {
        /// The game it was made for.
        theirs: String,
    },
    /// The checkpoint is of other programs under the same names, or of positions listed in another order.
    #[error("made with other rules: {theirs}, and not {ours}")]
    Rules {
        /// What it was made with.
        theirs: String,
        /// What is there now.
        ours: String,
    },
    /// The checkpoint is of another check, size or part.
    #[error("made for another sweep: {theirs}, and not {ours}")]
    Plan {
        /// The check it was made for.
        theirs: String,
        /// The check that was asked for.
        ours: String,
    },
}

impl Checkpoint {
    /// Nothing finished yet, by this version of the code.
    /// `rules` is what else tells the game from others of that name, and is empty for one that is built in.
    pub fn new(version: &str, game: &str, rules: &str, plan: Plan) -> Self {
        Self {
            version: version.to_owned(),
            game: game.to_owned(),
            rules: rules.to_owned(),
            plan,
            parts: Vec::new(),
        }
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What else tells the game from others of its name.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// What the sweep is to do.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// Positions checked so far.
    pub fn positions(&self) -> u64 {
        self.parts
            .iter()
            .fold(0, |sum, part| sum.saturating_add(part.tally.positions))
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

    /// Reads the content of a file: whole and as it was written, and by this version of the code.
    ///
    /// # Errors
    /// See [`CheckpointError`].
    pub fn from_bytes(file: &[u8], ours: &str) -> Result<Self, CheckpointError> {
        let body = sealed::unseal(KIND, file).map_err(|broken| match broken {
            Broken::Foreign => CheckpointError::Foreign,
            Broken::Damaged => CheckpointError::Damaged,
        })?;
        // Of another version only the version can be read for sure.
        let Version { version } =
            serde_json::from_slice(body).map_err(|_| CheckpointError::Damaged)?;
        if version != ours {
            let (theirs, ours) = (version, ours.to_owned());
            return Err(CheckpointError::Version { theirs, ours });
        }
        serde_json::from_slice(body).map_err(|_| CheckpointError::Damaged)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes), and when the file cannot be read.
    pub fn read(path: &Path, ours: &str) -> Result<Self, CheckpointError> {
        Self::from_bytes(&fs::read(path)?, ours)
    }

    /// Writes the file: it holds this, or what it held before.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let written = grundy_files::write(path, &self.to_bytes());
        Ok(written.map_err(|error| error.problem)?)
    }
}

/// What can be read of a checkpoint of any version.
#[derive(Deserialize)]
struct Version {
    version: String,
}
