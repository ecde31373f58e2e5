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

/// Every property of one game on the position of a recipe, both made from the bytes.
fn solvers(data: &[u8]) -> Result<(), Violation> {
    let mut data = Unstructured::new(data);
    let turn = usize::from(u8::arbitrary(&mut data).unwrap_or(0)) % grundy_games::all().len();
    let Ok(recipe) = Recipe::arbitrary(&mut data) else {
        // Too few bytes for a recipe.
        return Ok(());
    };
    let mut one = One {
        turn: Some(turn),
        recipe,
        checked: Ok(()),
    };
    grundy_games::visit(&mut one);
    one.checked
}

/// Checks the game whose turn it is.
struct One {
    /// The number of games before it; `None` after it.
    turn: Option<usize>,
    recipe: Recipe,
    checked: Result<(), Violation>,
}

impl Visitor for One {
    fn visit<G: TypedGame>(&mut self, game: &G) {
        if self.turn == Some(0) {
            self.checked = properties::check(game, &self.recipe);
        }
        self.turn = self.turn.and_then(|turn| turn.checked_sub(1));
    }
}
