//! Properties of play: what moves lead to.

use grundy_brute::{Memo, Rules, mex};
use grundy_games::{Claim, Next};

use crate::{After, Failure, Pick, Subject};

/// Positions with at most so many moves have all of them looked at.
const ALL_MOVES: u128 = 250;

/// Outcome, winning moves and Grundy value are those that exhaustive play from the rules finds.
///
/// # Errors
/// When they are not.
pub fn oracle<S: Subject>(game: &S, of: &S::Position, _: &[Pick]) -> Result<(), Failure> {
    let of_rules = game.of_rules(of);
    // There and back; pairs may come back in another order.
    if game.of_rules(&game.position(&of_rules)) != of_rules {
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
        match game.played(of, winning) {
            None => return fail(format!("the winning move {winning} is not allowed")),
            Some(next) if next.claim(game).wins => {
                return fail(format!("the winning move {winning} leads to an N-position"));
            }
            Some(_) => {}
        }
    }
    if claim.wins == listed.is_empty() {
        return fail(format!("{claim}, but {} moves are listed", listed.len()));
    }
    let every = game.moves_at_most(of) <= ALL_MOVES;
    let moves = if every {
        all_moves(game, of)?
    } else {
        let picked = picks.iter().filter_map(|pick| game.a_move(of, pick));
        picked.collect()
    };
    let after = game.wins_after(of, &moves);
    let mut reached = Vec::new();
    for (a_move, wins) in moves.iter().zip(after) {
        let Some(next) = game.played(of, a_move) else {
            return fail(format!("the move {a_move} is not allowed"));
        };
        if !same_play(game, of, a_move) {
            return fail(format!("the game plays {a_move} otherwise"));
        }
        let next = next.claim(game);
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

/// Whether the game itself plays a move as [`Subject::played`] does, allowed or not.
fn same_play<S: Subject>(game: &S, of: &S::Position, a_move: &S::Move) -> bool {
    let by_game = game.play(of, a_move).map(|next| match next {
        Next::Over => After::Over,
        Next::Position(next) => After::Position(next),
    });
    by_game == game.played(of, a_move)
}

/// Every move that the oracle's rules allow, after making sure that [`Subject::played`] reads them the
/// same way.
fn all_moves<S: Subject>(game: &S, of: &S::Position) -> Result<Vec<S::Move>, Failure> {
    let rules = game.rules();
    let mut moves = Vec::new();
    for (a_move, next) in rules.moves(&game.of_rules(of)) {
        let a_move = game.move_of(&a_move);
        let same = match game.played(of, &a_move) {
            None => false,
            Some(After::Over) => rules.moves(&next).is_empty(),
            Some(After::Position(played)) => game.of_rules(&played) == next,
        };
        if !same {
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
        // Where the move has been made it is mostly not allowed any more.
        if !same_play(game, of, &a_move) {
            return Err(Failure::new(
                game,
                of,
                format!("the game plays {a_move} otherwise"),
            ));
        }
        if game.played(&before, &a_move) != Some(After::Position(of.clone())) {
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
