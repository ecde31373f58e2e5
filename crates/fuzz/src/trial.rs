//! Properties under proptest.

use grundy_games::TypedGame;
use proptest::test_runner::{
    Config, FileFailurePersistence, RngAlgorithm, TestError, TestRng, TestRunner,
};

use crate::properties::Property;
use crate::{Reach, Recipe, Violation, position, recipes};

/// Most properties are cheap enough for more cases than proptest's default.
const TIMES: u32 = 4;

/// Checks a property on random positions of a game: a thousand, or four times the environment's
/// `PROPTEST_CASES`. A failing position is shrunk, and its seed is stored in the file `regressions`, which
/// later runs try first.
///
/// # Panics
/// When the property does not hold, with the smallest position found.
pub fn holds<G: TypedGame>(
    game: &G,
    reach: Reach,
    property: Property<G>,
    regressions: &'static str,
) {
    let persistence = FileFailurePersistence::Direct(regressions);
    let config = Config {
        failure_persistence: Some(Box::new(persistence)),
        cases: TIMES * Config::default().cases,
        ..Config::default()
    };
    if let Some(found) = smallest(game, reach, property, &mut TestRunner::new(config)) {
        panic!("{found}");
    }
}

/// Checks a property on the same random positions on every run. Returns the violation by the smallest
/// position found, `None` when the property holds.
///
/// ```
/// use grundy_fuzz::{Reach, caught, properties};
/// assert_eq!(caught(&grundy_games::nim::Nim, Reach::Small, properties::oracle), None);
/// ```
///
/// # Panics
/// When the property itself panics.
pub fn caught<G: TypedGame>(game: &G, reach: Reach, property: Property<G>) -> Option<Violation> {
    let config = Config {
        failure_persistence: None,
        cases: 1000,
        max_shrink_iters: 500,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    smallest(game, reach, property, &mut runner)
}

/// The violation by the smallest position that is found: proptest makes the recipe smaller, and the
/// game's own simpler positions make the position smaller.
fn smallest<G: TypedGame>(
    game: &G,
    reach: Reach,
    property: Property<G>,
    runner: &mut TestRunner,
) -> Option<Violation> {
    /// Simpler positions that are tried, at most.
    const TRIES: usize = 10_000;
    let of = |recipe: &Recipe| position(game, recipe, reach);
    let run = runner.run(&recipes(), |recipe| {
        Ok(property(game, &of(&recipe), &recipe.picks)?)
    });
    let (reason, recipe) = match run {
        Ok(()) => return None,
        Err(TestError::Fail(reason, recipe)) => (reason, recipe),
        Err(error) => panic!("{error}"),
    };
    let mut position = of(&recipe);
    let fails = |position: &G::Position| property(game, position, &recipe.picks).err();
    let mut found = fails(&position).unwrap_or_else(|| panic!("{reason}, of {recipe:?}"));
    let mut tries = TRIES;
    while let Some((simpler, violation)) = {
        let mut tried = game.simpler(&position).take(tries);
        tried.find_map(|simpler| {
            tries -= 1;
            fails(&simpler).map(|violation| (simpler, violation))
        })
    } {
        (position, found) = (simpler, violation);
    }
    Some(found)
}
