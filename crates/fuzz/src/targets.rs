//! The libFuzzer targets by name, as functions of bytes.

use arbitrary::{Arbitrary, Unstructured};
use grundy_game::TypedGame;
use grundy_games::Visitor;

use crate::{Recipe, Violation, dialogue, package, page, properties, records, rules, text};

/// What a target checks of any bytes.
pub type TargetCheck = fn(&[u8]) -> Result<(), Violation>;

/// Every target by its name, which is that of the folder of its corpus as well.
pub const TARGETS: [(&str, TargetCheck); 7] = [
    ("readers", readers),
    ("solvers", solvers),
    ("records", records::check),
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

/// Every property of all games on the positions of a recipe that the bytes make.
fn solvers(data: &[u8]) -> Result<(), Violation> {
    // Too few bytes make no recipe.
    let Ok(recipe) = Recipe::arbitrary(&mut Unstructured::new(data)) else {
        return Ok(());
    };
    let mut each = Each(recipe, Ok(()));
    grundy_games::visit(&mut each);
    each.1
}

/// Checks each game, up to the first violation.
struct Each(Recipe, Result<(), Violation>);

impl Visitor for Each {
    fn visit<G: TypedGame>(&mut self, game: &G) {
        if self.1.is_ok() {
            self.1 = properties::check(game, &self.0);
        }
    }
}
