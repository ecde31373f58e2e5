//! Inputs that make no position: message and place, game by game. The strip game's own long list is
//! run through the command.

use grundy_games::Error;
use serde::Deserialize;

use crate::answer;
use crate::games::data::{Named, assert_all_games, load};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bad {
    game: String,
    name: String,
    input: String,
    error: String,
}

impl Named for Bad {
    fn name(&self) -> (&str, &str) {
        (&self.game, &self.name)
    }
}

#[test]
fn every_bad_input_has_its_own_message() {
    let cases: Vec<Bad> = load(include_str!("data/bad_input.toml"));
    let mut failures = Vec::new();
    for bad in &cases {
        let game = &*grundy_games::find(&bad.game).unwrap();
        let read = game.read(bad.input.as_bytes());
        for got in [
            answer(game, &bad.input),
            read.map(|positions| game.write(&positions)),
        ] {
            match got {
                Err(error) if error.to_string() == bad.error => {}
                Err(error) => failures.push(format!("{} {}: {error}", bad.game, bad.name)),
                Ok(text) => failures.push(format!("{} {}: no error: {text}", bad.game, bad.name)),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_all_games(&cases, 4);
}

#[test]
fn what_every_game_refuses() {
    for game in grundy_games::all() {
        for (input, found) in [
            ("", "the input ends here, "),
            (" \n\t", "the input ends here, "),
            ("one", "found `one`, "),
            ("-1", "found a minus sign (`-1`), "),
            (
                "\u{feff}5",
                "found a UTF-8 byte order mark (`\\xef\\xbb\\xbf5`), ",
            ),
            ("99999999999999999999", "found 99999999999999999999, "),
            ("1.5", "found a fraction or a separator (`1.5`), "),
            ("5\0", "found a NUL byte (`5\\x00`), "),
        ] {
            let name = &game.about().name;
            let Err(Error::Input(error)) = answer(&**game, input) else {
                panic!("{name}: {input:?} is no position");
            };
            assert!(error.message.starts_with(found), "{name}: {error}");
            assert!(error.message.contains("expected"), "{name}: {error}");
        }
    }
}

#[test]
fn white_space_of_every_kind_is_fine() {
    let samples = [
        ("gra", "5 2 1 3", "1\n"),
        ("nim", "4 7 9 12 15", "Yes\n"),
        ("bounded", "3 3 7 4 2", "Yes\n"),
        ("staircase", "2 0 3", "No\n"),
        ("constrained", "3 4 1 2 4 2 1 3 3 3 1 1 1", "Takahashi\n"),
        ("kamyki", "2 2 2 2 3 1 2 4", "NIE\nTAK\n"),
    ];
    for (name, input, expected) in samples {
        let game = &*grundy_games::find(name).unwrap();
        for separator in [" ", "\n", "\r\n", "\t", " \n\n  "] {
            for end in ["", "\n", " \r\n\n"] {
                let input = input.replace(' ', separator) + end;
                assert_eq!(answer(game, &input).unwrap(), expected);
            }
        }
    }
}
