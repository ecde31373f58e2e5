//! Finds all reachable positions: sends positions to the program in batches and adds the options that it returns.
//!
//! Several processes work on batches in parallel while the options of earlier batches are added. Batches are added
//! in the order in which they were sent, so that the numbers of positions, and with them all results, do not depend
//! on the number of processes.

use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

use crate::{Progress, Watch};
use grundy_brute::interned::{Interned, OptionLists};

use crate::rules::batch::{FIRST, next_batch};
use crate::rules::error::{RulesError, shown};
use crate::rules::line;
use crate::rules::program::{Runner, input};
use crate::rules::verb::Verb;

/// The verb.
pub(crate) const MOVES: &[&str] = &["moves"];
/// One of this many positions is asked again: more if there are few positions, and fewer if there are many.
const SAMPLED: usize = 64;
const FEW: usize = 64;
const MANY: usize = 4096;

/// The program's answer to a batch.
struct Answer {
    options: OptionLists,
    bytes: u64,
    took: Duration,
}

/// Finds the options of every position without an answer and of all positions reachable from those, asks for some
/// options a second time, and solves all positions.
pub(crate) fn close(moves: &Verb, game: &mut Interned, watch: Watch<'_>) -> Result<(), RulesError> {
    let runner = &*moves.runner;
    let first = game.unanswered().start;
    if game.unanswered().is_empty() {
        return Ok(());
    }
    ask(runner, game, watch)?;
    ask_again(moves, game, first)?;
    game.solve()
        .map_err(|error| RulesError::unsolved(runner.name(), &error))
}

/// Asks about every position without an answer, in batches, several in parallel. While the answer of the first batch
/// is added, the program works on the others.
fn ask(runner: &Runner, game: &mut Interned, watch: Watch<'_>) -> Result<(), RulesError> {
    let jobs = runner.settings().jobs.max(1);
    let mut asked = game.unanswered().start;
    let mut batch = FIRST;
    let mut answer: Option<Answer> = None;
    thread::scope(|scope| {
        let mut under_way = VecDeque::new();
        loop {
            while under_way.len() < jobs && asked < game.positions() {
                let positions = asked..game.positions().min(asked.saturating_add(batch));
                asked = positions.end;
                let input = input(positions.map(|position| game.text(position)));
                under_way.push_back(scope.spawn(move || answer_of(runner, &input)));
            }
            if let Some(answer) = answer.take() {
                game.answer(&answer.options)
                    .map_err(|error| RulesError::unsolved(runner.name(), &error))?;
                if watch(progress(game)).is_break() {
                    return Err(RulesError::Stopped);
                }
            } else if let Some(next) = under_way.pop_front() {
                let next = next.join().map_err(|_| RulesError::Stopped)??;
                let positions = next.options.len() as u32;
                batch = next_batch(runner, batch, positions, next.bytes, next.took);
                answer = Some(next);
            } else {
                return Ok(());
            }
        }
    })
}

/// Returns how many positions are answered.
pub(crate) fn progress(game: &Interned) -> Progress {
    Progress {
        boards: game.unanswered().start.into(),
        of: game.positions().into(),
    }
}

/// Asks for the options of positions, one per line.
fn answer_of(runner: &Runner, input: &str) -> Result<Answer, RulesError> {
    let (text, took) = runner.ask(MOVES, input)?;
    Ok(Answer {
        options: read(runner, input, &text)?,
        bytes: text.len() as u64,
        took,
    })
}

/// Parses the options of the positions in `input`.
fn read(runner: &Runner, input: &str, text: &str) -> Result<OptionLists, RulesError> {
    let positions: Vec<&str> = input.lines().collect();
    let mut answers = OptionLists::default();
    for (position, line) in positions.iter().zip(text.lines()) {
        let mut unsolved = None;
        let read = line::options(line, |_, parts| {
            answers.option(parts).map_err(|error| {
                unsolved = Some(error);
                String::new()
            })
        });
        read.map_err(|what| match unsolved {
            Some(error) => RulesError::unsolved(runner.name(), &error),
            None => runner.wrong_about(MOVES, position, &what),
        })?;
        answers.end();
    }
    runner.lines(MOVES, &positions, text)?;
    Ok(answers)
}

/// Asks again for the options of some positions from `first` on, the last ones first, and fails if an answer
/// differs from the first one.
fn ask_again(moves: &Verb, game: &Interned, first: u32) -> Result<(), RulesError> {
    let positions = first..game.positions();
    let step = (positions.len() / FEW).clamp(1, SAMPLED);
    // An odd step, so that the sample has positions from all places of a batch.
    let step = step.max(positions.len() / MANY) | 1;
    let sample: Vec<u32> = positions.rev().step_by(step).collect();
    let texts: Vec<&str> = sample.iter().map(|&position| game.text(position)).collect();
    let lines = moves.ask(&texts, |_, _| Vec::new())?;
    for (position, line) in sample.into_iter().zip(lines) {
        let options = line::named(&line).unwrap_or_default();
        same_options(&moves.runner, game, position, &line, &options)?;
    }
    Ok(())
}

/// Fails if the options in a line are not those that are stored for the position. Their order does not matter.
pub(crate) fn same_options(
    runner: &Runner,
    game: &Interned,
    position: u32,
    line: &str,
    options: &[line::Named<'_>],
) -> Result<(), RulesError> {
    let texts = |parts| -> Vec<&str> { Iterator::map(parts, |part| game.text(part)).collect() };
    let mut before: Vec<Vec<&str>> = game.options(position).map(texts).collect();
    let first: Vec<String> = before.iter().map(|parts| parts.join(" + ")).collect();
    let mut now: Vec<&[&str]> = options.iter().map(|(_, parts)| &parts[..]).collect();
    before.sort_unstable();
    now.sort_unstable();
    if before == now {
        return Ok(());
    }
    let (first, second) = (shown(&first.join(" ; ")), shown(line));
    let what = format!("asked twice, two answers: {first:?}, then {second:?}");
    Err(runner.wrong_about(MOVES, game.text(position), &what))
}
