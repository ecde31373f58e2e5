//! The sweep: every position of a game up to a size, put to a check on all cores.
//!
//! There are three [checks](Check): closed form against oracle; closed form against itself one move
//! further, which needs no oracle; and the same on random positions.
//!
//! Positions of one size are cut into fixed batches, so that what is checked never depends on the
//! number of threads; the totals of a size are added up and compared with the number of positions that
//! the size is known to have. A sweep that checked fewer is an error, not a success.
//!
//! A long sweep keeps a [checkpoint](grundy_records::checkpoint::Checkpoint) of what it has finished, and can be cut into
//! [parts](grundy_records::plan::Shard) that are [put together](merge()) afterwards.
//!
//! Begin with [`sweep()`]:
//!
//! ```
//! use grundy_records::plan::{Check, SweepPlan};
//! use grundy_games::Place;
//! use grundy_sweep::{Run, sweep};
//! use std::sync::atomic::AtomicBool;
//!
//! let game = grundy_games::find("staircase")?;
//! let never = AtomicBool::new(false);
//! let run = Run { jobs: Some(1), keep: None, place: &Place::Memory, stop: &never, progress: &|_| {} };
//! let report = sweep(&*game, SweepPlan::whole(Check::Oracle { up_to: 12 }), run)?;
//! assert!(report.is_confirmed());
//! assert_eq!(report.positions(), 4095);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checker;
mod keep;
mod merge;
mod report;
mod stage;
mod team;
mod work;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use grundy_games::ranks::RanksError;
use grundy_games::{Error, Game, Place};
use grundy_records::RecordError;
use grundy_records::plan::{Check, SweepPlan};

pub use merge::{MergeError, Numbers, merge};
pub use report::Report;
pub use stage::BATCH;

use stage::stages;
use team::Team;

/// The version of the package and the [revision](REVISION): checkpoints name it, and a sweep does not go on with what
/// other code has found.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("GRUNDY_REVISION"));

/// The commit, 12 hexadecimal digits, with `-dirty` where the sources of core, brute, games, records or sweep differ from
/// it. `0000000` where neither a repository nor cargo tells it.
pub const REVISION: &str = env!("GRUNDY_REVISION");

/// How a sweep is carried out: nothing here changes what it finds.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Threads; as many as there are cores when `None`.
    pub jobs: Option<usize>,
    /// The file in which what is finished is kept, if any: a [checkpoint](grundy_records::checkpoint::Checkpoint). The sweep goes on
    /// with what it holds, and begins where there is none.
    pub keep: Option<&'a Path>,
    /// Where the oracle keeps what it knows; where that are several processes, all of them are to
    /// carry out the same plan at the same time, and share its positions.
    pub place: &'a Place,
    /// The sweep ends early, with [`SweepError::Stopped`], soon after this becomes true.
    pub stop: &'a AtomicBool,
    /// Hears how far the sweep has come, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl Run<'_> {
    fn pool(&self) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
        let threads = self.jobs.unwrap_or(0);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    }
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
    #[error("{}{error}", of(game, error))]
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
        error: RecordError,
    },
    /// Of several processes this one has another game, version, check or size than the first, or other rules.
    #[error("not the sweep of rank 0: {0}")]
    Differs(RecordError),
    /// Something went wrong in another process.
    #[error("rank {rank}: {what}")]
    Elsewhere {
        /// The number of that process.
        rank: usize,
        /// What it said.
        what: String,
    },
    /// The processes cannot go on together.
    #[error(transparent)]
    Ranks(#[from] RanksError),
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

impl SweepError {
    /// Whether one process of several ended with this, and the others need not have heard of it. All other
    /// errors are those of all processes.
    pub fn is_of_one_rank(&self) -> bool {
        match self {
            Self::Ranks(RanksError::Alone { .. }) | Self::Threads(_) => true,
            Self::Game {
                error: Error::Oracle(error),
                ..
            } => error.is_of_one_rank(),
            _ => false,
        }
    }
}

/// How many positions a plan checks: every one counts once, however many sizes it serves. `u64::MAX`
/// for more than can be numbered.
///
/// ```
/// use grundy_records::plan::{Check, SweepPlan};
/// use grundy_sweep::positions;
/// let gra = grundy_games::find("gra").unwrap();
/// assert_eq!(positions(&*gra, SweepPlan::whole(Check::Oracle { up_to: 10 }))?, 1013);
/// assert_eq!(positions(&*gra, SweepPlan::whole(Check::Oracle { up_to: 99 }))?, u64::MAX);
/// # Ok::<(), grundy_sweep::SweepError>(())
/// ```
///
/// # Errors
/// When the game fails.
pub fn positions(game: &dyn Game, plan: SweepPlan) -> Result<u64, SweepError> {
    if check_sizes(game, plan.check).is_err() {
        return Ok(u64::MAX);
    }
    let stages = stages(&plan, game).map_err(of_game(game))?;
    let positions = stages
        .iter()
        .map(|stage| stage.indices.end - stage.indices.start);
    Ok(positions.fold(0, u64::saturating_add))
}

/// What the oracle of a plan will take where it is to be, for people; nothing where it is in memory, or there
/// is none.
///
/// # Errors
/// When it cannot be there.
pub fn oracle_takes(
    game: &dyn Game,
    plan: SweepPlan,
    run: Run<'_>,
) -> Result<Option<String>, SweepError> {
    match (plan.check, run.place) {
        (Check::Oracle { up_to }, Place::Disk(_) | Place::Ranks(_)) => {
            check_sizes(game, plan.check)?;
            let takes = || game.oracle_takes(up_to, run.place);
            run.pool()?.install(takes).map_err(of_game(game))
        }
        _ => Ok(None),
    }
}

/// The game at the head of an error, unless the error names the program that failed.
fn of(game: &str, error: &Error) -> String {
    match error {
        Error::Failed(_) => String::new(),
        _ => format!("{game}: "),
    }
}

fn of_game(game: &dyn Game) -> impl Fn(Error) -> SweepError {
    let game = game.about().name.to_string();
    move |error| SweepError::Game {
        game: game.clone(),
        error,
    }
}

/// Carries out a plan.
///
/// ```
/// use grundy_records::plan::{Check, SweepPlan};
/// use grundy_games::Place;
/// use grundy_sweep::{Run, sweep};
/// let game = grundy_games::find("gra").unwrap();
/// let never = std::sync::atomic::AtomicBool::new(false);
/// let run = Run { jobs: Some(1), keep: None, place: &Place::Memory, stop: &never, progress: &|_| {} };
/// let report = sweep(&*game, SweepPlan::whole(Check::Oracle { up_to: 10 }), run)?;
/// assert!(report.is_confirmed());
/// assert_eq!(report.positions(), 1013);
/// # Ok::<(), grundy_sweep::SweepError>(())
/// ```
///
/// # Errors
/// See [`SweepError`]. A mismatch is no error: it is in the report.
pub fn sweep(game: &dyn Game, plan: SweepPlan, run: Run<'_>) -> Result<Report, SweepError> {
    check_sizes(game, plan.check)?;
    let team = Team::of(run.place);
    let (mut state, file) = team.begin(game, plan, || match run.keep {
        Some(path) => {
            let opened = keep::open(path, game, plan);
            let (state, held) = opened.map_err(|error| in_file(path, error))?;
            Ok((state, Some((path, held))))
        }
        None => {
            let is_alone = matches!(team, Team::Alone);
            let state = keep::new(game, plan, is_alone).map_err(of_game(game))?;
            Ok((state, None))
        }
    })?;
    (run.progress)(Progress::Resumed {
        positions: state.positions(),
    });
    let oracle = run
        .pool()?
        .install(|| work::finish(game, run, team, &mut state, file))?;
    Report::new(game, plan, &state.parts, oracle)
}

fn check_sizes(game: &dyn Game, check: Check) -> Result<(), SweepError> {
    let (Check::Oracle { up_to } | Check::Closure { up_to }) = check else {
        return Ok(());
    };
    let about = game.about();
    let largest = about.largest;
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

fn in_file(path: &Path, error: RecordError) -> SweepError {
    let path = path.to_owned();
    SweepError::Checkpoint { path, error }
}
