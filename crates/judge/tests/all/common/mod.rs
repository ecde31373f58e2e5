//! Where the helper programs are, and what is left of them.

#[path = "../../../../sandbox/tests/all/common/processes.rs"]
pub mod processes;

use grundy_judge::plan::JudgePlan;
use grundy_sandbox::{Launcher, Program};
use processes::{example, program};

/// The plan for a program, with default limits and two jobs.
pub fn plan(program: Program) -> JudgePlan {
    let exe = example("judge_launcher");
    let args = Vec::new();
    JudgePlan {
        jobs: 2,
        ..JudgePlan::new(program, Launcher { exe, args })
    }
}

/// The example `gra_candidate` in a mode.
pub fn gra_candidate(mode: &str) -> Program {
    program(example("gra_candidate"), &[mode])
}
