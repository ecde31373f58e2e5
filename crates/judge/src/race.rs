//! Several programs on the same inputs, by turns.
//!
//! Times that are taken one after the other drift with the machine; so every round runs each program
//! once, and the rounds begin with another program each time. A program's answers are checked on every
//! run: one that answers wrongly has no time.

use crate::JudgeError;
use crate::batch::{of_move, verdict};
use crate::task::Task;
use crate::tests::{Order, orders};
use crate::verdict::Verdict;
use grundy_games::{Case, Game};
use grundy_sandbox::{Isolation, Launcher, Limits, Program, Sandbox};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A program in a race.
#[derive(Clone, Debug)]
pub struct Racer {
    /// What it is called.
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
pub struct Plan {
    /// The programs.
    pub racers: Vec<Racer>,
    /// How sandboxes are started.
    pub launcher: Launcher,
    /// What a program may use on one input.
    pub limits: Limits,
    /// How many times each program is run on each input, after once without a clock; at least 1.
    pub samples: u32,
    /// What the inputs are drawn from.
    pub seed: u64,
}

/// What came of one input.
#[derive(Clone, Debug)]
pub struct Heat {
    /// The shape of the input, which is the workload's name.
    pub workload: &'static str,
    /// The game's own measure of extent.
    pub m: u64,
    /// The number of pawns, heaps, steps or piles.
    pub n: u64,
    /// What it was drawn from.
    pub seed: u64,
    /// Its size in bytes.
    pub input_bytes: u64,
    /// The answer in the game's words, without the end of the line.
    pub answer: String,
    /// For each program its times by the clock, or the first verdict that was not `accepted`.
    pub times: Vec<Result<Vec<Duration>, Verdict>>,
}

/// A game with a single shape is raced on so many inputs of it.
const OF_ONE: usize = 5;

/// The inputs of a race: every shape of the game with the most demanding sizes of the original task, and
/// where there is a single shape some inputs of that. How many there are is known only when they are made;
/// at most so many.
pub fn workloads(game: &dyn Game) -> usize {
    match game.about().shapes.len() {
        1 => OF_ONE,
        shapes => shapes,
    }
}

/// Runs the programs on one input after another, and hands on what came of each.
///
/// # Errors
/// When a program cannot be started, there is no input, the sandbox fails, or `stop` becomes true.
pub fn race(
    task: &Task<'_>,
    plan: &Plan,
    stop: &AtomicBool,
    mut heat: impl FnMut(Heat),
) -> Result<(), JudgeError> {
    let mut sandboxes = Vec::new();
    for racer in &plan.racers {
        let (launcher, limits) = (&plan.launcher, plan.limits);
        sandboxes.push(Sandbox::start(
            launcher,
            &racer.program,
            limits,
            Isolation::Namespace,
        )?);
    }
    task.has_answers(plan.seed, None)?;
    let shapes = task.game.about().shapes.len().max(1);
    let rounds = (workloads(task.game) / shapes) as u64;
    let seeds = (0..rounds).map(|round| plan.seed.wrapping_add(round));
    let mut inputs = HashSet::new();
    for order in seeds.flat_map(|seed| orders(task, seed).take(shapes)) {
        if let Some(case) = order.make(task)?
            && inputs.insert(case.input.clone())
        {
            heat(run(task, plan, &order, &case, &mut sandboxes, stop)?);
        }
    }
    if inputs.is_empty() {
        return Err(JudgeError::no_tests(task.game, None)?);
    }
    Ok(())
}

fn run(
    task: &Task<'_>,
    plan: &Plan,
    order: &Order,
    case: &Case,
    sandboxes: &mut [Sandbox],
    stop: &AtomicBool,
) -> Result<Heat, JudgeError> {
    let mut times: Vec<Result<Vec<Duration>, Verdict>> = vec![Ok(Vec::new()); sandboxes.len()];
    let games_answer = task.in_game_words(&case.answer);
    for round in 0..=plan.samples as usize {
        for turn in 0..sandboxes.len() {
            let i = (round + turn) % sandboxes.len();
            let Ok(samples) = &mut times[i] else {
                continue;
            };
            let run = sandboxes[i].run(case.input.as_bytes(), stop)?;
            let prints = plan.racers[i].prints;
            let (form, answer) = match prints {
                Prints::GamesAnswer => (task.game.about().answers.clone(), &games_answer),
                _ => (task.answer_form(), &case.answer),
            };
            let verdict = verdict(&form, &sandboxes[i], &run, answer)?;
            let verdict = match of_move(task, &form, case.position(), verdict)? {
                Verdict::WrongAnswer { .. } | Verdict::Malformed { .. }
                    if prints == Prints::Anything =>
                {
                    Verdict::Accepted
                }
                Verdict::NotStarted { why } => {
                    let why = format!("{}: {why}", plan.racers[i].name);
                    return Err(JudgeError::NotStarted { why });
                }
                verdict => verdict,
            };
            // The first round fills caches.
            match verdict {
                Verdict::Accepted if round == 0 => {}
                Verdict::Accepted => samples.push(run.wall),
                verdict => times[i] = Err(verdict),
            }
        }
    }
    Ok(Heat {
        workload: order.shape,
        m: order.m,
        n: order.n,
        seed: order.seed,
        input_bytes: case.input.len() as u64,
        answer: games_answer.trim_end().to_owned(),
        times,
    })
}
