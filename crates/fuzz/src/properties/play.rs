//! Properties of play: which moves win, and what moves lead to.

use grundy_brute::{Memo, Rules};
use grundy_core::Outcome;
use grundy_game::closure::{Choose, follow};
use grundy_game::{Known, TypedGame, difference};

use crate::{Pick, Violation, picked_move};

/// `closed` checks all moves of positions with at most this many.
const ALL_MOVES: u64 = 250;

/// Outcome, winning moves and Grundy value are those that exhaustive play by the rules finds.
///
/// # Errors
/// When one of them is not.
pub fn oracle<G: TypedGame>(game: &G, of: &G::Position, _: &[Pick]) -> Result<(), Violation> {
    let of_rules = game.rules_position(of);
    // The rules' form is compared: pairs may come back in another order.
    let again = game
        .position(&of_rules)
        .map(|again| game.rules_position(&again));
    if again.as_ref() != Some(&of_rules) {
        let what = "the rules' position is converted to another one";
        return Err(Violation::at(game, of, what));
    }
    let solution = Memo::new(game.rules()).solve(&of_rules);
    let moves = solution.winning_moves.iter();
    let mut expected: Vec<G::Move> = moves.map(|a_move| game.move_of(a_move)).collect();
    expected.sort_unstable();
    let outcome = Outcome::of(solution.value.outcome.is_win());
    let truth = Known::new(outcome, expected.len() as u64);
    let truth = truth.with_grundy(solution.value.grundy.into());
    agree(game, of, difference(game, of, truth, &expected))
}

/// Fails where something else was expected than the closed form claims.
fn agree<G: TypedGame>(
    game: &G,
    of: &G::Position,
    difference: Option<(String, String)>,
) -> Result<(), Violation> {
    difference.map_or(Ok(()), |(expected, claimed)| {
        let what = format!("expected {expected}; the solver says: {claimed}");
        Err(Violation::at(game, of, what))
    })
}

/// Every listed winning move is legal and leads to a P-position. Every other move leads to an
/// N-position. The Grundy value is the mex of those that the moves lead to. Where there are too many
/// moves, only picked ones are tried.
///
/// # Errors
/// The first contradiction.
pub fn closed<G: TypedGame>(game: &G, of: &G::Position, picks: &[Pick]) -> Result<(), Violation> {
    let of_rules = game.rules_position(of);
    let choose = &mut |listed: &[G::Move], in_order: &[&G::Move]| {
        let picked = picks.iter().filter_map(|pick| picked_move(game, of, pick));
        let others = picked.filter(|picked| in_order.binary_search(&picked).is_err());
        listed.iter().cloned().chain(others).collect()
    };
    let every = game.rules().moves_at_most(&of_rules) <= ALL_MOVES;
    if every {
        plays_alike(game, of)?;
    }
    followed(game, of, (!every).then_some(choose))
}

/// The claim about a position and those about what some moves lead to do not contradict each other.
fn followed<G: TypedGame>(
    game: &G,
    of: &G::Position,
    choose: Option<Choose<'_, G::Move>>,
) -> Result<(), Violation> {
    let of_rules = game.rules_position(of);
    let (.., contradiction) = follow(game, (of, &of_rules), choose);
    agree(game, of, contradiction)
}

/// `play` leads to the position that the rules list for a move.
fn plays_alike<G: TypedGame>(game: &G, of: &G::Position) -> Result<(), Violation> {
    let (rules, of_rules) = (game.rules(), game.rules_position(of));
    let moves = rules.moves(&of_rules).into_iter();
    let mut differ =
        moves.filter(|(a_move, next)| rules.play(&of_rules, a_move).as_ref() != Some(next));
    differ.next().map_or(Ok(()), |(a_move, _)| {
        let what = format!("the rules differ about the move {}", game.move_of(&a_move));
        Err(Violation::at(game, of, what))
    })
}

/// A move that leads to a P-position is listed, at any size: where random moves hardly ever lead to
/// one, such a move is found with the help of another. From this position a picked move and then a
/// winning move lead to a P-position. Played in the other order, the picked move comes last, and if it
/// still leads to a P-position it must be listed.
///
/// # Errors
/// When it is not listed, or the position before it not claimed to be won.
pub fn predecessors<G: TypedGame>(
    game: &G,
    of: &G::Position,
    picks: &[Pick],
) -> Result<(), Violation> {
    /// Winning moves that are tried for each pick.
    const TRIED: usize = 4;
    for pick in picks {
        let Some(a_move) = picked_move(game, of, pick) else {
            continue;
        };
        let play = |a_move| game.position(&game.play(of, a_move)?);
        let Some(after) = play(&a_move) else {
            continue;
        };
        for winning in game.winning_moves(&after).iter().take(TRIED) {
            let Some(before) = play(winning) else {
                continue;
            };
            let Some(next) = game.play(&before, &a_move) else {
                continue;
            };
            if game
                .position(&next)
                .is_some_and(|next| game.claim(&next).wins())
            {
                continue;
            }
            if !game.winning_moves(&before).contains(&a_move) || !game.claim(&before).wins() {
                let what = format!("{a_move} leads to a P-position and is not listed");
                return Err(Violation::at(game, &before, what));
            }
        }
    }
    Ok(())
}

/// The claim has the number of listed winning moves, no move is listed twice, and there is one
/// exactly where the player to move wins and the Grundy value is not 0.
///
/// # Errors
/// When claim and list differ.
pub fn counted<G: TypedGame>(game: &G, of: &G::Position, _: &[Pick]) -> Result<(), Violation> {
    followed(game, of, Some(&mut |_, _| Vec::new()))
}
