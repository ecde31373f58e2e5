//! Opponents for positions from which not every line can be played.

use std::fmt;

use grundy_game::generate::Random;
use grundy_game::sum::{Step, Sum, Values};
use grundy_game::{Error, Outcome};

use crate::JudgeError;
use crate::interactive::game::Match;

/// The number of moves that an opponent compares.
const COMPARED: usize = 12;
/// After this number of its moves an opponent takes as much as it can, so that the game ends.
const PATIENCE: usize = 1000;

/// How an opponent plays. Each makes a winning move where there is one, except [`Random`](Self::Random) before the
/// program's first mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// It makes the game as long as it can: by the remoteness, and where that is not known, by the least moves.
    Resisting,
    /// It takes as little as it can.
    Least,
    /// It takes as much as it can.
    Most,
    /// It leads to positions from which the fewest moves win.
    Narrow,
    /// It draws its moves.
    Random,
}

impl Opponent {
    /// All opponents.
    pub const ALL: [Self; 5] = [
        Self::Resisting,
        Self::Least,
        Self::Most,
        Self::Narrow,
        Self::Random,
    ];

    /// Returns the move that it makes.
    pub(crate) fn reply(
        self,
        values: &Values,
        game: &Match,
        random: &mut Random,
    ) -> Result<Step, JudgeError> {
        let state = &game.now;
        let plays_to_win = self != Self::Random || game.mistake.is_some();
        if plays_to_win && values.outcome(state)? != Outcome::P {
            let winning = values.winning(state, COMPARED)?;
            if let Some(step) = any(&winning, random) {
                return Ok(step);
            }
        }
        let is_patient = game.played.plies.len() < 2 * PATIENCE;
        let style = if is_patient { self } else { Self::Most };
        let steps = candidates(state, random, style == Self::Resisting)?;
        let best = match style {
            Self::Random => any(&steps, random),
            Self::Least => least(state, &steps)?,
            Self::Most => steps
                .iter()
                .max_by_key(|step| lowered(state, step))
                .cloned(),
            Self::Narrow => narrowest(values, state, &steps)?,
            Self::Resisting => match longest(values, state, &steps) {
                Some(step) => Some(step),
                None => least(state, &steps)?,
            },
        };
        best.ok_or_else(|| JudgeError::Task(format!("no move from {}", state.text())))
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_ascii_lowercase())
    }
}

fn any(steps: &[Step], random: &mut Random) -> Option<Step> {
    let steps: Vec<&Step> = steps.iter().collect();
    random.choose(&steps).cloned()
}

/// Returns the moves to compare: some at random, or, of a position with few of them, all if `all`.
fn candidates(state: &Sum, random: &mut Random, all: bool) -> Result<Vec<Step>, Error> {
    if all
        && state.text().len() < 100
        && let Some(moves) = state.listed()?
    {
        return Ok(moves);
    }
    let drawn = state.some_moves(COMPARED, random.below(u64::MAX))?;
    if drawn.is_empty() {
        return state.moves();
    }
    Ok(drawn)
}

/// Returns by how much a move lowers the numbers of the position, or as much as is known of that.
fn lowered(state: &Sum, step: &Step) -> i128 {
    match step.taken() {
        Some(taken) if taken > 0 => taken.into(),
        _ => state.total() - state.after(step).total(),
    }
}

/// Returns the move that takes least. One that takes a single piece from the same place is not among drawn ones with large
/// numbers, so it is looked for.
fn least(state: &Sum, steps: &[Step]) -> Result<Option<Step>, Error> {
    let Some(least) = steps.iter().min_by_key(|step| lowered(state, step)) else {
        return Ok(None);
    };
    if least.taken().is_some_and(|taken| taken > 1)
        && let Some((place, _)) = state.line(least).split_once(' ')
        && let Some(single) = state.played(&format!("{place} 1"))?
        && single.taken() == Some(1)
    {
        return Ok(Some(single));
    }
    Ok(Some(least.clone()))
}

/// Returns the move after which the game lasts longest by the remoteness; `None` where that is not known of all.
fn longest(values: &Values, state: &Sum, steps: &[Step]) -> Option<Step> {
    let remoteness = |step: &Step| values.remoteness(&state.after(step));
    let known = steps.iter().map(|step| Some((remoteness(step)?, step)));
    let known: Vec<(u64, &Step)> = known.collect::<Option<_>>()?;
    let longest = known
        .into_iter()
        .max_by_key(|(remoteness, _)| *remoteness)?;
    Some(longest.1.clone())
}

/// Returns the move after which the fewest moves of the program win.
fn narrowest(values: &Values, state: &Sum, steps: &[Step]) -> Result<Option<Step>, Error> {
    let winning = |step| Ok((values.winning_moves(&state.after(step))?, step));
    let winning = steps
        .iter()
        .map(winning)
        .collect::<Result<Vec<_>, Error>>()?;
    let fewest = winning.into_iter().min_by_key(|(winning, _)| *winning);
    Ok(fewest.map(|(_, step)| step.clone()))
}
