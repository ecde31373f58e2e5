//! Opens, creates, validates and merges checkpoints.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use grundy_records::RecordError;
use grundy_records::checkpoint::{Checkpoint, Found, Part};
use grundy_records::files::Held;
use grundy_records::plan::{Plan, Shard};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::VERSION;
use crate::compare::State;
use crate::error::{CheckError, Problem};

/// What a check is and what its outcome depends on, as a checkpoint has it.
pub trait Checked: Clone + PartialEq + Display + Serialize + DeserializeOwned {}
impl<C: Clone + PartialEq + Display + Serialize + DeserializeOwned> Checked for C {}

/// Opens the checkpoint at `path`, which is locked for this check, or creates it. `planned` is the checkpoint in which nothing
/// is finished.
///
/// # Errors
/// The file cannot be used, or belongs to another game or plan.
pub fn open<C: Checked, F: Found>(
    path: &Path,
    planned: Checkpoint<C, F>,
) -> Result<State<C, F>, RecordError> {
    let (mut held, content) = Held::open(path)?;
    // A check that failed early leaves a checkpoint with work to do of which nothing is done. A part without cases is
    // finished at once: its file is kept.
    let kept = match &*content {
        [] => None,
        content => Some(Checkpoint::from_bytes(content, VERSION)?),
    };
    let is_begun = |kept: &Checkpoint<C, F>| kept.cases() > 0 || kept.next().is_none();
    let Some(kept) = kept.filter(is_begun) else {
        // Writing at once makes an unwritable file fail now and not after hours.
        held.replace(&planned.to_bytes())?;
        return Ok(State::new(planned, Some(held)));
    };
    check(&kept, &planned)?;
    Ok(State::new(kept, Some(held)))
}

/// Checks that a checkpoint belongs to the game and plan of another one, in which nothing is finished.
///
/// # Errors
/// The checkpoint belongs to another game or plan, or its parts do not fit the plan.
pub(crate) fn check<C: Checked, F: Found>(
    kept: &Checkpoint<C, F>,
    planned: &Checkpoint<C, F>,
) -> Result<(), RecordError> {
    let differs = |what: &str, theirs: &dyn Display, ours: &dyn Display| {
        let [theirs, ours] = differences(&theirs.to_string(), &ours.to_string())
            // A built-in game without a claim.
            .map(|list| {
                if list.is_empty() {
                    "none".to_owned()
                } else {
                    list
                }
            });
        let problem = format!("made {what}: {theirs}, and not {ours}");
        Err(RecordError::Unusable(problem))
    };
    if kept.game != planned.game {
        return Err(RecordError::of_game(&kept.game, &planned.game));
    }
    if kept.plan != planned.plan {
        let what = format!("for another {}", F::WHAT);
        return differs(&what, &kept.plan, &planned.plan);
    }
    if kept.rules != planned.rules {
        return differs("with other rules or programs", &kept.rules, &planned.rules);
    }
    let mut parts = kept.parts.iter().zip(&planned.parts);
    if kept.parts.len() == planned.parts.len() && parts.all(|(part, planned)| part.is_of(planned)) {
        Ok(())
    } else {
        Err(RecordError::Damaged)
    }
}

/// Returns what differs in two lists with commas between their items; all of both lists if they have not as many items.
fn differences(one: &str, other: &str) -> [String; 2] {
    let [one, other] = [one, other].map(|list| list.split(", ").collect::<Vec<_>>());
    let lists = if one.len() == other.len() {
        let pairs = one.into_iter().zip(other);
        let (one, other) = pairs.filter(|(one, other)| one != other).unzip();
        [one, other]
    } else {
        [one, other]
    };
    lists.map(|list| list.join(", "))
}

/// The parts of a check, each with its file.
pub type Parts<'a, C, F> = Vec<(&'a Path, Checkpoint<C, F>)>;

/// Reads the finished parts of one check: every part exactly once, all of the same game and check, and of this version
/// of the code. Returns them in order.
///
/// # Errors
/// A file is not a usable checkpoint, or the files are not all parts of one check, each once and finished.
pub(crate) fn read_parts<C: Checked, F: Found, E: Problem>(
    files: &[PathBuf],
    refused: impl Fn(String) -> E,
) -> Result<Parts<'_, C, F>, CheckError<E>> {
    let refused = |problem: String| Err(CheckError::Of(refused(problem)));
    let mut parts: Parts<'_, C, F> = Vec::with_capacity(files.len());
    for path in files {
        let read = Checkpoint::read(path, VERSION);
        parts.push((
            path,
            read.map_err(|error| CheckError::in_file(path, error))?,
        ));
    }
    parts.sort_by_key(|(_, checkpoint)| checkpoint.plan.shard);
    let Some((first, whole)) = parts.first() else {
        return refused("no parts to put together".to_owned());
    };
    for (path, checkpoint) in &parts {
        let (one, other) = (described(whole), described(checkpoint));
        if one != other {
            let [first, path] = [first, path].map(|path| path.display());
            let what = format!("{first} and {path} are parts of different {}s", F::WHAT);
            return refused(format!("{what}: {one}, and {other}"));
        }
    }
    for pair in parts.windows(2) {
        let [one, other] = [&pair[0], &pair[1]].map(|(path, part)| (path, part.plan.shard));
        if one.1 == other.1 {
            let [path, same] = [one.0, other.0].map(|path| path.display());
            return refused(format!("{path} and {same} are both part {}", one.1));
        }
    }
    match lacking(&parts) {
        Some(lacking) => refused(lacking),
        None => Ok(parts),
    }
}

/// Merges parts that are all there and in order. `whole` is the checkpoint of the whole check in which nothing is finished.
///
/// # Errors
/// A part is not one of this check.
pub(crate) fn sum<C: Checked, F: Found, E: Problem>(
    parts: Parts<'_, C, F>,
    mut whole: Checkpoint<C, F>,
) -> Result<Checkpoint<C, F>, CheckError<E>> {
    let begun = whole.clone();
    for (path, later) in parts {
        let shard = later.plan.shard;
        let of_part = |whole: &Part<F>| Part::new(whole.stage, shard.of(whole.from..whole.to));
        let mut planned = begun.clone();
        planned.plan.shard = shard;
        planned.parts = begun.parts.iter().map(of_part).collect();
        check(&later, &planned).map_err(|error| CheckError::in_file(path, error))?;
        for (part, later) in whole.parts.iter_mut().zip(later.parts) {
            // The parts of a stage are consecutive: each begins where the previous one ends.
            if !part.found.ends() {
                part.found.add(later.found);
                part.next = later.next;
            }
            part.seconds += later.seconds;
        }
    }
    Ok(whole)
}

/// Reads and merges the finished parts of a check. `whole` is its checkpoint in which nothing is finished.
///
/// # Errors
/// A file is not a usable checkpoint, the files are not all parts of one check, each once and finished, or not of this one.
pub fn merged<C: Checked, F: Found, E: Problem>(
    files: &[PathBuf],
    whole: Checkpoint<C, F>,
    refused: impl Fn(String) -> E,
) -> Result<Checkpoint<C, F>, CheckError<E>> {
    sum(read_parts(files, refused)?, whole)
}

/// Describes a checkpoint's check for error messages.
fn described<C: Checked, F>(checkpoint: &Checkpoint<C, F>) -> String {
    let Plan { check, shard } = &checkpoint.plan;
    let rules = match checkpoint.rules.as_str() {
        "" => String::new(),
        rules => format!(", by {rules}"),
    };
    let (game, count) = (&checkpoint.game, shard.count());
    format!("{game}, {check}, {count} parts{rules}")
}

/// Returns which parts are missing or not finished. The parts must be in order and different.
fn lacking<C: Checked, F: Found>(parts: &[(&Path, Checkpoint<C, F>)]) -> Option<String> {
    // Numbers as the arrays of job schedulers have them: `2,5-7`.
    let (mut missing, mut unfinished) = (Vec::new(), Vec::new());
    let shards = || parts.iter().map(|(_, part)| part.plan.shard);
    let count = shards().next().map_or(0, Shard::count);
    let mut before = 0;
    let numbers = shards().map(|shard| shard.index().into());
    for number in numbers.chain([u64::from(count) + 1]) {
        match number - before {
            1 => {}
            2 => missing.push(format!("{}", before + 1)),
            _ => missing.push(format!("{}-{}", before + 1, number - 1)),
        }
        before = number;
    }
    for (_, part) in parts.iter().filter(|(_, part)| part.next().is_some()) {
        unfinished.push(part.plan.shard.index().to_string());
    }
    let lacks: Vec<String> = [("missing", missing), ("not finished", unfinished)]
        .into_iter()
        .filter(|(_, numbers)| !numbers.is_empty())
        .map(|(what, numbers)| format!("{what}: {}", numbers.join(",")))
        .collect();
    (!lacks.is_empty()).then(|| format!("parts of {count} that are {}", lacks.join("; ")))
}
