//! Where a sweep keeps what it has finished, and what it may go on with.

use std::io::ErrorKind;
use std::path::PathBuf;

use grundy_files::Held;
use grundy_games::Entry;
use grundy_records::checkpoint::{Checkpoint, CheckpointError, Part};
use grundy_records::plan::Plan;

use crate::VERSION;
use crate::stage::stages;

/// Where a sweep keeps its checkpoint.
#[derive(Clone, Debug)]
pub struct Keep {
    /// The file.
    pub path: PathBuf,
    /// Whether to go on with what the file holds; otherwise there must be no such file.
    pub resume: bool,
}

impl Keep {
    /// What has been finished, nothing or what the file holds; and the file, which is this sweep's from
    /// now on.
    pub(crate) fn open(
        &self,
        game: &dyn Entry,
        plan: Plan,
    ) -> Result<(Checkpoint, Held), CheckpointError> {
        if self.resume {
            let (held, content) = Held::open(&self.path)?;
            let checkpoint = Checkpoint::from_bytes(&content, VERSION)?;
            check(&checkpoint, game, plan)?;
            return Ok((checkpoint, held));
        }
        let checkpoint = Checkpoint::new(VERSION, &game.about().name, plan);
        let mut held = Held::create(&self.path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => CheckpointError::Exists,
            _ => error.into(),
        })?;
        // A place where nothing can be written is told now, and not after hours.
        if let Err(error) = held.replace(&checkpoint.to_bytes()) {
            held.remove()?;
            return Err(error.into());
        }
        Ok((checkpoint, held))
    }
}

/// Whether a checkpoint is of that game and plan.
///
/// # Errors
/// When it is not, and when its parts are not what the plan makes.
pub(crate) fn check(
    checkpoint: &Checkpoint,
    game: &dyn Entry,
    plan: Plan,
) -> Result<(), CheckpointError> {
    let name = &game.about().name;
    if checkpoint.game() != name {
        return Err(CheckpointError::Game {
            theirs: checkpoint.game().to_owned(),
            ours: name.to_string(),
        });
    }
    if checkpoint.plan() != plan {
        let say = |plan: Plan| format!("{}, part {}", plan.check, plan.shard);
        return Err(CheckpointError::Plan {
            theirs: say(checkpoint.plan()),
            ours: say(plan),
        });
    }
    // Only then may the sizes be listed: a number in a file is no reason to take memory.
    if crate::check_sizes(game, plan.check).is_err() {
        return Err(CheckpointError::Damaged);
    }
    let stages = stages(&plan, game)?;
    let fits = checkpoint.parts.len() <= stages.len()
        && checkpoint.parts.iter().zip(&stages).all(|(part, stage)| part.is_of(stage.size, &stage.indices))
        // Sizes are done one after the other.
        && checkpoint.parts.iter().rev().skip(1).all(Part::is_finished);
    if fits {
        Ok(())
    } else {
        Err(CheckpointError::Damaged)
    }
}
