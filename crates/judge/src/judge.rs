//! Judging a program: every small position, the original's tests, and the limits.
//!
//! Small positions come in order of size and, within a size, in the order of [`rank`](grundy_games::rank). So the first
//! one on which the program is not accepted is the smallest there is: everything before it has been
//! answered correctly, and that holds for any number of jobs. Where only a large test is failed, its
//! input is shrunk: simpler ones are tried for as long as one of them fails in the same way.

use crate::batch::Bench;
use crate::error::JudgeError;
use crate::every::every;
use crate::report::{Counterexample, Judged, PhaseReport, Report, Size};
use crate::shrink::{Budget, shrink};
use crate::task::Task;
use crate::tests::{self, Phase, Test};
use crate::verdict::Verdict;
use crate::workers::Until;
use grundy_games::{Case, simpler_inputs};
use grundy_sandbox::{End, Isolation, Launcher, Limits, Program, Sandbox};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What to judge, and how thoroughly.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program.
    pub program: Program,
    /// How sandboxes are started.
    pub launcher: Launcher,
    /// What the program may use on one test.
    pub limits: Limits,
    /// The strongest means of isolation to try.
    pub isolation: Isolation,
    /// The phases to go through, in their own order; usually [`Phase::ALL`].
    pub phases: Vec<Phase>,
    /// The largest size of which every position is tried. `None` goes as far as
    /// [`default_up_to`](tests::default_up_to), and tries some of each size when that takes long.
    pub up_to: Option<u32>,
    /// Without a size of its own, how long trying small positions is to take.
    pub every_time: Duration,
    /// How many random tests there are.
    pub random: u64,
    /// What generated tests are drawn from.
    pub seed: u64,
    /// How many tests are run at the same time, at least 1.
    pub jobs: usize,
    /// Tests to try before all others.
    pub saved: Vec<Test>,
    /// How long to shrink an input.
    pub shrinking: Budget,
}

/// Shrinking, when nobody says for how long: time for some thousand runs.
pub const SHRINKING: Budget = Budget {
    tries: 5000,
    time: Duration::from_secs(20),
};

/// How long trying small positions is to take, when nobody says.
pub const EVERY_TIME: Duration = Duration::from_mins(1);

/// What is told while judging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A phase begins that has so many tests.
    Begin(Phase, u64),
    /// One test is done.
    Test,
    /// A counterexample is being shrunk.
    Shrink,
}

/// Judges a program, phase by phase.
///
/// After a failed saved test nothing more is tried: the mistake is still there. After a small position
/// on which the program did not answer at all (a crash, a limit) neither: it would do no better on most
/// others, and take its time on each.
///
/// # Errors
/// When the sandbox fails, the oracle does not reach `plan.up_to`, there is no test at all, or `stop` becomes
/// true. Nothing of the program is left then.
pub fn judge(
    task: &Task<'_>,
    plan: &Plan,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Report, JudgeError> {
    let begin = Instant::now();
    task.has_answers(plan.seed, plan.up_to)?;
    let done = || progress(Progress::Test);
    let sandboxes = (0..plan.jobs)
        .map(|_| Sandbox::start(&plan.launcher, &plan.program, plan.limits, plan.isolation))
        .collect::<Result<Vec<_>, _>>()?;
    let shortcomings = sandboxes
        .first()
        .ok_or(JudgeError::NoSandbox)?
        .shortcomings();
    let mut bench = Bench {
        task,
        sandboxes,
        stop,
        done: &done,
    };
    let mut phases: Vec<PhaseReport> = Vec::new();
    let mut left_out = Vec::new();
    let mut failure: Option<(Phase, Judged)> = None;
    let mut slowest = None;
    for phase in Phase::ALL
        .into_iter()
        .filter(|phase| plan.phases.contains(phase))
    {
        if failure
            .as_ref()
            .is_some_and(|(phase, judged)| ends(*phase, &judged.outcome.verdict))
        {
            left_out.push(phase);
            continue;
        }
        let (report, failed) = match phase {
            Phase::Every => every(&mut bench, plan, progress, &mut slowest)?,
            _ => {
                let tests = match phase {
                    Phase::Saved => plan.saved.clone(),
                    // The original's are as large as the original allows.
                    Phase::Original if task.has_own_limits() => Vec::new(),
                    Phase::Original => tests::original(task, plan.seed),
                    Phase::Limits => tests::limits(task, plan.seed),
                    Phase::Every | Phase::Random => tests::random(plan.random, plan.seed),
                };
                if tests.is_empty() {
                    continue;
                }
                progress(Progress::Begin(phase, tests.len() as u64));
                let judged = bench.run(&tests, Until::All)?;
                let mut report = PhaseReport::new(phase);
                report.add(&judged);
                note_slowest(&mut slowest, &judged);
                report.outcomes = judged.iter().map(|judged| judged.outcome.clone()).collect();
                let failed = judged.into_iter().filter(Judged::has_failed);
                (report, failed.min_by_key(|failed| weight(phase, failed)))
            }
        };
        phases.push(report);
        let failures = failure
            .into_iter()
            .chain(failed.map(|failed| (phase, failed)));
        failure = failures.min_by_key(|(phase, failed)| weight(*phase, failed));
    }
    if phases.iter().all(|report| report.tests == 0) {
        return Err(JudgeError::no_tests(task.game, plan.up_to)?);
    }
    let verdict = match &failure {
        Some((_, judged)) => judged.outcome.verdict.clone(),
        None => Verdict::Accepted,
    };
    // Among small positions that were only drawn, nobody knows which is the smallest.
    let every = phases.iter().find(|report| report.phase == Phase::Every);
    let every_before = every.filter(|report| report.sampled.is_none());
    let every_before = every_before.map(|report| report.accepted);
    let counterexample = match failure {
        None => None,
        Some((Phase::Every, judged)) if every_before.is_some() => {
            let before = every_before.unwrap_or(0);
            as_it_is(task, judged, Size::Smallest { before })?
        }
        // How large an input has to be for a program to run out of time depends on the machine, and
        // each try would take as long as the limit.
        Some((phase, judged))
            if phase == Phase::Saved
                || matches!(judged.outcome.verdict, Verdict::TimeLimit { .. }) =>
        {
            as_it_is(task, judged, Size::AsIs)?
        }
        Some((_, judged)) => {
            progress(Progress::Shrink);
            shrunk(&mut bench, judged, plan.shrinking)?
        }
    };
    Ok(Report {
        game: task.game.about().name.to_string(),
        accepted: verdict.is_accepted(),
        verdict,
        not_tested_beyond: not_tested_beyond(task, &phases),
        phases,
        left_out,
        counterexample,
        cat_seconds: cat(task, plan, slowest, stop)?,
        shortcomings,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// The largest size that was tried, unless there were tests as large as the task allows.
fn not_tested_beyond(task: &Task<'_>, phases: &[PhaseReport]) -> Option<u32> {
    if task.is_program() {
        return phases.iter().filter_map(|report| report.largest).max();
    }
    let is_small = |report: &&PhaseReport| matches!(report.phase, Phase::Saved | Phase::Every);
    if phases
        .iter()
        .any(|report| !is_small(&report) && report.tests > 0)
    {
        return None;
    }
    let every = phases.iter().find(|report| report.phase == Phase::Every)?;
    every
        .sampled
        .map_or(every.up_to, |sampled| Some(sampled.up_to))
}

/// The failure with the least is the one to look at: that time was over says least; a small position is
/// the smallest on which the program fails, whatever comes behind; and of other inputs a short one is
/// soonest made simpler.
fn weight(phase: Phase, judged: &Judged) -> (bool, bool, usize) {
    let out_of_time = matches!(judged.outcome.verdict, Verdict::TimeLimit { .. });
    (out_of_time, phase != Phase::Every, judged.length)
}

pub(crate) fn note_slowest(slowest: &mut Option<(f64, Test)>, judged: &[Judged]) {
    for one in judged {
        let seconds = one.outcome.seconds;
        if slowest.as_ref().is_none_or(|&(most, _)| most < seconds) {
            *slowest = Some((seconds, one.test.clone()));
        }
    }
}

/// How long `cat` takes on the test that took longest: the least of a few times.
fn cat(
    task: &Task<'_>,
    plan: &Plan,
    slowest: Option<(f64, Test)>,
    stop: &AtomicBool,
) -> Result<Option<f64>, JudgeError> {
    let Some((_, test)) = slowest else {
        return Ok(None);
    };
    let Some((_, case)) = test.make(task)? else {
        return Ok(None);
    };
    let program = Program {
        command: "cat".into(),
        args: Vec::new(),
    };
    let limits = Limits::default();
    let mut sandbox = Sandbox::start(&plan.launcher, &program, limits, plan.isolation)?;
    let mut least = None;
    for _ in 0..3 {
        let run = sandbox.run(case.input.as_bytes(), stop)?;
        if run.end == End::Code(0) {
            least = Some(least.map_or(run.wall, |least: Duration| least.min(run.wall)));
        }
    }
    Ok(least.map(|least| least.as_secs_f64()))
}

/// Whether there is nothing to learn behind this failure.
fn ends(phase: Phase, verdict: &Verdict) -> bool {
    let answered = matches!(
        verdict,
        Verdict::WrongAnswer { .. } | Verdict::Malformed { .. }
    );
    phase == Phase::Saved || phase == Phase::Every && !answered
}

fn shrunk(
    bench: &mut Bench<'_>,
    judged: Judged,
    budget: Budget,
) -> Result<Option<Counterexample>, JudgeError> {
    let task = bench.task;
    let Some((name, case)) = made(task, &judged)? else {
        return Ok(None);
    };
    let kind = judged.outcome.verdict.name();
    let positions = task.game.read(case.position().as_bytes())?;
    let mut last = (judged.outcome, case);
    let result = shrink(
        positions,
        |positions| simpler_inputs(positions).into_iter().flatten(),
        |positions| {
            let case = task.case(positions)?;
            let outcome = bench.run_one(&name, &case)?;
            let fails = outcome.verdict.name() == kind;
            if fails {
                last = (outcome, case);
            }
            Ok::<_, JudgeError>(fails)
        },
        budget,
    )?;
    let (outcome, case) = last;
    let size = Size::Shrunk {
        tries: result.tries,
        steps: result.steps,
        minimal: result.minimal,
    };
    Ok(Some(Counterexample::new(outcome, case, size)))
}

/// The input of a test that was not passed, made once more.
fn made(task: &Task<'_>, judged: &Judged) -> Result<Option<(String, Case)>, JudgeError> {
    let made = judged.test.make(task)?;
    Ok(made.map(|(name, case)| (name, Arc::unwrap_or_clone(case))))
}

fn as_it_is(
    task: &Task<'_>,
    judged: Judged,
    size: Size,
) -> Result<Option<Counterexample>, JudgeError> {
    let made = made(task, &judged)?;
    Ok(made.map(|(_, case)| Counterexample::new(judged.outcome, case, size)))
}
