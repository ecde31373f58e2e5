//! Merges the parts of a sweep.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use grundy_games::Game;
use grundy_records::RecordError;
use grundy_records::checkpoint::{Checkpoint, Part};
use grundy_records::plan::{Shard, SweepPlan};

use crate::stage::stages;
use crate::{Report, SweepError, VERSION, keep, of_game};

/// Why parts cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file is not a usable checkpoint.
    #[error("{}: {error}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: RecordError,
    },
    /// Parts belong to different sweeps.
    #[error("{} and {} are parts of different sweeps: {one}, and {other}", paths[0].display(), paths[1].display())]
    Different {
        /// The files.
        paths: Box<[PathBuf; 2]>,
        /// The sweep of the first.
        one: String,
        /// The sweep of the second.
        other: String,
    },
    /// Two files are the same part.
    #[error("{} and {} are both part {shard}", paths[0].display(), paths[1].display())]
    Twice {
        /// The files.
        paths: Box<[PathBuf; 2]>,
        /// The part.
        shard: Shard,
    },
    /// Parts are missing or unfinished.
    #[error("{}", lacking(missing, unfinished, *count))]
    Lacking {
        /// The numbers of the missing parts.
        missing: Numbers,
        /// The numbers of the unfinished parts.
        unfinished: Numbers,
        /// The number of parts of the sweep.
        count: u32,
    },
    /// There are no files.
    #[error("no parts to put together")]
    Nothing,
    /// The parts do not contain every position, or the game fails.
    #[error(transparent)]
    Sweep(#[from] SweepError),
}

/// Numbers of parts in increasing order. Displayed in the notation for arrays of job schedulers: `2,5-7`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers(Vec<RangeInclusive<u32>>);

impl Numbers {
    /// Adds numbers larger than all present ones.
    fn push(&mut self, more: RangeInclusive<u32>) {
        match self.0.last_mut() {
            Some(last) if last.end() + 1 == *more.start() => *last = *last.start()..=*more.end(),
            _ => self.0.push(more),
        }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, range) in self.0.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            match (range.start(), range.end()) {
                (first, last) if first == last => write!(f, "{comma}{first}")?,
                (first, last) => write!(f, "{comma}{first}-{last}")?,
            }
        }
        Ok(())
    }
}

/// Returns the message about missing and unfinished parts.
fn lacking(missing: &Numbers, unfinished: &Numbers, count: u32) -> String {
    let lacks = [("missing", missing), ("not finished", unfinished)];
    let lacks = lacks.iter().filter(|(_, numbers)| !numbers.0.is_empty());
    let lacks: Vec<String> = lacks
        .map(|(what, numbers)| format!("{what}: {numbers}"))
        .collect();
    format!("parts of {count} that are {}", lacks.join("; "))
}

/// Merges the finished parts of one sweep: every part exactly once, all of the same game, check and size, and of
/// this version of the code. The result is that of a single sweep; seconds are added up.
///
/// A built-in game is found by its name in the files. For a rules program the caller must pass the game with the
/// claim that was checked, because a file must not cause a program to start.
///
/// # Errors
/// See [`MergeError`].
pub fn merge(
    game: Option<Arc<dyn Game>>,
    files: &[PathBuf],
) -> Result<(Arc<dyn Game>, Report), MergeError> {
    let of_file = |path: &Path, error| MergeError::Checkpoint {
        path: path.to_owned(),
        error,
    };
    let mut parts = Vec::with_capacity(files.len());
    for path in files {
        let read = Checkpoint::read(path, VERSION);
        parts.push((path, read.map_err(|error| of_file(path, error))?));
    }
    parts.sort_by_key(|(_, checkpoint)| checkpoint.plan.shard);
    let Some((first, whole)) = parts.first() else {
        return Err(MergeError::Nothing);
    };
    for (path, checkpoint) in &parts {
        let (one, other) = (sweep_of(whole), sweep_of(checkpoint));
        if one != other {
            let paths = Box::new([(*first).clone(), (*path).clone()]);
            return Err(MergeError::Different { paths, one, other });
        }
    }
    let game = match game {
        Some(game) => game,
        None => named(whole).map_err(|error| of_file(first, error))?,
    };
    for (path, checkpoint) in &parts {
        keep::check(checkpoint, &*game, checkpoint.plan).map_err(|error| of_file(path, error))?;
    }
    for pair in parts.windows(2) {
        let shard = pair[0].1.plan.shard;
        if shard == pair[1].1.plan.shard {
            let paths = Box::new([pair[0].0.clone(), pair[1].0.clone()]);
            return Err(MergeError::Twice { paths, shard });
        }
    }
    let parts: Vec<Checkpoint> = parts
        .into_iter()
        .map(|(_, checkpoint)| checkpoint)
        .collect();
    all_finished(&*game, &parts)?;
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
fn all_finished(game: &dyn Game, parts: &[Checkpoint]) -> Result<(), MergeError> {
    let (mut missing, mut unfinished) = (Numbers::default(), Numbers::default());
    let count = parts.first().map_or(0, |part| part.plan.shard.count());
    let mut before = 0;
    for part in parts {
        let number = part.plan.shard.index();
        if number > before + 1 {
            missing.push(before + 1..=number - 1);
        }
        before = number;
        let stages = stages(&part.plan, game).map_err(of_game(game))?.len();
        if part.parts.len() < stages || !part.parts.iter().all(Part::is_finished) {
            unfinished.push(number..=number);
        }
    }
    if before < count {
        missing.push(before + 1..=count);
    }
    if missing.0.is_empty() && unfinished.0.is_empty() {
        return Ok(());
    }
    Err(MergeError::Lacking {
        missing,
        unfinished,
        count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_an_array() {
        let mut numbers = Numbers::default();
        let shown = [2..=2, 5..=6, 7..=7, 9..=12].map(|more| {
            numbers.push(more);
            numbers.to_string()
        });
        assert_eq!(shown, ["2", "2,5-6", "2,5-7", "2,5-7,9-12"]);
    }
}
