//! A property from the theory of each game: changes of a position that keep outcome and Grundy value.
//!
//! They are given as changes of the numbers of the input text, so that they share nothing with the solvers.

use grundy_game::TypedGame;

use crate::position::{numbers, read};
use crate::{Pick, Violation};

/// The claim about a position holds for its variations, too.
///
/// # Errors
/// When the claim about one differs, or one is refused.
pub fn varied<G: TypedGame>(game: &G, of: &G::Position, picks: &[Pick]) -> Result<(), Violation> {
    let claim = game.claim(of)?;
    let input = numbers(game, of);
    for &Pick { at, amount } in picks {
        let amount = |most: u64, near: &[u64]| amount.up_to(most, near);
        for (what, numbers) in game.variations(&input, at.into(), &amount) {
            let Some(varied) = read(game, &numbers) else {
                let what = format!("with {what} refused: {numbers:?}");
                return Err(Violation::at(game, of, what));
            };
            let varied = game.claim(&varied)?;
            if (varied.outcome, varied.grundy) != (claim.outcome, claim.grundy) {
                let what = format!("{claim}; with {what}: {varied}, for {numbers:?}");
                return Err(Violation::at(game, of, what));
            }
        }
    }
    Ok(())
}
