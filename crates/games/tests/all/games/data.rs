//! Known values kept as TOML, and a reader that takes nothing it does not know.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Something with a name of its own.
pub trait Named: DeserializeOwned {
    fn name(&self) -> (&str, &str);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    case: Vec<T>,
}

/// The cases of a file.
pub fn load<T: Named>(text: &str) -> Result<Vec<T>, String> {
    let file: File<T> = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut names = BTreeSet::new();
    for case in &file.case {
        let (game, name) = case.name();
        if grundy_games::find(game).is_err() {
            return Err(format!("no game {game}"));
        }
        if !names.insert((game, name)) {
            return Err(format!("{game}: {name}: twice"));
        }
    }
    Ok(file.case)
}

/// Checks that no game is left out.
pub fn assert_all_games<T: Named>(cases: &[T], at_least: usize) {
    for game in grundy_games::all() {
        let name = &game.about().name;
        let of_game = cases.iter().filter(|case| case.name().0 == name).count();
        assert!(of_game >= at_least, "{name}: {of_game} cases");
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    game: String,
    name: String,
}

impl Named for Example {
    fn name(&self) -> (&str, &str) {
        (&self.game, &self.name)
    }
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let error = |text: &str| load::<Example>(text).unwrap_err();
    let one = "[[case]]\ngame = 'nim'\nname = 'a'\n";
    assert_eq!(load::<Example>(one).unwrap().len(), 1);
    assert_eq!(error(&one.repeat(2)), "nim: a: twice");
    assert!(error(&format!("{one}sum = 3\n")).contains("unknown field `sum`"));
    assert!(error(&format!("more = 3\n{one}")).contains("unknown field `more`"));
    assert!(error("[[case]]\ngame = 'nim'\n").contains("missing field `name`"));
    assert_eq!(error(&one.replace("nim", "chess")), "no game chess");
}
