//! Merges the parts of a sweep.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use grundy_games::Game;
use grundy_records::RecordError;
use grundy_records::checkpoint::{Checkpoint, Part};
use grundy_records::plan::SweepPlan;

use crate::{Report, SweepError, VERSION, in_file, keep};

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
    let mut parts: Vec<(&Path, Checkpoint)> = Vec::with_capacity(files.len());
    for path in files {
        let read = Checkpoint::read(path, VERSION);
        parts.push((path, read.map_err(|error| in_file(path, error))?));
    }
    parts.sort_by_key(|(_, checkpoint)| checkpoint.plan.shard);
    let refused = |problem: String| Err(SweepError::Refused(problem));
    let Some((first, whole)) = parts.first() else {
        return refused("no parts to put together".to_owned());
    };
    for (path, checkpoint) in &parts {
        let (one, other) = (sweep_of(whole), sweep_of(checkpoint));
        if one != other {
            let [first, path] = [first, path].map(|path| path.display());
            return refused(format!(
                "{first} and {path} are parts of different sweeps: {one}, and {other}"
            ));
        }
    }
    let game = match game {
        Some(game) => game,
        None => named(whole).map_err(|error| in_file(first, error))?,
    };
    for (path, checkpoint) in &parts {
        keep::check(checkpoint, &*game, checkpoint.plan).map_err(|error| in_file(path, error))?;
    }
    for pair in parts.windows(2) {
        let [one, other] = [&pair[0], &pair[1]].map(|(path, part)| (path, part.plan.shard));
        if one.1 == other.1 {
            let [path, same] = [one.0, other.0].map(|path| path.display());
            return refused(format!("{path} and {same} are both part {}", one.1));
        }
    }
    let parts: Vec<Checkpoint> = parts.into_iter().map(|(_, part)| part).collect();
    all_finished(&parts)?;
    let plan = SweepPlan::whole(parts[0].plan.check);
    let mut parts = parts.into_iter().map(|checkpoint| checkpoint.parts);
    let mut sizes = parts.next().unwrap_or_default();
    for parts in parts {
        for (size, part) in sizes.iter_mut().zip(parts) {
            // The parts of a size are consecutive: each begins where the previous one ends.
            size.to = part.to;
            size.next = part.next;
            size.tally.add(part.tally);
            size.seconds += part.seconds;
        }
    }
    let report = Report::new(&*game, plan, &sizes, Duration::ZERO)?;
    Ok((game, report))
}

/// Describes a checkpoint's sweep for error messages.
fn sweep_of(checkpoint: &Checkpoint) -> String {
    let SweepPlan { check, shard } = checkpoint.plan;
    let rules = match checkpoint.rules.as_str() {
        "" => String::new(),
        rules => format!(", by {rules}"),
    };
    let (game, count) = (&checkpoint.game, shard.count());
    format!("{game}, {check}, {count} parts{rules}")
}

/// Returns the built-in game with the name in a checkpoint.
fn named(checkpoint: &Checkpoint) -> Result<Arc<dyn Game>, RecordError> {
    let theirs = &checkpoint.game;
    if !checkpoint.rules.is_empty() {
        return Err(RecordError::Unusable(format!(
            "made for {theirs}, a program: name it as the game, and the claim that was put to the test"
        )));
    }
    grundy_games::find(theirs).map_err(|_| RecordError::Damaged)
}

/// Fails unless every part is present and finished. The parts must be in order and different.
fn all_finished(parts: &[Checkpoint]) -> Result<(), SweepError> {
    // Numbers as the arrays of job schedulers have them: `2,5-7`.
    let (mut missing, mut unfinished) = (Vec::new(), Vec::new());
    let count = parts.first().map_or(0, |part| part.plan.shard.count());
    let mut before = 0;
    let numbers = parts.iter().map(|part| part.plan.shard.index().into());
    for number in numbers.chain([u64::from(count) + 1]) {
        match number - before {
            1 => {}
            2 => missing.push(format!("{}", before + 1)),
            _ => missing.push(format!("{}-{}", before + 1, number - 1)),
        }
        before = number;
    }
    for part in parts {
        if !part.parts.iter().all(Part::is_finished) {
            unfinished.push(part.plan.shard.index().to_string());
        }
    }
    let lacks: Vec<String> = [("missing", missing), ("not finished", unfinished)]
        .into_iter()
        .filter(|(_, numbers)| !numbers.is_empty())
        .map(|(what, numbers)| format!("{what}: {}", numbers.join(",")))
        .collect();
    if lacks.is_empty() {
        return Ok(());
    }
    let lacks = lacks.join("; ");
    Err(SweepError::Refused(format!(
        "parts of {count} that are {lacks}"
    )))
}
