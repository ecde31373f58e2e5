//! Judging a program: every small position, the original's tests, and the limits.
//!
//! Small positions come in order of size and, within a size, in the order of [`rank`](grundy_games::rank). So the first
//! one on which the program is not accepted is the smallest there is: everything before it has been
//! answered correctly, and that holds for any number of jobs. Where only a large test is failed, its
//! input is shrunk: simpler ones are tried for as long as one of them fails in the same way.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grundy_games::simpler_inputs;
use grundy_sandbox::{End, Program};

use crate::JudgeError;
use crate::cases::{self, Test};
use crate::every::every;
use crate::plan::{Candidate, JudgePlan, JudgeProgress, Phase};
use crate::report::{Counterexample, JudgeReport, Judged, Minimality, PhaseReport};
use crate::runner::{Runner, run_case};
use crate::shrink::shrink;
use crate::task::Task;
use crate::verdict::Verdict;

/// Judges a program, phase by phase.
///
/// After a failed saved test nothing more is tried: the mistake is still there. After a small position
/// on which the program did not answer at all (a crash, a limit) neither: it would do no better on most
/// others, and take its time on each.
///
/// # Errors
/// When the sandbox fails, the oracle does not reach `plan.up_to`, there is no test at all, or `stop` becomes
/// true. No process of the program is left then.
pub fn judge(
    task: &Task<'_>,
    plan: &JudgePlan,
    stop: &AtomicBool,
    progress: &(dyn Fn(JudgeProgress) + Sync),
) -> Result<JudgeReport, JudgeError> {
    let begin = Instant::now();
    task.has_answers(plan.candidate.seed, plan.up_to)?;
    let mut judging = Judging {
        plan,
        runner: Runner::start(task, &plan.candidate, stop, progress)?,
        phases: Vec::new(),
        left_out: Vec::new(),
        failure: None,
    };
    for phase in Phase::ALL {
        if plan.phases.contains(&phase) {
            judging.try_phase(phase)?;
        }
    }
    if judging.phases.iter().all(|report| report.tests == 0) {
        return Err(task.no_tests(plan.up_to)?);
    }
    let verdict = match &judging.failure {
        Some(Failure { judged, .. }) => judged.outcome.verdict.clone(),
        None => Verdict::Accepted,
    };
    let counterexample = judging.counterexample()?;
    let slowest = judging.runner.slowest.as_ref().map(|(_, test)| test);
    Ok(JudgeReport {
        game: task.game.about().name.to_string(),
        accepted: verdict.is_accepted(),
        verdict,
        not_tested_beyond: not_tested_beyond(task, &judging.phases),
        counterexample,
        cat_seconds: cat(task, &plan.candidate, slowest, stop)?,
        shortcomings: judging.runner.sandboxes[0].shortcomings(),
        phases: judging.phases,
        left_out: judging.left_out,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// A program that is being judged.
struct Judging<'a> {
    plan: &'a JudgePlan,
    runner: Runner<'a>,
    phases: Vec<PhaseReport>,
    left_out: Vec<Phase>,
    /// The most telling failure so far.
    failure: Option<Failure>,
}

/// A test that was not passed.
struct Failure {
    phase: Phase,
    judged: Judged,
}

/// How much a failure tells, the most telling first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Telling {
    /// The smallest position on which the program fails.
    SmallPosition,
    /// An input of this number of bytes: a short one is soonest made simpler.
    Input(usize),
    /// An input of this number of bytes on which time was over, which says least.
    OutOfTime(usize),
}

impl Failure {
    fn telling(&self) -> Telling {
        let length = self.judged.length;
        match (self.phase, &self.judged.outcome.verdict) {
            (_, Verdict::TimeLimit { .. }) => Telling::OutOfTime(length),
            (Phase::Every, _) => Telling::SmallPosition,
            _ => Telling::Input(length),
        }
    }

    /// Whether there is nothing to learn from the phases after this failure.
    fn ends_judging(&self) -> bool {
        match (self.phase, &self.judged.outcome.verdict) {
            (Phase::Every, Verdict::WrongAnswer { .. } | Verdict::Malformed { .. }) => false,
            (phase, _) => matches!(phase, Phase::Saved | Phase::Every),
        }
    }
}

impl Judging<'_> {
    fn try_phase(&mut self, phase: Phase) -> Result<(), JudgeError> {
        if self.failure.as_ref().is_some_and(Failure::ends_judging) {
            self.left_out.push(phase);
            return Ok(());
        }
        let runner = &mut self.runner;
        let mut failed = Vec::new();
        let report = if phase == Phase::Every {
            let (report, one) = every(runner, self.plan)?;
            failed.extend(one);
            report
        } else {
            let tests = cases::tests(phase, runner.task, self.plan);
            if tests.is_empty() {
                return Ok(());
            }
            (runner.progress)(JudgeProgress::Begin(phase, tests.len() as u64));
            let judged = runner.run(&tests, |_| false)?;
            let mut report = PhaseReport::new(phase);
            report.add(&judged);
            report.outcomes = judged.iter().map(|judged| judged.outcome.clone()).collect();
            failed.extend(judged.into_iter().filter(Judged::has_failed));
            report
        };
        self.phases.push(report);
        let failed = failed.into_iter().map(|judged| Failure { phase, judged });
        let failures = self.failure.take().into_iter().chain(failed);
        self.failure = failures.min_by_key(Failure::telling);
        Ok(())
    }

    /// The input of the most telling failure, shrunk where that is worth it.
    fn counterexample(&mut self) -> Result<Option<Counterexample>, JudgeError> {
        let Some(Failure { phase, judged }) = self.failure.take() else {
            return Ok(None);
        };
        let Some((test, case)) = judged.test.make(self.runner.task)? else {
            return Ok(None);
        };
        let mut found = Counterexample {
            phase,
            test,
            case,
            verdict: judged.outcome.verdict,
            size: Minimality::AsIs,
        };
        // Among small positions that were only sampled, the first failure need not be the smallest.
        let mut whole = (self.phases.iter())
            .filter(|report| report.phase == Phase::Every && report.sampled.is_none());
        match (phase, &found.verdict) {
            (Phase::Every, _) if let Some(every) = whole.next() => {
                let before = every.accepted;
                found.size = Minimality::Smallest { before };
            }
            // How large an input has to be for a program to run out of time depends on the machine, and
            // each try would take as long as the limit.
            (Phase::Saved, _) | (_, Verdict::TimeLimit { .. }) => {}
            _ => self.shrink(&mut found)?,
        }
        Ok(Some(found))
    }

    fn shrink(&mut self, found: &mut Counterexample) -> Result<(), JudgeError> {
        let runner = &mut self.runner;
        (runner.progress)(JudgeProgress::Shrink);
        let (task, stop) = (runner.task, runner.stop);
        let kind = found.verdict.name();
        let shrunk = shrink(
            task.game.read(found.case.position().as_bytes())?,
            |positions| simpler_inputs(positions).into_iter().flatten(),
            |positions| {
                let case = task.case(positions)?;
                let sandbox = &mut runner.sandboxes[0];
                let (_, verdict) = run_case(task, sandbox, &case, &task.answers, stop)?;
                let fails = verdict.name() == kind;
                if fails {
                    (found.case, found.verdict) = (case, verdict);
                }
                Ok::<_, JudgeError>(fails)
            },
            self.plan.candidate.shrinking,
        )?;
        found.size = Minimality::Shrunk {
            tries: shrunk.tries,
            steps: shrunk.steps,
            minimal: shrunk.minimal,
        };
        Ok(())
    }
}

/// The largest size that was tried, unless there were tests as large as the task allows.
fn not_tested_beyond(task: &Task<'_>, phases: &[PhaseReport]) -> Option<u32> {
    if task.is_program() {
        return phases.iter().filter_map(|report| report.largest).max();
    }
    let is_large = |report: &PhaseReport| !matches!(report.phase, Phase::Saved | Phase::Every);
    if phases.iter().any(|one| is_large(one) && one.tests > 0) {
        return None;
    }
    let every = phases.iter().find(|report| report.phase == Phase::Every)?;
    every
        .sampled
        .map_or(every.up_to, |sampled| Some(sampled.up_to))
}

/// How long `cat` takes on the input of this test: the least of three times.
fn cat(
    task: &Task<'_>,
    candidate: &Candidate,
    test: Option<&Test>,
    stop: &AtomicBool,
) -> Result<Option<f64>, JudgeError> {
    let made = test.map(|test| test.make(task)).transpose()?.flatten();
    let Some((_, case)) = made else {
        return Ok(None);
    };
    let program = Program {
        command: "cat".into(),
        args: Vec::new(),
    };
    let mut times = Vec::new();
    for sandbox in &mut Candidate::new(program, candidate.launcher.clone()).sandboxes()? {
        for _ in 0..3 {
            let run = sandbox.run(case.input.as_bytes(), stop)?;
            if run.end == End::Code(0) {
                times.push(run.wall.as_secs_f64());
            }
        }
    }
    Ok(times.into_iter().reduce(f64::min))
}
