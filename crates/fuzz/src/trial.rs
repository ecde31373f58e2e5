//! Properties under proptest.

use proptest::test_runner::{
    Config, FileFailurePersistence, RngAlgorithm, TestError, TestRng, TestRunner,
};

use crate::properties::Property;
use crate::{Failure, Reach, Recipe, Subject, position, recipes};

/// Most properties are cheap enough for more cases than proptest would try.
const TIMES: u32 = 4;

/// Puts a property to random positions of a game, a thousand, or four times as many as the
/// environment's `PROPTEST_CASES` says. What fails is shrunk, and its seed kept in
/// `proptest-regressions/`, to be tried first from then on.
///
/// # Panics
/// When the property does not hold, with the smallest position found.
pub fn holds<S: Subject>(game: &S, reach: Reach, property: Property<S>, regressions: &'static str) {
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

/// Puts a property to the same random positions on every run and says how it fails: on the smallest
/// position found. `None` when it holds.
///
/// ```
/// use grundy_fuzz::{Reach, caught, properties};
/// assert_eq!(caught(&grundy_games::nim::Nim, Reach::Small, properties::oracle), None);
/// ```
///
/// # Panics
/// When the property itself panics.
pub fn caught<S: Subject>(game: &S, reach: Reach, property: Property<S>) -> Option<Failure> {
    let config = Config {
        failure_persistence: None,
        cases: 512,
        max_shrink_iters: 4_000,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    smallest(game, reach, property, &mut runner)
}

/// How a property fails on the smallest position that the runner finds.
fn smallest<S: Subject>(
    game: &S,
    reach: Reach,
    property: Property<S>,
    runner: &mut TestRunner,
) -> Option<Failure> {
    let on = |recipe: &Recipe| {
        let position = position(game, recipe, reach);
        property(game, &position, &recipe.picks)
    };
    match runner.run(&recipes(), |recipe| Ok(on(&recipe)?)) {
        Ok(()) => None,
        Err(TestError::Fail(reason, recipe)) => {
            let failure = on(&recipe).err();
            Some(failure.unwrap_or_else(|| panic!("{reason}, of {recipe:?}")))
        }
        Err(error) => panic!("{error}"),
    }
}
