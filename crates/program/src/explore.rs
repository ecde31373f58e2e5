//! Finds all reachable positions: sends positions to the program in batches and adds the options that it returns.
//!
//! Several processes work on batches in parallel while the options of earlier batches are added. Batches are added
//! in the order in which they were sent, so that the numbers of positions, and with them all results, do not depend
//! on the number of processes.

use std::collections::VecDeque;
use std::thread;
use std::time::Instant;

use grundy_brute::interned::{Interned, OptionLists, unpaired};
use grundy_game::line::{self, quoted};
use grundy_game::{Error, Watch};

use crate::program::{Reply, UNLISTED, failed, input};
use crate::table::Table;
use crate::verb::Verb;

/// One of this many positions is asked again: more if there are few positions, and fewer if there are many.
const SAMPLED: usize = 64;
const FEW: usize = 64;
const MANY: usize = 4096;
/// So many bytes of the first answers are stored, since the moves of the smallest positions are looked at again.
const STORED: usize = 2 << 20;

/// Finds the options of every position without an answer and of all positions reachable from those, asks for some
/// options a second time, and solves all positions. If `cancels`, for normal play, equal parts of an option cancel in pairs, and
/// a position that is met in such pairs only is not asked about.
pub(crate) fn close(
    moves: &Verb,
    table: &mut Table,
    cancels: bool,
    watch: Watch<'_>,
) -> Result<(), Error> {
    let first = table.game.unanswered().start;
    if table.game.unanswered().is_empty() {
        return Ok(());
    }
    table.last = Instant::now();
    let (rounds, replies) = ask(moves, table, cancels, watch)?;
    ask_again(moves, &table.game, first, cancels)?;
    for (asked, reply) in replies {
        moves.store(asked.lines(), &reply);
    }
    let solved = table.game.solve();
    solved.map_err(|error| moves.runner.unsolved(&error, &table.reached(rounds)))
}

/// Asks about every position without an answer, in batches, several in parallel. While the answer of the first batch
/// is added, the program works on the others. Returns the number of rounds, and the first positions that were asked about with the
/// replies: a round asks about the positions that are new since the round before.
fn ask(
    moves: &Verb,
    table: &mut Table,
    cancels: bool,
    watch: Watch<'_>,
) -> Result<(u32, Vec<(String, Reply)>), Error> {
    let runner = &moves.runner;
    let jobs = runner.settings.jobs.max(1);
    let (mut rounds, mut round_ends) = (0, 0);
    let mut asked = table.game.unanswered().start;
    let mut batch = moves.batch();
    let mut answer: Option<OptionLists> = None;
    let (mut replies, mut bytes) = (Vec::new(), 0);
    thread::scope(|scope| {
        let mut under_way = VecDeque::new();
        loop {
            let game = &mut table.game;
            while under_way.len() < jobs && asked < game.positions() {
                let positions = asked..game.positions().min(asked.saturating_add(batch));
                asked = positions.end;
                let input = input(positions.map(|position| game.text(position)));
                under_way.push_back(scope.spawn(move || answer_of(moves, input, cancels)));
            }
            if let Some(answer) = answer.take() {
                if game.unanswered().start >= round_ends {
                    rounds += 1;
                    round_ends = game.positions();
                }
                let added = game.answer(&answer);
                added.map_err(|error| runner.unsolved(&error, &table.reached(rounds)))?;
                table.proceed(runner, rounds, watch)?;
            } else if let Some(next) = under_way.pop_front() {
                let (options, input, reply) = next.join().map_err(|_| failed("stopped"))??;
                batch = moves.grow(batch, &reply);
                answer = Some(options);
                bytes += input.len() + reply.text.len();
                if bytes <= STORED {
                    replies.push((input, reply));
                }
            } else {
                return Ok((rounds, replies));
            }
        }
    })
}

/// Asks for the options of positions, one per line.
fn answer_of(
    moves: &Verb,
    input: String,
    cancels: bool,
) -> Result<(OptionLists, String, Reply), Error> {
    let reply = moves.runner.ask(moves.words, &input)?;
    let mut answers = OptionLists::default();
    for (position, line) in input.lines().zip(reply.lines()) {
        if line.trim_ascii() == UNLISTED {
            let what = "its moves are too many to be listed, and the oracle needs all of them";
            return Err(moves.wrong_about(position, what));
        }
        let add = |_, parts: &[&str]| {
            let added = match parts {
                [_, _, ..] if cancels => answers.option_of_unpaired(parts),
                _ => answers.option(parts),
            };
            added.map_err(|error| error.to_string())
        };
        line::options(line, add).map_err(|what| moves.wrong_about(position, &what))?;
        answers.end();
    }
    Ok((answers, input, reply))
}

/// Asks again for the options of some positions from `first` on, the last ones first, and fails if an answer
/// differs from the first one.
fn ask_again(moves: &Verb, game: &Interned, first: u32, cancels: bool) -> Result<(), Error> {
    let positions = first..game.positions();
    let step = (positions.len() / FEW).clamp(1, SAMPLED);
    // An odd step, so that the sample has positions from all places of a batch.
    let step = step.max(positions.len() / MANY) | 1;
    let sample: Vec<u32> = positions.rev().step_by(step).collect();
    let texts: Vec<&str> = sample.iter().map(|&position| game.text(position)).collect();
    let lines = moves.ask(&texts, |_, _| Vec::new())?;
    let mut asked = sample.into_iter().zip(lines);
    asked.try_for_each(|(position, line)| same_options(moves, game, position, &line, cancels))
}

/// Fails if the options in a line are not those that are stored for the position, whose equal parts have been left out in pairs
/// if `cancels`. Their order does not matter.
pub(crate) fn same_options(
    moves: &Verb,
    game: &Interned,
    position: u32,
    line: &str,
    cancels: bool,
) -> Result<(), Error> {
    let texts = |parts| -> Vec<&str> { Iterator::map(parts, |part| game.text(part)).collect() };
    let mut before: Vec<Vec<&str>> = game.options(position).map(texts).collect();
    let first: Vec<String> = before.iter().map(|parts| parts.join(" + ")).collect();
    let options = line::named(line).unwrap_or_default().into_iter();
    let mut now: Vec<Vec<&str>> = options.map(|(_, parts)| parts).collect();
    if cancels {
        let sums = before.iter_mut().chain(&mut now);
        sums.for_each(|parts| *parts = unpaired(parts));
    }
    before.sort_unstable();
    now.sort_unstable();
    if before == now {
        return Ok(());
    }
    let (first, second) = (quoted(&first.join(" ; ")), quoted(line));
    let what = format!("asked twice, two answers: {first}, then {second}");
    Err(moves.wrong_about(game.text(position), &what))
}
