//! `grundy judge`.

mod arguments;
mod closure;
mod page;

use std::path::Path;

use anyhow::{Context, Result};
use grundy_judge::judge::judge;
use grundy_judge::plan::{JudgePlan, JudgeProgress};
use grundy_judge::report::JudgeReport;
use grundy_judge::saved;
use grundy_judge::task::Task;
use rayon::ThreadPoolBuilder;
use serde_json::json;

use crate::exit::Done;
use crate::{interrupt, progress};

use arguments::Check;
pub use arguments::Judge;

pub fn run(arguments: &Judge) -> Result<Done> {
    interrupt::listen_quietly()?;
    let game = &*arguments.game.open(arguments.up_to)?;
    let task = &arguments.task.of(game)?;
    with_threads(|| match arguments.check {
        Check::Answers => answers(task, arguments),
        Check::Closure => closure::run(task, arguments),
    })?
}

/// Runs `work` in a pool of one thread for each core; where the system allows no more threads, in this one.
///
/// Without a pool, rayon starts threads at the first call and ends the process if it cannot.
fn with_threads<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T> {
    let alone = || {
        let builder = ThreadPoolBuilder::new().num_threads(1);
        builder.use_current_thread().build()
    };
    let pool = ThreadPoolBuilder::new().build().or_else(|_| alone());
    Ok(pool.context("cannot start the threads")?.install(work))
}

fn answers(task: &Task<'_>, arguments: &Judge) -> Result<Done> {
    let report = judged(task, arguments)?;
    // If the counterexample cannot be saved, it is printed all the same.
    let saved = match (&arguments.save, &report.counterexample) {
        (Some(dir), Some(found)) => saved::save(task, dir, &found.case).map(Some),
        _ => Ok(None),
    };
    let path = saved.as_ref().ok().and_then(Option::as_deref);
    let done = arguments.show(
        &report,
        report.accepted,
        &report.shortcomings,
        || page::page(task.game, arguments, &report, path),
        &[("saved", json!(path.map(Path::to_string_lossy)))],
    )?;
    saved?;
    Ok(done)
}

fn judged(task: &Task<'_>, arguments: &Judge) -> Result<JudgeReport> {
    let saved = match &arguments.save {
        Some(dir) => saved::load(task, dir)?,
        None => Vec::new(),
    };
    let plan = JudgePlan {
        saved,
        ..arguments.plan()?
    };
    let bar = progress::bar(&"", 0, "tests");
    let report = judge(task, &plan, interrupt::stop(), &|progress| match progress {
        JudgeProgress::Begin(phase, tests) => {
            bar.reset();
            bar.set_length(tests);
            bar.set_message(page::title(phase));
        }
        JudgeProgress::Test => bar.inc(1),
        JudgeProgress::Shrink => {
            bar.reset();
            bar.unset_length();
            bar.set_message("shrinking");
        }
    });
    bar.finish_and_clear();
    report.map_err(|error| arguments.error(error))
}
