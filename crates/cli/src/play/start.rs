//! Random positions to begin a game from.

use std::ops::ControlFlow;

use anyhow::{Context as _, Result};
use grundy_games::generate::Random;
use grundy_games::{Draw, Error, Game, Progress};

use crate::play::sum::PositionSum;

/// The extent of a drawn position.
const EXTENT: u64 = 12;
/// The numbers of its parts that are tried, in this order: games of one part have no position with five.
const PARTS: [u64; 3] = [5, 2, 1];
/// A game that draws nothing itself has a position chosen from at most this many sizes beyond the smallest.
const SIZES: u32 = 6;
/// The largest number of positions that are solved for the choice, so that it takes at most about a second. The smallest
/// size may have more.
const SOLVED: u64 = 2000;

/// Returns the given position to begin a game from, or draws one.
pub fn start(
    given: Option<&PositionSum>,
    game: &dyn Game,
    random: &mut Random,
) -> Result<PositionSum> {
    if let Some(position) = given {
        return Ok(position.clone());
    }
    let seed = random.between(0, u64::MAX);
    let number = random.below(1 << 16);
    for n in PARTS {
        let order = Draw { m: EXTENT, n, seed };
        if let Ok(position) = game.drawn(&order, number) {
            return PositionSum::of(vec![position]);
        }
    }
    let smallest = game.about().smallest;
    let last = smallest.saturating_add(SIZES).min(game.about().sweep_to);
    let mut positions = positions_with_moves(game, smallest, u64::MAX)?.unwrap_or_default();
    for up_to in smallest + 1..=last {
        match positions_with_moves(game, up_to, SOLVED)? {
            Some(more) => positions = more,
            None => break,
        }
    }
    let larger: Vec<&String> = positions.iter().skip(positions.len() / 2).collect();
    let chosen = random.choose(&larger);
    let text = chosen.context("the game has no small position with a move to begin with")?;
    PositionSum::of(game.read(text.as_bytes())?)
}

/// Returns the positions up to a size that have a move; `None` when more than `most` positions have to be solved for
/// that.
fn positions_with_moves(
    game: &dyn Game,
    up_to: u32,
    most: u64,
) -> Result<Option<Vec<String>>, Error> {
    let mut positions = Vec::new();
    let mut are_many = false;
    let mut watch = |progress: Progress| {
        are_many = progress.of > most;
        if are_many {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let solved = game.values(up_to, &mut watch, &mut |evaluated| {
        if evaluated.remoteness != Some(0) {
            positions.push(evaluated.position);
        }
        ControlFlow::Continue(())
    });
    if are_many {
        return Ok(None);
    }
    solved?;
    Ok(Some(positions))
}
