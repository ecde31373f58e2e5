//! Known values in TOML: answers, messages about bad inputs, pages. And what docs/formats.md tells about each game.

use std::sync::Arc;

use grundy_game::{Detail, Game, Request, limits};
use grundy_games::{all, find};
use serde::Deserialize;
use serde_json::Value;

use crate::{answer, facts};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Known>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    game: String,
    name: String,
    input: String,
    expected: String,
    /// The winning moves of each position of the input.
    winning: Option<Vec<Value>>,
}

/// Compares each case of a file with what `got` returns for it. Each game has `at_least` cases.
fn check(file: &str, at_least: usize, got: impl Fn(&dyn Game, &Known) -> String) {
    let cases = toml::from_str::<File>(file).unwrap().case;
    let mut failures = Vec::new();
    for case in &cases {
        let got = got(&*find(&case.game).unwrap(), case);
        if got != case.expected {
            failures.push(format!("{} {}:\n{got}", case.game, case.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for game in all() {
        let name = &game.about().name;
        let of_game = cases.iter().filter(|case| case.game == *name).count();
        assert!(of_game >= at_least, "{name}: {of_game} cases");
    }
}

/// The originals' samples, and positions whose answers people worked out.
#[test]
fn samples() {
    check(include_str!("data/samples.toml"), 3, |game, sample| {
        let positions = game.read(sample.input.as_bytes()).unwrap().into_iter();
        let facts = positions.map(|position| facts(&*position, Detail::Brief));
        let facts: Vec<_> = facts.collect();
        let answers = facts.iter().map(|facts| facts["answer"].as_str().unwrap());
        assert!(answers.eq(sample.expected.lines()), "{facts:?}");
        if let Some(winning) = &sample.winning {
            let got = facts.iter().map(|facts| &facts["winning_moves"]);
            assert!(got.eq(winning), "{}: {facts:?}", sample.name);
        }
        answer(game, &sample.input).unwrap()
    });
}

/// Message and place, game by game. The strip game's own long list is run through the command.
#[test]
fn every_bad_input_has_its_own_message() {
    check(include_str!("data/bad_input.toml"), 4, |game, bad| {
        let read = game.read(bad.input.as_bytes()).err().unwrap();
        let error = answer(game, &bad.input).unwrap_err().to_string();
        assert_eq!(read.to_string(), error);
        let streamed = game.read_from(&mut bad.input.as_bytes()).err().unwrap();
        assert_eq!(streamed.to_string(), error);
        error
    });
}

#[test]
fn pages() {
    check(include_str!("data/pages.toml"), 2, |game, page| {
        let positions = game.read(page.input.as_bytes()).unwrap().into_iter();
        let texts = positions.map(|position| position.page(Detail::Full).unwrap().text());
        texts.collect::<Vec<_>>().join("\n")
    });
}

/// A page of a large position is as short as that of a small one, and counts what it leaves out.
#[test]
fn long_inputs_are_cut() {
    for game in all() {
        let name = &game.about().name;
        let shape = game.about().shapes[0].name;
        let limit = limits(&**game)[0];
        let (m, n, seed) = (limit.m.min(1_000_000), limit.n.min(20_000), 5);
        let position = game.draw(&Request { shape, m, n, seed }).unwrap();
        let text = position.page(Detail::Full).unwrap().text();
        assert!((20..=60).contains(&text.lines().count()), "{name}\n{text}");
        let widest = text.lines().map(|line| line.chars().count()).max();
        // Without a reduction the page has the input as it is.
        let is_cut = position.reduction().is_some();
        assert!(widest <= Some(100) || !is_cut, "{name}\n{text}");
        assert!(text.contains("  ... "), "{name}\n{text}");
        assert!(text.lines().all(|line| line == line.trim_end()), "{name}");
    }
}

#[test]
fn the_tables_of_the_formats_have_each_game_and_its_shapes() {
    let formats = include_str!("../../../../../docs/formats.md").replace('`', "");
    for game in all() {
        let about = game.about();
        let head = format!("| {} |", about.name);
        let shapes: Vec<&str> = about.shapes.iter().map(|shape| shape.name).collect();
        for cell in [shapes.join(", "), about.sweep_to.to_string()] {
            let mut rows = formats.lines().filter(|line| line.starts_with(&head));
            let is_there = rows.any(|row| row.contains(&format!("| {cell} |")));
            assert!(is_there, "docs/formats.md: no row {head} with {cell}");
        }
    }
}

/// The list has each game under its own name.
#[test]
fn games_are_found_by_their_names() {
    for game in all() {
        let name = &game.about().name;
        assert!(Arc::ptr_eq(&find(name).unwrap(), game), "{name}");
    }
}
