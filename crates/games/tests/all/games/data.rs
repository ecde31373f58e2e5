//! Known values kept as TOML.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A case with a game and a name of its own.
pub trait Named: DeserializeOwned {
    fn name(&self) -> (&str, &str);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    case: Vec<T>,
}

/// The cases of a file, each with a name of its own.
pub fn load<T: Named>(text: &str) -> Vec<T> {
    let file: File<T> = toml::from_str(text).unwrap();
    let mut names = BTreeSet::new();
    for case in &file.case {
        assert!(names.insert(case.name()), "{:?}: twice", case.name());
    }
    file.case
}

/// Checks that no game is left out.
pub fn assert_all_games<T: Named>(cases: &[T], at_least: usize) {
    for game in grundy_games::all() {
        let name = &game.about().name;
        let of_game = cases.iter().filter(|case| case.name().0 == name).count();
        assert!(of_game >= at_least, "{name}: {of_game} cases");
    }
}
