//! Many tests on several sandboxes at once.

use std::sync::atomic::AtomicBool;

use grundy_games::{Answers, Case};
use grundy_sandbox::{RunReport, Sandbox};

use crate::JudgeError;
use crate::cases::Test;
use crate::plan::{Candidate, JudgeProgress};
use crate::report::{Judged, TestOutcome};
use crate::task::Task;
use crate::verdict::Verdict;
use crate::workers::in_order;

/// A program in its sandboxes, ready for tests.
pub(crate) struct Runner<'a> {
    pub task: &'a Task<'a>,
    pub progress: &'a (dyn Fn(JudgeProgress) + Sync),
    pub stop: &'a AtomicBool,
    /// At least one.
    pub sandboxes: Vec<Sandbox>,
    /// The test that took longest by the clock, with its time in seconds.
    pub slowest: Option<(f64, Test)>,
}

impl<'a> Runner<'a> {
    pub fn start(
        task: &'a Task<'a>,
        candidate: &Candidate,
        stop: &'a AtomicBool,
        progress: &'a (dyn Fn(JudgeProgress) + Sync),
    ) -> Result<Self, JudgeError> {
        Ok(Self {
            task,
            progress,
            stop,
            sandboxes: candidate.sandboxes()?,
            slowest: None,
        })
    }

    /// Runs the tests and returns what came of each, in their order and up to the first that `ends` it; tests that
    /// have no input are left out.
    ///
    /// Tests that ran out of time by the clock, with less processor time than the limit, are run a second time,
    /// after all others and one by one: on a busy machine the first time proves nothing about the program. When one
    /// runs out of time alone as well, the program waits by itself, and the rest of them count as they are. So a
    /// program that hangs costs its time once more, and not twice as much.
    pub fn run(
        &mut self,
        tests: &[Test],
        ends: fn(&Judged) -> bool,
    ) -> Result<Vec<Judged>, JudgeError> {
        let (task, stop, progress) = (self.task, self.stop, self.progress);
        let ends = |one: &Option<Judged>| one.as_ref().is_some_and(ends);
        let mut judged = Vec::new();
        let mut rest = tests;
        // Where a second run is no failure, the tests after it are still to be done.
        while !rest.is_empty() && !judged.last().is_some_and(ends) {
            let part = in_order(&mut self.sandboxes, rest.len(), ends, |sandbox, i| {
                let judged = judge_test(task, sandbox, &rest[i], stop)?;
                progress(JudgeProgress::Test);
                Ok(judged)
            })?;
            rest = &rest[part.len()..];
            let from = judged.len();
            judged.extend(part);
            self.run_again(&mut judged[from..])?;
        }
        let judged: Vec<Judged> = judged.into_iter().flatten().collect();
        for one in &judged {
            let seconds = one.outcome.seconds;
            if (self.slowest.as_ref()).is_none_or(|&(most, _)| most < seconds) {
                self.slowest = Some((seconds, one.test.clone()));
            }
        }
        Ok(judged)
    }

    /// Runs those that have waited a second time, alone.
    fn run_again(&mut self, judged: &mut [Option<Judged>]) -> Result<(), JudgeError> {
        let sandbox = &mut self.sandboxes[0];
        let limit = sandbox.limits().cpu.as_secs_f64();
        for one in judged.iter_mut().flatten() {
            if !one.outcome.has_waited(limit) {
                continue;
            }
            if let Some(again) = judge_test(self.task, sandbox, &one.test, self.stop)? {
                *one = again;
            }
            if one.outcome.has_waited(limit) {
                break;
            }
        }
        Ok(())
    }
}

/// Runs the program on a test; `None` when the test has no input.
fn judge_test(
    task: &Task<'_>,
    sandbox: &mut Sandbox,
    test: &Test,
    stop: &AtomicBool,
) -> Result<Option<Judged>, JudgeError> {
    let Some((name, case)) = test.make(task)? else {
        return Ok(None);
    };
    let (run, verdict) = run_case(task, sandbox, &case, &task.answers, stop)?;
    let mut size = None;
    if task.is_program() {
        size = task.position(case.position())?.solve()?.size;
    }
    Ok(Some(Judged {
        outcome: TestOutcome {
            test: name,
            verdict,
            seconds: run.wall.as_secs_f64(),
            cpu_seconds: run.cpu.as_secs_f64(),
            memory: run.peak_memory,
        },
        test: test.clone(),
        length: case.input.len(),
        size,
    }))
}

/// Runs the program on the input of a case, whose answer has one of these forms.
pub(crate) fn run_case(
    task: &Task<'_>,
    sandbox: &mut Sandbox,
    case: &Case,
    answers: &Answers,
    stop: &AtomicBool,
) -> Result<(RunReport, Verdict), JudgeError> {
    let run = sandbox.run(case.input.as_bytes(), stop)?;
    let verdict = Verdict::new(&run, sandbox.stdout(), &case.answer, answers);
    let mut verdict = verdict.map_err(JudgeError::Output)?;
    if let Verdict::NotStarted { why } = verdict {
        return Err(JudgeError::NotStarted { why });
    }
    if let (Answers::Move { loss }, Verdict::WrongAnswer { got, .. }) = (answers, &mut verdict)
        && loss != got
    {
        // Any move that wins is right.
        let options = task.position(case.position())?.options()?;
        let named = options.iter().find(|choice| choice.is_named(got));
        match named.and_then(|choice| choice.wins) {
            Some(true) => verdict = Verdict::Accepted,
            Some(false) => *got += " (a move that loses)",
            None => *got += " (no legal move)",
        }
    }
    Ok((run, verdict))
}

impl TestOutcome {
    /// Whether it ran out of time by the clock and not of processor time, of which `limit` seconds were allowed.
    fn has_waited(&self, limit: f64) -> bool {
        matches!(self.verdict, Verdict::TimeLimit { .. }) && self.cpu_seconds < limit
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn a_program_with_processor_time_left_is_run_again() {
        let outcome = |cpu_seconds| TestOutcome {
            test: "one".to_owned(),
            verdict: Verdict::TimeLimit { why: String::new() },
            seconds: 1.3,
            cpu_seconds,
            memory: 0,
        };
        assert!(outcome(0.7).has_waited(1.0));
        assert!(!outcome(1.01).has_waited(1.0));
        let accepted = TestOutcome {
            verdict: Verdict::Accepted,
            ..outcome(0.7)
        };
        assert!(!accepted.has_waited(1.0));
    }
}
