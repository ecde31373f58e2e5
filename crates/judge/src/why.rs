//! Why a program fails: the small positions on which it does, where these have a short description.

use std::ops::ControlFlow;

use grundy_formula::search::{Data, Row, Search};
use grundy_formula::{Position, Says, with_numbers};
use grundy_game::Case;
use grundy_sandbox::Sandbox;
use rayon::prelude::*;
use serde::Serialize;

use crate::JudgeError;
use crate::report::TestOutcome;
use crate::runner::{Runner, TOGETHER_SMALL, fault, run_case};
use crate::verdict::lines;

/// The program is run so many times more.
const RUNS: u64 = 500;
/// A description is at most so long, as a person finds it, and its expressions in the search.
const WEIGHT: usize = 12;
const LENGTH: usize = 7;
/// Fewer positions need no description.
const FEWEST: usize = 4;

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

/// Runs the program on the small positions after the first that failed, and describes those on which it fails; `None` where it does
/// not print an answer to each, or formulas cannot read the positions. The same for any number of sandboxes.
///
/// # Errors
/// When the game or a sandbox fails.
pub(crate) fn why(
    runner: &mut Runner<'_>,
    sandboxes: &mut [Sandbox],
    first: &TestOutcome,
) -> Result<Option<Why>, JudgeError> {
    let (task, stop) = (runner.task, runner.stop);
    let together = task.game.about().cases.most.min(TOGETHER_SMALL) as usize;
    let Some(small) = runner.small.as_mut() else {
        return Ok(None);
    };
    let cases = small.first(first.number + 1 + RUNS * together as u64)?;
    let rest = &cases[first.number as usize + 1..];
    let runs: Vec<&[Case]> = rest.chunks(together).collect();
    let jobs = sandboxes.len();
    let found = sandboxes.par_iter_mut().enumerate().map(|(job, sandbox)| {
        let mine = runs.iter().skip(job).step_by(jobs);
        mine.map(|run| failing(runner, sandbox, run))
            .collect::<Result<Option<Vec<_>>, _>>()
    });
    let found = found.collect::<Result<Option<Vec<_>>, JudgeError>>()?;
    let Some(found) = found else { return Ok(None) };
    let later = (0..runs.len()).flat_map(|run| &found[run % jobs][run / jobs]);
    let before = (0..=first.number).map(|number| number == first.number);
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
    let pattern = pattern(
        &rows,
        first.number as usize,
        cases[first.number as usize].position(),
    );
    let go_on = || {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let condition = if failed < FEWEST {
        None
    } else {
        condition(rows, &go_on)
    };
    Ok(Some(Why {
        positions: cases.len(),
        failed,
        condition,
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
    let (run, verdict) = run_case(task, sandbox, &case, runner.stop)?;
    if verdict.is_accepted() || cases.len() == 1 {
        return Ok((!verdict.is_about_time()).then(|| vec![!verdict.is_accepted(); cases.len()]));
    }
    let expected: Vec<&str> = cases.iter().map(|case| case.answer.trim_end()).collect();
    let Ok(got) = lines(&run, sandbox.stdout(), &expected, task.form())? else {
        return Ok(None);
    };
    let wrong = got
        .iter()
        .zip(&expected)
        .zip(cases)
        .map(|((got, expected), case)| {
            Ok(got != expected && fault(task, got, || task.position(case.position()))?.is_some())
        });
    wrong.collect::<Result<Vec<_>, JudgeError>>().map(Some)
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
            if expr.weight() <= WEIGHT && data.rows().iter().all(agrees) {
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
