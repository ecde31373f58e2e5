//! Where a sweep keeps what it has finished, and what it may go on with.

use std::path::Path;

use grundy_games::{Error, Game, Identity};
use grundy_records::RecordError;
use grundy_records::checkpoint::{Checkpoint, Part};
use grundy_records::files::Held;
use grundy_records::plan::{Check, SweepPlan};

use crate::VERSION;
use crate::stage::stages;

/// What has been finished: what the file holds, or nothing where there is none yet; and the file, which is
/// this sweep's from now on.
pub(crate) fn open(
    path: &Path,
    game: &dyn Game,
    plan: SweepPlan,
) -> Result<(Checkpoint, Held), RecordError> {
    let (mut held, content) = Held::open(path)?;
    // Whoever ended between making a file and writing to it had finished nothing.
    if content.is_empty() {
        // A place where nothing can be written is told now, and not after hours.
        let begun = new(game, plan, false).map_err(RecordError::from);
        let begun = begun.and_then(|checkpoint| {
            held.replace(&checkpoint.to_bytes())?;
            Ok(checkpoint)
        });
        return match begun {
            Ok(checkpoint) => Ok((checkpoint, held)),
            Err(error) => {
                held.remove()?;
                Err(error)
            }
        };
    }
    let checkpoint = Checkpoint::from_bytes(&content, VERSION)?;
    check(&checkpoint, game, plan)?;
    Ok((checkpoint, held))
}

/// Returns a checkpoint of that game and plan in which nothing is finished. The rules of a sweep that is not kept and
/// has no other ranks are compared with nothing, so that its positions are not listed for that.
///
/// # Errors
/// When the game fails.
pub(crate) fn new(game: &dyn Game, plan: SweepPlan, is_alone: bool) -> Result<Checkpoint, Error> {
    let rules = if is_alone {
        String::new()
    } else {
        rules(game, plan)?
    };
    Ok(Checkpoint::new(VERSION, &game.about().name, &rules, plan))
}

/// What else than its name and the version of the code says what the game is, and its positions.
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

/// Whether a checkpoint is of that game and plan.
///
/// # Errors
/// When it is not, and when its parts are not what the plan makes.
pub(crate) fn check(
    checkpoint: &Checkpoint,
    game: &dyn Game,
    plan: SweepPlan,
) -> Result<(), RecordError> {
    let name = &game.about().name;
    if checkpoint.game() != name {
        return Err(RecordError::of_game(checkpoint.game(), name));
    }
    if checkpoint.plan() != plan {
        let say = |plan: SweepPlan| format!("{}, part {}", plan.check, plan.shard);
        return Err(RecordError::Unusable(format!(
            "made for another sweep: {}, and not {}",
            say(checkpoint.plan()),
            say(plan)
        )));
    }
    // Only then may the sizes be listed: a number in a file is no reason to take memory.
    if crate::check_sizes(game, plan.check).is_err() {
        return Err(RecordError::Damaged);
    }
    let ours = rules(game, plan)?;
    if checkpoint.rules() != ours {
        let theirs = checkpoint.rules();
        return Err(RecordError::Unusable(format!(
            "made with other rules: {theirs}, and not {ours}"
        )));
    }
    let stages = stages(&plan, game)?;
    let fits = checkpoint.parts.len() <= stages.len()
        && checkpoint.parts.iter().zip(&stages).all(|(part, stage)| part.is_of(stage.size, &stage.indices))
        // Sizes are done one after the other.
        && checkpoint.parts.iter().rev().skip(1).all(Part::is_finished);
    if fits {
        Ok(())
    } else {
        Err(RecordError::Damaged)
    }
}
