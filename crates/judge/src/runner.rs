//! Runs a program on tests, several at a time.

use std::sync::atomic::AtomicBool;

use grundy_games::{Case, SameAnswer};
use grundy_sandbox::{RunReport, Sandbox};

use crate::JudgeError;
use crate::cases::Test;
use crate::plan::{JudgePlan, JudgeProgress, Phase};
use crate::report::{Counterexample, Minimality, TestOutcome};
use crate::so_far::SoFar;
use crate::task::Task;
use crate::verdict::Verdict;
use crate::workers::in_order;

/// What all runs of a program have in common.
pub(crate) struct Runner<'a> {
    pub task: &'a Task<'a>,
    pub plan: &'a JudgePlan,
    pub stop: &'a AtomicBool,
    pub progress: &'a (dyn Fn(JudgeProgress) + Sync),
    pub so_far: SoFar<Telling, Counterexample>,
}

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
            (_, Verdict::TimeLimit { .. }) => Self::OutOfTime(failed.length),
            (Phase::Every, _) => Self::SmallPosition(failed.length),
            _ => Self::Input(failed.length),
        }
    }
}

impl Runner<'_> {
    /// Runs the tests and returns what came of each, in their order, and up to the first failure if `stops_at_failure`.
    /// Tests that have no input are left out.
    ///
    /// Tests that ran out of time by the clock, with less processor time than the limit, are run a second time,
    /// after all others and one by one: on a busy machine the first time proves nothing about the program. When one
    /// runs out of time alone as well, the program waits by itself, and the rest of them count as they are. So a
    /// program that hangs costs its time once more, and not twice as much.
    pub fn run(
        &self,
        sandboxes: &mut [Sandbox],
        phase: Phase,
        tests: &[Test],
        stops_at_failure: bool,
    ) -> Result<Vec<TestOutcome>, JudgeError> {
        let ends = |one: &Option<TestOutcome>| {
            stops_at_failure && one.as_ref().is_some_and(TestOutcome::has_failed)
        };
        let mut outcomes = Vec::new();
        let mut rest = tests;
        // Where a second run is no failure, the tests after it are still to be done.
        while !rest.is_empty() && !outcomes.last().is_some_and(ends) {
            let mut part = in_order(sandboxes, rest.len(), ends, |sandbox, i| {
                let outcome = self.run_test(sandbox, phase, &rest[i], false)?;
                (self.progress)(JudgeProgress::Test);
                Ok(outcome)
            })?;
            rest = &rest[part.len()..];
            self.run_again(&mut sandboxes[0], phase, &mut part)?;
            outcomes.append(&mut part);
        }
        Ok(outcomes.into_iter().flatten().collect())
    }

    /// Runs those that have waited a second time, alone.
    fn run_again(
        &self,
        sandbox: &mut Sandbox,
        phase: Phase,
        outcomes: &mut [Option<TestOutcome>],
    ) -> Result<(), JudgeError> {
        for one in outcomes.iter_mut().flatten() {
            if !self.has_waited(one) {
                continue;
            }
            if let Some(again) = self.run_test(sandbox, phase, &one.source, true)? {
                *one = again;
            }
            if self.has_waited(one) {
                break;
            }
        }
        Ok(())
    }

    fn has_waited(&self, one: &TestOutcome) -> bool {
        has_waited(
            &one.verdict,
            one.cpu_seconds,
            self.plan.limits.cpu.as_secs_f64(),
        )
    }

    /// Runs the program on a test; `None` when the test has no input. Reports a failure
    /// that tells more than all before it, unless the test is to be run a second time.
    fn run_test(
        &self,
        sandbox: &mut Sandbox,
        phase: Phase,
        test: &Test,
        is_second: bool,
    ) -> Result<Option<TestOutcome>, JudgeError> {
        let Some((name, case)) = test.make(self.task)? else {
            return Ok(None);
        };
        let (run, verdict) = run_case(self.task, sandbox, &case, self.stop)?;
        let outcome = TestOutcome {
            test: name,
            verdict,
            seconds: run.wall.as_secs_f64(),
            counted_seconds: run.counted().as_secs_f64(),
            cpu_seconds: run.cpu.as_secs_f64(),
            memory: run.peak_memory,
            source: test.clone(),
            length: case.input.len(),
            size: case.size,
            by_claim: case.by_claim,
            answer: SameAnswer::of(&case.answer),
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
        Ok(Some(outcome))
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
