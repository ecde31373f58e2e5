//! All integration tests of the crate, as one program.

mod conjectures;
mod extracted;
/// Every game through the eyes of the rest of the workspace: its known answers, bad inputs and pages, its generated
/// inputs, and both its solvers against each other.
mod games {
    mod codes;
    mod known;
    mod moves;
    mod options;
    mod own;
    mod shapes;
    mod space;
}
mod rules;
mod simpler;

// Modules of the library with tests of what it keeps to itself: compiled here, so that all of it is not compiled once more.
#[path = "../../src/gra"]
mod gra {
    mod bulk;
    mod closure;
    mod groups;
    mod shapes;
}
#[path = "../../src/kamyki"]
mod kamyki {
    #[expect(dead_code, reason = "the shapes are tested through the library")]
    mod shapes;
}

use std::sync::Arc;

use grundy_game::{Detail, Error, Game, Position};

/// The answers to an input, each on a line of its own.
fn answer(game: &dyn Game, input: &str) -> Result<String, Error> {
    Ok(game.answer(&mut input.as_bytes())?.join("\n") + "\n")
}

/// The first position of an input.
fn read(game: &dyn Game, input: &str) -> Arc<dyn Position> {
    game.read(input.as_bytes()).unwrap().remove(0)
}

/// What the facts of a position are as JSON.
fn facts(position: &dyn Position, detail: Detail) -> serde_json::Value {
    let mut text = Vec::new();
    position.facts(detail).unwrap()(&mut text).unwrap();
    serde_json::from_slice(&text).unwrap()
}
