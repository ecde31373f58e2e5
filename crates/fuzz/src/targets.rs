//! The libFuzzer targets by name, as functions of bytes.

use arbitrary::{Arbitrary, Unstructured};
use grundy_game::TypedGame;
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::staircase::Staircase;

use crate::{Recipe, Violation, dialogue, package, page, properties, records, rules, text};

/// What a target checks of any bytes.
pub type TargetCheck = fn(&[u8]) -> Result<(), Violation>;

/// Every target by its name, which is that of the folder of its corpus as well.
pub const TARGETS: [(&str, TargetCheck); 10] = [
    ("readers", readers),
    ("solvers", solvers),
    ("sweep-record", records::sweep),
    ("bench-record", records::bench),
    ("checkpoint", records::checkpoint),
    ("b-file", records::b_file),
    ("page", page::check),
    ("rules-program", rules::check),
    ("dialogue", dialogue::check),
    ("package", package::check),
];

/// Checks an input of libFuzzer.
///
/// # Panics
/// On a violation, with its text: libFuzzer reports panics. And when there is no such target.
pub fn run(target: &str, data: &[u8]) {
    let mut targets = TARGETS.iter();
    let (_, check) = targets.find(|(name, _)| *name == target).expect(target);
    if let Err(violation) = check(data) {
        panic!("{violation}");
    }
}

/// The readers of all games on any bytes.
fn readers(input: &[u8]) -> Result<(), Violation> {
    let mut games = grundy_games::all().iter();
    games.try_for_each(|game| text::check(&**game, input))
}

/// Every property of one game on the positions of a recipe, both made from the bytes.
fn solvers(data: &[u8]) -> Result<(), Violation> {
    let mut data = Unstructured::new(data);
    match u8::arbitrary(&mut data).unwrap_or(0) % 6 {
        0 => solver(&Gra, data),
        1 => solver(&Nim, data),
        2 => solver(&Bounded, data),
        3 => solver(&Staircase, data),
        4 => solver(&Constrained, data),
        _ => solver(&Kamyki, data),
    }
}

fn solver<G: TypedGame>(game: &G, mut data: Unstructured<'_>) -> Result<(), Violation> {
    match Recipe::arbitrary(&mut data) {
        Ok(recipe) => properties::check(game, &recipe),
        // Too few bytes for a recipe.
        Err(_) => Ok(()),
    }
}
