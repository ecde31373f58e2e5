//! Judging a program: every small position, the original's tests, and the limits.
//!
//! Small positions come in order of size and, within a size, in the order of [`rank`](grundy_game::rank). So the first
//! one on which the program is not accepted is the smallest there is: everything before it has been
//! answered correctly, and that holds for any number of jobs. Where only a large test is failed, its
//! input is shrunk: simpler ones are tried for as long as one of them fails in the same way.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use grundy_formula::search::{Data, Row, Search};
use grundy_formula::{Position, Says, with_numbers};
use grundy_game::{Case, simpler_inputs};
use grundy_package::SameAnswer;
use grundy_sandbox::{End, Program, Sandbox};
use grundy_sweep::shrink::shrink;
use rayon::prelude::*;

use crate::JudgeError;
use crate::kept::{compared, phases};
use crate::plan::{JudgePlan, JudgeProgress, Phase};
use crate::report::{Counterexample, JudgeReport, Minimality, PhaseReport, TestOutcome, Why};
use crate::runner::{Runner, TOGETHER_SMALL, fault, run_case, telling};
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
    let saved = (&*plan.saved, 1);
    let mut runner = Runner::new((task, plan), (stop, progress), saved, true)?;
    let mut sandboxes = plan.sandboxes()?;
    let planned = runner.planned("answers")?;
    let (parts, tried) = compared(
        &mut runner,
        plan,
        planned,
        (&mut sandboxes, task.batch()),
        stop,
    )?;
    let (mut ended_by, so_far) = runner.so_far.or(tried)?.err().unzip();
    let (tried, left_out) = phases(parts, plan);
    let (mut phases, mut answers) = (Vec::new(), SameAnswer::default());
    for (phase, found, seconds) in tried {
        let mut report = found.report;
        (report.phase, report.seconds) = (phase, seconds);
        if let Some(small) = runner.small.as_ref().filter(|_| phase == Phase::Every) {
            let (whole, sampled) = small.reached(report.tests);
            report.sampled = sampled;
            if report.failed().next().is_none() {
                report.up_to = whole;
            }
        }
        answers.add(&found.answer);
        phases.push(report);
    }
    if ended_by.is_none() && plan.shard.is_whole() && phases.iter().all(|phase| phase.tests == 0) {
        return Err(task.no_tests());
    }
    let failed = phases.iter().flat_map(|report| {
        let failed = report.failed();
        failed.map(move |one| (report, one))
    });
    let failure = failed.min_by_key(|(report, one)| telling(report.phase, one));
    let mut why = None;
    let (verdict, counterexample) = match (failure, so_far) {
        (Some((report, one)), _) if ended_by.is_none() || is_smallest(plan, report) => {
            let sandbox = &mut sandboxes[0];
            let found = counterexample(&mut runner, sandbox, report, one, &mut ended_by)?;
            let is_described = plan.why && ended_by.is_none() && is_smallest(plan, report);
            if is_described && one.verdict.is_about_an_answer() && one.after.is_empty() {
                why = describe(&mut runner, &mut sandboxes, one)?;
            }
            (one.verdict.clone(), found)
        }
        (_, Some(found)) => (found.verdict.clone(), Some(found)),
        _ => (Verdict::Accepted, None),
    };
    let slowest = phases
        .iter()
        .filter_map(|phase| Some((phase.phase, phase.slowest.as_ref()?)));
    let slowest = slowest.max_by(|(_, a), (_, b)| a.counted_seconds.total_cmp(&b.counted_seconds));
    let slowest = slowest.map(|(phase, test)| (phase, test.clone()));
    Ok(JudgeReport {
        game: task.game.about().name.to_string(),
        accepted: verdict.is_accepted(),
        not_tested_beyond: not_tested_beyond(task, &phases),
        warning: answers.warning().filter(|_| verdict.is_accepted()),
        verdict,
        counterexample,
        why,
        cat_seconds: slowest
            .and_then(|(phase, test)| cat(&mut runner, phase, &test).ok().flatten()),
        ended_by: ended_by.map(|error| error.to_string()),
        shortcomings: sandboxes[0].shortcomings(),
        phases,
        left_out,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// Returns whether the failure of a phase is the smallest there is.
fn is_smallest(plan: &JudgePlan, report: &PhaseReport) -> bool {
    report.phase == Phase::Every && report.sampled.is_none() && plan.shard.is_whole()
}

/// Returns the input of a failure, shrunk where that is worth it, up to an error.
fn counterexample(
    runner: &mut Runner<'_>,
    sandbox: &mut Sandbox,
    report: &PhaseReport,
    failed: &TestOutcome,
    ended_by: &mut Option<JudgeError>,
) -> Result<Option<Counterexample>, JudgeError> {
    let Some((test, case)) = runner.input(report.phase, failed)? else {
        return Ok(None);
    };
    let mut found = Counterexample {
        phase: report.phase,
        test,
        case,
        verdict: failed.verdict.clone(),
        size: Minimality::of(failed),
    };
    match (report.phase, &found.verdict) {
        _ if !failed.after.is_empty() => {}
        // Among small positions that were only sampled, the first failure need not be the smallest.
        _ if is_smallest(runner.plan, report) => {
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
            let alike = task.game.about().cases.alike(positions.clone())?;
            if alike.len() < positions.len() {
                return Ok(false);
            }
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
fn cat(
    runner: &mut Runner<'_>,
    phase: Phase,
    test: &TestOutcome,
) -> Result<Option<f64>, JudgeError> {
    let Some((_, case)) = runner.input(phase, test)? else {
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

/// The program is run so many times more.
const RUNS: u64 = 125;
/// A description is at most so long, as a person finds it, numbers counted twice; and its expressions in the search.
const WEIGHT: usize = 15;
const LENGTH: usize = 7;
/// Fewer positions need no description.
const FEWEST: usize = 4;

/// Runs the program on the small positions after the first that failed, and describes those on which it fails; `None` where it does
/// not print an answer to each, or formulas cannot read the positions. The same for any number of sandboxes.
///
/// # Errors
/// When the game or a sandbox fails.
fn describe(
    runner: &mut Runner<'_>,
    sandboxes: &mut [Sandbox],
    first: &TestOutcome,
) -> Result<Option<Why>, JudgeError> {
    let (task, stop) = (runner.task, runner.stop);
    let cases_of = &task.game.about().cases;
    // An answer is that of one position.
    let most = if task.game.about().asks_several {
        1
    } else {
        TOGETHER_SMALL
    };
    let together = cases_of.most.min(most) as usize;
    let Some(small) = runner.small.as_mut() else {
        return Ok(None);
    };
    let cases = small.first(first.number + 1 + RUNS * together as u64)?;
    let (numbers, cases): (Vec<u64>, Vec<Case>) = cases.into_iter().unzip();
    let number = numbers.partition_point(|number| *number < first.number);
    let rest = &cases[number + 1..];
    let runs: Vec<&[Case]> = cases_of.inputs_of(rest, together).collect();
    let jobs = sandboxes.len();
    let found = sandboxes.par_iter_mut().enumerate().map(|(job, sandbox)| {
        let mine = runs.iter().skip(job).step_by(jobs);
        mine.map(|run| failing(runner, sandbox, run))
            .collect::<Result<Option<Vec<_>>, _>>()
    });
    let found = found.collect::<Result<Option<Vec<_>>, JudgeError>>()?;
    let Some(found) = found else { return Ok(None) };
    let later = (0..runs.len()).flat_map(|run| &found[run % jobs][run / jobs]);
    let before = (0..=number).map(|at| at == number);
    let fails: Vec<bool> = before.chain(later.copied()).collect();
    let rows = cases.iter().zip(&fails).map(|(case, &is_lost)| {
        let position = Position::read(case.position())?;
        Some(Row {
            position,
            value: None,
            is_lost,
        })
    });
    let Some(rows) = rows.collect::<Option<Vec<Row>>>() else {
        return Ok(None);
    };
    let failed = fails.iter().filter(|fails| **fails).count();
    let pattern = pattern(&rows, number, cases[number].position());
    let go_on = || {
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let condition = (failed >= FEWEST).then(|| condition(rows, &go_on));
    Ok(Some(Why {
        positions: cases.len(),
        failed,
        condition: condition.flatten(),
        pattern,
    }))
}

/// Runs the program on some positions and returns on which of them it fails; `None` where it does not answer all of them.
fn failing(
    runner: &Runner<'_>,
    sandbox: &mut Sandbox,
    cases: &[Case],
) -> Result<Option<Vec<bool>>, JudgeError> {
    let task = runner.task;
    let case = task.joined(&cases.iter().collect::<Vec<_>>());
    let run = sandbox.run(case.input.as_bytes(), runner.stop)?;
    let mut wrong = vec![false; cases.len()];
    // Each wrong answer is recorded here, and the verdict is about what the program prints instead of answers.
    let record = |at: usize, got: &str| {
        let at = at.min(cases.len() - 1);
        wrong[at] |= fault(task, got, || task.position(cases[at].position()))?.is_some();
        Ok(None)
    };
    let verdict = Verdict::new(&run, sandbox.stdout(), &case.answer, task.form(), record)?;
    if !verdict.is_accepted() && cases.len() == 1 {
        wrong[0] = true;
    }
    let is_known = verdict.is_accepted() || cases.len() == 1 && !verdict.is_about_time();
    Ok(is_known.then_some(wrong))
}

/// Returns a short expression that is true for exactly the lost rows.
fn condition(rows: Vec<Row>, go_on: &dyn Fn() -> ControlFlow<()>) -> Option<String> {
    let positions: Vec<Position> = rows.iter().map(|row| row.position.clone()).collect();
    // No number is the same in all positions.
    let data = Data::new(rows, positions.iter().zip(&positions[1..]))?;
    let mut found = None;
    let _ = Search::new(&data, LENGTH, go_on).candidates(
        Says::Lost,
        positions.len(),
        &mut |candidate| {
            let expr = &candidate.formula.expr;
            let agrees = |row: &Row| {
                candidate
                    .formula
                    .at(&row.position)
                    .is_some_and(|says| says.is_lost == row.is_lost)
            };
            if expr.weight() + expr.constants() <= WEIGHT && data.rows().iter().all(agrees) {
                found = Some(expr.to_string());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        },
    );
    found
}

/// Returns the text of a position with `x` for each number that may be any other: all rows that differ in such numbers only are lost.
fn pattern(rows: &[Row], at: usize, text: &str) -> Option<String> {
    const FEWEST: usize = 3;
    let numbers = rows[at].position.numbers();
    let mut shown = numbers.to_vec();
    for place in 0..numbers.len() {
        let mut free = shown.clone();
        free[place] = i64::MIN;
        let is_like = |row: &&Row| {
            let other = row.position.numbers();
            let same = |(one, other): (&i64, &i64)| *one == i64::MIN || one == other;
            other.len() == free.len() && free.iter().zip(other).all(same)
        };
        let like: Vec<&Row> = rows.iter().filter(is_like).collect();
        if like.len() >= FEWEST && like.iter().all(|row| row.is_lost) {
            shown = free;
        }
    }
    let text = (shown != numbers).then(|| with_numbers(text.trim_end(), &shown))?;
    text.map(|text| text.replace(&i64::MIN.to_string(), "x"))
}
