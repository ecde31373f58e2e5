//! The error of every check.

use grundy_game::{Failed, TypedGame};

/// A property that does not hold: of what, how, and for which input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{of}: {what}\nThe input:\n{}", shown(.input))]
pub struct Violation {
    /// The game's name, or the kind of file.
    pub of: String,
    /// How the property fails.
    pub what: String,
    /// The input, byte for byte.
    pub input: Vec<u8>,
}

impl Violation {
    /// A violation of a property of `of` by the bytes of `input`.
    pub fn new(of: &str, what: impl Into<String>, input: &[u8]) -> Self {
        Self {
            of: of.to_owned(),
            what: what.into(),
            input: input.to_vec(),
        }
    }

    /// A violation by a position of a game.
    pub fn at<G: TypedGame>(game: &G, position: &G::Position, what: impl Into<String>) -> Self {
        let input = game.input(std::slice::from_ref(position));
        Self::new(&game.about().name, what, input.as_bytes())
    }
}

impl From<Failed> for Violation {
    fn from(failed: Failed) -> Self {
        Self::new("a game", failed.0, &[])
    }
}

/// Plain text as it is, so that it can be pasted into a file; all else escaped.
fn shown(input: &[u8]) -> String {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n');
    match str::from_utf8(input) {
        Ok(text) if input.iter().all(is_plain) => text.to_owned(),
        _ => input.escape_ascii().to_string(),
    }
}
