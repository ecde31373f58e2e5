//! What comes of judging a program.

use crate::tests::{Phase, Test};
use crate::verdict::Verdict;
use grundy_games::Case;
use serde::Serialize;

/// What came of one test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The test's name. That of a generated one is its order in the words of `grundy gen`.
    pub test: String,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Time by the clock.
    pub seconds: f64,
    /// Processor time.
    pub cpu_seconds: f64,
    /// Largest resident memory, in bytes.
    pub memory: u64,
}

/// What came of a phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseReport {
    /// Which one.
    pub phase: Phase,
    /// How many tests were run, up to the first that was not passed in [`Phase::Every`].
    pub tests: u64,
    /// How many of them were passed.
    pub accepted: u64,
    /// In [`Phase::Every`], the largest size of which every position was to be tried.
    pub up_to: Option<u32>,
    /// In [`Phase::Every`], what was tried of larger sizes, when there was no time for all positions.
    pub sampled: Option<Sampled>,
    /// The largest size of a test's position, where the game is a rules program.
    pub largest: Option<u32>,
    /// The test that took longest by the clock.
    pub slowest: Option<Outcome>,
    /// The largest memory that any test took, in bytes.
    pub memory: u64,
    /// What came of each test; of [`Phase::Every`], of the one that was not passed.
    pub outcomes: Vec<Outcome>,
}

/// Some positions of sizes that have too many for the time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sampled {
    /// The largest of these sizes; the first is the one behind those of which every position was tried.
    pub up_to: u32,
    /// How many positions of these sizes were tried, among them some of each size.
    pub tests: u64,
    /// How many there are.
    pub positions: u64,
    /// How long one test of the phase took on average, several side by side, in seconds.
    pub seconds_each: f64,
}

/// An input on which the program fails.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counterexample {
    /// The name of the test that it is, or that it was made from.
    pub test: String,
    /// The input, the position where that is something else, and the right answer.
    #[serde(flatten)]
    pub case: Case,
    /// What the program made of it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// How small it is.
    pub size: Size,
}

/// How small a counterexample is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Size {
    /// There is none smaller: all positions before it, in order of size, were answered correctly.
    Smallest {
        /// How many those are.
        before: u64,
    },
    /// Made from a larger one, step by step.
    Shrunk {
        /// How many inputs were tried.
        tries: u64,
        /// How many of them failed, too, and took the place of the one before.
        steps: u64,
        /// Whether every input one step simpler was tried and does not fail in this way. Otherwise
        /// the time was over.
        minimal: bool,
    },
    /// As the test has it.
    AsIs,
}

/// All that came of judging a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game's name.
    pub game: String,
    /// Whether all tests were passed.
    pub accepted: bool,
    /// Accepted, or the verdict about the smallest position that was not answered correctly; where that
    /// is no small one, about the shortest input, and rather one that did not just run out of time.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The largest size of a position that was tried, where none was tried as large as the task allows: the
    /// oracle of a rules program goes no further.
    pub not_tested_beyond: Option<u32>,
    /// The phases that were begun.
    pub phases: Vec<PhaseReport>,
    /// Phases that were left out, because there was nothing more to learn.
    pub left_out: Vec<Phase>,
    /// An input on which the program fails, as small as could be found.
    pub counterexample: Option<Counterexample>,
    /// How long `cat` takes on the input that took the program longest by the clock, in seconds: what the
    /// machine itself takes. `None` where there is no `cat`.
    pub cat_seconds: Option<f64>,
    /// What the sandbox cannot guarantee on this machine.
    pub shortcomings: Vec<&'static str>,
    /// How long it all took.
    pub seconds: f64,
}

/// What came of a test. Inputs are large, and nearly all are never needed again: the test can make its
/// input once more.
#[derive(Debug)]
pub(crate) struct Judged {
    pub outcome: Outcome,
    pub test: Test,
    /// Length of the input in bytes.
    pub length: usize,
    /// Size of the position, where the game is a rules program and lists it.
    pub size: Option<u32>,
}

impl Judged {
    pub fn has_failed(&self) -> bool {
        !self.outcome.verdict.is_accepted()
    }
}

impl Counterexample {
    pub(crate) fn new(outcome: Outcome, case: Case, size: Size) -> Self {
        Self {
            test: outcome.test,
            case,
            verdict: outcome.verdict,
            size,
        }
    }
}

impl PhaseReport {
    pub(crate) fn new(phase: Phase) -> Self {
        Self {
            phase,
            tests: 0,
            accepted: 0,
            up_to: None,
            sampled: None,
            largest: None,
            slowest: None,
            memory: 0,
            outcomes: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, judged: &[Judged]) {
        for Judged { outcome, size, .. } in judged {
            self.largest = self.largest.max(*size);
            self.tests += 1;
            self.accepted += u64::from(outcome.verdict.is_accepted());
            self.memory = self.memory.max(outcome.memory);
            if self
                .slowest
                .as_ref()
                .is_none_or(|slowest| slowest.seconds < outcome.seconds)
            {
                self.slowest = Some(outcome.clone());
            }
        }
    }
}
