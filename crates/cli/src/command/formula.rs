//! `grundy formula`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Error, Result, anyhow, bail, ensure};
use clap::Args;
use grundy_formula::{Answers, Inputs, Language};
use grundy_game::{Form, lines_of_inputs};
use grundy_records::files;
use grundy_report::{Block, Line, Role, text};
use grundy_sweep::seek::{SeekPlan, Sought, Stage, seek};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use serde_json::{Value, json};

use crate::command::games::{self, Added, GameOption};
use crate::command::interrupt;
use crate::command::output::{self, Done, Format};
use crate::command::text::{counted, grouped};

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
    /// Look for who wins first, and for the Grundy value only where nothing tells that
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
    let writing = arguments
        .write
        .as_deref()
        .map(|path| writing(path, &about.answers))
        .transpose()?;
    let inputs = match writing {
        Some(_) if about.cases.are_many() => {
            let lines = lines_of_inputs(game)?;
            let inputs = about.cases.inputs(lines);
            inputs.map_err(|why| anyhow!("--write: no program is written: {why}"))?
        }
        _ => Inputs::One,
    };
    ensure!(
        !(arguments.outcome && writing.is_some() && about.answers.adds_up()),
        "--outcome finds no Grundy values, which are the answers that --write needs"
    );
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
    let (begun, mut noted) = (Instant::now(), games::NOTED);
    let sought = seek(game, &plan, &mut |stage| {
        if bar.is_hidden() && begun.elapsed() > noted {
            noted *= 2;
            output::note(&shown(stage));
        }
        bar.set_message(shown(stage));
        bar.tick();
        interrupt::go_on()
    });
    bar.finish_and_clear();
    let sought = sought?;
    let written = match (&writing, &sought.found) {
        (Some((path, language, answers)), Some(found)) => {
            let program = found.formula.program(*language, *answers, inputs);
            program
                .map_err(Error::new)
                .and_then(|program| Ok(files::write(path, program.as_bytes())?))
        }
        _ => Ok(()),
    };
    output::show(
        arguments.format,
        &facts(&about.name, arguments.length, &sought),
        || text::coloured(&page(&about.title, arguments, &sought)),
    )?;
    written?;
    if sought.is_stopped {
        output::note("stopped");
        return Ok(Done::Interrupted);
    }
    Ok(Done::of_check(sought.found.is_some()))
}

/// A file with the language of its name, and the answers that the task asks for.
fn writing<'a>(path: &'a Path, form: &'a Form) -> Result<(&'a Path, Language, Answers<'a>)> {
    let answers = form.of_formula().context(
        "--write: the answers of this game are neither words nor Grundy values, and a formula says no others",
    )?;
    let language = match path.extension().and_then(OsStr::to_str) {
        Some("py") => Language::Python,
        Some("cpp") => Language::Cpp,
        _ => bail!(
            "--write {}: expected a name that ends with .py or .cpp",
            path.display()
        ),
    };
    Ok((path, language, answers))
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
    let found = sought.found.as_ref();
    json!({
        "game": game,
        "length": length,
        "formula": found.map(|found| found.formula.to_string()),
        "words": found.map(|found| found.formula.words()),
        "up_to": sought.up_to,
        "positions": sought.positions,
        "absorbed": found.map(|found| found.absorbed),
        "proved": found.and_then(|found| found.proved.as_ref()),
        "closed": found.and_then(|found| found.closed.as_ref()),
        "died": sought.died,
        "stopped": sought.is_stopped,
    })
}

fn page(title: &str, arguments: &Formula, sought: &Sought) -> Vec<Block> {
    let (up_to, last) = (sought.up_to, sought.died.last());
    let positions = counted(sought.positions as u64, "position");
    let mut page = vec![Block::plain(title)];
    match &sought.found {
        Some(found) => {
            page.push(Line::of(Role::Good, found.formula.to_string()).into());
            page.push(Block::plain(found.formula.words()));
            let confirmed = format!(
                "to size {up_to}, on {positions}; its own numbers need {} of them",
                grouped(found.absorbed as u64)
            );
            let content = match &found.closed {
                None => "not yet: the search was stopped".to_owned(),
                Some(closed) if closed.positions == 0 => "on no larger position".to_owned(),
                Some(closed) => format!(
                    "on {} larger positions, with numbers or words to {}, {} moves followed",
                    grouped(closed.positions as u64),
                    grouped(closed.largest.unsigned_abs()),
                    grouped(closed.moves)
                ),
            };
            let (closed, proved) = (found.closed.as_ref(), found.proved.as_ref());
            let proved = proved.map(|by| format!("for all positions by {by}"));
            let unsaid = closed.map_or(0, |closed| closed.unsaid);
            let left_out = format!(
                "{} positions of which the formula says nothing",
                grouped(unsaid as u64)
            );
            let failure = closed.and_then(|closed| closed.failure.clone());
            page.extend(Block::fields([
                ("confirmed", Some(confirmed)),
                ("closed", Some(content)),
                ("proved", proved),
                ("left out", (unsaid > 0).then_some(left_out)),
                ("no further", failure),
            ]));
        }
        None => {
            let (what, of) = match arguments.given {
                _ if sought.is_stopped => ("stopped: no formula so far".to_owned(), "for"),
                // It may be a coincidence.
                Some(_) if last.is_some_and(|died| died.position.is_empty()) => {
                    ("the formula is not confirmed".to_owned(), "by")
                }
                Some(_) => ("the formula is refuted".to_owned(), "by"),
                None => (
                    format!(
                        "no formula of this language up to length {}",
                        arguments.length
                    ),
                    "for",
                ),
            };
            let rest = format!(" {of} the {positions} to size {up_to}, or larger ones");
            page.push(Block::verdict(false, what, rest));
        }
    }
    if let Some(last) = last {
        let count = counted(sought.died.len() as u64, "formula");
        let formula: String = last.formula.chars().take(games::SHOWN).collect();
        let died = format!("{count}; the last: {formula}");
        page.push(Block::field("died", died));
        let (expected, says) = (&last.expected, &*last.says);
        page.push(if last.position.is_empty() {
            Block::field("why", says)
        } else {
            let position = last.position.replace('\n', " / ");
            Block::field("on", format!("{position}: {expected}, it says {says}"))
        });
    }
    page
}
