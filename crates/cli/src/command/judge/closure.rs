//! `grundy judge --check closure`.

use anyhow::Result;
use grundy_judge::closure::{ClosureReport, Contradiction, MOVES, closure};
use grundy_judge::plan::Phase;
use grundy_judge::task::Task;
use grundy_report::{Block, Failure};
use serde_json::json;

use super::page::{Page, one_line, piped, shortened, title};
use super::{Judged, done, progress};
use crate::command::interrupt;
use crate::command::output::Done;
use crate::command::text::{counted, grouped, positions};

/// The largest number of moves that are shown.
const MOVES_SHOWN: usize = 8;

pub fn run(task: &Task<'_>, arguments: &Judged) -> Result<Done> {
    let plan = arguments.plan()?;
    let progress = progress(arguments.random, "positions");
    let report = closure(task, &plan, interrupt::stop(), &progress);
    drop(progress);
    let report = report.map_err(|error| arguments.error(error))?;
    arguments.show(json!(report), &page(task, arguments, &report))?;
    done(None, report.consistent)
}

fn page<'a>(task: &Task<'_>, arguments: &Judged, report: &'a ClosureReport) -> Page<'a> {
    let repeated = match report.repeated {
        0 => String::new(),
        draws => format!("{} of a position again\n", counted(draws, "draw")),
    };
    let some = report.positions - report.whole;
    let numbers = [
        report.longest as u64,
        report.lost,
        report.whole,
        some,
        report.moves,
    ];
    let [longest, lost, whole, some, moves] = numbers.map(grouped);
    let head = format!(
        "{} of up to {longest} bytes, {lost} of them answered as lost\n\
         {repeated}{whole} with every move followed, {some} with at most {MOVES} of their moves\n\
         {moves} moves followed; all in {:.2} s\n\n",
        positions(report.positions),
        report.seconds
    );
    let found = report.contradiction.as_ref();
    let mut verdict: Vec<Block> = Block::lines(&head).collect();
    verdict.push(match found {
        Some(found) => Block::verdict(false, "contradiction", format!(": {}", found.why)),
        None => Block::verdict(true, "no contradiction", ""),
    });
    if found.is_none() {
        verdict.extend(Block::lines(
            "\nWhere every move was followed, the answer is the one that follows from the answers to the\n\
             positions one move on; where only some were, these do not contradict it. This does not prove\n\
             the answers right: the same mistake in a position and in those one move on is not noticed.\n\
             The check uses the rules only, and no other solver.",
        ));
    }
    let failure = |found: &Contradiction| {
        let shown = contradiction(arguments, found, report.ended_by.as_deref());
        Failure::new("contradiction", &found.why, shown)
    };
    Page {
        title: title(task.game, "", arguments) + " compared with itself, one move further",
        columns: "",
        name: |_| "random positions",
        phases: vec![(Phase::Random, report.seconds, Vec::new(), None)],
        left_out: (&[], ""),
        verdict,
        found: found.map(|found| (Phase::Random, failure(found))),
        shortcomings: &report.shortcomings,
    }
}

fn contradiction(arguments: &Judged, found: &Contradiction, ended_by: Option<&str>) -> Vec<Block> {
    let answer = found.verdict.is_none().then(|| shortened(&found.answer));
    let fields = Block::fields([
        ("input", Some(one_line(&found.input))),
        ("position", found.position.as_deref().map(one_line)),
        ("answer", answer),
        ("try it", piped(&found.input, arguments)),
    ]);
    let mut page: Vec<Block> = fields.collect();
    for followed in found.moves.iter().take(MOVES_SHOWN) {
        let leads_to = followed.leads_to.as_deref().map(one_line);
        let over = || "the end, where the other player has lost".to_owned();
        page.push(Block::empty());
        page.extend(Block::fields([
            ("move", followed.name.clone()),
            ("leads to", leads_to.or_else(|| Some(over()))),
            ("answer", followed.answer.as_deref().map(shortened)),
        ]));
    }
    let more = found.moves.len().saturating_sub(MOVES_SHOWN);
    let more = (more > 0).then(|| format!("  and {more} more moves"));
    let why = ended_by.map(|why| format!("The judge looked for no simpler position: {why}"));
    let minimal = "No position one step simpler has a contradiction of its own.";
    let minimal = found.minimal.then(|| minimal.to_owned());
    for text in [more, why, minimal].into_iter().flatten() {
        page.extend([Block::empty(), Block::plain(text)]);
    }
    page
}
