//! Several programs on the same inputs, by turns.
//!
//! The speed of a machine drifts; so every round runs each program once, and each round begins with another program.
//! A program's answers are checked on every run: one that answers wrongly has no time.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use grundy_game::sum::one_line;
use grundy_game::{Case, Game, Request};
use grundy_records::benchmark::BenchCase;
use grundy_records::statistics::Summary;
use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use serde::Serialize;

use crate::JudgeError;
use crate::cases;
use crate::runner::run_case;
use crate::task::{Task, if_any};
use crate::verdict::Verdict;

/// A program in a race.
#[derive(Clone, Debug)]
pub struct Racer {
    /// Its name.
    pub name: String,
    /// The program.
    pub program: Program,
    /// What it prints.
    pub prints: Prints,
}

/// What a program in a race prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prints {
    /// The answer in the words of the task.
    Answer,
    /// The answer in the words of the game.
    GamesAnswer,
    /// Something else, as `cat` does: it only has to end well.
    Anything,
}

/// What to run.
#[derive(Clone, Debug)]
pub struct RacePlan {
    /// The programs.
    pub racers: Vec<Racer>,
    /// How sandboxes are started.
    pub launcher: Launcher,
    /// What a program may use on one input.
    pub limits: Limits,
    /// How many times each program is timed on each input, after one run that is not timed; at least 1.
    pub samples: u32,
    /// What the inputs are drawn from.
    pub seed: u64,
}

/// What came of one input.
#[derive(Clone, Debug, Serialize)]
pub struct Heat {
    /// The input, whose workload is its shape, and the answer in the game's words, on one line.
    #[serde(flatten)]
    pub case: BenchCase,
    /// What came of each program.
    pub programs: Vec<Raced>,
}

/// A program's times on one input by the clock, or the verdict that it has instead of them.
#[derive(Clone, Debug, Serialize)]
pub struct Raced {
    /// The program's name.
    pub name: String,
    /// The first verdict that was not `accepted`.
    pub verdict: Option<Verdict>,
    /// The median of the times, in nanoseconds.
    pub median_ns: Option<f64>,
    /// Their median absolute deviation, in nanoseconds.
    pub mad_ns: Option<f64>,
    /// What else is known of them.
    #[serde(skip)]
    pub times: Option<Summary>,
}

/// The number of inputs of a game with a single shape.
const OF_ONE: usize = 5;

/// Returns the largest number of inputs of a race: every shape of the game with the most demanding sizes of the
/// original task, and where there is a single shape some inputs of that.
pub fn workloads(game: &dyn Game) -> usize {
    match game.about().shapes.len() {
        1 => OF_ONE,
        shapes => shapes,
    }
}

/// Runs the programs on one input after another, and calls `heat` with what came of each.
///
/// # Errors
/// When a program cannot be started, there is no input, the sandbox fails, or `stop` becomes true.
pub fn race(
    task: &Task<'_>,
    plan: &RacePlan,
    stop: &AtomicBool,
    mut heat: impl FnMut(Heat),
) -> Result<(), JudgeError> {
    let start = |racer: &Racer| {
        let strongest = Isolation::Namespace;
        Sandbox::start(&plan.launcher, &racer.program, plan.limits, strongest)
    };
    let sandboxes = plan.racers.iter().map(start);
    let mut sandboxes = sandboxes.collect::<Result<Vec<_>, _>>()?;
    task.has_answers(plan.seed, None)?;
    let shapes = task.game.about().shapes.len().max(1);
    let rounds = (workloads(task.game) / shapes) as u64;
    // A claimed game may have no position of some shape at the limit itself: then one near it takes its place.
    let per_round = if task.is_claimed() {
        usize::MAX
    } else {
        shapes
    };
    let seeds = (0..rounds).map(|round| plan.seed.wrapping_add(round));
    let requests = seeds.flat_map(|seed| cases::limits(task, seed).take(per_round));
    let requests: Vec<Request<'static>> = requests.collect();
    let (mut inputs, mut raced) = (HashSet::new(), HashSet::new());
    for requests in requests.chunks(shapes) {
        let is_open = |input: &&Request<'_>| !task.is_claimed() || !raced.contains(input.shape);
        let open: Vec<Request<'static>> = requests.iter().filter(is_open).copied().collect();
        task.game.draw_ahead(&open)?;
        for input in open {
            let drawn = if_any(task.game.about().cases.draw(task.game, &input))?;
            let case = drawn.map(|positions| Task::original(task.game).case(&positions));
            if let Some(case) = case.transpose()?
                && inputs.insert(case.input.clone())
            {
                raced.insert(input.shape);
                heat(run(task, plan, input, &case, &mut sandboxes, stop)?);
            }
        }
    }
    if inputs.is_empty() {
        return Err(task.no_tests());
    }
    Ok(())
}

fn run(
    task: &Task<'_>,
    plan: &RacePlan,
    input: Request<'static>,
    games_case: &Case,
    sandboxes: &mut [Sandbox],
    stop: &AtomicBool,
) -> Result<Heat, JudgeError> {
    let mut times: Vec<Result<Vec<f64>, Verdict>> = vec![Ok(Vec::new()); sandboxes.len()];
    let original = &Task::original(task.game);
    let task_case = task.in_our_words(games_case.clone());
    for round in 0..=plan.samples as usize {
        for turn in 0..sandboxes.len() {
            let i = (round + turn) % sandboxes.len();
            let Ok(samples) = &mut times[i] else {
                continue;
            };
            let Racer { name, prints, .. } = &plan.racers[i];
            let (task, case) = match prints {
                Prints::GamesAnswer => (original, games_case),
                Prints::Answer | Prints::Anything => (task, &task_case),
            };
            let run = run_case(task, &mut sandboxes[i], case, stop);
            let (run, verdict) = run.map_err(|error| match error {
                JudgeError::NotStarted(why) => JudgeError::NotStarted(format!("{name}: {why}")),
                error => error,
            })?;
            let may_print = *prints == Prints::Anything && verdict.is_about_an_answer();
            if !verdict.is_accepted() && !may_print {
                times[i] = Err(verdict);
            } else if round > 0 {
                // The first round fills caches.
                samples.push(run.wall.as_secs_f64() * 1e9);
            }
        }
    }
    let programs = plan.racers.iter().zip(times);
    let programs = programs.map(|(racer, times)| {
        let verdict = times.as_ref().err().cloned();
        let times = times.ok().map(|times| Summary::of(&times)).transpose();
        let times = times.map_err(|error| JudgeError::Task(error.to_string()))?;
        Ok::<_, JudgeError>(Raced {
            name: racer.name.clone(),
            verdict,
            median_ns: times.map(|times| times.median),
            mad_ns: times.map(|times| times.mad),
            times,
        })
    });
    Ok(Heat {
        case: BenchCase {
            game: task.game.about().name.to_string(),
            workload: input.shape.to_owned(),
            m: Some(input.m),
            n: input.n,
            seed: input.seed,
            input_bytes: games_case.input.len() as u64,
            answer: one_line(&games_case.answer),
        },
        programs: programs.collect::<Result<_, _>>()?,
    })
}
