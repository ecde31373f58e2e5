//! The one driver of all checks: it has cases compared stage by stage and block by block, on all workers, and saves
//! checkpoints.
//!
//! A [`Check`] is a pair of sources of truth and the cases on which they are compared: a closed form and the oracle's
//! table on every position of a size, or a program and the right answers on the tests of a phase. The driver knows
//! neither. What it guarantees: each case is compared once, the first failure in order is the same whatever the number of
//! workers and processes, a stopped check continues where it was, and its parts can be compared on several machines.

use std::ops::Range;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy_records::checkpoint::{Checkpoint, Found, Part};
use grundy_records::files::Held;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::blocks::Blocks;
use crate::error::{CheckError, Problem};
use crate::team::Team;
use crate::workers::in_order;

/// Cases that are ready to be compared.
pub struct Ready {
    /// The number after the last of them.
    pub end: u64,
    /// Those that this process compares, if the check decides that and not the driver.
    pub mine: Option<Vec<Range<u64>>>,
}

/// Two sources of truth, and the cases on which they are compared.
pub trait Check: Sync {
    /// What one worker needs for itself: a sandbox, or nothing.
    type Worker: Send;
    /// What came of some cases.
    type Found: Found;
    /// Why the check cannot go on.
    type Error: Problem;

    /// Prepares the next cases of a part, at most those from `part.next` to `to`; all of them if there is nothing to prepare.
    ///
    /// # Errors
    /// The check cannot go on.
    fn prepare(
        &mut self,
        _part: &Part<Self::Found>,
        to: u64,
    ) -> Result<Ready, CheckError<Self::Error>> {
        let (end, mine) = (to, None);
        Ok(Ready { end, mine })
    }

    /// Compares some cases of a stage that are ready.
    ///
    /// # Errors
    /// The check cannot go on.
    fn compare(
        &self,
        worker: &mut Self::Worker,
        stage: u32,
        cases: Range<u64>,
    ) -> Result<Self::Found, Self::Error>;

    /// Compares cases a second time, on one worker and with nothing beside it, whose first result is in doubt: on a busy machine
    /// a program that was too slow proves nothing.
    ///
    /// # Errors
    /// The check cannot go on.
    fn again(
        &self,
        _worker: &mut Self::Worker,
        _found: &mut [Self::Found],
    ) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Called when this number of cases more have been compared, from any thread.
    fn progress(&self, _cases: u64) {}

    /// Checks that nothing has changed on which the results depend: `rules` is what identifies it in the checkpoint, which is
    /// written only then.
    ///
    /// # Errors
    /// Something has changed.
    fn verify(&self, _rules: &str) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// What a check has finished, and the file in which that is kept.
pub struct State<C, F> {
    /// What is finished.
    pub checkpoint: Checkpoint<C, F>,
    pub(crate) file: Option<Held>,
    saved: Instant,
    /// The duration of the last write.
    took: Duration,
}

/// The shortest time between two writes of a checkpoint, other than the last one.
const SAVE_AFTER: Duration = Duration::from_millis(250);
/// The shortest time between two writes as a multiple of the duration of the last write, which is long on a shared
/// file system.
const SAVE_SHARE: u32 = 20;

/// How a check runs. None of this changes the results.
pub struct Runs<'a> {
    /// The check ends early with [`CheckError::Stopped`] soon after this becomes true.
    pub stop: &'a AtomicBool,
    /// How cases are divided.
    pub blocks: Blocks,
    /// The processes that compare together.
    pub team: Team<'a>,
}

/// Compares all cases of a check that are not finished.
///
/// # Errors
/// The check cannot go on, was stopped, or its file cannot be written. The file has everything that was finished.
pub fn compare<K: Check, C: Serialize + DeserializeOwned>(
    check: &mut K,
    workers: &mut [K::Worker],
    state: &mut State<C, K::Found>,
    runs: &Runs<'_>,
) -> Result<(), CheckError<K::Error>> {
    let (team, blocks) = (runs.team, &runs.blocks);
    let ((), workers_of_all) = team.agree(Ok(()), |()| workers.len() as u64)?;
    let most = blocks.most;
    let all_workers: u64 = workers_of_all.iter().sum();
    let lengths = all_workers.max(blocks.least).min(most)..=most;
    let mut length = *lengths.start();
    while let Some(number) = state.checkpoint.next() {
        let begun = Instant::now();
        let part = &state.checkpoint.parts[number];
        let (stage, next) = (part.stage, part.next);
        // First what this process finds in its share of the block, then what every process has found.
        let ready = check.prepare(part, blocks.end(next, length, part.to));
        let mine = ready.and_then(|Ready { end, mine }| {
            let batches = match mine {
                Some(mine) => blocks.batches(&mine),
                None => team.share_of(blocks.batches(slice::from_ref(&(next..end)))),
            };
            let found = block(check, workers, stage, &batches, runs)?;
            found.map(|found| (end, found)).ok_or_else(|| {
                let checked = state.checkpoint.cases();
                CheckError::Stopped { checked }
            })
        });
        let agreed = team.agree(mine, |(_, found)| (found.clone(), begun.elapsed()));
        if agreed.as_ref().is_err_and(CheckError::is_stopped) {
            save(check, state, team)?;
        }
        let ((end, _), of_all) = agreed?;
        let part = &mut state.checkpoint.parts[number];
        let mut found = K::Found::default();
        let mut took = Duration::ZERO;
        for (of_one, time) in of_all {
            found.add(of_one);
            took = took.max(time);
        }
        let cases = found.cases();
        if !found.ends() {
            CheckError::unless_complete(&state.checkpoint.game, stage, cases, end - next)?;
        }
        part.next += cases;
        part.found.add(found);
        part.seconds += begun.elapsed().as_secs_f64();
        if !team.is_alone() {
            check.progress(cases);
        }
        length = blocks.next_length(length, end < part.to, took, &lengths);
        if state.saved.elapsed() > SAVE_AFTER.max(SAVE_SHARE * state.took) {
            let begun = Instant::now();
            save(check, state, team)?;
            (state.saved, state.took) = (Instant::now(), begun.elapsed());
        }
    }
    save(check, state, team)
}

/// Compares a block. On a stop request the batches already running finish; `None` is returned, and the block is discarded.
fn block<K: Check>(
    check: &K,
    workers: &mut [K::Worker],
    stage: u32,
    batches: &[Range<u64>],
    runs: &Runs<'_>,
) -> Result<Option<K::Found>, CheckError<K::Error>> {
    let is_stopped = || runs.stop.load(Ordering::Relaxed);
    let mut sum = K::Found::default();
    let mut rest = batches;
    // Where a second result ends nothing, the cases after it are still to be compared.
    while !rest.is_empty() && !sum.ends() {
        let found = in_order(workers, rest, runs.stop, K::Found::ends, |worker, batch| {
            let found = check.compare(worker, stage, batch)?;
            // With several processes, a block is reported after all of them have compared it.
            if runs.team.is_alone() {
                check.progress(found.cases());
            }
            Ok(found)
        });
        let found = found.and_then(|found| match (found, &mut *workers) {
            (Some(mut found), [first, ..]) => check.again(first, &mut found).map(|()| Some(found)),
            (found, _) => Ok(found),
        });
        let found = match found {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(None),
            // After a stop request, the error of a program only means that the program was killed.
            Err(_) if is_stopped() => return Ok(None),
            Err(error) => return Err(CheckError::Of(error)),
        };
        rest = &rest[found.len()..];
        for one in found {
            sum.add(one);
        }
    }
    Ok(Some(sum))
}

/// Writes the checkpoint, if there is a file.
fn save<K: Check, C: Serialize + DeserializeOwned>(
    check: &K,
    state: &mut State<C, K::Found>,
    team: Team<'_>,
) -> Result<(), CheckError<K::Error>> {
    let Some(held) = &mut state.file else {
        return Ok(());
    };
    let verified = check
        .verify(&state.checkpoint.rules)
        .map_err(CheckError::Of);
    let saved = verified.and_then(|()| Ok(held.replace(&state.checkpoint.to_bytes())?));
    // The other ranks do not write and must be informed of the error.
    saved.map_err(|error| team.alone(error))
}

impl<C, F> State<C, F> {
    /// The state of a check whose results are kept in `file`.
    pub fn new(checkpoint: Checkpoint<C, F>, file: Option<Held>) -> Self {
        Self {
            checkpoint,
            file,
            saved: Instant::now(),
            took: Duration::ZERO,
        }
    }
}
