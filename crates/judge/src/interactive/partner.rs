//! A program that plays against a person.

use std::sync::{Arc, Mutex, PoisonError};

use grundy_games::Position;
use grundy_sandbox::Sandbox;

use crate::JudgeError;
use crate::interactive::InteractivePlan;
use crate::interactive::game::{Player, Table};
use crate::interactive::state::{State, Values};
use crate::task::Task;

/// A program that makes moves for a caller. It is started for each of its moves, and told all moves before it, so that the
/// caller may take moves back.
#[derive(Debug)]
pub struct Partner {
    plan: InteractivePlan,
    sandbox: Mutex<Sandbox>,
}

impl Partner {
    /// Starts a sandbox for the program of a plan.
    ///
    /// # Errors
    /// When the sandbox cannot be started.
    pub fn start(plan: InteractivePlan) -> Result<Self, JudgeError> {
        let mut sandboxes = plan.judge.sandboxes()?;
        let sandbox = Mutex::new(sandboxes.swap_remove(0));
        Ok(Self { plan, sandbox })
    }

    /// Returns the name of the move that the program makes after these moves of both players, by their names.
    ///
    /// # Errors
    /// When the program makes no legal move, or other moves than it did before, and when the sandbox or the game fails.
    pub fn next_move(
        &self,
        task: &Task<'_>,
        start: &Arc<dyn Position>,
        moves: &[&str],
        stop: &std::sync::atomic::AtomicBool,
    ) -> Result<String, JudgeError> {
        let values = Values::of(task);
        let starts = self.plan.starts.as_ref();
        let table = Table {
            task,
            values: &values,
            starts: starts.unwrap_or(&task.game.about().starts),
            turn: self.plan.turn.unwrap_or(self.plan.judge.limits.wall),
            cpu: self.plan.judge.limits.cpu,
            stop,
        };
        let start = State::new(Arc::clone(start), task.case);
        let mut sandbox = self.sandbox.lock().unwrap_or_else(PoisonError::into_inner);
        let played = table.play(&mut sandbox, &start, moves.len() + 1, &mut |turn| {
            let name = moves.get(turn.plies.len()).copied().unwrap_or_default();
            let step = turn.state.named(name)?;
            step.ok_or_else(|| JudgeError::Task("it is not the turn of the program".to_owned()))
        })?;
        let Some(last) = played.plies.get(moves.len()) else {
            return Err(JudgeError::Task(format!("the program: {}", played.verdict)));
        };
        if last.player == Player::Judge {
            return Err(JudgeError::Task(
                "the program has chosen the other seat".to_owned(),
            ));
        }
        let mut state = start;
        for (ply, name) in played.plies.iter().zip(moves) {
            let step = state.played(&ply.line)?;
            let step = step.filter(|step| state.name(step) == *name);
            let other =
                || JudgeError::Task("the program does not make the same moves again".to_owned());
            state = state.after(&step.ok_or_else(other)?);
        }
        let step = state.played(&last.line)?;
        let name = step.map(|step| state.name(&step));
        name.ok_or_else(|| JudgeError::Task(format!("{} is no legal move", last.line)))
    }
}
