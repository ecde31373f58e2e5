//! `grundy judge --check closure`.

use anyhow::Result;
use grundy_judge::closure::{ClosureReport, Contradiction, MOVES, closure};
use grundy_judge::task::Task;
use serde_json::json;

use super::page::{field, input, piped, shortened};
use super::{Judged, done, progress};
use crate::interrupt;
use crate::output::{BAD, Done, GOOD, harmless};
use crate::text::{counted, grouped, line, positions};

/// The largest number of moves that are shown.
const MOVES_SHOWN: usize = 8;

pub fn run(task: &Task<'_>, arguments: &Judged) -> Result<Done> {
    let plan = arguments.plan()?;
    let progress = progress(arguments.random, "positions");
    let report = closure(task, &plan, interrupt::stop(), &progress);
    drop(progress);
    let report = report.map_err(|error| arguments.error(error))?;
    let page = page(task, arguments, &report);
    arguments.show(json!(report), &page, &report.shortcomings)?;
    done(None, report.consistent)
}

fn page(task: &Task<'_>, arguments: &Judged, report: &ClosureReport) -> String {
    let repeated = match report.repeated {
        0 => String::new(),
        draws => format!("{} of a position again\n", counted(draws, "draw")),
    };
    let head = format!(
        "{}: {} compared with itself, one move further\n\n\
         {} of up to {} bytes, {} of them answered as lost\n\
         {repeated}{} with every move followed, {} with at most {MOVES} of their moves\n\
         {} moves followed; all in {:.2} s\n\n",
        task.game.about().title,
        line(&arguments.command),
        positions(report.positions),
        grouped(report.longest as u64),
        grouped(report.lost),
        grouped(report.whole),
        grouped(report.positions - report.whole),
        grouped(report.moves),
        report.seconds
    );
    let result = match &report.contradiction {
        Some(found) => contradiction(arguments, found, report.ended_by.as_deref()),
        None => format!(
            "{GOOD}no contradiction{GOOD:#}\n\n\
             Where every move was followed, the answer is the one that follows from the answers to the\n\
             positions one move on; where only some were, these do not contradict it. This does not prove\n\
             the answers right: the same mistake in a position and in those one move on is not noticed.\n\
             The check uses the rules only, and no other solver.\n"
        ),
    };
    head + &result
}

fn contradiction(arguments: &Judged, found: &Contradiction, ended_by: Option<&str>) -> String {
    let mut text = format!("{BAD}contradiction{BAD:#}: {}\n\n", harmless(&found.why));
    text += &input("input", &found.input);
    if let Some(position) = &found.position {
        text += &input("position", position);
    }
    if found.verdict.is_none() {
        text += &field("answer", &shortened(&found.answer));
    }
    if let Some(command) = piped(&found.input, arguments) {
        text += &field("try it", &command);
    }
    for followed in found.moves.iter().take(MOVES_SHOWN) {
        text.push('\n');
        if let Some(name) = &followed.name {
            text += &field("move", &harmless(name));
        }
        match &followed.leads_to {
            Some(leads_to) => text += &input("leads to", leads_to),
            None => text += &field("leads to", "the end, where the other player has lost"),
        }
        if let Some(answer) = &followed.answer {
            text += &field("answer", &shortened(answer));
        }
    }
    if found.moves.len() > MOVES_SHOWN {
        let more = found.moves.len() - MOVES_SHOWN;
        text += &format!("\n  and {more} more moves\n");
    }
    if let Some(why) = ended_by {
        text += &format!(
            "\nThe judge looked for no simpler position: {}\n",
            harmless(why)
        );
    }
    if found.minimal {
        text += "\nNo position one step simpler has a contradiction of its own.\n";
    }
    text
}
