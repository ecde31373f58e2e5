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
use crate::runner::{Runner, Telling, run_case};
use crate::so_far::SoFar;
use crate::task::Task;
use crate::verdict::Verdict;
use grundy_sweep::shrink::shrink;

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
        so_far: SoFar::new(),
    };
    let mut sandboxes = plan.sandboxes()?;
    let (mut phases, mut left_out) = (Vec::new(), Vec::new());
    let mut try_all = || {
        for &phase in Phase::ALL
            .iter()
            .filter(|phase| plan.phases.contains(phase))
        {
            let ends = |report: &PhaseReport| ends_judging(report, plan.first);
            if phases.last().is_some_and(ends) {
                left_out.push(phase);
            } else {
                phases.extend(tried(&runner, &mut sandboxes, phase)?);
            }
        }
        Ok(())
    };
    let tried = try_all();
    let (mut ended_by, so_far) = runner.so_far.or(tried)?.err().unzip();
    if ended_by.is_none() && phases.iter().all(|report| report.tests == 0) {
        return Err(task.no_tests());
    }
    let failed = phases.iter().flat_map(|report| {
        let failed = report.failed();
        failed.map(move |one| (report, one))
    });
    let failure = failed.min_by_key(|(report, one)| Telling::of(report.phase, one));
    let (verdict, counterexample) = match (failure, so_far) {
        (Some((report, one)), _) if ended_by.is_none() || is_smallest(report) => {
            let sandbox = &mut sandboxes[0];
            let found = counterexample(&runner, sandbox, report, one, &mut ended_by)?;
            (one.verdict.clone(), found)
        }
        (_, Some(found)) => (found.verdict.clone(), Some(found)),
        _ => (Verdict::Accepted, None),
    };
    let mut answers = SameAnswer::default();
    for report in &phases {
        answers.add(&report.answer);
    }
    let slowest = phases.iter().filter_map(|report| report.slowest.as_ref());
    let slowest = slowest.max_by(|a, b| a.counted_seconds.total_cmp(&b.counted_seconds));
    Ok(JudgeReport {
        game: task.game.about().name.to_string(),
        accepted: verdict.is_accepted(),
        not_tested_beyond: not_tested_beyond(task, &phases),
        warning: answers.warning().filter(|_| verdict.is_accepted()),
        verdict,
        counterexample,
        cat_seconds: slowest.and_then(|test| cat(&runner, test).ok().flatten()),
        ended_by: ended_by.map(|error| error.to_string()),
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
fn ends_judging(report: &PhaseReport, at_first: bool) -> bool {
    let mut failed = report.failed();
    match report.phase {
        _ if at_first => failed.next().is_some(),
        Phase::Saved => failed.next().is_some(),
        Phase::Every => failed.any(|one| !one.verdict.is_about_an_answer()),
        Phase::Original | Phase::Limits | Phase::Random => false,
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
    (runner.progress)(JudgeProgress::Begin(phase, tests.len() as u64, None));
    let is_over = |report: &PhaseReport| {
        report.ended_early || runner.plan.first && report.failed().next().is_some()
    };
    let mut report = PhaseReport::new(phase);
    let mut rest = &tests[..];
    while !rest.is_empty() && !is_over(&report) {
        let (block, others) = rest.split_at(cases::draw_ahead(runner.task, rest)?);
        let block = block.chunks(if runner.task.is_claimed() {
            TOGETHER
        } else {
            usize::MAX
        });
        for tests in block {
            let outcomes = runner.run(sandboxes, phase, tests, runner.plan.first)?;
            report.count(&outcomes);
            report.outcomes.extend(outcomes);
            let is_late = |one: &&TestOutcome| matches!(one.verdict, Verdict::TimeLimit { .. });
            let late = report.failed().filter(is_late).count();
            report.ended_early = runner.task.is_claimed() && late >= OUT_OF_TIME;
            if is_over(&report) {
                break;
            }
        }
        rest = others;
    }
    Ok(Some(report))
}

/// Returns whether the failure of a phase is the smallest there is.
fn is_smallest(report: &PhaseReport) -> bool {
    report.phase == Phase::Every && report.sampled.is_none()
}

/// Returns the input of a failure, shrunk where that is worth it, up to an error.
fn counterexample(
    runner: &Runner<'_>,
    sandbox: &mut Sandbox,
    report: &PhaseReport,
    failed: &TestOutcome,
    ended_by: &mut Option<JudgeError>,
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
        _ if is_smallest(report) => {
            let before = report.accepted;
            found.size = Minimality::Smallest { before };
        }
        // How large an input has to be for a program to run out of time depends on the machine, and
        // each try would take as long as the limit.
        (Phase::Saved, _) | (_, Verdict::TimeLimit { .. }) => {}
        _ => *ended_by = simplify(runner, sandbox, &mut found).err(),
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
fn cat(runner: &Runner<'_>, test: &TestOutcome) -> Result<Option<f64>, JudgeError> {
    let Some((_, case)) = test.source.make(runner.task)? else {
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
