//! The sweep: every position of a game up to a size, put to a check on all cores.
//!
//! There are three [checks](Check): closed form against oracle; closed form against itself one move
//! further, which needs no oracle; and the same on random positions.
//!
//! Positions of one size are cut into fixed batches, so that what is checked never depends on the
//! number of threads; the totals of a size are added up and compared with the number of positions that
//! the size is known to have. A sweep that checked fewer is an error, not a success.
//!
//! A long sweep keeps a [checkpoint](Checkpoint) of what it has finished, and can be cut into
//! [parts](grundy_records::plan::Shard) that are [put together](merge()) afterwards.
//!
//! Begin with [`sweep()`]:
//!
//! ```
//! use grundy_records::plan::{Check, Plan};
//! use grundy_sweep::{Run, sweep};
//! use std::sync::atomic::AtomicBool;
//!
//! let game = grundy_games::find("staircase")?;
//! let never = AtomicBool::new(false);
//! let run = Run { jobs: Some(1), keep: None, stop: &never, progress: &|_| {} };
//! let report = sweep(&*game, Plan::whole(Check::Oracle { up_to: 12 }), run)?;
//! assert!(report.is_confirmed());
//! assert_eq!(report.positions(), 4095);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod keep;
mod merge;
mod report;
mod stage;

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy_files::Held;
use grundy_games::{Draw, Entry, Error, Space, Tally};
use grundy_records::checkpoint::{Checkpoint, CheckpointError, Part};
use grundy_records::plan::{Check, Plan};
use rayon::prelude::*;

pub use merge::{MergeError, Numbers, merge};
pub use report::Report;
pub use stage::BATCH;

use stage::stages;

/// The code that a sweep puts to the test: the version of the package and a fingerprint of the sources
/// of closed forms, oracles, games and the sweep itself.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("GRUNDY_SOURCES"));

/// A checkpoint is written when so much time has passed since the last one, and at the end;
const SAVE_AFTER: Duration = Duration::from_millis(250);
/// where that takes long, as on a file system that many share, after so many times as much.
const SAVE_SHARE: u32 = 20;

/// How a sweep is carried out: nothing here changes what it finds.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Threads; as many as there are cores when `None`.
    pub jobs: Option<usize>,
    /// The file in which what is finished is kept, if any: a [checkpoint](Checkpoint). The sweep goes on
    /// with what it holds, and begins where there is none.
    pub keep: Option<&'a Path>,
    /// The sweep ends early, with [`SweepError::Stopped`], soon after this becomes true.
    pub stop: &'a AtomicBool,
    /// Hears how far the sweep has come, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// How far a sweep has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The oracle has solved some of its positions.
    Oracle {
        /// Solved so far.
        positions: u64,
        /// To be solved in all.
        of: u64,
    },
    /// An earlier run has checked so many positions. Comes once, before the first is checked.
    Resumed {
        /// Checked before.
        positions: u64,
    },
    /// So many more positions have been checked.
    Checked {
        /// Since the last report.
        positions: u64,
    },
}

/// Why a sweep ended without a report.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The sizes asked for hold no position.
    #[error("{game} has no positions up to size {up_to}: the smallest size is {smallest}")]
    Nothing {
        /// The game.
        game: String,
        /// The largest size asked for.
        up_to: u32,
        /// The smallest size that has positions.
        smallest: u32,
    },
    /// The sizes asked for hold more positions than can be numbered.
    #[error("{game}: size {up_to}: positions are numbered up to size {largest}")]
    TooLarge {
        /// The game.
        game: String,
        /// The largest size asked for.
        up_to: u32,
        /// The largest size whose positions are numbered.
        largest: u32,
    },
    /// The game has no oracle up to that size or no random positions of those sizes, or fails.
    #[error("{game}: {error}")]
    Game {
        /// The game.
        game: String,
        /// What stands in the way.
        error: Error,
    },
    /// Not every position was checked.
    #[error("{game}: checked {checked} of {positions} positions of size {size}")]
    Incomplete {
        /// The game.
        game: String,
        /// The size.
        size: u32,
        /// How many were checked.
        checked: u64,
        /// How many there are.
        positions: u64,
    },
    /// The checkpoint cannot be used or written.
    #[error("{}: {error}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: CheckpointError,
    },
    /// The threads could not be started.
    #[error("cannot start the threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The sweep was told to stop. What was finished is in the checkpoint, if there is one.
    #[error("stopped after {checked} positions")]
    Stopped {
        /// Positions checked, those of earlier runs among them.
        checked: u64,
    },
}

/// How many positions a plan checks: every one counts once, however many sizes it serves. `u64::MAX`
/// for more than can be numbered.
///
/// ```
/// use grundy_records::plan::{Check, Plan};
/// use grundy_sweep::positions;
/// let gra = grundy_games::find("gra").unwrap();
/// assert_eq!(positions(&*gra, Plan::whole(Check::Oracle { up_to: 10 }))?, 1013);
/// assert_eq!(positions(&*gra, Plan::whole(Check::Oracle { up_to: 99 }))?, u64::MAX);
/// # Ok::<(), grundy_sweep::SweepError>(())
/// ```
///
/// # Errors
/// When the game fails.
pub fn positions(game: &dyn Entry, plan: Plan) -> Result<u64, SweepError> {
    if check_sizes(game, plan.check).is_err() {
        return Ok(u64::MAX);
    }
    let stages = stages(&plan, game).map_err(of_game(game))?;
    let positions = stages
        .iter()
        .map(|stage| stage.indices.end - stage.indices.start);
    Ok(positions.fold(0, u64::saturating_add))
}

fn of_game(game: &dyn Entry) -> impl Fn(Error) -> SweepError {
    let game = game.about().name.to_string();
    move |error| SweepError::Game {
        game: game.clone(),
        error,
    }
}

/// Carries out a plan.
///
/// ```
/// use grundy_records::plan::{Check, Plan};
/// use grundy_sweep::{Run, sweep};
/// let game = grundy_games::find("gra").unwrap();
/// let never = std::sync::atomic::AtomicBool::new(false);
/// let run = Run { jobs: Some(1), keep: None, stop: &never, progress: &|_| {} };
/// let report = sweep(&*game, Plan::whole(Check::Oracle { up_to: 10 }), run)?;
/// assert!(report.is_confirmed());
/// assert_eq!(report.positions(), 1013);
/// # Ok::<(), grundy_sweep::SweepError>(())
/// ```
///
/// # Errors
/// See [`SweepError`]. A mismatch is no error: it is in the report.
pub fn sweep(game: &dyn Entry, plan: Plan, run: Run<'_>) -> Result<Report, SweepError> {
    check_sizes(game, plan.check)?;
    let (mut state, mut file) = match run.keep {
        Some(path) => {
            let opened = keep::open(path, game, plan);
            let (state, held) = opened.map_err(|error| in_file(path, error))?;
            (state, Some((path, held)))
        }
        None => (Checkpoint::new(VERSION, &game.about().name, "", plan), None),
    };
    (run.progress)(Progress::Resumed {
        positions: state.positions(),
    });
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(run.jobs.unwrap_or(0))
        .build()?;
    let oracle = pool.install(|| carry_out(game, run, &mut state, &mut file))?;
    Report::new(game, plan, &state.parts, oracle)
}

fn check_sizes(game: &dyn Entry, check: Check) -> Result<(), SweepError> {
    let (Check::Oracle { up_to } | Check::Closure { up_to }) = check else {
        return Ok(());
    };
    let (about, largest) = (game.about(), game.largest_size());
    let game = about.name.to_string();
    let smallest = about.smallest;
    if up_to < smallest {
        return Err(SweepError::Nothing {
            game,
            up_to,
            smallest,
        });
    }
    if up_to > largest {
        return Err(SweepError::TooLarge {
            game,
            up_to,
            largest,
        });
    }
    Ok(())
}

/// How a batch of positions is checked.
enum Checker<'a> {
    Oracle(Box<dyn Space + 'a>),
    Closure,
    Random(Draw),
}

impl Checker<'_> {
    fn check(&self, game: &dyn Entry, size: u32, batch: Range<u64>) -> Result<Tally, Error> {
        match self {
            Self::Oracle(space) => space.check(size, batch),
            Self::Closure => game.closure(size, batch),
            Self::Random(draw) => game.random_closure(draw, batch),
        }
    }
}

/// Finishes what `state` has begun, and says how long the oracle took.
fn carry_out(
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
    let started = Instant::now();
    let checker = match plan.check {
        Check::Oracle { up_to } => Checker::Oracle(oracle(game, up_to, run, state)?),
        Check::Closure { .. } => Checker::Closure,
        Check::Random { draw, .. } => Checker::Random(draw),
    };
    let oracle = started.elapsed();
    let (mut saved, mut took) = (Instant::now(), Duration::ZERO);
    let mut length = rayon::current_num_threads() as u64;
    for (number, stage) in stages.iter().enumerate() {
        if state.parts.len() == number {
            state
                .parts
                .push(Part::new(stage.size, stage.indices.clone()));
        }
        while !state.parts[number].is_finished() {
            let next = state.parts[number].next;
            let (batches, end) = stage.block(next, length);
            let is_full = batches.len() as u64 == length;
            let started = Instant::now();
            let tally = match block(game, &checker, stage.size, batches, run) {
                // A program that was ended in the middle of its work has not failed.
                Err(_) if run.stop.load(Ordering::Relaxed) => None,
                tally => tally.map_err(of_game(game))?,
            };
            // Whoever says stop waits for no more than the batches that are under way; their block
            // is not finished and does not count.
            let Some(tally) = tally else {
                save(file, game, state)?;
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
            length = stage::next_length(length, is_full, started.elapsed());
            if saved.elapsed() > SAVE_AFTER.max(SAVE_SHARE * took) {
                let begun = Instant::now();
                save(file, game, state)?;
                (saved, took) = (Instant::now(), begun.elapsed());
            }
        }
    }
    save(file, game, state)?;
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
    game.space_watched(up_to, &mut watch).map_err(|error| {
        if run.stop.load(Ordering::Relaxed) {
            let checked = state.positions();
            SweepError::Stopped { checked }
        } else {
            of_game(game)(error)
        }
    })
}

/// Checks a block; `None` when it was told to stop in the middle of it.
fn block(
    game: &dyn Entry,
    checker: &Checker<'_>,
    size: u32,
    batches: Vec<Range<u64>>,
    run: Run<'_>,
) -> Result<Option<Tally>, Error> {
    let tallies = batches.into_par_iter().map(|batch| {
        if run.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let tally = checker.check(game, size, batch)?;
        (run.progress)(Progress::Checked {
            positions: tally.positions,
        });
        Ok(Some(tally))
    });
    tallies.try_reduce(
        || Some(Tally::default()),
        |a, b| Ok(a.zip(b).map(|(a, b)| a.merge(b))),
    )
}

/// The file of a checkpoint, where there is one.
type Kept<'a> = Option<(&'a Path, Held)>;

fn save(file: &mut Kept<'_>, game: &dyn Entry, state: &Checkpoint) -> Result<(), SweepError> {
    let Some((path, held)) = file else {
        return Ok(());
    };
    // What programs have said counts only as long as they are what they were.
    game.programs().map_err(of_game(game))?;
    held.replace(&state.to_bytes())
        .map_err(|error| in_file(path, error.into()))
}

fn in_file(path: &Path, error: CheckpointError) -> SweepError {
    let path = path.to_owned();
    SweepError::Checkpoint { path, error }
}
