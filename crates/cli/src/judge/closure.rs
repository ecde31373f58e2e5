//! `grundy judge --check closure`.

use anyhow::{Context, Result};
use grundy_judge::JudgeError;
use grundy_judge::closure::{Contradiction, MOVES, Plan, Report, closure};
use grundy_judge::judge::SHRINKING;
use grundy_judge::task::Task;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::page::{printf, shortened};
use super::{jobs, line, named, program, run_limits};
use crate::arguments::{Format, Judge};
use crate::launcher::launcher;
use crate::output::{self, BAD, GOOD, grouped, harmless};
use crate::{Done, interrupt};

/// A longer input is not printed.
const PRINTED: usize = 300;
/// Moves that are shown, at most.
const MOVES_SHOWN: usize = 8;

pub fn run(task: &Task<'_>, arguments: &Judge) -> Result<Done> {
    let plan = Plan {
        program: program(&arguments.command).context("no program to judge")?,
        launcher: launcher()?,
        limits: run_limits(arguments),
        positions: arguments.random,
        seed: arguments.seed,
        jobs: jobs(arguments),
        shrinking: SHRINKING,
    };
    let bar = ProgressBar::new(plan.positions).with_style(ProgressStyle::with_template(
        "{wide_bar} {human_pos}/{human_len} positions, {eta} left",
    )?);
    let report = closure(task, &plan, interrupt::stop(), &|| bar.inc(1));
    bar.finish_and_clear();
    let report = match report {
        Err(JudgeError::Stopped) => {
            output::note("stopped");
            return Ok(Done::Interrupted);
        }
        report => report.map_err(|error| named(error, arguments))?,
    };
    let as_expected = report.consistent == arguments.expect.is_none();
    match arguments.format {
        Format::Text => {
            for shortcoming in &report.shortcomings {
                output::note(shortcoming);
            }
            output::print(&page(task, arguments, &report))?;
        }
        Format::Json => {
            let command = arguments.command.iter().map(|word| word.to_string_lossy());
            let mut facts = serde_json::to_value(&report)?;
            facts["command"] = json!(command.collect::<Vec<_>>());
            facts["as_expected"] = json!(as_expected);
            output::print(&format!("{facts}\n"))?;
        }
    }
    Ok(if as_expected {
        Done::Fine
    } else {
        Done::CheckFailed
    })
}

fn page(task: &Task<'_>, arguments: &Judge, report: &Report) -> String {
    let mut text = format!(
        "{}: {} held against itself\n\n",
        task.game.about().title,
        line(&arguments.command)
    );
    text += &format!(
        "{} of up to {} bytes, {} of them called lost\n\
         {} with every move followed, {} with {MOVES} of their moves at most\n\
         {} moves followed; all in {:.2} s\n\n",
        output::positions(report.positions),
        grouped(report.longest as u64),
        grouped(report.lost),
        grouped(report.whole),
        grouped(report.positions - report.whole),
        grouped(report.moves),
        report.seconds
    );
    match &report.contradiction {
        Some(found) => text += &contradiction(arguments, found),
        None => {
            text += &format!(
                "{GOOD}no contradiction{GOOD:#}\n\n\
                 Where every move was followed, the answer is the one that follows from the answers to the\n\
                 positions behind it; where only some were, these do not contradict it. That does not make any\n\
                 of them right: a mistake that is the same in a position and behind it is not seen. Nothing\n\
                 but the rules was asked.\n"
            );
        }
    }
    text
}

fn contradiction(arguments: &Judge, found: &Contradiction) -> String {
    let mut text = format!("{BAD}contradiction{BAD:#}: {}\n\n", harmless(&found.why));
    text += &shown("input", &found.input);
    if let Some(position) = &found.position {
        text += &shown("position", position);
    }
    if found.verdict.is_none() {
        text += &format!("  answer    {}\n", shortened(&found.answer));
    }
    if found.input.len() <= PRINTED {
        let command = line(&arguments.command);
        text += &format!("  try it    {} | {command}\n", printf(&found.input));
    }
    for followed in found.moves.iter().take(MOVES_SHOWN) {
        text.push('\n');
        if let Some(name) = &followed.name {
            text += &format!("  move      {}\n", harmless(name));
        }
        match &followed.leads_to {
            Some(input) => text += &shown("leads to", input),
            None => text += "  leads to  the end, where the other player has lost\n",
        }
        if let Some(answer) = &followed.answer {
            text += &format!("  answer    {}\n", shortened(answer));
        }
    }
    if found.moves.len() > MOVES_SHOWN {
        let more = found.moves.len() - MOVES_SHOWN;
        text += &format!("\n  and {more} moves more\n");
    }
    if found.minimal {
        text += "\nNo position one step simpler has a contradiction of its own.\n";
    }
    text
}

fn shown(what: &str, input: &str) -> String {
    if input.len() <= PRINTED {
        format!(
            "  {what:<8}  {}\n",
            harmless(&input.trim_end().replace('\n', " / "))
        )
    } else {
        format!("  {what:<8}  {} bytes\n", grouped(input.len() as u64))
    }
}
