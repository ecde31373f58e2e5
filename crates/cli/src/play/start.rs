//! Random positions to begin a game from.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use grundy_games::generate::Random;
use grundy_games::{Draw, Error, Failed, Game, Progress};

use crate::play::{PlayError, PositionSum};

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
///
/// # Errors
/// When the game fails, or has no position.
pub(crate) fn random_start(game: &dyn Game, random: &mut Random) -> Result<PositionSum, PlayError> {
    let seed = random.between(0, u64::MAX);
    let number = random.below(1 << 16);
    for n in PARTS {
        let order = Draw { m: EXTENT, n, seed };
        if let Ok(position) = game.drawn(&order, number) {
            return Ok(position.into());
        }
    }
    let smallest = game.about().smallest;
    let mut up_to = reasonable_size(game)?;
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
    match positions.get(chosen) {
        Some(text) => PositionSum::read(game, text.as_bytes()),
        None => {
            let why = format!("no position up to size {up_to} to begin with");
            Err(Error::from(Failed(why)).into())
        }
    }
}

/// Returns the last [`POSITIONS`] positions up to a size that have a move; `None` when more than `most` positions have to
/// be solved for that.
fn positions_with_moves(
    game: &dyn Game,
    up_to: u32,
    most: u64,
) -> Result<Option<VecDeque<String>>, PlayError> {
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

/// Returns the largest size up to which the game has at most [`POSITIONS`] positions, within the sizes of a sweep.
fn reasonable_size(game: &dyn Game) -> Result<u32, PlayError> {
    let about = game.about();
    let last = about.smallest.saturating_add(SIZES).min(about.sweep_to);
    let mut all = 0;
    for size in about.smallest..=last {
        all += game.positions(size)?;
        if all > POSITIONS as u64 {
            return Ok(size.saturating_sub(1).max(about.smallest));
        }
    }
    Ok(last)
}
