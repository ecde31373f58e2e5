//! Properties of play: which moves win, and what moves lead to.

use grundy_brute::Rules as _;
use grundy_game::TypedGame;
use grundy_game::closure::follow;

use crate::{Pick, Violation, picked_move};

/// `closed` checks all moves of positions with at most this many.
const ALL_MOVES: u64 = 250;

/// Every listed winning move is legal and leads to a P-position, none is listed twice, and the claim has their number. Every
/// other move leads to an N-position. The Grundy value is the mex of those that the moves lead to. Where there are too many
/// moves, only picked ones are tried; of all moves `play` leads to what the rules list.
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
    let (rules, every) = (
        game.rules(),
        game.rules().moves_at_most(&of_rules) <= ALL_MOVES,
    );
    let moves = if every {
        rules.moves(&of_rules)
    } else {
        Vec::new()
    };
    let mut differ = moves
        .iter()
        .filter(|(a_move, next)| rules.play(&of_rules, a_move).as_ref() != Some(next));
    if let Some((a_move, _)) = differ.next() {
        let what = format!("the rules differ about the move {}", game.move_of(a_move));
        return Err(Violation::at(game, of, what));
    }
    let (.., contradiction) = follow(game, (of, &of_rules), (!every).then_some(choose))?;
    contradiction.map_or(Ok(()), |(expected, claimed)| {
        let what = format!("expected {expected}; the solver says: {claimed}");
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
    let picked = picks.iter().filter_map(|pick| picked_move(game, of, pick));
    for a_move in picked {
        let after = game.after(of, &a_move);
        let winning = after.map(|after| game.winning_moves(&after)).transpose()?;
        let winning = winning.into_iter().flatten().take(TRIED);
        for before in winning.filter_map(|winning| game.after(of, &winning)) {
            let Some(next) = game.play(&before, &a_move) else {
                continue;
            };
            let is_lost = game.claim_of(&next)?.is_none_or(|claim| !claim.wins());
            let is_listed = game.winning_moves(&before)?.contains(&a_move);
            if is_lost && !(game.claim(&before)?.wins() && is_listed) {
                let what = format!("{a_move} leads to a P-position and is not listed");
                return Err(Violation::at(game, &before, what));
            }
        }
    }
    Ok(())
}
