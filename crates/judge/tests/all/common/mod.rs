//! Where the helper programs are, and what is left of them.

#[path = "../../../../sandbox/tests/all/common/processes.rs"]
pub mod processes;

use grundy_judge::plan::Candidate;
use grundy_sandbox::{Launcher, Program};
use processes::{example, program};

/// A program with default limits.
pub fn candidate(program: Program) -> Candidate {
    let exe = example("judge_launcher");
    let args = Vec::new();
    Candidate::new(program, Launcher { exe, args })
}

/// The example `gra_candidate` in a mode.
pub fn gra_candidate(mode: &str) -> Program {
    program(example("gra_candidate"), &[mode])
}
