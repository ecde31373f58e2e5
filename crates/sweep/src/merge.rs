//! Merges the parts of a sweep.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use grundy_game::Game;
use grundy_records::RecordError;
use grundy_records::checkpoint::SweepCheckpoint;
use grundy_records::plan::SweepPlan;

use crate::{Report, SweepError, SweepProblem, check_sizes, keep, planned};

/// Merges the finished parts of one sweep: every part exactly once, all of the same game, check and size, and of
/// this version of the code. The result is that of a single sweep; seconds are added up.
///
/// A built-in game is found by its name in the files. For a rules program the caller must pass the game with the
/// claim that was checked, because a file must not cause a program to start.
///
/// # Errors
/// A file is not a usable checkpoint, the files are not all parts of one sweep, each once and finished, or the game
/// fails.
pub fn merge(
    game: Option<Arc<dyn Game>>,
    files: &[PathBuf],
) -> Result<(Arc<dyn Game>, Report), SweepError> {
    let parts = keep::read_parts(files, SweepProblem::Refused)?;
    let in_first = |error| SweepError::in_file(parts[0].0, error);
    let game = match game {
        Some(game) => game,
        None => named(&parts[0].1).map_err(in_first)?,
    };
    // The sizes must be checked before parts are made: a damaged number in a file must not allocate memory.
    let check = parts[0].1.plan.check;
    check_sizes(&*game, check).map_err(|_| in_first(RecordError::Damaged))?;
    let whole = planned(&*game, SweepPlan::whole(check), true);
    let whole = whole.map_err(|error| in_first(RecordError::from(error)))?;
    let SweepCheckpoint { plan, parts, .. } = keep::sum(parts, whole)?;
    let report = Report::new(&*game, plan, &parts, Duration::ZERO)?;
    Ok((game, report))
}

/// Returns the built-in game with the name in a checkpoint.
fn named(checkpoint: &SweepCheckpoint) -> Result<Arc<dyn Game>, RecordError> {
    let theirs = &checkpoint.game;
    if !checkpoint.rules.is_empty() {
        return Err(RecordError::Unusable(format!(
            "made for {theirs}, a program: name it as the game, and the claim that was put to the test"
        )));
    }
    grundy_games::find(theirs).map_err(|_| {
        RecordError::Unusable(format!(
            "made for {theirs}, which is not built in: name it as the game"
        ))
    })
}
