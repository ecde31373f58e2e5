//! `grundy judge`.

mod closure;
mod page;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use grundy_judge::JudgeError;
use grundy_judge::judge::{EVERY_TIME, Plan, Progress, SHRINKING, judge};
use grundy_judge::report::Report;
use grundy_judge::saved;
use grundy_judge::task::Task;
use grundy_judge::tests::Phase;
use grundy_sandbox::{Isolation, Limits, Program};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::arguments::{Format, Judge, JudgeChecks};
use crate::launcher::launcher;
use crate::shell::quoted;
use crate::{Done, interrupt, output, threads};

/// A command and its arguments as a program; `None` when there is no word at all.
pub fn program(words: &[OsString]) -> Option<Program> {
    let (command, args) = words.split_first()?;
    Some(Program {
        command: command.clone(),
        args: args.to_vec(),
    })
}

/// Words as one line that a shell takes apart into the same words again.
pub fn line<W: AsRef<OsStr>>(words: &[W]) -> String {
    let words = words.iter().map(|word| quoted(word.as_ref()));
    words.collect::<Vec<String>>().join(" ")
}

/// Limits with so much time.
pub fn limits(time: Duration) -> Limits {
    Limits {
        wall: time,
        cpu: time,
        ..Limits::default()
    }
}

pub fn run(arguments: &Judge) -> Result<Done> {
    interrupt::listen(|| "stopped".to_owned())?;
    let game = &*arguments.game.open_to(arguments.up_to)?;
    let task = arguments.task.of(game)?;
    if arguments.check == JudgeChecks::Closure {
        return threads::with(|| closure::run(&task, arguments))?;
    }
    let report = match threads::with(|| judged(&task, arguments))? {
        Err(error) if matches!(error.downcast_ref(), Some(JudgeError::Stopped)) => {
            output::note("stopped");
            return Ok(Done::Interrupted);
        }
        report => report?,
    };
    // Whether it can be kept or not, what was found is told.
    let kept = match (&arguments.save, &report.counterexample) {
        (Some(dir), Some(found)) => saved::save(&task, dir, &found.case).map(Some),
        _ => Ok(None),
    };
    let path = kept.as_ref().ok().and_then(Option::as_deref);
    let as_expected = report.accepted == arguments.expect.is_none();
    match arguments.format {
        Format::Text => {
            for shortcoming in &report.shortcomings {
                output::note(shortcoming);
            }
            output::print(&page::page(game, arguments, &report, path))?;
        }
        Format::Json => {
            let command = arguments.command.iter().map(|word| word.to_string_lossy());
            let mut facts = serde_json::to_value(&report)?;
            facts["command"] = json!(command.collect::<Vec<_>>());
            facts["as_expected"] = json!(as_expected);
            facts["saved"] = json!(path.map(Path::to_string_lossy));
            output::print(&format!("{facts}\n"))?;
        }
    }
    kept?;
    Ok(if as_expected {
        Done::Fine
    } else {
        Done::CheckFailed
    })
}

/// How many runs at a time.
fn jobs(arguments: &Judge) -> usize {
    match arguments.jobs {
        Some(jobs) => jobs.into(),
        None => thread::available_parallelism().map_or(1, usize::from),
    }
}

/// What one run may use.
fn run_limits(arguments: &Judge) -> Limits {
    Limits {
        memory: arguments.memory_limit,
        ..limits(arguments.time_limit.mul_f64(arguments.time_factor))
    }
}

/// The error with the name of the program that cannot be started.
fn named(error: JudgeError, arguments: &Judge) -> anyhow::Error {
    match error {
        JudgeError::NotStarted { why } => {
            let command = arguments.command.first().map(OsString::as_os_str);
            let command = command
                .unwrap_or_else(|| OsStr::new(""))
                .display()
                .to_string();
            anyhow::anyhow!("cannot start {command}: {why}")
        }
        error => error.into(),
    }
}

fn judged(task: &Task<'_>, arguments: &Judge) -> Result<Report> {
    let saved = match &arguments.save {
        Some(dir) => saved::load(task, dir)?,
        None => Vec::new(),
    };
    let plan = Plan {
        program: program(&arguments.command).context("no program to judge")?,
        launcher: launcher()?,
        limits: run_limits(arguments),
        isolation: Isolation::Namespace,
        phases: Phase::ALL.to_vec(),
        up_to: arguments.up_to,
        every_time: EVERY_TIME,
        random: arguments.random,
        seed: arguments.seed,
        jobs: jobs(arguments),
        saved,
        shrinking: SHRINKING,
    };
    // Drawn on standard error, and only where that is a terminal.
    let bar = ProgressBar::no_length().with_style(ProgressStyle::with_template(
        "{msg} {wide_bar} {human_pos}/{human_len} tests, {eta} left",
    )?);
    let report = judge(task, &plan, interrupt::stop(), &|progress| match progress {
        Progress::Begin(phase, tests) => {
            bar.reset();
            bar.set_length(tests);
            bar.set_message(doing(phase));
        }
        Progress::Test => bar.inc(1),
        Progress::Shrink => {
            bar.reset();
            bar.unset_length();
            bar.set_message("shrinking");
        }
    });
    bar.finish_and_clear();
    report.map_err(|error| named(error, arguments))
}

const fn doing(phase: Phase) -> &'static str {
    match phase {
        Phase::Saved => "saved tests",
        Phase::Every => "every position",
        Phase::Original => "the original's tests",
        Phase::Limits => "at the limits",
        Phase::Random => "random tests",
    }
}
