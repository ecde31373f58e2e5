//! Sweeps: check every position of a game up to a size, on all cores.
//!
//! There are four kinds of checks: the closed form against the oracle; the closed form against its own claims one
//! move further, which needs no oracle; the latter on random positions; and the options of two games against each other.
//!
//! The positions of a size are divided into fixed batches, so that the set of checked positions does not depend on
//! the number of threads. The sweep compares the number of checked positions with the number of positions of the
//! size, and fails if they differ.
//!
//! A long sweep writes a [checkpoint](grundy_records::checkpoint::Checkpoint) of its progress. A sweep can be
//! divided into [parts](grundy_records::plan::Shard) that [`merge()`] combines afterwards. What all checks have in common,
//! those of sweeps and those of judged programs, is in [`mod@compare`].
//!
//! Begin with [`sweep()`]:
//!
//! ```
//! use grundy_records::plan::{Check, SweepPlan};
//! use grundy_game::Place;
//! use grundy_sweep::{Run, sweep};
//! use std::sync::atomic::AtomicBool;
//!
//! let game = grundy_games::find("nim")?;
//! let never = AtomicBool::new(false);
//! let run = Run { jobs: Some(1), keep: None, place: &Place::Memory, stop: &never, progress: &|_| {} };
//! let report = sweep(&*game, SweepPlan::whole(Check::Oracle { up_to: 12 }), run)?;
//! assert!(report.is_confirmed());
//! assert_eq!(report.positions(), 4095);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod blocks;
mod checker;
pub mod compare;
mod error;
pub mod keep;
mod merge;
mod report;
pub mod seek;
pub mod shrink;
pub mod team;
pub mod workers;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy_game::{Error, Game, Place, Tally};
use grundy_records::checkpoint::Checkpoint;
use grundy_records::plan::{Check, Shard, SweepPlan};

pub use checker::BATCH;
pub use error::{CheckError, Problem};
pub use merge::merge;
pub use report::Report;

use checker::{Checker, check_sizes, parts, planned};
use compare::{Runs, State, compare};
use team::Team;

/// The version of the package and the [revision](REVISION). Checkpoints store it, and a sweep does not continue the
/// checkpoint of another version.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("GRUNDY_REVISION"));

/// The commit, 12 hexadecimal digits, with `-dirty` if the sources of the crates in `build.rs` differ
/// from it; `0000000` if it is unknown.
pub const REVISION: &str = env!("GRUNDY_REVISION");

/// How a sweep runs. None of these options changes the results.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Number of threads; `None` means one per core.
    pub jobs: Option<usize>,
    /// The file of the [checkpoint](grundy_records::checkpoint::Checkpoint), if any. The sweep continues from its
    /// content, or creates it.
    pub keep: Option<&'a Path>,
    /// Where the oracle stores its values. If the place is several processes, all of them must run the same plan at
    /// the same time, and they divide the positions.
    pub place: &'a Place,
    /// The sweep ends early with [`SweepError::Stopped`] soon after this becomes true.
    pub stop: &'a AtomicBool,
    /// Called with the progress of the sweep, from any thread.
    pub progress: &'a (dyn Fn(SweepProgress) + Sync),
}

impl Run<'_> {
    fn pool(&self) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
        let threads = self.jobs.unwrap_or(0);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    }
}

/// The progress of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepProgress {
    /// The oracle has solved some positions.
    Oracle {
        /// Positions solved so far.
        positions: u64,
        /// Positions to solve in total.
        of: u64,
    },
    /// Positions that an earlier run has checked. Reported once, before the first check.
    Resumed {
        /// Number of positions.
        positions: u64,
    },
    /// More positions have been checked.
    Checked {
        /// Positions checked since the last report.
        positions: u64,
    },
}

/// Why a sweep ended without a report.
pub type SweepError = CheckError<SweepProblem>;

/// Why a sweep cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum SweepProblem {
    /// The requested sizes have no positions, or more than can be numbered, or the files make no whole sweep.
    #[error("{0}")]
    Refused(String),
    /// The game has no oracle up to that size, has no random positions of those sizes, or fails.
    #[error("{}{error}", of(game, error))]
    Game {
        /// The game.
        game: String,
        /// The game's error.
        error: Error,
    },
}

impl Problem for SweepProblem {
    fn is_of_one_rank(&self) -> bool {
        matches!(self, Self::Game { error: Error::Oracle(error), .. } if error.is_of_one_rank())
    }
}

/// Returns the number of positions that a plan checks, each counted once, even if it belongs to several sizes.
///
/// ```
/// use grundy_records::plan::{Check, SweepPlan};
/// use grundy_sweep::positions;
/// let gra = grundy_games::find("gra").unwrap();
/// assert_eq!(positions(&*gra, SweepPlan::whole(Check::Oracle { up_to: 10 }))?, 1013);
/// assert!(positions(&*gra, SweepPlan::whole(Check::Oracle { up_to: 99 })).is_err());
/// # Ok::<(), grundy_sweep::SweepError>(())
/// ```
///
/// # Errors
/// The sizes have no positions, or more than can be numbered; or the game fails.
pub fn positions(game: &dyn Game, plan: SweepPlan) -> Result<u64, SweepError> {
    check_sizes(game, plan.check)?;
    let parts = parts(plan, game).map_err(of_game(game))?;
    let positions = parts.iter().map(|part| part.to - part.from);
    Ok(positions.fold(0, u64::saturating_add))
}

/// Returns a description of the space that the oracle of a plan will take on disk or in several processes; `None`
/// for an oracle in memory or a plan without one.
///
/// # Errors
/// The oracle cannot be in that place.
pub fn oracle_takes(
    game: &dyn Game,
    plan: SweepPlan,
    run: Run<'_>,
) -> Result<Option<String>, SweepError> {
    let Check::Oracle { up_to } = plan.check else {
        return Ok(None);
    };
    check_sizes(game, plan.check)?;
    let takes = || game.oracle_takes(up_to, run.place);
    Ok(run.pool()?.install(takes).map_err(of_game(game))?)
}

/// Returns the game's name as the prefix of an error message, unless the error already names the failed program.
fn of(game: &str, error: &Error) -> String {
    match error {
        Error::Failed(_) => String::new(),
        _ => format!("{game}: "),
    }
}

fn of_game(game: &dyn Game) -> impl Fn(Error) -> SweepProblem {
    let game = game.about().name.to_string();
    move |error| SweepProblem::Game {
        game: game.clone(),
        error,
    }
}

/// Runs a plan and returns its report.
///
/// ```
/// use grundy_records::plan::{Check, SweepPlan};
/// use grundy_game::Place;
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
/// See [`SweepError`]. A mismatch is not an error; the report contains it.
pub fn sweep(game: &dyn Game, plan: SweepPlan, run: Run<'_>) -> Result<Report, SweepError> {
    check_sizes(game, plan.check)?;
    let team = Team::of(run.place);
    let mut state = begun(game, plan, run, team)?;
    (run.progress)(SweepProgress::Resumed {
        positions: state.checkpoint.cases(),
    });
    let oracle = run
        .pool()?
        .install(|| finish(game, run, team, &mut state))?;
    Report::new(game, plan, &state.checkpoint.parts, oracle)
}

/// Returns what is finished before a sweep begins: rank 0 reads it from the file and sends it to the other ranks, which must
/// have the same game, positions and plan.
fn begun(
    game: &dyn Game,
    plan: SweepPlan,
    run: Run<'_>,
    team: Team<'_>,
) -> Result<State<Check, Tally>, SweepError> {
    let begun = team.is_first().then(|| {
        // A part may be empty; a whole sweep that compares nothing would confirm anything.
        if plan.shard == Shard::WHOLE && positions(game, plan)? == 0 {
            let name = &game.about().name;
            let why = format!("{name}: nothing to compare: there is no position of these sizes");
            return Err(SweepProblem::Refused(why).into());
        }
        // Without a file and without other ranks the rules are never compared.
        let is_compared = run.keep.is_some() || !team.is_alone();
        let planned = planned(game, plan, is_compared).map_err(of_game(game))?;
        match run.keep {
            Some(path) => {
                let opened = keep::open(path, planned);
                opened.map_err(|error| SweepError::in_file(path, error))
            }
            None => Ok(State::new(planned, None)),
        }
    });
    let (begun, told) = team.agree(begun.transpose(), |begun| {
        begun.as_ref().map(|state| state.checkpoint.to_bytes())
    })?;
    let begun = begun.map_or_else(
        || {
            let state = told.into_iter().flatten().next().unwrap_or_default();
            let state = Checkpoint::from_bytes(&state, VERSION).map_err(SweepError::Differs)?;
            let planned = planned(game, plan, true).map_err(of_game(game))?;
            keep::check(&state, &planned).map_err(SweepError::Differs)?;
            Ok(State::new(state, None))
        },
        Ok,
    );
    Ok(team.agree(begun, |_| ())?.0)
}

/// Finishes a sweep, and returns the time that the oracle took.
fn finish(
    game: &dyn Game,
    run: Run<'_>,
    team: Team<'_>,
    state: &mut State<Check, Tally>,
) -> Result<Duration, SweepError> {
    if state.checkpoint.next().is_none() {
        return Ok(Duration::ZERO);
    }
    let started = Instant::now();
    let checker = Checker::new(game, state.checkpoint.plan.check, run);
    let checker = checker.map_err(|error| {
        // Another process may have received the stop request.
        let is_stopped = matches!(&error, Error::Oracle(error) if error.is_stopped());
        if is_stopped || run.stop.load(Ordering::Relaxed) {
            let checked = state.checkpoint.cases();
            SweepError::Stopped { checked }
        } else {
            of_game(game)(error).into()
        }
    });
    let (checker, _) = team.agree(checker, |_| ())?;
    let oracle = started.elapsed();
    checked(checker, run, team, state).map(|()| oracle)
}

/// Compares the options of every position up to a size with those that another game, which is to be the same, has for it.
///
/// # Errors
/// As [`sweep`]. A position that the other game refuses is a mismatch.
pub fn against(
    game: &dyn Game,
    other: &dyn Game,
    up_to: u32,
    run: Run<'_>,
) -> Result<Tally, SweepError> {
    let plan = SweepPlan::whole(Check::Closure { up_to });
    let planned = planned(game, plan, false).map_err(of_game(game))?;
    let mut state = State::new(planned, None);
    run.pool()?.install(|| {
        let checker = Checker::options(game, other, up_to, run).map_err(of_game(game))?;
        checked(checker, run, Team::ALONE, &mut state)
    })?;
    let parts = state.checkpoint.parts.into_iter();
    Ok(parts
        .map(|part| part.found)
        .fold(Tally::default(), Tally::merge))
}

/// Checks what is not finished, on the threads of this pool.
fn checked(
    mut checker: Checker<'_>,
    run: Run<'_>,
    team: Team<'_>,
    state: &mut State<Check, Tally>,
) -> Result<(), SweepError> {
    let runs = Runs {
        stop: run.stop,
        blocks: checker.blocks(team, run.place),
        team,
    };
    let mut threads = vec![(); rayon::current_num_threads()];
    compare(&mut checker, &mut threads, state, &runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::ranks::RanksError;
    use grundy_game::{Failed, SolveError};
    use grundy_games::nim::Nim;

    #[test]
    fn errors_of_one_rank() {
        let alone = || RanksError::Alone("rank 1 of 2 on a: gone".to_owned());
        let memory = || RanksError::Memory("a, with 2 of the ranks, is full".to_owned());
        let of_game = |error: RanksError| of_game(&Nim)(Error::Oracle(error.into()));
        for (error, expected) in [
            (SweepError::Ranks(alone()), true),
            (SweepError::Ranks(memory()), false),
            (of_game(alone()).into(), true),
            (of_game(memory()).into(), false),
            (SweepError::Stopped { checked: 0 }, false),
        ] {
            assert_eq!(error.is_of_one_rank(), expected, "{error:?}");
        }
    }

    #[test]
    fn an_error_has_one_name_before_it() {
        let failed = Error::Failed(Failed("./nim.py ended".to_owned()));
        assert_eq!(of("nim", &failed), "");
        assert_eq!(of("nim", &Error::Oracle(SolveError::in_memory())), "nim: ");
    }
}
