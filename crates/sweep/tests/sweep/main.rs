//! Tests of sweeps: complete, stopped, in parts, and of games that are wrong on purpose.

mod checkpoints;
mod every;
#[path = "../../../brute/tests/all/in_process.rs"]
mod in_process;
mod parts;
mod places;
mod spoilt;
mod wrong;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy_game::{Draw, Game, Place};
use grundy_records::plan::{Check, Shard, SweepPlan};
use grundy_sweep::{Report, Run, SweepError, sweep};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A sweep that nothing disturbs.
const UNDISTURBED: Run<'static> = Run {
    jobs: None,
    keep: None,
    place: &Place::Memory,
    stop: &NEVER,
    progress: &|_| {},
};

/// The same with a checkpoint.
fn kept(path: &Path) -> Run<'_> {
    Run {
        keep: Some(path),
        ..UNDISTURBED
    }
}

fn game(name: &str) -> Arc<dyn Game> {
    grundy_games::find(name).unwrap()
}

fn by_oracle(up_to: u32) -> SweepPlan {
    SweepPlan::whole(Check::Oracle { up_to })
}

fn by_closure(up_to: u32) -> SweepPlan {
    SweepPlan::whole(Check::Closure { up_to })
}

fn random(m: u64, n: u64, positions: u64) -> SweepPlan {
    let draw = Draw { m, n, seed: 1 };
    SweepPlan::whole(Check::Random { draw, positions })
}

fn part_of(plan: SweepPlan, index: u32, count: u32) -> SweepPlan {
    let shard = Shard::new(index, count).unwrap();
    SweepPlan { shard, ..plan }
}

fn plain(game: &dyn Game, plan: SweepPlan) -> Result<Report, SweepError> {
    sweep(game, plan, UNDISTURBED)
}

/// What was found, all but how long it took.
fn found(report: &Report) -> String {
    let mut rows = report.rows.clone();
    for row in &mut rows {
        row.seconds = 0.0;
    }
    format!("{rows:?} {:?}", report.total)
}
