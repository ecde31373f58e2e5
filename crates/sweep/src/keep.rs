//! Opens, creates and validates checkpoints.

use std::path::Path;

use grundy_games::{Error, Game, Identity};
use grundy_records::RecordError;
use grundy_records::checkpoint::{Checkpoint, Part};
use grundy_records::files::Held;
use grundy_records::plan::{Check, SweepPlan};

use crate::VERSION;
use crate::stage::parts;

/// Opens or creates the checkpoint at `path` and locks the file for this sweep.
pub(crate) fn open(
    path: &Path,
    game: &dyn Game,
    plan: SweepPlan,
) -> Result<(Checkpoint, Held), RecordError> {
    let (mut held, content) = Held::open(path)?;
    // A sweep that failed early leaves a checkpoint with work to do of which nothing is done. A part without positions is
    // finished at once: its file is kept.
    let kept = match &*content {
        [] => None,
        content => Some(Checkpoint::from_bytes(content, VERSION)?),
    };
    let is_begun =
        |kept: &Checkpoint| kept.positions() > 0 || kept.parts.iter().all(Part::is_finished);
    let Some(checkpoint) = kept.filter(is_begun) else {
        // Writing at once makes an unwritable file fail now and not after hours.
        let begun = new(game, plan, false)?;
        held.replace(&begun.to_bytes())?;
        return Ok((begun, held));
    };
    check(&checkpoint, game, plan)?;
    Ok((checkpoint, held))
}

/// Returns the checkpoint of this game and plan of which nothing is checked yet. If `is_alone`, that is without a file
/// and without other ranks, the rules are never compared, and the identity of the rules is omitted because computing it
/// would list all positions.
///
/// # Errors
/// The game fails.
pub(crate) fn new(game: &dyn Game, plan: SweepPlan, is_alone: bool) -> Result<Checkpoint, Error> {
    let rules = if is_alone {
        String::new()
    } else {
        rules(game, plan)?
    };
    let mut checkpoint = Checkpoint::new(VERSION, &game.about().name, &rules, plan);
    checkpoint.parts = parts(plan, game)?;
    Ok(checkpoint)
}

/// Returns what identifies the game's rules and positions in addition to its name and the version of the code.
fn rules(game: &dyn Game, plan: SweepPlan) -> Result<String, Error> {
    let listed_up_to = match plan.check {
        Check::Oracle { up_to } | Check::Closure { up_to } => Some(up_to),
        Check::Random { .. } => None,
    };
    let Identity { programs, listing } = game.identity(listed_up_to)?;
    Ok(match listing.as_str() {
        "" => programs,
        listing => format!("{programs}, positions {listing}"),
    })
}

/// Checks that a checkpoint belongs to this game and plan.
///
/// # Errors
/// The checkpoint belongs to another game or plan, or its parts do not fit the plan.
pub(crate) fn check(
    checkpoint: &Checkpoint,
    game: &dyn Game,
    plan: SweepPlan,
) -> Result<(), RecordError> {
    let name = &game.about().name;
    if checkpoint.game != *name {
        return Err(RecordError::of_game(&checkpoint.game, name));
    }
    if checkpoint.plan != plan {
        let say = |plan: SweepPlan| format!("{}, part {}", plan.check, plan.shard);
        return Err(RecordError::Unusable(format!(
            "made for another sweep: {}, and not {}",
            say(checkpoint.plan),
            say(plan)
        )));
    }
    // The sizes must be checked before parts are made: a damaged number in a file must not allocate memory.
    if crate::check_sizes(game, plan.check).is_err() {
        return Err(RecordError::Damaged);
    }
    let ours = rules(game, plan)?;
    if checkpoint.rules != ours {
        let theirs = &checkpoint.rules;
        return Err(RecordError::Unusable(format!(
            "made with other rules: {theirs}, and not {ours}"
        )));
    }
    let planned = parts(plan, game)?;
    let fits = checkpoint.parts.len() == planned.len()
        && (checkpoint.parts.iter().zip(&planned))
            .all(|(part, planned)| part.is_of(planned.size, &(planned.from..planned.to)));
    if fits {
        Ok(())
    } else {
        Err(RecordError::Damaged)
    }
}
