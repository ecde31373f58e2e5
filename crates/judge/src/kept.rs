//! Has the driver of all checks compare a program with something, and keeps what is finished.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy_game::Limit;
use grundy_program::fingerprint;
use grundy_records::checkpoint::{Checkpoint, Found, Part};
use grundy_records::plan::Plan;
use grundy_sandbox::{Limits, Sandbox, SandboxError};
use grundy_sweep::blocks::Blocks;
use grundy_sweep::compare::{Check, Runs, State, compare};
use grundy_sweep::team::Team;
use grundy_sweep::{CheckError, VERSION, keep};

use crate::JudgeError;
use crate::plan::{JudgePlan, Keep, Phase};
use crate::saved::SavedTest;
use crate::task::Task;

/// The intended time for the tests between two writes of the checkpoint: the sandboxes wait for the last of them.
const BLOCK: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(6)];

/// What is finished of a check, and why the rest is not.
pub(crate) type Compared<F> = (Vec<Part<F>>, Result<(), JudgeError>);

/// Compares what is not finished, on these sandboxes, in batches of this number of cases.
///
/// # Errors
/// The files of finished work cannot be used.
pub(crate) fn compared<K: Check<Worker = Sandbox, Error = JudgeError>>(
    check: &mut K,
    plan: &JudgePlan,
    planned: Checkpoint<String, K::Found>,
    (sandboxes, batch): (&mut [Sandbox], u64),
    stop: &AtomicBool,
) -> Result<Compared<K::Found>, JudgeError> {
    let mut state = match &plan.keep {
        Keep::Nothing => State::new(planned, None),
        Keep::In(path) => {
            let opened = keep::open(path, planned);
            opened.map_err(|error| of_judge(CheckError::in_file(path, error)))?
        }
        Keep::Merged(files) => {
            let merged = keep::merged(files, planned, JudgeError::Task);
            State::new(merged.map_err(of_judge)?, None)
        }
    };
    let runs = Runs {
        stop,
        blocks: Blocks {
            // Without a file there is no reason for a sandbox to wait for others.
            least: match plan.keep {
                Keep::Nothing => u64::MAX,
                _ => 1,
            },
            time: BLOCK[0]..=BLOCK[1],
            ..Blocks::of(batch)
        },
        team: Team::ALONE,
    };
    let end = compare(check, sandboxes, &mut state, &runs).map_err(of_judge);
    Ok((state.checkpoint.parts, end))
}

/// Returns what came of the phases that were finished and have tests, with their times in seconds, up to one that ends judging, and the phases that this one
/// leaves out. The parts are those of all phases.
pub(crate) fn phases<F: Found>(
    parts: Vec<Part<F>>,
    plan: &JudgePlan,
) -> (Vec<(Phase, F, f64)>, Vec<Phase>) {
    let (mut phases, mut left_out, mut is_over) = (Vec::new(), Vec::new(), false);
    for (part, phase) in parts.into_iter().zip(Phase::ALL) {
        let has_tests = part.from < part.to || phase == Phase::Every;
        if !plan.phases.contains(&phase) {
            continue;
        }
        if is_over {
            left_out.push(phase);
        } else if !part.is_finished() {
            break;
        } else {
            is_over = part.found.ends_all();
            phases.extend(has_tests.then_some((phase, part.found, part.seconds)));
        }
    }
    (phases, left_out)
}

/// The error of a check as one of the judge.
fn of_judge(error: CheckError<JudgeError>) -> JudgeError {
    match error {
        CheckError::Of(error) => error,
        CheckError::Stopped { .. } => SandboxError::Stopped.into(),
        error => JudgeError::Task(error.to_string()),
    }
}

/// Returns the checkpoint in which nothing is finished: of a check that is `check`, with these numbers of cases in its
/// stages.
pub(crate) fn planned<F: Found>(
    task: &Task<'_>,
    plan: &JudgePlan,
    check: &str,
    stages: impl IntoIterator<Item = u64>,
) -> Result<Checkpoint<String, F>, JudgeError> {
    let limits = task
        .limits()
        .iter()
        .map(|&Limit { m, n }| format!("m {m} n {n}"));
    let up_to = plan
        .up_to
        .map_or("the usual size".to_owned(), |size| format!("size {size}"));
    let Limits {
        wall,
        stretch,
        cpu,
        memory,
        processes,
        output,
    } = plan.limits;
    let saved = plan.saved.iter().map(SavedTest::name);
    let check = format!(
        "{check}, answers {} ({:?}), cases {}, limits {}, seed {}, up to {up_to}, {} random tests, {wall:?} by the clock and {stretch} times that \
         when busy, {cpu:?} of processor time, {memory} bytes of memory, {processes} processes, {output} bytes of output, \
         {}, saved tests {}",
        task.answers,
        task.case,
        task.game.about().cases,
        limits.collect::<Vec<_>>().join(" and "),
        plan.seed,
        plan.random,
        if plan.first {
            "to the first failure"
        } else {
            "all phases"
        },
        saved.collect::<Vec<_>>().join(" "),
    );
    let shard = plan.shard;
    let parts = (0..).zip(stages);
    let parts = parts.map(|(stage, all)| Part::new(stage, shard.of(0..all)));
    Ok(Checkpoint::new(
        VERSION,
        &task.game.about().name,
        &programs(task, plan)?,
        Plan { check, shard },
        parts.collect(),
    ))
}

/// Fails if a program is not the one of which the checkpoint is.
pub(crate) fn verify(task: &Task<'_>, plan: &JudgePlan, before: &str) -> Result<(), JudgeError> {
    if programs(task, plan)? == before {
        return Ok(());
    }
    let what = "the program has changed while it was judged: its finished work does not count";
    Err(JudgeError::Task(what.to_owned()))
}

/// Returns the judged program, and that of a rules program, with hashes of their content; empty where no work is kept.
fn programs(task: &Task<'_>, plan: &JudgePlan) -> Result<String, JudgeError> {
    if matches!(plan.keep, Keep::Nothing) {
        return Ok(String::new());
    }
    let command = plan.program.command.to_string_lossy();
    let hash = fingerprint::of(&plan.program, &plan.launcher.env);
    let hash = hash.map_err(|error| JudgeError::Task(format!("{command}: {error}")))?;
    let both = [
        format!("{command} {hash}"),
        task.game.identity(None)?.programs,
    ];
    let named = both.into_iter().filter(|one| !one.is_empty());
    Ok(named.collect::<Vec<_>>().join(", "))
}
