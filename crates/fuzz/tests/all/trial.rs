//! Properties on drawn positions.

use grundy_features::tier;
use grundy_fuzz::properties::Property;
use grundy_fuzz::{Violation, position};
use grundy_game::TypedGame;
use proptest::prelude::{Strategy as _, any};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::drawn::recipe;

/// Simpler positions that are tried, at most.
const TRIES: usize = 10_000;

/// Checks a property on random positions of a game: some hundred, or as many as the variable `PROPTEST_CASES` of the
/// environment says. Proptest draws seeds; the game's own simpler positions make a failure smaller.
///
/// # Panics
/// When the property does not hold, with the smallest position found.
pub fn holds<G: TypedGame>(game: &G, property: Property<G>) {
    let mut config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    config.cases = config.cases.max(tier(256, 1000));
    let checked = TestRunner::new(config).run(&any::<u64>().no_shrink(), |seed| {
        let found = smallest(game, property, seed, 1);
        found.map_or(Ok(()), |found| Err(TestCaseError::fail(found.to_string())))
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
}

/// Checks a property on the same random positions on every run. Returns the violation by the smallest position found, `None`
/// when the property holds.
pub fn caught<G: TypedGame>(game: &G, property: Property<G>) -> Option<Violation> {
    smallest(game, property, 0, 1000)
}

/// Returns the violation by the smallest position that is found: the game's own simpler positions make it smaller.
fn smallest<G: TypedGame>(
    game: &G,
    property: Property<G>,
    first_seed: u64,
    cases: u64,
) -> Option<Violation> {
    let recipes = (0..cases).map(|case| recipe(first_seed.wrapping_add(case)));
    let (picks, mut position, mut found) = recipes
        .map(|recipe| (position(game, &recipe), recipe.picks))
        .find_map(|(position, picks)| {
            let violation = property(game, &position, &picks).err()?;
            Some((picks, position, violation))
        })?;
    let mut tries = TRIES;
    while let Some((simpler, violation)) = {
        let mut tried = game.simpler(&position).take(tries);
        tried.find_map(|simpler| {
            tries -= 1;
            let violation = property(game, &simpler, &picks).err()?;
            Some((simpler, violation))
        })
    } {
        (position, found) = (simpler, violation);
    }
    Some(found)
}
