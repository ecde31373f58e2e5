//! The tests of a program as a check: its answers are compared with the right ones.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use grundy_game::Case;
use grundy_package::SameAnswer;
use grundy_records::checkpoint::Part;
use grundy_sandbox::{RunReport, Sandbox};
use grundy_sweep::CheckError;
use grundy_sweep::compare::{Check, Ready};

use crate::JudgeError;
use crate::kept::verify;
use crate::phases::Phases;
use crate::plan::{JudgeProgress, Phase};
use crate::report::{Counterexample, Minimality, PhaseReport, TestOutcome, Tried};
use crate::saved::SavedTest;
use crate::task::Task;
use crate::verdict::Verdict;

/// How much a failure tells, the most telling first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Telling {
    /// A small position with an input of this number of bytes.
    SmallPosition(usize),
    /// An input of this number of bytes: a short one is soonest made simpler.
    Input(usize),
    /// An input of this number of bytes on which time was over, which says least.
    OutOfTime(usize),
}

impl Telling {
    pub fn of(phase: Phase, failed: &TestOutcome) -> Self {
        match (phase, &failed.verdict) {
            (_, Verdict::TimeLimit { .. }) => Self::OutOfTime(failed.input_bytes),
            (Phase::Every, _) => Self::SmallPosition(failed.input_bytes),
            _ => Self::Input(failed.input_bytes),
        }
    }
}

/// The tests of a program.
pub(crate) type Runner<'a> = Phases<'a, SavedTest, Telling, Counterexample>;

/// The large tests of a rules program that are run at a time: these are many, and a program that is too slow fails on
/// most of them.
const TOGETHER: u64 = 8;

impl Runner<'_> {
    /// Makes a test once more: its name and its case; `None` if it has no input.
    pub fn make(
        &mut self,
        phase: Phase,
        number: u64,
    ) -> Result<Option<(String, Case)>, JudgeError> {
        if let (Phase::Every, Some(small)) = (phase, &mut self.small) {
            small.again(number)?;
        }
        self.made(phase, number)
    }

    fn made(&self, phase: Phase, number: u64) -> Result<Option<(String, Case)>, JudgeError> {
        let _test = tracing::info_span!("making a test").entered();
        if phase != Phase::Every {
            return self.test(phase, number).make(self.task);
        }
        let small = self.small.as_ref();
        let case = small.and_then(|small| small.get(number));
        Ok(case.map(|case| (case.input.trim_end().replace('\n', " / "), case.clone())))
    }

    /// Runs the program on a test. Reports a failure that tells more than all before it, unless the test is to be run a
    /// second time.
    fn run_test(
        &self,
        sandbox: &mut Sandbox,
        phase: Phase,
        number: u64,
        is_second: bool,
    ) -> Result<Tried, JudgeError> {
        let mut tried = Tried {
            cases: 1,
            until_failure: phase == Phase::Every || self.plan.first,
            only_first: self.plan.first,
            until_late: phase != Phase::Every && self.task.is_claimed(),
            ..Tried::default()
        };
        tried.report.phase = phase;
        let Some((test, case)) = self.made(phase, number)? else {
            return Ok(tried);
        };
        let (run, verdict) = run_case(self.task, sandbox, &case, self.stop)?;
        let outcome = TestOutcome {
            test,
            verdict,
            seconds: run.wall.as_secs_f64(),
            counted_seconds: run.counted().as_secs_f64(),
            cpu_seconds: run.cpu.as_secs_f64(),
            memory: run.peak_memory,
            number,
            input_bytes: case.input.len(),
        };
        tried.answer = SameAnswer::of(&case.answer);
        let small = self.small.as_ref().filter(|_| phase == Phase::Every);
        tried.report = PhaseReport {
            phase,
            tests: 1,
            accepted: outcome.verdict.is_accepted().into(),
            up_to: small.and_then(|small| small.whole_size(number)),
            largest: case.size,
            by_claim: case.by_claim.into(),
            slowest: Some(outcome.clone()),
            memory: outcome.memory,
            ..PhaseReport::default()
        };
        if outcome.has_failed() && (is_second || !self.has_waited(&outcome)) {
            let found = Counterexample {
                phase,
                test: outcome.test.clone(),
                case,
                verdict: outcome.verdict.clone(),
                size: Minimality::AsIs,
            };
            let shown = (found.test.clone(), found.verdict.to_string());
            let rank = Telling::of(phase, &outcome);
            self.so_far.add(self.progress, shown, (rank, found));
        }
        if phase != Phase::Every || outcome.has_failed() {
            tried.report.outcomes = vec![outcome];
        }
        Ok(tried)
    }

    fn has_waited(&self, one: &TestOutcome) -> bool {
        let limit = self.plan.limits.cpu.as_secs_f64();
        has_waited(&one.verdict, one.cpu_seconds, limit)
    }
}

impl Check for Runner<'_> {
    type Worker = Sandbox;
    type Found = Tried;
    type Error = JudgeError;

    fn prepare(&mut self, part: &Part<Tried>, to: u64) -> Result<Ready, CheckError<JudgeError>> {
        let is_every = Phase::ALL[part.stage as usize] == Phase::Every;
        let small = self.small.as_ref().filter(|_| is_every);
        let most = small.and_then(|small| small.most);
        let is_slow = self.task.is_claimed() && !is_every;
        let together = if is_slow { TOGETHER } else { u64::MAX };
        let to = to.min(part.next.saturating_add(together));
        let before = part.found.report.tests;
        self.ready(part, to, (most, before))
    }

    fn compare(
        &self,
        sandbox: &mut Sandbox,
        stage: u32,
        test: Range<u64>,
    ) -> Result<Tried, JudgeError> {
        self.run_test(sandbox, Phase::ALL[stage as usize], test.start, false)
    }

    /// Runs tests that ran out of time by the clock, with less processor time than the limit, a second time, after all
    /// others and one by one: on a busy machine the first time proves nothing about the program. When one runs out of
    /// time alone as well, the program waits by itself, and the rest of them count as they are. So a program that hangs
    /// costs its time once more, and not twice as much.
    fn again(&self, sandbox: &mut Sandbox, found: &mut [Tried]) -> Result<(), JudgeError> {
        let waited = |tried: &Tried| {
            let waited = tried.report.failed().find(|one| self.has_waited(one));
            waited.map(|one| one.number)
        };
        for tried in found {
            if let Some(number) = waited(tried) {
                *tried = self.run_test(sandbox, tried.report.phase, number, true)?;
                if waited(tried).is_some() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// A batch is one test.
    fn progress(&self, _: u64) {
        (self.progress)(JudgeProgress::Test);
    }

    fn verify(&self, rules: &str) -> Result<(), JudgeError> {
        verify(self.task, self.plan, rules)
    }
}

/// Runs the program on the input of a case of this task.
pub(crate) fn run_case(
    task: &Task<'_>,
    sandbox: &mut Sandbox,
    case: &Case,
    stop: &AtomicBool,
) -> Result<(RunReport, Verdict), JudgeError> {
    let run = sandbox.run(case.input.as_bytes(), stop)?;
    let mut verdict = Verdict::new(&run, sandbox.stdout(), &case.answer, task.form())?;
    if let Verdict::WrongAnswer { got, .. } = &mut verdict {
        let outcome = || {
            let named = task.position(case.position())?.named(got, task.case)?;
            Ok::<_, JudgeError>(named.and_then(|choice| choice.outcome))
        };
        match task.answers.fault(got, outcome)? {
            None => verdict = Verdict::Accepted,
            Some(fault) => *got += fault,
        }
    }
    Ok((run, verdict))
}

/// Returns whether a run took too long by the clock and had processor time left, of which `limit` seconds were allowed.
fn has_waited(verdict: &Verdict, cpu_seconds: f64, limit: f64) -> bool {
    matches!(verdict, Verdict::TimeLimit { .. }) && cpu_seconds < limit
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn a_program_with_processor_time_left_is_run_again() {
        let limit = Verdict::TimeLimit { why: String::new() };
        assert!(has_waited(&limit, 0.7, 1.0));
        assert!(!has_waited(&limit, 1.01, 1.0));
        assert!(!has_waited(&Verdict::Accepted, 0.7, 1.0));
    }
}
