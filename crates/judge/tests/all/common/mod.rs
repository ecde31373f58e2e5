//! Where the helper programs are, and what is left of them.

#[path = "../../../../sandbox/tests/all/common/processes.rs"]
pub mod processes;

use grundy_judge::plan::JudgePlan;
use grundy_sandbox::{Launcher, Program};
use processes::{example, program};
use std::time::Duration;

/// The plan for a program, with two jobs. The machine may be busy, so that there is time.
pub fn plan(program: Program) -> JudgePlan {
    let exe = example("judge_launcher");
    let launcher = Launcher {
        exe,
        ..Launcher::default()
    };
    let mut plan = JudgePlan::new(program, launcher);
    plan.jobs = 2;
    plan.limits.wall = Duration::from_secs(20);
    plan.shrinking.time = Duration::from_mins(10);
    plan
}

/// The example `gra_candidate` in a mode.
pub fn gra_candidate(mode: &str) -> Program {
    program(example("gra_candidate"), &[mode])
}
