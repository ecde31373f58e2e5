//! Properties of what a solver says in several ways, or of several positions.

use crate::{Failure, Pick, Subject};

/// The number of winning moves is the number of those listed, no move is listed twice, and there is
/// one exactly where the player to move wins and the Grundy value is not 0.
///
/// # Errors
/// When it is not so.
pub fn counted<S: Subject>(game: &S, of: &S::Position, _: &[Pick]) -> Result<(), Failure> {
    let claim = game.claim(of);
    let mut listed = game.winning_moves(of);
    let all = listed.len();
    listed.sort_unstable();
    listed.dedup();
    if listed.len() < all {
        return Err(Failure::new(game, of, "a winning move is listed twice"));
    }
    let value_agrees = claim.grundy.is_none_or(|value| (value != 0) == claim.wins);
    if claim.winning_moves != all as u64 || claim.wins == listed.is_empty() || !value_agrees {
        return Err(Failure::new(game, of, format!("{claim}; {all} are listed")));
    }
    Ok(())
}

/// What is to be said of a position is said of its variations, too.
///
/// # Errors
/// When something else is said of one.
pub fn varied<S: Subject>(game: &S, of: &S::Position, picks: &[Pick]) -> Result<(), Failure> {
    let claim = game.claim(of);
    for pick in picks {
        for variation in game.variations(of, pick) {
            let varied = game.claim(&variation.position);
            let same = (varied.wins, varied.grundy) == (claim.wins, claim.grundy);
            let same_count = varied.winning_moves == claim.winning_moves;
            if !same || variation.keeps_count && !same_count {
                let input = game.input(std::slice::from_ref(&variation.position));
                let what = variation.what;
                let what = format!("{claim}; with {what}: {varied}, for\n{input}");
                return Err(Failure::new(game, of, what));
            }
        }
    }
    Ok(())
}

/// The Grundy value of a position that amounts to a sum is the nim-sum of those of its parts.
///
/// # Errors
/// When it is not.
pub fn split<S: Subject>(game: &S, of: &S::Position, picks: &[Pick]) -> Result<(), Failure> {
    let whole = game.claim(of).grundy;
    for (a, b) in picks.iter().filter_map(|pick| game.split(of, pick)) {
        let (value_of_a, value_of_b) = (game.claim(&a).grundy, game.claim(&b).grundy);
        let sum = value_of_a.zip(value_of_b).map(|(a, b)| a ^ b);
        if sum != whole {
            let input = game.input(&[a]);
            let what = format!(
                "Grundy value {whole:?}, that of its parts {value_of_a:?} and {value_of_b:?}; \
                 the first is\n{input}"
            );
            return Err(Failure::new(game, of, what));
        }
    }
    Ok(())
}
