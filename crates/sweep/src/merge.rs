//! Parts of a sweep put together.

use std::path::PathBuf;
use std::time::Duration;

use std::sync::Arc;

use grundy_games::Entry;

use grundy_records::checkpoint::{Checkpoint, CheckpointError, Part};
use grundy_records::plan::{Plan, Shard};

use crate::stage::stages;
use crate::{Report, SweepError, VERSION, keep, of_game};

/// Parts that do not make a whole.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file is not the checkpoint of a part.
    #[error("{}: {error}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: CheckpointError,
    },
    /// A part was not done to its end.
    #[error("{}: part {shard} is not finished", path.display())]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// The part.
        shard: Shard,
    },
    /// Parts are of different sweeps.
    #[error("{} and {} are parts of different sweeps: {one}, and {other}", paths[0].display(), paths[1].display())]
    Different {
        /// The files.
        paths: Box<[PathBuf; 2]>,
        /// What the first is a part of.
        one: String,
        /// What the second is a part of.
        other: String,
    },
    /// A part is there twice.
    #[error("{} and {} are both part {shard}", paths[0].display(), paths[1].display())]
    Twice {
        /// The files.
        paths: Box<[PathBuf; 2]>,
        /// The part.
        shard: Shard,
    },
    /// A part is not there.
    #[error("part {shard} is missing ({missing} of {} parts are)", shard.count())]
    Missing {
        /// The first part that is missing.
        shard: Shard,
        /// How many are.
        missing: u32,
    },
    /// There are no parts.
    #[error("no parts to put together")]
    Nothing,
    /// The parts do not hold every position.
    #[error(transparent)]
    Sweep(#[from] SweepError),
}

/// Puts the finished parts of one sweep together: every part once, all of one game, check, size, and
/// version of the code, which is this one's. What is found is as if it had been one sweep; seconds are
/// added up.
///
/// # Errors
/// See [`MergeError`].
pub fn merge(files: &[PathBuf]) -> Result<(Arc<dyn Entry>, Report), MergeError> {
    let mut parts = Vec::with_capacity(files.len());
    for path in files {
        let (game, checkpoint) = read(path).map_err(|error| MergeError::Checkpoint {
            path: path.clone(),
            error,
        })?;
        let shard = checkpoint.plan().shard;
        let stages = stages(&checkpoint.plan(), &*game);
        let stages = stages.map_err(of_game(&*game))?.len();
        if checkpoint.parts.len() < stages || !checkpoint.parts.iter().all(Part::is_finished) {
            let path = path.clone();
            return Err(MergeError::Unfinished { path, shard });
        }
        parts.push((path, game, checkpoint));
    }
    parts.sort_by_key(|(_, _, checkpoint)| checkpoint.plan().shard);
    let Some((first, game, whole)) = parts.first() else {
        return Err(MergeError::Nothing);
    };
    let of = |checkpoint: &Checkpoint| {
        let Plan { check, shard } = checkpoint.plan();
        format!("{}, {check}, {} parts", checkpoint.game(), shard.count())
    };
    for (path, _, checkpoint) in &parts {
        if of(checkpoint) != of(whole) {
            return Err(MergeError::Different {
                paths: Box::new([(*first).clone(), (*path).clone()]),
                one: of(whole),
                other: of(checkpoint),
            });
        }
    }
    for pair in parts.windows(2) {
        let shard = pair[0].2.plan().shard;
        if shard == pair[1].2.plan().shard {
            let paths = Box::new([pair[0].0.clone(), pair[1].0.clone()]);
            return Err(MergeError::Twice { paths, shard });
        }
    }
    let count = whole.plan().shard.count();
    let mut there = parts
        .iter()
        .map(|(_, _, checkpoint)| checkpoint.plan().shard);
    let missing = (1..=count)
        .filter_map(|index| Shard::new(index, count))
        .find(|&shard| there.next() != Some(shard));
    if let Some(shard) = missing {
        let missing = count - parts.len() as u32;
        return Err(MergeError::Missing { shard, missing });
    }
    let mut sizes = whole.parts.clone();
    for (_, _, checkpoint) in &parts[1..] {
        for (size, part) in sizes.iter_mut().zip(&checkpoint.parts) {
            // Parts follow one another: each begins where the one before it ends.
            size.to = part.to;
            size.next = part.next;
            size.tally.add(part.tally.clone());
            size.seconds += part.seconds;
        }
    }
    let plan = Plan::whole(whole.plan().check);
    let report = Report::new(&**game, plan, &sizes, Duration::ZERO)?;
    Ok((Arc::clone(game), report))
}

fn read(path: &std::path::Path) -> Result<(Arc<dyn Entry>, Checkpoint), CheckpointError> {
    let checkpoint = Checkpoint::read(path, VERSION)?;
    let game = grundy_games::find(checkpoint.game()).map_err(|_| CheckpointError::Damaged)?;
    keep::check(&checkpoint, &*game, checkpoint.plan())?;
    Ok((game, checkpoint))
}
