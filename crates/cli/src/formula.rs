//! `grundy formula`.

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::Args;
use grundy_formula::Answers;
use grundy_game::Form;
use grundy_records::files;
use grundy_report::{Block, Line, Role, text};
use grundy_sweep::seek::{Died, Found, SeekPlan, Sought, Stage, seek};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use serde_json::{Value, json};

use crate::games::{self, Added, GameOption};
use crate::interrupt;
use crate::output::{self, Done, Format};
use crate::text::{counted, grouped};

#[derive(Args)]
pub struct Formula {
    #[command(flatten)]
    game: GameOption,
    /// Learn from the positions up to this size; by default from the sizes that have some thousand positions
    #[arg(long, value_name = "N")]
    up_to: Option<u32>,
    /// The length of the longest expression: names, numbers and operators count 1, rarer functions 2
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=20))]
    length: u8,
    /// Look for who wins only, not for the Grundy value
    #[arg(long)]
    outcome: bool,
    /// Check this formula in the place of a search: 'lost iff a = b', or a file with one
    #[arg(long = "formula", value_name = "FORMULA", conflicts_with_all = ["length", "outcome"])]
    given: Option<String>,
    /// Write a program that answers by the formula to FILE, which ends with .py or .cpp
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub fn run(arguments: &Formula, added: &Added) -> Result<Done> {
    let game = &*arguments.game.open(added, arguments.up_to)?;
    interrupt::listen_quietly()?;
    let about = game.about();
    if let Some(size) = arguments.up_to {
        let (smallest, largest) = (about.smallest, about.largest);
        ensure!(
            (smallest..=largest).contains(&size),
            "--up-to {size}: sizes of {} are from {smallest} to {largest}",
            about.name
        );
    }
    let plan = SeekPlan {
        up_to: arguments.up_to,
        length: arguments.length.into(),
        outcome: arguments.outcome,
        given: arguments
            .given
            .as_deref()
            .map(games::read_formula)
            .transpose()?,
    };
    let bar = ProgressBar::no_length().with_finish(ProgressFinish::AndClear);
    bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}")?);
    let sought = seek(game, &plan, &mut |stage| {
        bar.set_message(shown(stage));
        bar.tick();
        if interrupt::is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    bar.finish_and_clear();
    if let Some((path, found)) = arguments.write.as_deref().zip(sought.found.as_ref()) {
        let program = program(path, &about.answers, &found.formula)?;
        files::write(path, program.as_bytes())?;
    }
    output::show(
        arguments.format,
        &facts(&about.name, arguments.length, &sought),
        || text::coloured(&page(&about.title, arguments.length, &sought)),
    )?;
    if sought.is_stopped {
        output::note("stopped");
        return Ok(Done::Interrupted);
    }
    Ok(Done::of_check(sought.found.is_some()))
}

/// A program in the language of the file's name that answers as the task asks.
fn program(path: &Path, form: &Form, formula: &grundy_formula::Formula) -> Result<String> {
    let words = form.outcome_words();
    let answers = match &*words {
        _ if form.adds_up() => Answers::Value,
        [won, .., lost] => Answers::Outcome { won, lost },
        _ => bail!(
            "--write: the answers of this game are neither words nor Grundy values, and a formula says no others"
        ),
    };
    let written = match path.extension().and_then(OsStr::to_str) {
        Some("py") => formula.python(answers),
        Some("cpp") => formula.cpp(answers),
        _ => bail!(
            "--write {}: expected a name that ends with .py or .cpp",
            path.display()
        ),
    };
    Ok(written?)
}

fn shown(stage: &Stage) -> String {
    match stage {
        Stage::Solving(size) => format!("solving positions to size {size}"),
        Stage::Seeking(positions) => format!(
            "looking for formulas of {} positions",
            grouped(*positions as u64)
        ),
        Stage::Closing(formula) => format!("closing: {formula}"),
    }
}

fn facts(game: &str, length: u8, sought: &Sought) -> Value {
    let Sought {
        found,
        up_to,
        positions,
        died,
        is_stopped,
    } = sought;
    json!({
        "game": game,
        "length": length,
        "formula": found.as_ref().map(|found| found.formula.to_string()),
        "words": found.as_ref().map(|found| found.formula.words()),
        "up_to": up_to,
        "positions": positions,
        "absorbed": found.as_ref().map(|found| found.absorbed),
        "closed": found.as_ref().map(|found| found.closed),
        "died": died,
        "stopped": is_stopped,
    })
}

fn page(title: &str, length: u8, sought: &Sought) -> Vec<Block> {
    let Sought {
        found,
        up_to,
        positions,
        died,
        ..
    } = sought;
    let positions = grouped(*positions as u64);
    let mut page = vec![Block::plain(title)];
    match found {
        Some(Found {
            formula,
            absorbed,
            closed,
        }) => {
            page.push(Line::of(Role::Good, formula.to_string()).into());
            page.push(Block::plain(formula.words()));
            page.push(Block::field(
                "confirmed",
                format!(
                    "to size {up_to}, on {positions} positions; its own numbers need {} of them",
                    grouped(*absorbed as u64)
                ),
            ));
            let content = if closed.positions == 0 {
                "on no larger position: the game lists no moves of one".to_owned()
            } else {
                format!(
                    "on {} larger positions with numbers to {}, {} moves followed",
                    grouped(closed.positions as u64),
                    grouped(closed.largest as u64),
                    grouped(closed.moves)
                )
            };
            page.push(Block::field("closed", content));
        }
        None => {
            let what = format!("no formula of this language up to length {length}");
            page.push(Block::verdict(
                false,
                what,
                format!(" for the {positions} positions to size {up_to}"),
            ));
        }
    }
    if let Some(Died {
        formula,
        position,
        expected,
        says,
    }) = died.last()
    {
        let count = counted(died.len() as u64, "formula");
        page.push(Block::field(
            "died",
            format!("{count}; the last: {formula}"),
        ));
        page.push(Block::field(
            "on",
            format!(
                "{}: {expected}, it says {says}",
                position.replace('\n', " / ")
            ),
        ));
    }
    page
}
