//! Moves as people type them.

use anyhow::{Result, anyhow, bail};

use crate::play::sum::Choices;

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

/// Returns the words of a text in lower case: the runs of letters, digits and minus signs, without minus signs at the
/// end.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-')
        .map(|word| word.trim_end_matches('-').to_lowercase())
        .filter(|word| !word.is_empty())
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

impl Choices {
    /// Returns the index in [`moves`](Self::moves) of the move that was typed: its name; `#3`, the third on the list; or
    /// some of its words in their order, the first among them, where no other move has them: `2` for `2 -> 4`, and `3 1`
    /// for `3 from heap 1`. It fails when the text is no move, or may be several.
    pub fn typed(&self, typed: &str) -> Result<usize> {
        let typed = typed.trim();
        if self.moves.is_empty() {
            bail!("`{typed}`: the game is over");
        }
        if let Some(at) = self.named(typed) {
            return Ok(at);
        }
        let meant: Vec<usize> = if let Some(number) = typed.strip_prefix('#') {
            let number = number.trim().parse().unwrap_or(0);
            let listed = (1..=self.moves.len()).contains(&number);
            listed.then(|| number - 1).into_iter().collect()
        } else {
            let typed = words(typed);
            let all = 0..self.moves.len();
            all.filter(|&at| abbreviates(&typed, &words(&self.moves[at].name)))
                .collect()
        };
        let name = |&at: &usize| self.moves[at].name.as_str();
        match meant[..] {
            [at] => Ok(at),
            [] => {
                let legal = self.moves.iter().map(|choice| choice.name.as_str());
                let legal = shown(legal);
                Err(anyhow!("`{typed}` is no legal move here; legal: {legal}"))
            }
            _ => Err(anyhow!(
                "`{typed}` may be {}",
                shown(meant.iter().map(name))
            )),
        }
    }

    /// Returns the index of the move with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.moves.iter().position(|choice| choice.name == name)
    }
}
