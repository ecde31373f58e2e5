//! What comes of judging a program.

use grundy_games::{Case, SameAnswer};
use serde::Serialize;

use crate::cases::Test;
use crate::plan::Phase;
use crate::verdict::Verdict;
use grundy_sweep::shrink::Shrunk;

/// What came of one test. The input is not stored: the test can make it once more.
#[derive(Clone, Debug, Serialize)]
pub struct TestOutcome {
    /// The test's name: that of its file, its input in one line, its name in the original, or the options of `grundy gen`.
    pub test: String,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Time by the clock.
    pub seconds: f64,
    /// The time that counts against the limit: processor time, or time by the clock without that in which other programs had
    /// the processors, whichever is longer.
    pub counted_seconds: f64,
    /// Processor time.
    pub cpu_seconds: f64,
    /// Largest resident memory, in bytes.
    pub memory: u64,
    #[serde(skip)]
    pub(crate) source: Test,
    /// Length of the input in bytes.
    #[serde(skip)]
    pub(crate) length: usize,
    /// Size of the position, where the game is a rules program and lists it.
    #[serde(skip)]
    pub(crate) size: Option<u32>,
    /// Whether the right answer is the claim of the rules program.
    #[serde(skip)]
    pub(crate) by_claim: bool,
    /// The right answer.
    #[serde(skip)]
    pub(crate) answer: SameAnswer,
}

/// What came of a phase.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PhaseReport {
    /// Which one.
    pub phase: Phase,
    /// The number of tests that were run, up to the first that failed in [`Phase::Every`].
    pub tests: u64,
    /// The number of tests that were passed.
    pub accepted: u64,
    /// In [`Phase::Every`], the largest size of which every position was to be tried.
    pub up_to: Option<u32>,
    /// In [`Phase::Every`], what was tried of larger sizes, when there was no time for all positions.
    pub sampled: Option<Sampled>,
    /// The largest size of a test's position, where the game is a rules program.
    pub largest: Option<u32>,
    /// Whether the rest of the phase was left out, because the program ran out of time on too many tests.
    pub ended_early: bool,
    /// The number of tests whose right answers are the claims of a rules program, where its oracle has none.
    pub by_claim: u64,
    /// The right answer, as long as it is the same for all tests.
    #[serde(skip)]
    pub(crate) answer: SameAnswer,
    /// The test whose counted time is the longest.
    pub slowest: Option<TestOutcome>,
    /// The largest memory that any test took, in bytes.
    pub memory: u64,
    /// What came of each test; in [`Phase::Every`], of the one that failed.
    pub outcomes: Vec<TestOutcome>,
}

/// Some positions of sizes that have too many for the time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sampled {
    /// The largest of these sizes; the first is the one after those of which every position was tried.
    pub up_to: u32,
    /// The number of positions of these sizes that were tried, among them some of each size.
    pub tests: u64,
    /// The number of positions of these sizes.
    pub positions: u64,
    /// How long one test of the phase took on average, several side by side, in seconds.
    pub seconds_each: f64,
}

/// An input on which the program fails.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counterexample {
    /// The phase of the test.
    #[serde(skip)]
    pub phase: Phase,
    /// The name of the test that has this input, or that it was made from.
    pub test: String,
    /// The input, the position where that is another text, and the right answer.
    #[serde(flatten)]
    pub case: Case,
    /// What the program made of it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// How small it is.
    pub size: Minimality,
}

/// How small a counterexample is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Minimality {
    /// There is none smaller: all positions before it, in order of size, were answered correctly.
    Smallest {
        /// The number of those positions.
        before: u64,
    },
    /// Made from a larger one, step by step.
    Shrunk(Shrunk),
    /// As the test has it.
    AsIs,
}

/// All that came of judging a program.
#[derive(Clone, Debug, Serialize)]
pub struct JudgeReport {
    /// The game's name.
    pub game: String,
    /// Whether all tests were passed.
    pub accepted: bool,
    /// Accepted, or the verdict about the smallest position that was not answered correctly; where that
    /// is no small one, about the shortest input, preferably one that did not just run out of time.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The largest size of a position that was tried, where none was tried as large as the task allows: the
    /// oracle of a rules program goes no further.
    pub not_tested_beyond: Option<u32>,
    /// What a setter has to know about the right answers, if the program is accepted and they are all the same.
    pub warning: Option<String>,
    /// The phases that were begun.
    pub phases: Vec<PhaseReport>,
    /// Phases that were left out, because there was nothing more to learn.
    pub left_out: Vec<Phase>,
    /// An input on which the program fails, as small as could be found.
    pub counterexample: Option<Counterexample>,
    /// How long `cat` takes on the input that took the program longest, in seconds: what the
    /// machine itself takes. `None` where there is no `cat`.
    pub cat_seconds: Option<f64>,
    /// Why judging ended after a failure and before all tests were run: an error of the game, or a request to stop.
    pub ended_by: Option<String>,
    /// What the sandbox cannot guarantee on this machine.
    pub shortcomings: Vec<&'static str>,
    /// How long it all took.
    pub seconds: f64,
}

impl TestOutcome {
    pub(crate) fn has_failed(&self) -> bool {
        !self.verdict.is_accepted()
    }
}

impl PhaseReport {
    pub(crate) fn new(phase: Phase) -> Self {
        Self {
            phase,
            ..Self::default()
        }
    }

    pub(crate) fn failed(&self) -> impl Iterator<Item = &TestOutcome> {
        self.outcomes.iter().filter(|one| one.has_failed())
    }

    /// Counts tests. Their outcomes are not stored here, except for the slowest one.
    pub(crate) fn count(&mut self, outcomes: &[TestOutcome]) {
        for outcome in outcomes {
            self.largest = self.largest.max(outcome.size);
            self.by_claim += u64::from(outcome.by_claim);
            self.answer.add(&outcome.answer);
            self.tests += 1;
            self.accepted += u64::from(outcome.verdict.is_accepted());
            self.memory = self.memory.max(outcome.memory);
            let slowest = self.slowest.as_ref().map(|slowest| slowest.counted_seconds);
            if slowest.is_none_or(|seconds| seconds < outcome.counted_seconds) {
                self.slowest = Some(outcome.clone());
            }
        }
    }
}
