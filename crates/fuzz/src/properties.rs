//! The properties of solvers, written once for every game.
//!
//! A property takes a game, one of its positions and some picks. Only `varied` and `split` use the
//! theory of a game; the others use its rules and the definition of winning.

mod play;
mod words;

use grundy_games::TypedGame;

use crate::{Pick, Reach, Recipe, Violation, position};

pub use crate::theory::{split, varied};
pub use play::{closed, counted, oracle, predecessors};
pub use words::{cut_short, explained, round_trip, simplified, spaced};

/// A property of a position of a game, with the picks to try on it.
pub type Property<G> = fn(&G, &<G as TypedGame>::Position, &[Pick]) -> Result<(), Violation>;

/// Every property by its name, with the reach of the positions it is meant for.
pub fn all<G: TypedGame>() -> [(&'static str, Reach, Property<G>); 11] {
    [
        ("oracle", Reach::Small, oracle),
        ("closed", Reach::Large, closed),
        ("predecessors", Reach::Large, predecessors),
        ("counted", Reach::Large, counted),
        ("varied", Reach::Large, varied),
        ("split", Reach::Large, split),
        ("round-trip", Reach::Large, round_trip),
        ("spaced", Reach::Large, spaced),
        ("cut-short", Reach::Large, cut_short),
        ("explained", Reach::Large, explained),
        ("simplified", Reach::Large, simplified),
    ]
}

/// Checks every property on the positions of one recipe: the oracle on a tiny one, all others on a
/// large one.
///
/// # Errors
/// The first property that does not hold.
pub fn check<G: TypedGame>(game: &G, recipe: &Recipe) -> Result<(), Violation> {
    let tiny = position(game, recipe, Reach::Tiny);
    let large = position(game, recipe, Reach::Large);
    for (_, reach, property) in all::<G>() {
        let of = match reach {
            Reach::Large => &large,
            Reach::Tiny | Reach::Small => &tiny,
        };
        property(game, of, &recipe.picks)?;
    }
    Ok(())
}
