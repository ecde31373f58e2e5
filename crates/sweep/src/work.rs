//! Runs a sweep, part by part and block by block, and saves checkpoints.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use grundy_games::{Error, Game, Solved, Tally};
use grundy_records::checkpoint::{Checkpoint, Part};
use grundy_records::files::Held;
use grundy_records::plan::Check;
use rayon::prelude::*;

use crate::checker::Checker;
use crate::stage::{Batches, next_length};
use crate::team::Team;
use crate::{Run, SweepError, SweepProgress, check_complete, of_game};

/// The shortest time between two writes of a checkpoint, other than the last one.
const SAVE_AFTER: Duration = Duration::from_millis(250);
/// The shortest time between two writes as a multiple of the duration of the last write, which is long on a shared
/// file system.
const SAVE_SHARE: u32 = 20;

/// Finishes the sweep of which `state` is the progress, and returns the time that the oracle took.
pub(crate) fn finish(
    game: &dyn Game,
    run: Run<'_>,
    team: Team<'_>,
    state: &mut Checkpoint,
    file: Option<Held>,
) -> Result<Duration, SweepError> {
    if state.parts.iter().all(Part::is_finished) {
        return Ok(Duration::ZERO);
    }
    let check = state.plan.check;
    let started = Instant::now();
    let checker = match check {
        Check::Oracle { up_to } => oracle(game, up_to, run, state).map(Checker::Oracle),
        Check::Closure { .. } => Ok(Checker::Closure(game, None)),
        Check::Random { draw, .. } => Ok(Checker::Random(game, draw)),
    };
    let (mut checker, threads) = team.agree(checker, |_| rayon::current_num_threads() as u64)?;
    let oracle = started.elapsed();
    let mut saver = Saver {
        game,
        team,
        file,
        saved: Instant::now(),
        took: Duration::ZERO,
    };
    let batches = Batches::new(check, game);
    let most = team.most_batches(run.place);
    let lengths = threads.iter().sum::<u64>().min(most)..=most;
    let mut length = *lengths.start();
    while let Some(number) = state.parts.iter().position(|part| !part.is_finished()) {
        let checked = state.positions();
        let Part { size, next, to, .. } = state.parts[number];
        let end = batches.block(next, length, to);
        let started = Instant::now();
        // First what this process finds in its share of the block, then what every process has found.
        let share = checker.turn_to(size, next..end, batches, team);
        let mine = share.and_then(|batches| block(&checker, size, batches, run));
        let mine = mine.map_err(of_game(game));
        let mine = mine.and_then(|tally| tally.ok_or(SweepError::Stopped { checked }));
        let agreed = team.agree(mine, |tally| (tally.clone(), started.elapsed()));
        if let Err(SweepError::Stopped { .. }) = agreed {
            saver.save(state)?;
        }
        let (_, of_all) = agreed?;
        let took = of_all.iter().map(|(_, took)| *took).max();
        let tallies = of_all.into_iter().map(|(tally, _)| tally);
        let tally = tallies.fold(Tally::default(), Tally::merge);
        let positions = end - next;
        check_complete(game, size, tally.positions, positions)?;
        let part = &mut state.parts[number];
        part.next = end;
        part.tally.add(tally);
        part.seconds += started.elapsed().as_secs_f64();
        if !team.is_alone() {
            (run.progress)(SweepProgress::Checked { positions });
        }
        length = next_length(length, end < to, took.unwrap_or_default(), &lengths);
        saver.save_when_due(state)?;
    }
    saver.save(state)?;
    Ok(oracle)
}

fn oracle<'a>(
    game: &'a dyn Game,
    up_to: u32,
    run: Run<'_>,
    state: &Checkpoint,
) -> Result<Box<dyn Solved + 'a>, SweepError> {
    let mut watch = |solved: grundy_games::Progress| {
        (run.progress)(SweepProgress::Oracle {
            positions: solved.boards,
            of: solved.of,
        });
        if run.stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let space = game.solved(up_to, run.place, &mut watch);
    space.map_err(|error| {
        // Another process may have received the stop request.
        let is_stopped = matches!(&error, Error::Oracle(error) if error.is_stopped());
        if is_stopped || run.stop.load(Ordering::Relaxed) {
            let checked = state.positions();
            SweepError::Stopped { checked }
        } else {
            of_game(game)(error)
        }
    })
}

/// Checks a block. On a stop request the batches already running finish; `None` is returned, and the block is discarded.
fn block(
    checker: &Checker<'_>,
    size: u32,
    batches: Vec<Range<u64>>,
    run: Run<'_>,
) -> Result<Option<Tally>, Error> {
    let is_stopped = || run.stop.load(Ordering::Relaxed);
    let tallies = batches.into_par_iter().map(|batch| {
        if is_stopped() {
            return Ok(None);
        }
        let tally = checker.check(size, batch)?;
        // With several processes, a block is reported after all of them have checked it.
        if run.place.ranks().is_none() {
            let positions = tally.positions;
            (run.progress)(SweepProgress::Checked { positions });
        }
        Ok(Some(tally))
    });
    let found = tallies.try_reduce(
        || Some(Tally::default()),
        |a, b| Ok(a.zip(b).map(|(a, b)| a.merge(b))),
    );
    match found {
        // After a stop request, the error of a rules program only means that the program was killed.
        Err(_) if is_stopped() => Ok(None),
        found => found,
    }
}

/// Writes the checkpoint, if there is one.
struct Saver<'a> {
    game: &'a dyn Game,
    team: Team<'a>,
    file: Option<Held>,
    saved: Instant,
    /// The duration of the last write.
    took: Duration,
}

impl Saver<'_> {
    fn save_when_due(&mut self, state: &Checkpoint) -> Result<(), SweepError> {
        if self.saved.elapsed() > SAVE_AFTER.max(SAVE_SHARE * self.took) {
            let begun = Instant::now();
            self.save(state)?;
            (self.saved, self.took) = (Instant::now(), begun.elapsed());
        }
        Ok(())
    }

    fn save(&mut self, state: &Checkpoint) -> Result<(), SweepError> {
        let Some(held) = &mut self.file else {
            return Ok(());
        };
        // Answers of a program are valid only if the program has not changed.
        let identity = self.game.identity(None).map_err(of_game(self.game));
        let saved = identity.and_then(|_| Ok(held.replace(&state.to_bytes())?));
        // The other ranks do not write and must be informed of the error.
        saved.map_err(|error| self.team.alone(error))
    }
}
