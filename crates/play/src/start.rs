//! Random positions to begin a game from.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_game::generate::Random;
use grundy_game::sum::Sum;
use grundy_game::{Claimant, Draw, Game, Outcome, Position, Progress, Reduction};

use crate::error::Result;
use crate::game::Player;
use crate::players::Seats;

/// The extents of drawn positions that are tried, in this order: some codes have few moves in heaps of ten stones.
const EXTENTS: [u64; 4] = [10, 3, 5, 25];
/// The numbers of their parts that are tried: games of one part have no position with three.
const PARTS: [u64; 3] = [3, 2, 1];
/// The number of stones and of moves of a drawn position up to which a person sees it as a whole,
const PIECES: usize = 12;
/// and the number of moves from which it is a game.
const MOVES: usize = 3;
/// The number of positions that are drawn of each extent and number of parts, until one is suitable.
const DRAWN: u64 = 300;
/// The same of a rules program, which is started for each of them.
const DRAWN_BY_PROGRAM: usize = 8;
/// A game that draws nothing itself has a position chosen from at most this many sizes beyond the smallest.
const SIZES: u32 = 6;
/// The largest number of positions that are solved for the choice, so that it takes at most about a second. The smallest
/// size may have more.
const SOLVED: u64 = 2000;

/// Returns the given position to begin a game from, or draws one that is small and that the person can win: `seats` says
/// who begins.
pub fn start(
    given: Option<&Sum>,
    game: &dyn Game,
    seats: Seats,
    random: &mut Random,
) -> Result<Sum> {
    if let Some(position) = given {
        return Ok(position.clone());
    }
    let (seed, first) = (random.between(0, u64::MAX), random.below(1 << 16));
    let is_wanted = seats.is_person(Player::First);
    let (extents, most) = match game.about().claimant {
        Claimant::ClosedForm => (&EXTENTS[..], usize::MAX),
        Claimant::Claim => (&EXTENTS[..1], DRAWN_BY_PROGRAM),
    };
    let sizes = extents.iter().flat_map(|&m| PARTS.map(|n| (m, n)));
    // Of each size positions are drawn until one cannot be drawn.
    let drawn = sizes.flat_map(|(m, n)| {
        let order = Draw { m, n, seed };
        (first..first + DRAWN).map_while(move |number| game.drawn(&order, number).ok())
    });
    // The first suitable position, or else one with the least that is wrong with it.
    let mut best: Option<(usize, Arc<dyn Position>)> = None;
    for position in drawn.take(most) {
        let fault = fault(&*position, is_wanted);
        if best.as_ref().is_none_or(|(least, _)| fault < *least) {
            best = Some((fault, position));
        }
        if fault == 0 {
            break;
        }
    }
    match best {
        Some((_, position)) => Ok(position.into()),
        None => one_of_the_listed(game, is_wanted, random),
    }
}

/// Returns how far a position is from a small one with some moves that the person can win; `is_wanted` says whether the
/// player to move has to win for that.
fn fault(position: &dyn Position, is_wanted: bool) -> usize {
    /// The fault of a position that is over or that the person cannot win.
    const UNFIT: usize = 1000;
    let Ok(names) = position.names() else {
        return 3 * UNFIT;
    };
    if names.is_empty() {
        return 2 * UNFIT;
    }
    let wins = names
        .iter()
        .any(|(_, outcome)| *outcome == Some(Outcome::P));
    let reduction = position.reduction();
    let row = reduction.as_ref().map_or(&[][..], Reduction::numbers);
    let stones: u64 = row.iter().sum();
    let excess = |number: usize| number.saturating_sub(PIECES);
    let missing = MOVES.saturating_sub(names.len());
    // An empty heap is nothing to play with; an empty step of a staircase is.
    let empty = match reduction {
        Some(Reduction::Heaps { heaps, .. }) => heaps.iter().filter(|&&heap| heap == 0).count(),
        _ => 0,
    };
    let unfit = if wins == is_wanted { 0 } else { UNFIT } + UNFIT * empty;
    excess(stones as usize) + excess(names.len()) + PIECES * missing + unfit
}

/// Chooses one of the larger positions among those of the smallest sizes, if possible one that the person can win.
fn one_of_the_listed(game: &dyn Game, is_wanted: bool, random: &mut Random) -> Result<Sum> {
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
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let solved = game.values(up_to, &mut watch, &mut |evaluated| {
            if evaluated.known.remoteness != Some(0) {
                with_moves.push((evaluated.position, evaluated.known.wins() == is_wanted));
            }
            ControlFlow::Continue(())
        });
        if are_many {
            break;
        }
        solved?;
        positions = with_moves;
    }
    let larger = &positions[positions.len() / 2..];
    let is_fit = |(_, is_fit): &&(String, bool)| *is_fit;
    let choices: [Vec<_>; 3] = [
        larger.iter().filter(is_fit).collect(),
        positions.iter().filter(is_fit).collect(),
        larger.iter().collect(),
    ];
    let choices = choices.iter().find(|choices| !choices.is_empty());
    let chosen = choices.and_then(|choices| random.choose(choices));
    let none = || "the game has no small position with a move to begin with".to_owned();
    let (text, _) = chosen.ok_or_else(none)?;
    Ok(Sum::read(game, text.as_bytes())?)
}
