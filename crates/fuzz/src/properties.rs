//! The properties of solvers, written once for every game.
//!
//! A property takes a game, one of its positions and some picks. Only `varied` uses the theory of a game; the others use
//! its rules and the definition of winning.

mod play;
mod words;

use grundy_game::TypedGame;

use crate::{Pick, Recipe, Violation, position};

pub use crate::theory::varied;
pub use play::{closed, predecessors};
pub use words::{explained, round_trip};

/// A property of a position of a game, with the picks to try on it.
pub type Property<G> = fn(&G, &<G as TypedGame>::Position, &[Pick]) -> Result<(), Violation>;

/// Every property by its name.
pub fn all<G: TypedGame>() -> [(&'static str, Property<G>); 5] {
    [
        ("closed", closed),
        ("predecessors", predecessors),
        ("varied", varied),
        ("round-trip", round_trip),
        ("explained", explained),
    ]
}

/// Checks every property on the position of a recipe.
///
/// # Errors
/// The first property that does not hold.
pub fn check<G: TypedGame>(game: &G, recipe: &Recipe) -> Result<(), Violation> {
    let position = position(game, recipe);
    let mut all = all::<G>().into_iter();
    all.try_for_each(|(_, property)| property(game, &position, &recipe.picks))
}
