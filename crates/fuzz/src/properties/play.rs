//! Properties of play: what moves lead to.

use grundy_brute::{Memo, Rules, mex};
use grundy_core::Outcome;
use grundy_games::{Claim, Next};

use crate::{Failure, Pick, Subject};

/// Positions with at most so many moves have all of them looked at.
const ALL_MOVES: u64 = 250;

/// Outcome, winning moves and Grundy value are those that exhaustive play from the rules finds.
///
/// # Errors
/// When they are not.
pub fn oracle<S: Subject>(game: &S, of: &S::Position, _: &[Pick]) -> Result<(), Failure> {
    let of_rules = game.rules_position(of);
    // There and back; pairs may come back in another order.
    if game.rules_position(&game.position(&of_rules)) != of_rules {
        return Err(Failure::new(
            game,
            of,
            "not the position that the rules have",
        ));
    }
    let solution = Memo::new(game.rules()).solve(&of_rules);
    let mut expected: Vec<S::Move> = solution
        .winning_moves
        .iter()
        .map(|a_move| game.move_of(a_move))
        .collect();
    expected.sort_unstable();
    let claim = game.claim(of);
    let truth = Claim {
        wins: solution.value.outcome.is_win(),
        winning_moves: expected.len() as u64,
        // Of a strip neither side says one.
        grundy: claim.grundy.and(Some(u64::from(solution.value.grundy))),
    };
    if claim != truth {
        let what = format!("the oracle says: {truth}; the solver says: {claim}");
        return Err(Failure::new(game, of, what));
    }
    let mut listed = game.winning_moves(of);
    listed.sort_unstable();
    if listed != expected {
        let what = format!("winning moves are {expected:?}, the solver lists {listed:?}");
        return Err(Failure::new(game, of, what));
    }
    Ok(())
}

/// Every winning move listed is legal and leads to a P-position; every other move leads to an
/// N-position; the Grundy value is the mex of those that the moves lead to. Where there are too many
/// moves, the picks are tried.
///
/// # Errors
/// When it is not so.
pub fn closed<S: Subject>(game: &S, of: &S::Position, picks: &[Pick]) -> Result<(), Failure> {
    let fail = |what: String| Err(Failure::new(game, of, what));
    let claim = game.claim(of);
    let mut listed = game.winning_moves(of);
    listed.sort_unstable();
    for winning in &listed {
        match game.play(of, winning) {
            None => return fail(format!("the winning move {winning} is not allowed")),
            Some(next) if claim_of(game, &next).wins => {
                return fail(format!("the winning move {winning} leads to an N-position"));
            }
            Some(_) => {}
        }
    }
    if claim.wins == listed.is_empty() {
        return fail(format!("{claim}, but {} moves are listed", listed.len()));
    }
    let every = game.rules().moves_at_most(&game.rules_position(of)) <= ALL_MOVES;
    let moves = if every {
        all_moves(game, of)?
    } else {
        let picked = picks.iter().filter_map(|pick| game.a_move(of, pick));
        picked.collect()
    };
    let after = game.wins_after(of, &moves);
    let mut reached = Vec::new();
    for (a_move, wins) in moves.iter().zip(after) {
        let Some(next) = game.play(of, a_move) else {
            return fail(format!("the move {a_move} is not allowed"));
        };
        let next = claim_of(game, &next);
        if wins != Some(next.wins) {
            return fail(format!(
                "after {a_move}: {next}, and wins_after says {wins:?}"
            ));
        }
        if !next.wins && listed.binary_search(a_move).is_err() {
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

/// What is to be said after a move: of a finished game, that it is lost.
fn claim_of<S: Subject>(game: &S, next: &Next<S::Position>) -> Claim {
    match next {
        Next::Over => Claim::new(Outcome::P, 0).with_grundy(0),
        Next::Position(position) => game.claim(position),
    }
}

/// Every move that the rules list, after making sure that they play it as they list it.
fn all_moves<S: Subject>(game: &S, of: &S::Position) -> Result<Vec<S::Move>, Failure> {
    let (rules, of_rules) = (game.rules(), game.rules_position(of));
    let mut moves = Vec::new();
    for (a_move, next) in rules.moves(&of_rules) {
        let played = rules.play(&of_rules, &a_move);
        let a_move = game.move_of(&a_move);
        if played != Some(next) {
            let what = format!("the rules differ about the move {a_move}");
            return Err(Failure::new(game, of, what));
        }
        moves.push(a_move);
    }
    Ok(moves)
}

/// From every position that a move leads to a P-position from, that move is listed: what a solver
/// forgets is found like this at any size.
///
/// # Errors
/// When it is not listed, or not counted as a win.
pub fn predecessors<S: Subject>(game: &S, of: &S::Position, picks: &[Pick]) -> Result<(), Failure> {
    if game.claim(of).wins {
        return Ok(());
    }
    for (before, a_move) in picks.iter().filter_map(|pick| game.before(of, pick)) {
        if game.play(&before, &a_move) != Some(Next::Position(of.clone())) {
            let what = format!("{a_move} does not lead back to a position it came from");
            return Err(Failure::new(game, &before, what));
        }
        if !game.winning_moves(&before).contains(&a_move) || !game.claim(&before).wins {
            let what = format!("{a_move} leads to a P-position and is not listed");
            return Err(Failure::new(game, &before, what));
        }
    }
    Ok(())
}
