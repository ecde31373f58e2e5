//! What a property says when it does not hold.

use std::fmt;

use grundy_games::TypedGame;

/// A property does not hold: which, for what input, and how. Displayed with the input as text that
/// can be pasted into a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game}: {what}\nThe input:\n{input}")]
pub struct Failure {
    /// The game's name.
    pub game: String,
    /// How the property fails.
    pub what: String,
    /// The input text of the position.
    pub input: String,
}

impl Failure {
    /// The failure of a property of `game` on `position`.
    pub fn new<G: TypedGame<Position: Clone>>(
        game: &G,
        position: &G::Position,
        what: impl fmt::Display,
    ) -> Self {
        Self {
            game: game.about().name.to_string(),
            what: what.to_string(),
            input: game.input(std::slice::from_ref(position)),
        }
    }
}
