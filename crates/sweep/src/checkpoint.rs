//! Checkpoints: what a sweep has finished, in a file that is whole and unspoilt or not used.
//!
//! A checkpoint is written to a temporary file and renamed, so that at any moment the file holds one
//! state of the sweep or another, whatever happens to the process. Its first line holds a hash of all
//! that follows. What follows is JSON: the code that made it, the game and the plan, and for each size
//! that has been begun what has been found so far.
//!
//! The file of a finished shard is at the same time the shard's record, see [`merge`](crate::merge).

use std::io;
use std::path::{Path, PathBuf};
use std::{fs, str};

use grundy_games::{Entry, Tally};
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use crate::VERSION;
use crate::plan::{Plan, Stage};

/// The first line of a checkpoint, before the hash.
const MAGIC: &str = "grundy checkpoint, XXH3-128 of what follows: ";

/// What has been found at one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// The size.
    pub(crate) size: u32,
    /// The index of the first position that was to be checked.
    pub(crate) from: u64,
    /// The first index that has not been checked.
    pub(crate) next: u64,
    /// The first index that was not to be checked.
    pub(crate) to: u64,
    /// What came of it.
    pub(crate) tally: Tally,
    /// Wall time, in seconds.
    pub(crate) seconds: f64,
}

impl Part {
    pub(crate) fn new(stage: &Stage) -> Self {
        Self {
            size: stage.size,
            from: stage.indices.start,
            next: stage.indices.start,
            to: stage.indices.end,
            tally: Tally::default(),
            seconds: 0.0,
        }
    }

    pub(crate) const fn is_finished(&self) -> bool {
        self.next == self.to
    }

    /// Whether this can have come of that stage.
    fn is_of(&self, stage: &Stage) -> bool {
        let tally = &self.tally;
        (self.size, self.from, self.to) == (stage.size, stage.indices.start, stage.indices.end)
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
/// use grundy_sweep::{Checkpoint, Check, Plan};
/// let checkpoint = Checkpoint::new("gra", Plan::whole(Check::Oracle { up_to: 20 }));
/// assert_eq!(Checkpoint::from_bytes(&checkpoint.to_bytes()).unwrap(), checkpoint);
/// assert!(Checkpoint::from_bytes(b"game,size,positions\n").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    version: String,
    game: String,
    plan: Plan,
    pub(crate) parts: Vec<Part>,
}

/// A checkpoint that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read, written or put into place.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A new checkpoint would take the place of a file.
    #[error("the file is there already")]
    Exists,
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
    #[error("made by grundy {theirs}, and this is {VERSION}")]
    Version {
        /// The version of the code that made it.
        theirs: String,
    },
    /// The checkpoint is of another game.
    #[error("made for {theirs}, not for {ours}")]
    Game {
        /// The game it was made for.
        theirs: String,
        /// The game that was asked for.
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
    /// Nothing finished yet.
    pub fn new(game: &str, plan: Plan) -> Self {
        Self {
            version: VERSION.to_owned(),
            game: game.to_owned(),
            plan,
            parts: Vec::new(),
        }
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
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
        let mut file = format!("{MAGIC}{:032x}\n", XxHash3_128::oneshot(&body)).into_bytes();
        file.append(&mut body);
        file
    }

    /// Reads the content of a file: whole and as it was written, of this version, of a known game,
    /// with parts as its plan makes them.
    ///
    /// # Errors
    /// See [`CheckpointError`].
    pub fn from_bytes(file: &[u8]) -> Result<Self, CheckpointError> {
        let rest = file
            .strip_prefix(MAGIC.as_bytes())
            .ok_or(CheckpointError::Foreign)?;
        let (hash, body) = rest
            .iter()
            .position(|&byte| byte == b'\n')
            .map(|end| (&rest[..end], &rest[end + 1..]))
            .ok_or(CheckpointError::Damaged)?;
        let expected = format!("{:032x}", XxHash3_128::oneshot(body));
        if hash != expected.as_bytes() {
            return Err(CheckpointError::Damaged);
        }
        // Of another version only the version can be read for sure.
        let Version { version } =
            serde_json::from_slice(body).map_err(|_| CheckpointError::Damaged)?;
        if version != VERSION {
            return Err(CheckpointError::Version { theirs: version });
        }
        serde_json::from_slice(body).map_err(|_| CheckpointError::Damaged)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes), and when the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        Self::from_bytes(&fs::read(path)?)
    }

    /// Whether this is of that game and plan.
    ///
    /// # Errors
    /// When it is not, and when its parts are not what the plan makes.
    pub(crate) fn check(&self, game: &dyn Entry, plan: Plan) -> Result<(), CheckpointError> {
        let name = &game.about().name;
        if self.game != *name {
            return Err(CheckpointError::Game {
                theirs: self.game.clone(),
                ours: name.to_string(),
            });
        }
        if self.plan != plan {
            let say = |plan: Plan| format!("{}, part {}", plan.check, plan.shard);
            return Err(CheckpointError::Plan {
                theirs: say(self.plan),
                ours: say(plan),
            });
        }
        // Only then may the sizes be listed: a number in a file is no reason to take memory.
        if crate::check_sizes(game, plan.check).is_err() {
            return Err(CheckpointError::Damaged);
        }
        let stages = plan.stages(game)?;
        let fits = self.parts.len() <= stages.len()
            && self.parts.iter().zip(&stages).all(|(part, stage)| part.is_of(stage))
            // Sizes are done one after the other.
            && self.parts.iter().rev().skip(1).all(Part::is_finished);
        if fits {
            Ok(())
        } else {
            Err(CheckpointError::Damaged)
        }
    }

    /// Writes the file: it holds this, or what it held before.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        grundy_files::write(path, &self.to_bytes())?;
        Ok(())
    }
}

/// What can be read of a checkpoint of any version.
#[derive(Deserialize)]
struct Version {
    version: String,
}

/// Where a sweep keeps its checkpoint.
#[derive(Clone, Debug)]
pub struct Keep {
    /// The file.
    pub path: PathBuf,
    /// Whether to go on with what the file holds; otherwise there must be no such file.
    pub resume: bool,
}

impl Keep {
    /// What has been finished: nothing, or what the file holds.
    pub(crate) fn open(&self, game: &dyn Entry, plan: Plan) -> Result<Checkpoint, CheckpointError> {
        if self.resume {
            let checkpoint = Checkpoint::read(&self.path)?;
            checkpoint.check(game, plan)?;
            return Ok(checkpoint);
        }
        if self.path.try_exists()? {
            return Err(CheckpointError::Exists);
        }
        let checkpoint = Checkpoint::new(&game.about().name, plan);
        // A place where nothing can be written is told now, and not after hours.
        checkpoint.write(&self.path)?;
        Ok(checkpoint)
    }
}
