//! Random positions to begin a game from.

use std::ops::ControlFlow;

use anyhow::{Context as _, Result};
use grundy_games::generate::Random;
use grundy_games::{Draw, Game, Progress};

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
            let parts = vec![position];
            return Ok(PositionSum { parts });
        }
    }
    let smallest = game.about().smallest;
    let largest = smallest.saturating_add(SIZES);
    let last = game.about().sweep_to.clamp(smallest, largest);
    let mut positions = Vec::new();
    for up_to in smallest..=last {
        let mut with_moves = Vec::new();
        let mut are_many = false;
        let mut watch = |progress: Progress| {
            are_many = up_to > smallest && progress.of > SOLVED;
            if are_many {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let solved = game.values(up_to, &mut watch, &mut |evaluated| {
            if evaluated.remoteness != Some(0) {
                with_moves.push(evaluated.position);
            }
            ControlFlow::Continue(())
        });
        if are_many {
            break;
        }
        solved?;
        positions = with_moves;
    }
    let larger: Vec<&String> = positions.iter().skip(positions.len() / 2).collect();
    let chosen = random.choose(&larger);
    let text = chosen.context("the game has no small position with a move to begin with")?;
    Ok(PositionSum::read(game, text.as_bytes())?)
}
