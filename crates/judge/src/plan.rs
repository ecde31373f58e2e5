//! What to judge, and how thoroughly.

use std::path::PathBuf;
use std::time::Duration;

use grundy_records::plan::Shard;
use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox, SandboxError};
use grundy_sweep::shrink::ShrinkBudget;
use serde::{Deserialize, Serialize};

use crate::saved::SavedTest;

/// The phases of judging, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Tests that were saved earlier.
    #[default]
    Saved,
    /// Every position up to a size, in order of size; the answers are the oracle's.
    Every,
    /// The tests of the original task, made anew.
    Original,
    /// Every shape of input at the limits of the original task.
    Limits,
    /// Random inputs of every shape and of all sizes up to those limits.
    Random,
}

impl Phase {
    /// All phases, in their order.
    pub const ALL: [Self; 5] = [
        Self::Saved,
        Self::Every,
        Self::Original,
        Self::Limits,
        Self::Random,
    ];
}

/// A program, how its runs are set up, and what to judge it on.
#[derive(Clone, Debug)]
pub struct JudgePlan {
    /// The program.
    pub program: Program,
    /// How sandboxes are started.
    pub launcher: Launcher,
    /// What the program may use on one input.
    pub limits: Limits,
    /// How many inputs are run at the same time; 0 counts as 1.
    pub jobs: usize,
    /// What inputs are drawn from: the same seed, the same inputs.
    pub seed: u64,
    /// How long to make a failing input simpler.
    pub shrinking: ShrinkBudget,
    /// The phases to go through, always in the order of [`Phase::ALL`].
    pub phases: Vec<Phase>,
    /// The largest size of which every position is tried. `None` goes as far as
    /// [`default_up_to`](crate::cases::default_up_to), and tries some of each size when that takes long.
    pub up_to: Option<u32>,
    /// How long trying small positions is to take, where `up_to` is `None`.
    pub every_time: Duration,
    /// The number of random tests, or of positions on which a program is checked against itself.
    pub random: u64,
    /// Tests to try before all others.
    pub saved: Vec<SavedTest>,
    /// Whether judging ends at the first failure.
    pub first: bool,
    /// Whether the program is run on some hundred small positions more after it has failed on one, to find out
    /// [why](crate::report::Why).
    pub why: bool,
    /// Which part of the tests is tried.
    pub shard: Shard,
    /// Where finished work is kept. If it is, or if this is a part, small positions are tried as a whole, however long that
    /// takes.
    pub keep: Keep,
}

/// Where the finished work of a judge is.
#[derive(Clone, Debug, Default)]
pub enum Keep {
    /// Nowhere.
    #[default]
    Nothing,
    /// In this file: the judge continues from its content, or creates it.
    In(PathBuf),
    /// In these files, each of a finished part.
    Merged(Vec<PathBuf>),
}

impl JudgePlan {
    /// The default limits, one run at a time, seed 1; all phases, a minute for small positions, 100 random tests, no
    /// saved ones.
    pub fn new(program: Program, launcher: Launcher) -> Self {
        Self {
            program,
            launcher,
            limits: Limits::default(),
            jobs: 1,
            seed: 1,
            shrinking: ShrinkBudget::default(),
            phases: Phase::ALL.to_vec(),
            up_to: None,
            every_time: Duration::from_mins(1),
            random: 100,
            saved: Vec::new(),
            first: false,
            why: false,
            shard: Shard::WHOLE,
            keep: Keep::Nothing,
        }
    }

    /// Returns whether small positions are tried for a limited time.
    pub(crate) fn is_timed(&self) -> bool {
        self.up_to.is_none() && self.shard.is_whole() && matches!(self.keep, Keep::Nothing)
    }

    /// Starts one sandbox for each job, at least one.
    pub(crate) fn sandboxes(&self) -> Result<Vec<Sandbox>, SandboxError> {
        (0..self.jobs.max(1)).map(|_| self.sandbox()).collect()
    }

    /// Starts one sandbox.
    pub(crate) fn sandbox(&self) -> Result<Sandbox, SandboxError> {
        let (program, limits) = (&self.program, self.limits);
        Sandbox::start(&self.launcher, program, limits, Isolation::Namespace)
    }
}

/// What is reported while a program is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgeProgress {
    /// A phase begins that has at most this number of tests, and begins no further ones after this time.
    Begin(Phase, u64, Option<Duration>),
    /// This number of tests more are done.
    Tests(u64),
    /// The program fails a test, and no failure so far tells more.
    Failed {
        /// The name of the test.
        test: String,
        /// The verdict, or the contradiction.
        why: String,
    },
    /// A counterexample is being shrunk.
    Shrink,
}
