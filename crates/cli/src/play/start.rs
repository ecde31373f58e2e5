//! Random positions to begin a game from.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use anyhow::{Context as _, Result};
use grundy_games::generate::Random;
use grundy_games::{Draw, Error, Game, Progress};

use crate::play::sum::PositionSum;

/// The extent of a drawn position.
const EXTENT: u64 = 12;
/// The numbers of its parts that are tried, in this order: games of one part have no position with five.
const PARTS: [u64; 3] = [5, 2, 1];
/// A game that draws nothing itself has a position chosen from at most this many sizes beyond the smallest,
const SIZES: u32 = 6;
/// and from at most this many positions.
const POSITIONS: usize = 2000;
/// The largest number of positions that are solved for the choice, so that it takes at most about a second. The smallest
/// size may have more.
const SOLVED: u64 = 5000;

/// Draws a position to begin a game from.
pub fn random_start(game: &dyn Game, random: &mut Random) -> Result<PositionSum> {
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
    let mut up_to = smallest;
    let mut listed = game.positions(smallest)?;
    while up_to < last && listed <= POSITIONS as u64 {
        up_to += 1;
        listed += game.positions(up_to)?;
    }
    if listed > POSITIONS as u64 && up_to > smallest {
        up_to -= 1;
    }
    let positions = loop {
        let most = if up_to > smallest { SOLVED } else { u64::MAX };
        match positions_with_moves(game, up_to, most)? {
            Some(positions) => break positions,
            None => up_to = u32::midpoint(smallest, up_to),
        }
    };
    // The larger half of them.
    let half = positions.len() / 2;
    let chosen = half + random.below((positions.len() - half) as u64) as usize;
    let text = positions.get(chosen);
    let text = text.with_context(|| format!("no position up to size {up_to} to begin with"))?;
    PositionSum::of(game.read(text.as_bytes())?)
}

/// Returns the last [`POSITIONS`] positions up to a size that have a move; `None` when more than `most` positions have to
/// be solved for that.
fn positions_with_moves(
    game: &dyn Game,
    up_to: u32,
    most: u64,
) -> Result<Option<VecDeque<String>>, Error> {
    let mut positions = VecDeque::new();
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
            positions.push_back(evaluated.position);
        }
        if positions.len() > POSITIONS {
            positions.pop_front();
        }
        ControlFlow::Continue(())
    });
    if are_many {
        return Ok(None);
    }
    solved?;
    Ok(Some(positions))
}
