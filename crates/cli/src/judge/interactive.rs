//! `grundy judge --interactive`.

use std::path::Path;

use anyhow::Result;
use grundy_games::Game;
use grundy_judge::interactive::{
    GamesReport, InteractivePlan, InteractiveReport, LONGEST, LostGame, Ply, judge_interactive,
};
use grundy_judge::plan::Phase;
use grundy_judge::reference::Reference;
use grundy_judge::report::Minimality;
use grundy_judge::saved;
use grundy_judge::task::Task;
use grundy_judge::verdict::Verdict;
use serde_json::json;

use super::page::{PRINTED, ended_by, field, input, piped, row, shortened, stderr, title};
use super::{Judged, done, progress};
use crate::interrupt;
use crate::output::{self, BAD, Done, GOOD, harmless};
use crate::text::{counted, grouped, line, positions, table};

/// The largest number of failed games of a phase that have rows of their own.
const FAILED_SHOWN: usize = 10;
/// The largest number of moves at each end of a long game that are shown.
const MOVES_SHOWN: usize = 20;

pub fn run(task: &Task<'_>, arguments: &Judged, reference: Option<&Reference>) -> Result<Done> {
    let saved = match &arguments.save {
        Some(dir) => saved::load_games(task, dir)?,
        None => Vec::new(),
    };
    let plan = InteractivePlan {
        judge: arguments.plan()?,
        starts: arguments.starts.clone(),
        turn: arguments.turn_limit,
        saved,
    };
    let report = judge_interactive(task, &plan, interrupt::stop(), &progress(0, "games"));
    let report = report.map_err(|error| arguments.error(error))?;
    // If the game cannot be saved, it is printed all the same.
    let saved = match (&arguments.save, &report.lost) {
        (Some(dir), Some(lost)) => saved::save_game(task, dir, &lost.to_save()).map(Some),
        _ => Ok(None),
    };
    let path = saved.as_ref().ok().and_then(Option::as_deref);
    let mut facts = json!(report);
    facts["saved"] = json!(path.map(Path::to_string_lossy));
    facts["reference"] = json!(reference);
    let page = page(task.game, arguments, &report, path);
    arguments.show(facts, &page, &report.shortcomings)?;
    saved?;
    done(reference, report.accepted)
}

fn page(
    game: &dyn Game,
    arguments: &Judged,
    report: &InteractiveReport,
    saved: Option<&Path>,
) -> String {
    let left_out = report.left_out.iter();
    let left_out = left_out.map(|&phase| vec![name(phase).to_owned(), "not played".to_owned()]);
    let rows = report.phases.iter().flat_map(rows).chain(left_out);
    let mut text = format!(
        "{}: playing against {}\n\n{}\n",
        game.about().title,
        line(&arguments.command),
        table("games|verdict|>time|>memory", rows),
    );
    let games = report.phases.iter().map(|phase| phase.games).sum();
    let verdict = report.verdict.name();
    let games = counted(games, "game");
    let games = match report.verdict {
        Verdict::Accepted => format!("all {games} passed"),
        Verdict::Undecided { unfinished, .. } => format!("{unfinished} of {games} unfinished"),
        _ => games,
    };
    let colour = if report.accepted { GOOD } else { BAD };
    let seconds = report.seconds;
    text += &match &report.ended_by {
        Some(why) => ended_by(verdict, why, seconds),
        None => format!("{colour}{verdict}{colour:#}: {games} in {seconds:.2} s"),
    };
    let left_out: u64 = report.phases.iter().map(|phase| phase.left_out).sum();
    if left_out > 0 && report.ended_by.is_none() {
        let games = counted(left_out, "game");
        text += &format!("; {games} not begun, because time was over");
    }
    text.push('\n');
    for phase in &report.phases {
        text += &remarks(phase);
    }
    if report.is_random {
        text += "The program does not always make the same moves: a line need not come again, and not every line was\n\
                 played.\n";
    }
    if let Some(lost) = &report.lost {
        text += &lost_game(arguments, lost);
    }
    if let Some(path) = saved {
        let path = output::name(path);
        text += &format!("\nkept in {path}; the next run plays it first\n");
    }
    text
}

const fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Saved => "saved games",
        Phase::Every => "every line from every small position",
        Phase::Random => "games from random positions",
        Phase::Limits => "games at the limits",
        Phase::Original => title(phase),
    }
}

/// The rows of a phase: one for each of the first failed games, and one for all.
fn rows(report: &GamesReport) -> Vec<Vec<String>> {
    let mut name = match (report.up_to, report.phase) {
        (Some(up_to), _) => format!("every line from every position up to size {up_to}"),
        (None, Phase::Every) => "lines from small positions".to_owned(),
        (None, phase) => name(phase).to_owned(),
    };
    name += &format!(": {}", grouped(report.games));
    if report.phase == Phase::Every {
        name += &format!(" from {}", positions(report.positions));
    }
    let verdict = match &report.failed[..] {
        _ if report.games == 0 => "none".to_owned(),
        [] if report.unfinished > 0 => format!("{} unfinished", grouped(report.unfinished)),
        [] => "accepted".to_owned(),
        [first, ..] if report.phase == Phase::Every => first.verdict.to_string(),
        failed => format!("{} failed", grouped(failed.len() as u64)),
    };
    let all = row(&name, &verdict, [report.slowest; 2], report.memory);
    let shown = match report.phase {
        Phase::Every => 0,
        _ => FAILED_SHOWN,
    };
    let failed = report.failed.iter().take(shown);
    let failed = failed.map(|one| {
        let verdict = one.verdict.to_string();
        row(&one.test, &verdict, [one.seconds; 2], one.memory)
    });
    failed.chain([all]).collect()
}

/// What a phase has not done.
fn remarks(report: &GamesReport) -> String {
    let mut text = String::new();
    if let Some(partly) = report.partly {
        text += &format!(
            "There was no time for every line of size {}: from {} of its {} all were played. --up-to plays all.\n",
            partly.size,
            grouped(partly.positions),
            positions(partly.of),
        );
    }
    let name = name(report.phase);
    if report.other_replies > 0 {
        let games = counted(report.other_replies, "game");
        text += &format!(
            "The judge made other replies, because kept ones were no legal moves: {games} ({name}).\n"
        );
    }
    for (number, moment) in [
        (report.unfinished, "while the program was winning"),
        (report.cut_short, "when the program could not win any more"),
    ] {
        if number > 0 {
            let games = counted(number, "game");
            text += &format!("Broken off after {LONGEST} moves, {moment}: {games} ({name}).\n");
        }
    }
    text
}

/// How the lost game was found.
fn origin(lost: &LostGame) -> String {
    let test = harmless(&lost.test);
    let mut text = match lost.size {
        Minimality::Smallest { before: 0 } => "The smallest position there is.".to_owned(),
        Minimality::Smallest { before } => format!(
            "The smallest position on which it fails: every line from all {} before it, in order of\n\
             size, was passed.",
            grouped(before)
        ),
        Minimality::Shrunk(shrunk) if shrunk.minimal => {
            format!("Shrunk from {test}; from no position one step simpler it fails in this way.")
        }
        Minimality::Shrunk(_) => format!("Shrunk from {test}; there was no time to go on."),
        Minimality::AsIs => format!("Fails on {test}."),
    };
    if lost.is_shortest {
        text += " No line from it on which it fails is shorter.";
    }
    if lost.came_again == Some(false) {
        text += "\nThe line did not come again when the judge made the same replies once more.";
    }
    text
}

fn lost_game(arguments: &Judged, lost: &LostGame) -> String {
    let mut text = format!("\n{}\n\n", origin(lost));
    let mut rows = vec![vec![
        "judge".to_owned(),
        String::new(),
        one_line(&lost.input),
        format!(
            "the player to move {}",
            if lost.wins { "wins" } else { "loses" }
        ),
    ]];
    if let Some(seat) = &lost.seat {
        rows.push(vec!["program".to_owned(), seat.clone()]);
    }
    let hidden = lost.plies.len().saturating_sub(2 * MOVES_SHOWN);
    for (i, ply) in lost.plies.iter().enumerate() {
        if hidden == 0 || i < MOVES_SHOWN || i >= MOVES_SHOWN + hidden {
            rows.push(ply_row(ply));
        } else if i == MOVES_SHOWN {
            rows.push(vec![format!("... {} more moves", grouped(hidden as u64))]);
        }
    }
    if let Some(over) = &lost.over {
        rows.push(vec!["judge".to_owned(), shortened(over)]);
    }
    text += &table("writer|line|leads to|", rows);
    text.push('\n');
    text += &field("verdict", &harmless(&lost.verdict.to_string()));
    text += &stderr(&lost.verdict);
    if lost.position != lost.input {
        text += &input("position", &lost.position);
    }
    let sent = lost
        .replies()
        .iter()
        .chain(&lost.over)
        .fold(lost.input.clone(), |sent, reply| sent + reply + "\n");
    let command = piped(&sent, arguments);
    let otherwise = "with --save DIR, which keeps the game in a file".to_owned();
    text += &field("try it", &command.unwrap_or(otherwise));
    text
}

fn ply_row(ply: &Ply) -> Vec<String> {
    let writer = if ply.by_program { "program" } else { "judge" };
    let value = match (ply.could_win, ply.wins) {
        (_, true) => "wins",
        (true, false) => "a mistake: another move would have won",
        (false, false) => "no move wins",
    };
    vec![
        writer.to_owned(),
        shortened(&ply.line),
        one_line(ply.position.as_deref().unwrap_or_default()),
        value.to_owned(),
    ]
}

fn one_line(text: &str) -> String {
    if text.len() > PRINTED {
        return format!("{} bytes", grouped(text.len() as u64));
    }
    harmless(&text.trim_end().replace('\n', " / "))
}
