//! The work itself: stage by stage, block by block, and what is finished kept.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use grundy_games::ranks::RanksError;
use grundy_games::{Entry, Error, Place, Space, Tally};
use grundy_records::checkpoint::{Checkpoint, Part};
use grundy_records::files::Held;
use grundy_records::plan::Check;
use rayon::prelude::*;

use crate::checker::Checker;
use crate::stage::{self, FETCHED, stages};
use crate::{Progress, Run, SweepError, in_file, of_game, together};

/// A checkpoint is written when so much time has passed since the last one, and at the end;
const SAVE_AFTER: Duration = Duration::from_millis(250);
/// where that takes long, as on a file system that many share, after so many times as much.
const SAVE_SHARE: u32 = 20;

/// Finishes what `state` has begun, and says how long the oracle took.
pub(crate) fn finish(
    game: &dyn Entry,
    run: Run<'_>,
    state: &mut Checkpoint,
    file: &mut Kept<'_>,
) -> Result<Duration, SweepError> {
    let plan = state.plan();
    let stages = stages(&plan, game).map_err(of_game(game))?;
    let is_finished =
        state.parts.len() == stages.len() && state.parts.iter().all(Part::is_finished);
    if is_finished {
        return Ok(Duration::ZERO);
    }
    let ranks = run.place.ranks();
    let started = Instant::now();
    let checker = match plan.check {
        Check::Oracle { up_to } => oracle(game, up_to, run, state).map(Checker::Oracle),
        Check::Closure { .. } => Ok(Checker::Closure(game, None)),
        Check::Random { draw, .. } => Ok(Checker::Random(game, draw)),
    };
    let mut checker = match ranks {
        Some(ranks) => together::agree(ranks, checker)?,
        None => checker?,
    };
    let oracle = started.elapsed();
    let (mut saved, mut saving) = (Instant::now(), Duration::ZERO);
    let threads = match ranks {
        Some(ranks) => together::threads(ranks)?,
        None => rayon::current_num_threads() as u64,
    };
    let most = match run.place {
        Place::Memory => u64::MAX,
        Place::Disk(_) => FETCHED,
        Place::Ranks(ranks) => FETCHED * ranks.size() as u64,
    };
    let lengths = threads.min(most)..=most;
    let mut length = *lengths.start();
    for (number, stage) in stages.iter().enumerate() {
        if state.parts.len() == number {
            state
                .parts
                .push(Part::new(stage.size, stage.indices.clone()));
        }
        while !state.parts[number].is_finished() {
            let next = state.parts[number].next;
            let end = stage.block(next, length);
            let is_full = end < stage.indices.end;
            let started = Instant::now();
            let batches = checker.turn_to(stage, next..end, run.place);
            let tally = batches.and_then(|batches| {
                match block(&checker, stage.size, batches, run) {
                    // A program that was ended in the middle of its work has not failed.
                    Err(_) if run.stop.load(Ordering::Relaxed) => Ok(None),
                    tally => tally,
                }
            });
            let (tally, took) = match ranks {
                Some(ranks) => together::add(ranks, tally, started.elapsed())?,
                None => (tally, started.elapsed()),
            };
            let tally = tally.map_err(of_game(game))?;
            // Whoever says stop waits for no more than the batches that are under way; their block
            // is not finished and does not count.
            let Some(tally) = tally else {
                save(file, game, state, run.place)?;
                let checked = state.positions();
                return Err(SweepError::Stopped { checked });
            };
            if tally.positions != end - next {
                return Err(SweepError::Incomplete {
                    game: game.about().name.to_string(),
                    size: stage.size,
                    checked: tally.positions,
                    positions: end - next,
                });
            }
            let part = &mut state.parts[number];
            part.next = end;
            part.tally.add(tally);
            part.seconds += started.elapsed().as_secs_f64();
            if ranks.is_some() {
                let positions = end - next;
                (run.progress)(Progress::Checked { positions });
            }
            length = stage::next_length(length, is_full, took, &lengths);
            if saved.elapsed() > SAVE_AFTER.max(SAVE_SHARE * saving) {
                let begun = Instant::now();
                save(file, game, state, run.place)?;
                (saved, saving) = (Instant::now(), begun.elapsed());
            }
        }
    }
    save(file, game, state, run.place)?;
    Ok(oracle)
}

fn oracle<'a>(
    game: &'a dyn Entry,
    up_to: u32,
    run: Run<'_>,
    state: &Checkpoint,
) -> Result<Box<dyn Space + 'a>, SweepError> {
    let mut watch = |solved: grundy_games::Progress| {
        (run.progress)(Progress::Oracle {
            positions: solved.boards,
            of: solved.of,
        });
        if run.stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let space = game.space_watched(up_to, run.place, &mut watch);
    space.map_err(|error| {
        let is_stopped = match &error {
            // Another process may have been told, and not this one.
            Error::Oracle(error) => error.is_stopped(),
            _ => false,
        };
        if is_stopped || run.stop.load(Ordering::Relaxed) {
            let checked = state.positions();
            SweepError::Stopped { checked }
        } else {
            of_game(game)(error)
        }
    })
}

/// Checks a block; `None` when it was told to stop in the middle of it.
fn block(
    checker: &Checker<'_>,
    size: u32,
    batches: Vec<Range<u64>>,
    run: Run<'_>,
) -> Result<Option<Tally>, Error> {
    let tallies = batches.into_par_iter().map(|batch| {
        if run.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let tally = checker.check(size, batch)?;
        // Of several processes each hears what all have checked, when all have.
        if run.place.ranks().is_none() {
            let positions = tally.positions;
            (run.progress)(Progress::Checked { positions });
        }
        Ok(Some(tally))
    });
    tallies.try_reduce(
        || Some(Tally::default()),
        |a, b| Ok(a.zip(b).map(|(a, b)| a.merge(b))),
    )
}

/// The file of a checkpoint, where there is one.
pub(crate) type Kept<'a> = Option<(&'a Path, Held)>;

fn save(
    file: &mut Kept<'_>,
    game: &dyn Entry,
    state: &Checkpoint,
    place: &Place,
) -> Result<(), SweepError> {
    let Some((path, held)) = file else {
        return Ok(());
    };
    // What programs have said counts only as long as they are what they were.
    let programs = game.programs().map_err(of_game(game));
    let saved = programs.and_then(|_| {
        let replaced = held.replace(&state.to_bytes());
        replaced.map_err(|error| in_file(path, error.into()))
    });
    saved.map_err(|error| match place.ranks() {
        // The others do not know that anything was to be written.
        Some(ranks) => RanksError::alone(ranks, &error).into(),
        None => error,
    })
}
