//! A program as the opponent.

use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context as _, Result};
use grundy_games::Starts;
use grundy_judge::interactive::{InteractivePlan, Partner};
use grundy_judge::plan::JudgePlan;
use grundy_judge::task::Task;
use grundy_sandbox::Launcher;

use crate::play::game::Match;
use crate::play::player::Player;
use crate::{interrupt, programs};

/// The longest time of the program for a move, and for all of its moves before it again.
const TIME: Duration = Duration::from_secs(10);

/// The opponents of this process that are programs: one for each seat.
static OPPONENTS: OnceLock<[Partner; 2]> = OnceLock::new();

/// Lets a command play in place of the built-in opponent.
pub fn seat(command: &str, launcher: &Launcher) -> Result<()> {
    let words = shlex::split(command).with_context(|| {
        format!("--opponent: a quote is not closed, or a backslash ends it: {command}")
    })?;
    let words: Vec<_> = words.into_iter().map(Into::into).collect();
    let program = programs::program(&words).context("--opponent is empty")?;
    let partner = |starts| {
        let mut judge = JudgePlan::new(program.clone(), launcher.clone());
        judge.limits = programs::limits(TIME);
        let plan = InteractivePlan {
            judge,
            starts: Some(starts),
            turn: None,
            saved: Vec::new(),
        };
        Ok::<_, anyhow::Error>(Partner::start(plan)?)
    };
    let opponents = [partner(Starts::Program)?, partner(Starts::Judge)?];
    _ = OPPONENTS.set(opponents);
    Ok(())
}

/// Returns whether a program plays in place of the built-in opponent.
pub fn is_seated() -> bool {
    OPPONENTS.get().is_some()
}

/// Returns the index of the move that the program makes; `None` when no program plays or the game is over.
pub fn choose(game: &Match) -> Result<Option<usize>> {
    let Some([first, second]) = OPPONENTS.get() else {
        return Ok(None);
    };
    if game.winner().is_some() {
        return Ok(None);
    }
    let partner = match game.to_move() {
        Player::First => first,
        Player::Second => second,
    };
    let [start] = &game.start().parts[..] else {
        anyhow::bail!("a program plays from a single position");
    };
    let moves: Vec<&str> = game.turns.iter().map(|turn| turn.name.as_str()).collect();
    let task = Task::original(&*game.game);
    let name = partner.next_move(&task, start, &moves, interrupt::stop())?;
    let at = game.now.named(&name);
    at.with_context(|| format!("the program: {name} is no legal move"))
        .map(Some)
}
