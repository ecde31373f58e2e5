//! Properties of play: which moves win, and what moves lead to.

use grundy_brute::{Memo, Rules, mex};
use grundy_core::Outcome;
use grundy_games::{Known, RulesPosition, TypedGame};

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
    let mut expected: Vec<G::Move> = solution
        .winning_moves
        .iter()
        .map(|a_move| game.move_of(a_move))
        .collect();
    expected.sort_unstable();
    let claim = game.claim(of);
    let outcome = Outcome::of(solution.value.outcome.is_win());
    let truth = Known {
        // For strips the closed form has no Grundy value.
        grundy: claim.grundy.and(Some(u64::from(solution.value.grundy))),
        ..Known::new(outcome, expected.len() as u64)
    };
    if claim != truth {
        let what = format!("the oracle says: {truth}; the solver says: {claim}");
        return Err(Violation::at(game, of, what));
    }
    let mut listed = game.winning_moves(of);
    listed.sort_unstable();
    if listed != expected {
        let what = format!("winning moves are {expected:?}, the solver lists {listed:?}");
        return Err(Violation::at(game, of, what));
    }
    Ok(())
}

/// Every listed winning move is legal and leads to a P-position. Every other move leads to an
/// N-position. The Grundy value is the mex of those that the moves lead to. Where there are too many
/// moves, only picked ones are tried.
///
/// # Errors
/// The first contradiction.
pub fn closed<G: TypedGame>(game: &G, of: &G::Position, picks: &[Pick]) -> Result<(), Violation> {
    let fail = |what: String| Err(Violation::at(game, of, what));
    let claim = game.claim(of);
    let mut listed = game.winning_moves(of);
    listed.sort_unstable();
    for winning in &listed {
        match game.play(of, winning) {
            None => return fail(format!("the winning move {winning} is not allowed")),
            Some(next) if claim_of(game, &next).wins() => {
                return fail(format!("the winning move {winning} leads to an N-position"));
            }
            Some(_) => {}
        }
    }
    if claim.wins() == listed.is_empty() {
        return fail(format!("{claim}, but {} moves are listed", listed.len()));
    }
    let every = game.rules().moves_at_most(&game.rules_position(of)) <= ALL_MOVES;
    let moves = if every {
        all_moves(game, of)?
    } else {
        let picked = picks.iter();
        picked
            .filter_map(|pick| picked_move(game, of, pick))
            .collect()
    };
    let mut reached = Vec::new();
    for a_move in &moves {
        let Some(next) = game.play(of, a_move) else {
            return fail(format!("the move {a_move} is not allowed"));
        };
        let next = claim_of(game, &next);
        if !next.wins() && listed.binary_search(a_move).is_err() {
            return fail(format!("{a_move} leads to a P-position and is not listed"));
        }
        reached.extend(next.grundy);
    }
    let Some(value) = claim.grundy else {
        return Ok(());
    };
    if reached.contains(&value) {
        return fail(format!("Grundy value {value}, as after one of the moves"));
    }
    if every {
        let small = reached
            .iter()
            .filter_map(|&value| u32::try_from(value).ok());
        let expected = u64::from(mex(small));
        if value != expected {
            return fail(format!("Grundy value {value}, the mex is {expected}"));
        }
    }
    Ok(())
}

/// The claim about what a move leads to. A finished game is lost.
fn claim_of<G: TypedGame>(game: &G, next: &RulesPosition<G>) -> Known {
    match game.position(next) {
        None => Known::new(Outcome::P, 0).with_grundy(0),
        Some(position) => game.claim(&position),
    }
}

/// Every move that the rules list. `play` must lead to the listed position.
fn all_moves<G: TypedGame>(game: &G, of: &G::Position) -> Result<Vec<G::Move>, Violation> {
    let (rules, of_rules) = (game.rules(), game.rules_position(of));
    let mut moves = Vec::new();
    for (a_move, next) in rules.moves(&of_rules) {
        let played = rules.play(&of_rules, &a_move);
        let a_move = game.move_of(&a_move);
        if played != Some(next) {
            let what = format!("the rules differ about the move {a_move}");
            return Err(Violation::at(game, of, what));
        }
        moves.push(a_move);
    }
    Ok(moves)
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
            if claim_of(game, &next).wins() {
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
    let claim = game.claim(of);
    let mut listed = game.winning_moves(of);
    let all = listed.len();
    listed.sort_unstable();
    listed.dedup();
    if listed.len() < all {
        return Err(Violation::at(game, of, "a winning move is listed twice"));
    }
    let value_agrees = claim
        .grundy
        .is_none_or(|value| (value != 0) == claim.wins());
    if claim.winning_moves != Some(all as u64) || claim.wins() == listed.is_empty() || !value_agrees
    {
        return Err(Violation::at(
            game,
            of,
            format!("{claim}; {all} are listed"),
        ));
    }
    Ok(())
}
