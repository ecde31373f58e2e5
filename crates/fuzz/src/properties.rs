//! What holds for every solver of every game, written once.
//!
//! Every property takes a game, one of its positions and some picks, and says how it fails. None of
//! them knows the theory of a game; what they know is what winning means.

mod consistency;
mod play;
mod words;

use grundy_games::TypedGame;

use crate::{Failure, Pick, Reach, Recipe, Subject, position};

pub use consistency::{counted, split, varied};
pub use play::{closed, oracle, predecessors};
pub use words::{cut_short, explained, round_trip, spaced};

/// A property of a position of a game, with the picks to try on it.
pub type Property<G> = fn(&G, &<G as TypedGame>::Position, &[Pick]) -> Result<(), Failure>;

/// Every property by its name, with the reach of the positions it is meant for.
pub fn all<S: Subject>() -> [(&'static str, Reach, Property<S>); 10] {
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
    ]
}

/// Every property on the positions of one recipe: the oracle on a tiny one, all others on a large
/// one.
///
/// # Errors
/// The first property that does not hold.
pub fn check<S: Subject>(game: &S, recipe: &Recipe) -> Result<(), Failure> {
    let tiny = position(game, recipe, Reach::Tiny);
    let large = position(game, recipe, Reach::Large);
    for (_, reach, property) in all::<S>() {
        let of = match reach {
            Reach::Large => &large,
            Reach::Tiny | Reach::Small => &tiny,
        };
        property(game, of, &recipe.picks)?;
    }
    Ok(())
}
