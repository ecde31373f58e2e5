//! Judging a program: every small position, the original's tests, and the limits.
//!
//! Small positions come in order of size and, within a size, in the order of [`rank`](grundy_games::rank). So the first
//! one on which the program is not accepted is the smallest there is: everything before it has been
//! answered correctly, and that holds for any number of jobs. Where only a large test is failed, its
//! input is shrunk: simpler ones are tried for as long as one of them fails in the same way.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grundy_games::{SameAnswer, simpler_inputs};
use grundy_sandbox::{End, Program, Sandbox};

use crate::JudgeError;
use crate::cases;
use crate::every::every;
use crate::plan::{JudgePlan, JudgeProgress, Phase};
use crate::report::{Counterexample, JudgeReport, Minimality, PhaseReport, TestOutcome};
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
    task.has_answers(plan.seed, plan.up_to)?;
    let runner = Runner {
        task,
        plan,
        stop,
        progress,
    };
    let mut sandboxes = plan.sandboxes()?;
    let drawn = [Phase::Limits, Phase::Random].into_iter();
    let drawn = drawn.filter(|phase| plan.phases.contains(phase));
    let drawn: Vec<_> = drawn
        .flat_map(|phase| cases::tests(phase, task, plan))
        .collect();
    cases::draw_ahead(task, &drawn)?;
    let (mut phases, mut left_out) = (Vec::new(), Vec::new());
    for phase in Phase::ALL {
        if !plan.phases.contains(&phase) {
            continue;
        }
        if phases.last().is_some_and(ends_judging) {
            left_out.push(phase);
        } else {
            phases.extend(tried(&runner, &mut sandboxes, phase)?);
        }
    }
    if phases.iter().all(|report| report.tests == 0) {
        return Err(task.no_tests());
    }
    let failed = phases.iter().flat_map(|report| {
        let failed = report.failed();
        failed.map(move |one| (report, one))
    });
    let failure = failed.min_by_key(|(report, one)| Telling::of(report.phase, one));
    let verdict = failure.map_or(Verdict::Accepted, |(_, one)| one.verdict.clone());
    let counterexample = match failure {
        Some((report, one)) => counterexample(&runner, &mut sandboxes[0], report, one)?,
        None => None,
    };
    let mut answers = SameAnswer::default();
    for report in phases.iter().filter(|_| verdict.is_accepted()) {
        answers.add(&report.answer);
    }
    let slowest = phases.iter().filter_map(|report| report.slowest.as_ref());
    let slowest = slowest.max_by(|a, b| a.seconds.total_cmp(&b.seconds));
    Ok(JudgeReport {
        game: task.game.about().name.to_string(),
        accepted: verdict.is_accepted(),
        verdict,
        not_tested_beyond: not_tested_beyond(task, &phases),
        warning: answers.warning(),
        counterexample,
        cat_seconds: cat(&runner, slowest)?,
        shortcomings: sandboxes[0].shortcomings(),
        phases,
        left_out,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// The large tests of a rules program that are run at a time: these are many, and a program that is too slow fails on
/// most of them.
const TOGETHER: usize = 8;
/// The rest of a phase is left out after this many tests on which time was over.
const OUT_OF_TIME: usize = 6;

/// Returns whether there is nothing to learn from further phases after this one.
fn ends_judging(report: &PhaseReport) -> bool {
    let mut failed = report.failed();
    match report.phase {
        Phase::Saved => failed.next().is_some(),
        Phase::Every => failed.any(|one| !one.verdict.is_about_an_answer()),
        Phase::Original | Phase::Limits | Phase::Random => false,
    }
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

impl Telling {
    fn of(phase: Phase, failed: &TestOutcome) -> Self {
        match (phase, &failed.verdict) {
            (_, Verdict::TimeLimit { .. }) => Self::OutOfTime(failed.length),
            (Phase::Every, _) => Self::SmallPosition,
            _ => Self::Input(failed.length),
        }
    }
}

/// Tries the tests of a phase; `None` if it has none.
fn tried(
    runner: &Runner<'_>,
    sandboxes: &mut [Sandbox],
    phase: Phase,
) -> Result<Option<PhaseReport>, JudgeError> {
    if phase == Phase::Every {
        return every(runner, sandboxes).map(Some);
    }
    let tests = cases::tests(phase, runner.task, runner.plan);
    if tests.is_empty() {
        return Ok(None);
    }
    (runner.progress)(JudgeProgress::Begin(phase, tests.len() as u64));
    let mut report = PhaseReport::new(phase);
    let mut rest = &tests[..];
    while !rest.is_empty() && !report.ended_early {
        let (block, others) = rest.split_at(cases::draw_ahead(runner.task, rest)?);
        let block = block.chunks(if runner.task.is_claimed() {
            TOGETHER
        } else {
            usize::MAX
        });
        for tests in block {
            let outcomes = runner.run(sandboxes, tests, false)?;
            report.count(&outcomes);
            report.outcomes.extend(outcomes);
            let out_of_time = report
                .failed()
                .filter(|one| matches!(one.verdict, Verdict::TimeLimit { .. }));
            if out_of_time.count() >= OUT_OF_TIME {
                report.ended_early = runner.task.is_claimed();
                break;
            }
        }
        rest = others;
    }
    Ok(Some(report))
}

/// Returns the input of a failure, shrunk where that is worth it.
fn counterexample(
    runner: &Runner<'_>,
    sandbox: &mut Sandbox,
    report: &PhaseReport,
    failed: &TestOutcome,
) -> Result<Option<Counterexample>, JudgeError> {
    let Some((test, case)) = failed.source.make(runner.task)? else {
        return Ok(None);
    };
    let mut found = Counterexample {
        phase: report.phase,
        test,
        case,
        verdict: failed.verdict.clone(),
        size: Minimality::AsIs,
    };
    match (report.phase, &found.verdict) {
        // Among small positions that were only sampled, the first failure need not be the smallest.
        (Phase::Every, _) if report.sampled.is_none() => {
            let before = report.accepted;
            found.size = Minimality::Smallest { before };
        }
        // How large an input has to be for a program to run out of time depends on the machine, and
        // each try would take as long as the limit.
        (Phase::Saved, _) | (_, Verdict::TimeLimit { .. }) => {}
        _ => simplify(runner, sandbox, &mut found)?,
    }
    Ok(Some(found))
}

/// Replaces a counterexample by the simplest input found on which the program fails in the same way.
fn simplify(
    runner: &Runner<'_>,
    sandbox: &mut Sandbox,
    found: &mut Counterexample,
) -> Result<(), JudgeError> {
    (runner.progress)(JudgeProgress::Shrink);
    let task = runner.task;
    let kind = found.verdict.name();
    let (_, shrunk) = shrink(
        task.game.read(found.case.position().as_bytes())?,
        |positions| simpler_inputs(positions).into_iter().flatten(),
        |positions| {
            let case = task.case(positions)?;
            let (_, verdict) = run_case(task, sandbox, &case, runner.stop)?;
            let fails = verdict.name() == kind;
            if fails {
                (found.case, found.verdict) = (case, verdict);
            }
            Ok::<_, JudgeError>(fails)
        },
        runner.plan.shrinking,
    )?;
    found.size = Minimality::Shrunk(shrunk);
    Ok(())
}

/// The largest size that was tried, unless there were tests as large as the task allows.
fn not_tested_beyond(task: &Task<'_>, phases: &[PhaseReport]) -> Option<u32> {
    if task.is_program() {
        if phases.iter().any(|report| report.by_claim > 0) {
            return None;
        }
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
fn cat(runner: &Runner<'_>, test: Option<&TestOutcome>) -> Result<Option<f64>, JudgeError> {
    let made = test.map(|test| test.source.make(runner.task)).transpose()?;
    let Some((_, case)) = made.flatten() else {
        return Ok(None);
    };
    let cat = Program {
        command: "cat".into(),
        args: Vec::new(),
    };
    let plan = JudgePlan::new(cat, runner.plan.launcher.clone());
    let sandbox = &mut plan.sandboxes()?[0];
    let runs = (0..3).map(|_| sandbox.run(case.input.as_bytes(), runner.stop));
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    let ended = runs.iter().filter(|run| run.end == End::Code(0));
    Ok(ended.map(|run| run.wall.as_secs_f64()).reduce(f64::min))
}
