//! `grundy judge --interactive`.

use std::path::Path;

use anyhow::Result;
use grundy_game::{Game, Outcome, winner};
use grundy_judge::interactive::{
    DRAWN, GamesReport, InteractivePlan, InteractiveReport, LONGEST, LostGame, Ply,
    judge_interactive,
};
use grundy_judge::plan::Phase;
use grundy_judge::reference::Reference;
use grundy_judge::saved;
use grundy_judge::task::Task;
use grundy_judge::verdict::Verdict;
use grundy_report::Block;
use serde_json::json;

use super::page::{
    FAILED_SHOWN, Page, Shown, TRIED, failure, kept, one_line, origin, piped, row, shortened,
    stderr, title, verdict,
};
use super::{Judged, done, progress};
use crate::command::interrupt;
use crate::command::output::Done;
use crate::command::text::{counted, grouped, positions};

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
    let page = page(task.game, arguments, &report, path);
    let mut facts = json!(report);
    facts["saved"] = json!(path.map(Path::to_string_lossy));
    facts["reference"] = json!(reference);
    arguments.show(facts, &page)?;
    saved?;
    done(reference, report.accepted)
}

fn page<'a>(
    game: &dyn Game,
    arguments: &Judged,
    report: &'a InteractiveReport,
    saved: Option<&Path>,
) -> Page<'a> {
    let sum = |of: fn(&GamesReport) -> u64| report.phases.iter().map(of).sum::<u64>();
    let games = counted(sum(|phase| phase.games), "game");
    let games = match report.verdict {
        Verdict::Accepted => format!("all {games} passed"),
        Verdict::Undecided { unfinished, .. } => format!("{unfinished} of {games} unfinished"),
        _ => games,
    };
    let mut of = format!("{games} in {:.2} s", report.seconds);
    let left_out = sum(|phase| phase.left_out);
    if left_out > 0 {
        let games = counted(left_out, "game");
        of += &format!("; {games} not begun, because time was over");
    }
    let (kind, why) = (report.verdict.name(), report.ended_by.as_deref());
    let mut verdict = vec![verdict(report.accepted, &kind, &of, (report.seconds, why))];
    verdict.extend(why.map(|_| Block::empty()));
    let loops = game.about().loops;
    verdict.extend(report.phases.iter().flat_map(|phase| remarks(phase, loops)));
    if report.is_random {
        verdict.extend(Block::lines(
            "The program does not always make the same moves: a line need not come again, and not every line was\n\
             played.",
        ));
    }
    let found = report.lost.as_ref().map(|lost| {
        let shown = lost_game(arguments, lost, saved);
        (lost.phase, failure(&lost.test, &lost.verdict, shown))
    });
    Page {
        title: title(game, "playing against ", arguments),
        columns: "games|verdict|>time|>memory",
        name: |phase| TRIED[phase as usize][1],
        phases: report.phases.iter().map(shown).collect(),
        left_out: (&report.left_out, "not played"),
        verdict,
        found,
        shortcomings: &report.shortcomings,
    }
}

/// A phase, with a row for each of the first failed games, and one for all.
fn shown(report: &GamesReport) -> Shown {
    let mut name = match (report.up_to, report.phase) {
        (Some(up_to), _) => format!("every line from every position up to size {up_to}"),
        (None, Phase::Every) => "lines from small positions".to_owned(),
        (None, phase) => TRIED[phase as usize][1].to_owned(),
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
    let failed = failed.map(|one| row(&one.test, &one.verdict, [one.seconds; 2], one.memory));
    let first = report.failed.first();
    let first = first.map(|one| failure(&one.test, &one.verdict, Vec::new()));
    let rows = failed.chain([all]).collect();
    (report.phase, report.seconds, rows, first)
}

/// What a phase has not done.
fn remarks(report: &GamesReport, loops: bool) -> Vec<Block> {
    let mut remarks = Vec::new();
    if let Some(partly) = report.partly {
        let (all, of) = (grouped(partly.positions), positions(partly.of));
        let size = partly.size;
        remarks.push(format!(
            "There was no time for every line of size {size}: from {all} of its {of} all were played. --up-to plays all."
        ));
    }
    let name = TRIED[report.phase as usize][1];
    let other = "The judge made other replies, because kept ones were no legal moves";
    let mut winning = format!("Broken off after {LONGEST} moves, while the program was winning");
    if loops {
        winning = format!("Not won, though the win takes {DRAWN} moves less");
    }
    let lost = format!("Broken off after {LONGEST} moves, when the program could not win any more");
    for (number, what) in [
        (report.other_replies, other),
        (report.unfinished, &winning),
        (report.cut_short, &lost),
    ] {
        if number > 0 {
            remarks.push(format!("{what}: {} ({name}).", counted(number, "game")));
        }
    }
    remarks.into_iter().map(Block::plain).collect()
}

/// The smallest position on which a program fails, after this number of others.
fn smallest(before: u64) -> String {
    match before {
        0 => "The smallest position there is.".to_owned(),
        _ => format!(
            "The smallest position on which it fails: every line from all {} before it, in order of\n\
             size, was passed.",
            grouped(before)
        ),
    }
}

fn lost_game(arguments: &Judged, lost: &LostGame, saved: Option<&Path>) -> Vec<Block> {
    let minimal = "from no position one step simpler it fails";
    let mut origin = origin(&lost.test, lost.size, minimal, smallest);
    if lost.is_shortest {
        origin += " No line from it on which it fails is shorter.";
    }
    if lost.came_again == Some(false) {
        origin += "\nThe line did not come again when the judge made the same replies once more.";
    }
    let to_move = winner(lost.outcome);
    let mut rows = vec![cells(&["judge", "", &one_line(&lost.input), to_move])];
    rows.extend(lost.seat.iter().map(|seat| cells(&["program", seat])));
    let hidden = lost.plies.len().saturating_sub(2 * MOVES_SHOWN);
    let first = rows.len() + MOVES_SHOWN;
    rows.extend(lost.plies.iter().map(ply_row));
    if hidden > 0 {
        let more = vec![format!("... {} more moves", grouped(hidden as u64))];
        rows.splice(first..first + hidden, [more]);
    }
    let over = lost.over.iter().flat_map(|over| over.lines());
    rows.extend(over.map(|over| cells(&["judge", &shortened(over)])));
    let replies = lost.replies().into_iter().chain(lost.over.clone());
    let sent = replies.fold(lost.input.clone(), |sent, reply| sent + &reply + "\n");
    let otherwise = || "with --save DIR, which keeps the game in a file".to_owned();
    let command = piped(&sent, arguments).unwrap_or_else(otherwise);
    let position = (lost.position != lost.input).then(|| one_line(&lost.position));
    let mut page: Vec<Block> = Block::lines(&origin).collect();
    page.extend([
        Block::empty(),
        Block::table("writer|line|leads to|", rows),
        Block::empty(),
        Block::field("verdict", lost.verdict.to_string()),
    ]);
    page.extend(stderr(&lost.verdict));
    let fields = [("position", position), ("try it", Some(command))];
    page.extend(Block::fields(fields));
    page.extend(kept(saved, "plays it first"));
    page
}

fn cells(cells: &[&str]) -> Vec<String> {
    cells.iter().copied().map(str::to_owned).collect()
}

fn ply_row(ply: &Ply) -> Vec<String> {
    let writer = if ply.by_program { "program" } else { "judge" };
    let value = match (ply.before, ply.reached) {
        (_, Outcome::N) => "wins",
        (Outcome::N, _) => "a mistake: another move would have won",
        (_, Outcome::Draw) => "keeps the draw",
        (Outcome::Draw, Outcome::P) => "a mistake: another move would have kept the draw",
        (Outcome::P, Outcome::P) => "no move wins",
    };
    let position = one_line(ply.position.as_deref().unwrap_or_default());
    cells(&[writer, &shortened(&ply.line), &position, value])
}
