//! What comes of judging a program.

use std::ops::Range;

use grundy_game::Case;
use grundy_package::SameAnswer;
use grundy_records::checkpoint::Found;
use grundy_sweep::shrink::Shrunk;
use serde::{Deserialize, Serialize};

use crate::plan::Phase;
use crate::verdict::Verdict;

/// What came of one test. The input is not stored: it can be made once more.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Number of the test within its phase, from 0 on.
    pub number: u64,
    /// Length of the input in bytes.
    pub input_bytes: usize,
    /// The tests of the phase that come before this one in a run on which it fails, where it passes alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<u64>,
}

/// What came of a phase.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
    /// The test whose counted time is the longest.
    pub slowest: Option<TestOutcome>,
    /// The largest memory that any test took, in bytes.
    pub memory: u64,
    /// What came of each test; in [`Phase::Every`], of the one that failed.
    pub outcomes: Vec<TestOutcome>,
    /// How long it took, in seconds.
    #[serde(skip)]
    pub seconds: f64,
}

/// Some positions of sizes that have too many for the time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    /// An input of several positions of which none can be left out: the program passes on the last of them alone.
    Together {
        /// The number of positions before the last.
        after: u64,
    },
}

impl Minimality {
    /// That of a test as it is.
    pub(crate) fn of(failed: &TestOutcome) -> Self {
        match failed.after.len() as u64 {
            0 => Self::AsIs,
            after => Self::Together { after },
        }
    }
}

/// The small positions on which a program fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// The number of small positions on which it was run, in their order.
    pub positions: usize,
    /// The number of those on which it fails.
    pub failed: usize,
    /// An expression of formulas that is true for exactly these.
    pub condition: Option<String>,
    /// The smallest of these with `x` for each number that may be any other, as far as there are such positions.
    pub pattern: Option<String>,
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
    /// On which small positions it fails, if that was asked for and the smallest one is known.
    pub why: Option<Why>,
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
    pub(crate) fn failed(&self) -> impl Iterator<Item = &TestOutcome> {
        self.outcomes.iter().filter(|one| one.has_failed())
    }

    /// Adds the tests after these. Of small positions the outcome of the one that failed is kept.
    fn add(&mut self, later: Self) {
        self.phase = later.phase;
        self.largest = self.largest.max(later.largest);
        self.up_to = self.up_to.max(later.up_to);
        self.by_claim += later.by_claim;
        self.tests += later.tests;
        self.accepted += later.accepted;
        self.memory = self.memory.max(later.memory);
        let slowest = [self.slowest.take(), later.slowest].into_iter().flatten();
        self.slowest = slowest.reduce(|one, later| {
            let is_slower = later.counted_seconds > one.counted_seconds;
            if is_slower { later } else { one }
        });
        self.outcomes.extend(later.outcomes);
    }
}

/// What came of some tests of a phase, as the judge's checkpoint has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tried {
    /// The number of tests, among them those that have no input.
    pub cases: u64,
    pub report: PhaseReport,
    /// The right answer, as long as it is the same for all tests.
    pub answer: SameAnswer,
    /// Whether the first failure ends judging.
    pub only_first: bool,
    /// Whether the phase ends when time was over on too many tests.
    pub until_late: bool,
    /// The tests that were to be run, of one batch.
    #[serde(skip)]
    pub tests: Range<u64>,
}

/// The rest of a phase is left out after this many tests on which time was over.
const OUT_OF_TIME: usize = 6;

impl Found for Tried {
    const KIND: [&'static str; 2] = ["checkpoint of a judge", "a checkpoint of a judge"];
    const WHAT: &'static str = "judge";

    fn add(&mut self, later: Self) {
        self.cases += later.cases;
        self.answer.add(&later.answer);
        self.report.add(later.report);
        self.only_first = later.only_first;
        self.until_late = later.until_late;
        let is_late = |one: &&TestOutcome| matches!(one.verdict, Verdict::TimeLimit { .. });
        let late = || self.report.failed().filter(is_late).count();
        self.report.ended_early = self.until_late && late() >= OUT_OF_TIME;
    }

    fn cases(&self) -> u64 {
        self.cases
    }

    fn ends(&self) -> bool {
        let until_failure = self.only_first || self.report.phase == Phase::Every;
        self.report.ended_early || until_failure && self.report.failed().next().is_some()
    }

    /// There is nothing to learn from further phases after a saved test that fails, and after a small position to which the
    /// program gives no answer.
    fn ends_all(&self) -> bool {
        let mut failed = self.report.failed();
        match self.report.phase {
            _ if self.only_first => failed.next().is_some(),
            Phase::Saved => failed.next().is_some(),
            Phase::Every => failed.any(|one| !one.verdict.is_about_an_answer()),
            Phase::Original | Phase::Limits | Phase::Random => false,
        }
    }

    fn is_possible(&self) -> bool {
        self.report.accepted <= self.report.tests && self.report.tests <= self.cases
    }
}
