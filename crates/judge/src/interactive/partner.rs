//! A program that plays against a person.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use grundy_game::sum::{Sum, Values};
use grundy_game::{Game, Starts};
use grundy_sandbox::{End, Isolation, Launcher, Limits, Program, Sandbox};

use crate::JudgeError;
use crate::interactive::game::Table;
use crate::task::Task;

/// A program that makes moves for a caller. It is started for each of its moves, and told all moves before it, so that the
/// caller may take moves back.
#[derive(Debug)]
pub struct Partner {
    limits: Limits,
    sandbox: Mutex<Sandbox>,
}

impl Partner {
    /// Starts a sandbox for a program, with these limits for a move and all of its moves before it, and the program once.
    ///
    /// # Errors
    /// When the sandbox or the program cannot be started.
    pub fn start(
        launcher: &Launcher,
        program: &Program,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<Self, JudgeError> {
        let mut sandbox = Sandbox::start(launcher, program, limits, Isolation::Namespace)?;
        if let End::NotStarted(why) = sandbox.dialogue(limits.wall, stop)?.end()?.end {
            return Err(JudgeError::NotStarted(why));
        }
        let sandbox = Mutex::new(sandbox);
        Ok(Self { limits, sandbox })
    }

    /// Returns the name of the move that the program makes after these moves of both players, by their names.
    ///
    /// # Errors
    /// When the program makes no legal move, or other moves than it did before, and when the sandbox or the game fails.
    pub fn next_move(
        &self,
        game: &dyn Game,
        start: &Sum,
        moves: &[&str],
        stop: &AtomicBool,
    ) -> Result<String, JudgeError> {
        if start.position().is_none() {
            Err("a program plays from a single position".to_owned())?;
        }
        // It is the program's turn.
        let is_first = moves.len().is_multiple_of(2);
        let table = Table {
            task: &Task::original(game),
            values: &Values::of(game),
            starts: if is_first {
                &Starts::Program
            } else {
                &Starts::Judge
            },
            turn: self.limits.wall,
            cpu: self.limits.cpu,
            stop,
        };
        let mut sandbox = self.sandbox.lock().unwrap_or_else(PoisonError::into_inner);
        let played = table.play(&mut sandbox, start, moves.len() + 1, &mut |game| {
            let name = moves.get(game.played.plies.len());
            let mut legal = game.now.moves()?.into_iter();
            let step = legal.find(|step| Some(&*game.now.name(step)) == name.copied());
            step.ok_or_else(other_moves)
        })?;
        let mut now = start.clone();
        let mut names = Vec::new();
        for ply in &played.plies {
            let step = now.played(&ply.line)?.ok_or_else(other_moves)?;
            names.push(now.name(&step));
            now = now.after(&step);
        }
        if names.iter().zip(moves).any(|(made, before)| made != before) {
            return Err(other_moves());
        }
        let made = names.pop().filter(|_| names.len() == moves.len());
        Ok(made.ok_or_else(|| format!("the program: {}", played.verdict))?)
    }
}

fn other_moves() -> JudgeError {
    JudgeError::Task("the program does not make the same moves again".to_owned())
}
