//! Tests of sweeps: complete, stopped, in parts, and of games that are wrong on purpose.

mod checkpoints;
mod every;
#[allow(dead_code, reason = "each test program uses its part")]
#[path = "../../../brute/tests/all/in_process.rs"]
mod in_process;
mod parts;
mod places;
mod spoilt;
mod wrong;

use std::sync::atomic::AtomicBool;

use grundy_games::{Game, Place};
use grundy_records::plan::{Check, SweepPlan};
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

fn sweep_to(game: &dyn Game, up_to: u32) -> Result<Report, SweepError> {
    sweep(game, SweepPlan::whole(Check::Oracle { up_to }), UNDISTURBED)
}
