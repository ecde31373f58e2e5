//! The properties of solvers, written once for every game.
//!
//! A property takes a game, one of its positions and some picks. Only `varied` uses the theory of a game; the others use
//! its rules and the definition of winning.

mod play;
mod words;

use grundy_game::TypedGame;

use crate::{Pick, Reach, Recipe, Violation, position};

pub use crate::theory::varied;
pub use play::{closed, counted, oracle, predecessors};
pub use words::{cut_short, explained, round_trip, simplified};

/// A property of a position of a game, with the picks to try on it.
pub type Property<G> = fn(&G, &<G as TypedGame>::Position, &[Pick]) -> Result<(), Violation>;

/// Every property by its name, with the reach of the positions it is meant for.
pub fn all<G: TypedGame>() -> [(&'static str, Reach, Property<G>); 9] {
    [
        ("oracle", Reach::Small, oracle),
        ("closed", Reach::Large, closed),
        ("predecessors", Reach::Large, predecessors),
        ("counted", Reach::Large, counted),
        ("varied", Reach::Large, varied),
        ("round-trip", Reach::Large, round_trip),
        ("cut-short", Reach::Large, cut_short),
        ("explained", Reach::Large, explained),
        ("simplified", Reach::Large, simplified),
    ]
}

/// Checks every property on the positions of one recipe: the oracle on a small one, all others on a large one.
///
/// # Errors
/// The first property that does not hold.
pub fn check<G: TypedGame>(game: &G, recipe: &Recipe) -> Result<(), Violation> {
    for (_, reach, property) in all::<G>() {
        property(game, &position(game, recipe, reach), &recipe.picks)?;
    }
    Ok(())
}
