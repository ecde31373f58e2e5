//! The sweep: every position of a game up to a size, closed form against oracle, on all cores.
//!
//! Positions of one size are cut into fixed batches, so that what is compared never depends on the
//! number of threads; the totals of a size are added up and checked against the number of
//! positions that the size is known to have. A sweep that compared fewer is an error, not a
//! success.

mod record;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy_games::{Entry, Mismatch, RetrogradeError, Space, Tally};
use rayon::prelude::*;

pub use record::{RecordError, Row, read_record, write_record};

/// Positions in a batch; the last batch of a size may be shorter.
pub const BATCH: u64 = 1 << 12;

/// What to sweep.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The largest size.
    pub up_to: u32,
    /// Threads; as many as there are cores when `None`.
    pub jobs: Option<usize>,
}

/// What a sweep found.
#[derive(Clone, Debug)]
pub struct Report {
    /// A row for every size, in order.
    pub rows: Vec<Row>,
    /// The smallest position on which the solvers differ.
    pub smallest: Option<Mismatch>,
    /// How long the oracle took to solve every position.
    pub oracle: Duration,
}

impl Report {
    /// Whether every position was confirmed.
    pub fn is_confirmed(&self) -> bool {
        self.rows.iter().all(|row| row.mismatches == 0)
    }

    /// Positions compared in all.
    pub fn positions(&self) -> u64 {
        self.rows.iter().map(|row| row.positions).sum()
    }

    /// Seconds spent comparing.
    pub fn seconds(&self) -> f64 {
        self.rows.iter().map(|row| row.seconds).sum()
    }
}

/// Why a sweep ended without a report.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The sizes asked for hold no position.
    #[error("{game} has no positions up to size {up_to}: the smallest size is {smallest}")]
    Nothing {
        /// The game.
        game: &'static str,
        /// The largest size asked for.
        up_to: u32,
        /// The smallest size that has positions.
        smallest: u32,
    },
    /// The oracle has no answers up to that size.
    #[error("{game}: {error}")]
    Oracle {
        /// The game.
        game: &'static str,
        /// What stands in its way.
        error: RetrogradeError,
    },
    /// Not every position of a size was compared.
    #[error("{game}: compared {compared} of {positions} positions of size {size}")]
    Incomplete {
        /// The game.
        game: &'static str,
        /// The size.
        size: u32,
        /// How many were compared.
        compared: u64,
        /// How many there are.
        positions: u64,
    },
    /// The threads could not be started.
    #[error("cannot start the threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The sweep was told to stop.
    #[error("stopped")]
    Stopped,
}

/// Compares every position of `game` up to the size of the plan.
///
/// `progress` is told the number of positions each finished batch held, from any thread. The sweep
/// ends early, with [`SweepError::Stopped`], soon after `stop` becomes true.
///
/// ```
/// use grundy_sweep::{Plan, sweep};
/// let game = grundy_games::find("gra").unwrap();
/// let never = std::sync::atomic::AtomicBool::new(false);
/// let report = sweep(game, Plan { up_to: 10, jobs: Some(1) }, &never, &|_| {})?;
/// assert!(report.is_confirmed());
/// assert_eq!(report.positions(), 1013);
/// # Ok::<(), grundy_sweep::SweepError>(())
/// ```
///
/// # Errors
/// See [`SweepError`]. A mismatch is no error: it is in the report.
pub fn sweep(
    game: &dyn Entry,
    plan: Plan,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, SweepError> {
    let about = game.about();
    if plan.up_to < about.smallest {
        return Err(SweepError::Nothing {
            game: about.name,
            up_to: plan.up_to,
            smallest: about.smallest,
        });
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.jobs.unwrap_or(0))
        .build()?;
    pool.install(|| {
        let started = Instant::now();
        let space = game.space(plan.up_to).map_err(|error| SweepError::Oracle {
            game: about.name,
            error,
        })?;
        let oracle = started.elapsed();
        let mut rows = Vec::new();
        let mut smallest = None;
        for size in about.smallest..=plan.up_to {
            let started = Instant::now();
            let positions = game.positions(size);
            let tally = sweep_size(&*space, size, positions, stop, progress);
            if stop.load(Ordering::Relaxed) {
                return Err(SweepError::Stopped);
            }
            if tally.positions != positions {
                return Err(SweepError::Incomplete {
                    game: about.name,
                    size,
                    compared: tally.positions,
                    positions,
                });
            }
            rows.push(Row {
                game: about.name.to_owned(),
                size,
                positions,
                losing: tally.losing,
                winning_moves: tally.winning_moves,
                mismatches: tally.mismatches,
                seconds: started.elapsed().as_secs_f64(),
            });
            // Sizes come in order, so the first mismatch is the smallest.
            smallest = smallest.or(tally.smallest);
        }
        Ok(Report {
            rows,
            smallest,
            oracle,
        })
    })
}

fn sweep_size(
    space: &dyn Space,
    size: u32,
    positions: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    batches(positions)
        .into_par_iter()
        .map(|batch| {
            if stop.load(Ordering::Relaxed) {
                return Tally::default();
            }
            let tally = space.check(size, batch);
            progress(tally.positions);
            tally
        })
        .reduce(Tally::default, Tally::merge)
}

fn batches(positions: u64) -> Vec<Range<u64>> {
    (0..positions.div_ceil(BATCH))
        .map(|batch| batch * BATCH..((batch + 1) * BATCH).min(positions))
        .collect()
}
