//! Moves as people type them.

use crate::play::{Choices, PlayError};

/// The largest number of moves that an error names.
const SHOWN: usize = 8;

fn shown<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let more = quoted.len().saturating_sub(SHOWN);
    quoted.truncate(SHOWN);
    match more {
        0 => quoted.join(", "),
        _ => format!("{} and {more} more", quoted.join(", ")),
    }
}

/// Returns the words of a text in lower case: the runs of letters and digits. A minus sign before a number is part of it.
fn words(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let is_minus = |at: usize| {
        let before = at.checked_sub(1).map(|before| chars[before]);
        let behind = chars.get(at + 1);
        chars[at] == '-'
            && !before.is_some_and(char::is_alphanumeric)
            && behind.is_some_and(char::is_ascii_digit)
    };
    let kept = (0..chars.len()).map(|at| match chars[at] {
        c if c.is_alphanumeric() || is_minus(at) => c,
        _ => ' ',
    });
    let kept: String = kept.collect();
    kept.split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Returns whether the words of `typed` stand in this order in `name`, and both begin with the same word.
fn abbreviates(typed: &[String], name: &[String]) -> bool {
    if typed.is_empty() || typed.first() != name.first() {
        return false;
    }
    let mut name = name.iter();
    typed.iter().all(|word| name.any(|other| other == word))
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

impl Choices {
    /// Returns the index in [`moves`](Self::moves) of the move that was typed: its name, with or without its white space;
    /// `#3`, the third on the list; or some of its words in their order, the first among them, where no other move has
    /// them: `2` for `2 -> 4`, and `3 1` for `3 from heap 1`.
    ///
    /// # Errors
    /// When it is no move, or may be several.
    pub fn typed(&self, typed: &str) -> Result<usize, PlayError> {
        let typed = typed.trim();
        if self.moves.is_empty() {
            return Err(PlayError::Typed(format!("`{typed}`: the game is over")));
        }
        let names = || self.moves.iter().map(|choice| choice.name.as_str());
        let exact = squeezed(typed);
        let mut meant = Vec::new();
        if let Some(at) = self.named(typed) {
            return Ok(at);
        } else if let Some(number) = typed.strip_prefix('#') {
            let number = number.trim().parse::<usize>().ok();
            let at = number.and_then(|number| number.checked_sub(1));
            meant.extend(at.filter(|&at| at < self.moves.len()));
        } else if let Some(at) = names().position(|name| squeezed(name) == exact) {
            return Ok(at);
        } else {
            let typed = words(typed);
            let abbreviated = names().enumerate();
            let abbreviated = abbreviated.filter(|(_, name)| abbreviates(&typed, &words(name)));
            meant.extend(abbreviated.map(|(at, _)| at));
        }
        match meant[..] {
            [at] => Ok(at),
            [] => Err(PlayError::Typed(format!(
                "`{typed}` is no legal move here; legal: {}",
                shown(names())
            ))),
            _ => {
                let meant = meant.iter().map(|&at| self.moves[at].name.as_str());
                let text = format!("`{typed}` may be {}", shown(meant));
                Err(PlayError::Typed(text))
            }
        }
    }

    /// Returns the index of the move with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.moves.iter().position(|choice| choice.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::LegalMove;

    fn choices(names: &[&str]) -> Choices {
        let choice = |name: &&str| LegalMove {
            name: (*name).to_owned(),
            part: 0,
            to: Vec::new(),
            wins: false,
        };
        Choices {
            wins: false,
            moves: names.iter().map(choice).collect(),
        }
    }

    #[test]
    fn a_pawn_is_enough() {
        let strip = choices(&["1 -> 2", "2 -> 4", "12 -> 13"]);
        for (typed, at) in [
            ("2", 1),
            ("2->4", 1),
            ("2 4", 1),
            ("#3", 2),
            (" 12 ", 2),
            ("1", 0),
        ] {
            assert_eq!(strip.typed(typed).unwrap(), at, "{typed}");
        }
        for typed in ["4", "", "->", "#0", "#4", "2 -> 5", "3", "-1", "#x", "２"] {
            let error = strip.typed(typed).unwrap_err().to_string();
            let expected =
                format!("`{typed}` is no legal move here; legal: `1 -> 2`, `2 -> 4`, `12 -> 13`");
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn several_are_named() {
        let heaps = choices(&[
            "1 from heap 1",
            "3 from heap 1",
            "3 from heap 3",
            "1 from heap 3",
        ]);
        for (typed, at) in [("3 1", 1), ("3 3", 2), ("1 Heap 3", 3)] {
            assert_eq!(heaps.typed(typed).unwrap(), at);
        }
        let error = heaps.typed("3").unwrap_err().to_string();
        assert_eq!(error, "`3` may be `3 from heap 1`, `3 from heap 3`");
        let error = choices(&[]).typed("3").unwrap_err().to_string();
        assert_eq!(error, "`3`: the game is over");
    }
}
