//! Finds all reachable positions: sends positions to the program in batches and adds the options that it returns.
//!
//! Several processes work on batches in parallel while the options of earlier batches are added. Batches are added
//! in the order in which they were sent, so that the numbers of positions, and with them all results, do not depend
//! on the number of processes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::{Progress, Watch};
use grundy_brute::interned::{Interned, InternedError, OptionLists};

use crate::rules::error::RulesError;
use crate::rules::line;
use crate::rules::program::{Runner, input};

/// The verb.
const MOVES: &[&str] = &["moves"];
/// The number of positions in the first batch. Each batch may have at most `GROWTH` times as many as the one
/// before.
pub(crate) const FIRST: u32 = 64;
const GROWTH: u32 = 4;
/// The intended upper bounds of the time and of the answer's bytes for a batch, so that results arrive steadily and
/// little memory is used.
const LONG: Duration = Duration::from_millis(400);
const LARGE: u64 = 4 << 20;
/// At least one of this many positions is asked again.
const SAMPLED: u32 = 64;
/// The least and the largest number of positions to ask again. There may be fewer, if there are fewer positions or
/// if their answers are long.
const SAMPLE: Range<u32> = 64..4096;

/// A batch for a worker.
struct Job {
    number: usize,
    positions: u32,
    input: String,
}

struct Done {
    number: usize,
    positions: u32,
    answer: Result<Answer, RulesError>,
}

/// The program's answer to a batch.
struct Answer {
    options: OptionLists,
    bytes: u64,
    took: Duration,
}

/// Finds the options of every position without an answer and of all positions reachable from those, asks for some
/// options a second time, and solves all positions.
pub(crate) fn close(
    runner: &Runner,
    game: &mut Interned,
    watch: Watch<'_>,
) -> Result<(), RulesError> {
    let first = game.unanswered().start;
    if game.unanswered().is_empty() {
        return Ok(());
    }
    let jobs = runner.settings().jobs.max(1);
    let (to_workers, from_us) = channel::<Job>();
    let (to_us, from_workers) = channel::<Done>();
    let from_us = Mutex::new(from_us);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (from_us, to_us, is_over) = (&from_us, to_us.clone(), &is_over);
            scope.spawn(move || work(runner, from_us, &to_us, is_over));
        }
        drop(to_us);
        let result = ask(runner, game, jobs, &to_workers, &from_workers, watch);
        // The workers end when no jobs are left. After an error their remaining results are not needed.
        is_over.store(true, Ordering::Relaxed);
        drop(to_workers);
        result
    })?;
    ask_again(runner, game, first)?;
    game.solve()
        .map_err(|error| RulesError::unsolved(runner.name(), &error))
}

/// Runs the program on batches until there are no more.
fn work(runner: &Runner, jobs: &Mutex<Receiver<Job>>, done: &Sender<Done>, is_over: &AtomicBool) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job {
            number,
            positions,
            input,
        }) = job
        else {
            return;
        };
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        let answer = runner.ask(MOVES, &input).and_then(|(text, took)| {
            Ok(Answer {
                options: read(runner, &input, &text)?,
                bytes: text.len() as u64,
                took,
            })
        });
        if done
            .send(Done {
                number,
                positions,
                answer,
            })
            .is_err()
        {
            return;
        }
    }
}

fn ask(
    runner: &Runner,
    game: &mut Interned,
    jobs: usize,
    to_workers: &Sender<Job>,
    from_workers: &Receiver<Done>,
    watch: Watch<'_>,
) -> Result<(), RulesError> {
    let mut asked = game.unanswered().start;
    let mut batch = FIRST;
    // `out` is the number of the next job to send and `back` that of the next job to add; `early` holds finished
    // jobs with larger numbers.
    let (mut out, mut back) = (0, 0);
    let mut early: BTreeMap<usize, Done> = BTreeMap::new();
    loop {
        // One job more than there are workers, so that a worker never waits.
        while out - back <= jobs && asked < game.positions() {
            let positions = asked..game.positions().min(asked.saturating_add(batch));
            asked = positions.end;
            let mut input = String::new();
            for position in positions.clone() {
                input.push_str(game.text(position));
                input.push('\n');
            }
            let job = Job {
                number: out,
                positions: positions.len() as u32,
                input,
            };
            if to_workers.send(job).is_err() {
                break;
            }
            out += 1;
        }
        if out == back {
            return Ok(());
        }
        let Some(done) = early.remove(&back).or_else(|| from_workers.recv().ok()) else {
            // Every worker has ended, although jobs are left.
            return Err(RulesError::Stopped);
        };
        if done.number != back {
            early.insert(done.number, done);
            continue;
        }
        back += 1;
        let answer = done.answer?;
        batch = next_batch(runner, batch, done.positions, answer.bytes, answer.took);
        game.answer(&answer.options)
            .map_err(|error| RulesError::unsolved(runner.name(), &error))?;
        let progress = Progress {
            boards: game.unanswered().start.into(),
            of: game.positions().into(),
        };
        if watch(progress).is_break() {
            return Err(RulesError::Stopped);
        }
    }
}

/// Returns the number of positions for the next batch, after a batch of `positions` took `took` and returned
/// `bytes` bytes.
///
/// The time to start the program does not depend on the positions. If it is long, batches become so large that it
/// hardly matters, but stay far from the time limit.
pub(crate) fn next_batch(
    runner: &Runner,
    batch: u32,
    positions: u32,
    bytes: u64,
    took: Duration,
) -> u32 {
    let share = |full: f64, used: f64| f64::from(positions) * full / used;
    let start = runner.start();
    let long = LONG
        .max(start.saturating_mul(10))
        .min(runner.settings().time / 4);
    let used = took.saturating_sub(start).as_secs_f64();
    let by_time = share(long.as_secs_f64(), used.max(1e-6));
    let by_bytes = share(LARGE as f64, bytes.max(1) as f64);
    let most = f64::from(batch.saturating_mul(GROWTH));
    (by_time.min(by_bytes).min(most) as u32)
        .max(batch / 2)
        .max(1)
}

/// Parses the options of the positions in `input`.
fn read(runner: &Runner, input: &str, text: &str) -> Result<OptionLists, RulesError> {
    enum Wrong {
        Line(String),
        Game(InternedError),
    }
    impl From<String> for Wrong {
        fn from(what: String) -> Self {
            Self::Line(what)
        }
    }
    let mut answers = OptionLists::default();
    let mut positions = input.lines();
    for line in text.lines() {
        let Some(position) = positions.next() else {
            break;
        };
        let read = line::options(line, |_, parts| answers.option(parts).map_err(Wrong::Game));
        read.map_err(|wrong| match wrong {
            Wrong::Game(error) => RulesError::unsolved(runner.name(), &error),
            Wrong::Line(what) => runner.wrong_line(MOVES, answers.len() + 1, Some(position), &what),
        })?;
        answers.end();
    }
    let positions: Vec<&str> = input.lines().collect();
    runner.lines(MOVES, &positions, text)?;
    Ok(answers)
}

/// Asks again for the options of some positions from `first` on, the last ones first, and fails if an answer
/// differs from the first one.
fn ask_again(runner: &Runner, game: &Interned, first: u32) -> Result<(), RulesError> {
    let positions = game.positions() - first;
    let sampled = (positions / SAMPLED)
        .clamp(SAMPLE.start, SAMPLE.end)
        .min(positions);
    // Fewer positions if they have many options, so that the answer fits into one batch.
    let bytes = |position: u32| {
        game.options(position)
            .flatten()
            .map(|part| game.text(part).len() as u64 + 3)
    };
    let mut left = LARGE;
    let mut sample = Vec::new();
    for i in (0..sampled).rev() {
        // The sample is spread over all positions at irregular distances.
        let step = f64::from(positions) / f64::from(sampled);
        let scattered = f64::from(i.wrapping_mul(0x9e37_79b9) >> 8) / f64::from(1 << 24);
        let position = first + ((f64::from(i) + scattered) * step) as u32;
        let takes = bytes(position).sum();
        if sample.is_empty() || takes <= left {
            left = left.saturating_sub(takes);
            sample.push(position);
        }
    }
    let texts: Vec<&str> = sample.iter().map(|&position| game.text(position)).collect();
    let (answer, _) = runner.ask(MOVES, &input(&texts))?;
    let lines = runner.lines(MOVES, &texts, &answer)?;
    for (position, line) in sample.into_iter().zip(lines) {
        let mut before: Vec<Vec<&str>> = Vec::new();
        before.extend(
            game.options(position)
                .map(|parts| parts.map(|part| game.text(part)).collect()),
        );
        let options = line::named(line).unwrap_or_default().into_iter();
        let mut now: Vec<Vec<&str>> = options.map(|(_, parts)| parts).collect();
        let first_answer: Vec<String> = before.iter().map(|parts| parts.join(" + ")).collect();
        before.sort_unstable();
        now.sort_unstable();
        if before != now {
            let answers = [&*first_answer.join(" ; "), line];
            return Err(RulesError::changed(
                runner.name(),
                game.text(position),
                answers,
            ));
        }
    }
    Ok(())
}
