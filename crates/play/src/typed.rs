//! Moves as people type them.

use crate::Choices;

/// So many moves are shown in an error.
const SHOWN: usize = 8;

/// What was typed is no legal move, or not one alone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// The game is over.
    #[error("`{0}`: the game is over")]
    Over(String),
    /// It is none of the legal moves.
    #[error("`{typed}` is no legal move here; legal: {}", shown(legal))]
    None {
        /// What was typed.
        typed: String,
        /// The legal moves.
        legal: Vec<String>,
    },
    /// It may be any of several.
    #[error("`{typed}` may be {}", shown(meant))]
    Several {
        /// What was typed.
        typed: String,
        /// The moves that it may be.
        meant: Vec<String>,
    },
}

fn shown(moves: &[String]) -> String {
    let quoted: Vec<String> = moves
        .iter()
        .take(SHOWN)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = moves.len().saturating_sub(SHOWN);
    match more {
        0 => quoted.join(", "),
        _ => format!("{} and {more} more", quoted.join(", ")),
    }
}

/// The words of a text: what stands between blanks, signs and arrows, in small letters. A minus before a
/// number is part of it.
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

/// Whether the words of `typed` stand in this order in `name`, and both begin with the same one.
fn abbreviates(typed: &[String], name: &[String]) -> bool {
    if typed.first() != name.first() {
        return false;
    }
    let mut name = name.iter();
    typed.iter().all(|word| name.any(|other| other == word))
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

impl Choices {
    /// The place in [`moves`](Self::moves) of the move that somebody typed: its name, blanks left out or
    /// not; `#3`, the third on the list; or some of its words in their order, the first among them, where no
    /// other move has them: `2` for `2 -> 4`, and `3 1` for `3 from heap 1`.
    ///
    /// # Errors
    /// When it is no move, or may be several.
    pub fn typed(&self, typed: &str) -> Result<usize, NoMove> {
        let typed = typed.trim();
        if self.moves.is_empty() {
            return Err(NoMove::Over(typed.to_owned()));
        }
        let none = || NoMove::None {
            typed: typed.to_owned(),
            legal: self
                .moves
                .iter()
                .map(|choice| choice.name.clone())
                .collect(),
        };
        if let Some(at) = self.named(typed) {
            return Ok(at);
        }
        if let Some(number) = typed.strip_prefix('#') {
            let number = number.trim().parse::<usize>().ok();
            let at = number.and_then(|number| number.checked_sub(1));
            return at.filter(|&at| at < self.moves.len()).ok_or_else(none);
        }
        let exact = squeezed(typed);
        if let Some(at) = self
            .moves
            .iter()
            .position(|choice| squeezed(&choice.name) == exact)
        {
            return Ok(at);
        }
        let said = words(typed);
        if said.is_empty() {
            return Err(none());
        }
        let meant: Vec<usize> = (0..self.moves.len())
            .filter(|&at| abbreviates(&said, &words(&self.moves[at].name)))
            .collect();
        match meant[..] {
            [] => Err(none()),
            [at] => Ok(at),
            _ => Err(NoMove::Several {
                typed: typed.to_owned(),
                meant: meant
                    .into_iter()
                    .map(|at| self.moves[at].name.clone())
                    .collect(),
            }),
        }
    }

    /// The place of the move with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.moves.iter().position(|choice| choice.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    fn choices(names: &[&str]) -> Choices {
        let choice = |name: &&str| Choice {
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
            assert_eq!(strip.typed(typed), Ok(at), "{typed}");
        }
        for typed in ["4", "", "->", "#0", "#4", "2 -> 5", "3", "-1", "#x", "２"] {
            assert!(
                matches!(strip.typed(typed), Err(NoMove::None { .. })),
                "{typed}"
            );
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
        assert_eq!(heaps.typed("3 1"), Ok(1));
        assert_eq!(heaps.typed("3 3"), Ok(2));
        assert_eq!(heaps.typed("1 Heap 3"), Ok(3));
        let error = heaps.typed("3").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`3` may be `3 from heap 1`, `3 from heap 3`"
        );
        assert_eq!(choices(&[]).typed("3"), Err(NoMove::Over("3".to_owned())));
    }
}
