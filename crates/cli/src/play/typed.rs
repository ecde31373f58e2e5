//! Moves as people type them.

use anyhow::{Result, bail};

use crate::play::sum::Stage;

/// The largest number of moves that an error names.
const SHOWN: usize = 8;

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

impl Stage {
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
        let all = 0..self.moves.len();
        let meant: Vec<usize> = if let Some(number) = typed.strip_prefix('#') {
            let number: usize = number.trim().parse().unwrap_or(0);
            let at = number.checked_sub(1).filter(|at| all.contains(at));
            at.into_iter().collect()
        } else {
            let typed = words(typed);
            let is_meant = |&at: &usize| abbreviates(&typed, &words(&self.moves[at].name));
            all.clone().filter(is_meant).collect()
        };
        match meant[..] {
            [at] => Ok(at),
            [] => {
                let legal: Vec<usize> = all.collect();
                bail!(
                    "`{typed}` is no legal move here; legal: {}",
                    self.quoted(&legal)
                )
            }
            _ => bail!("`{typed}` may be {}", self.quoted(&meant)),
        }
    }

    /// Names the moves with these indices, or the first of them.
    fn quoted(&self, moves: &[usize]) -> String {
        let first = moves.iter().take(SHOWN);
        let quoted: Vec<String> = first
            .map(|&at| format!("`{}`", self.moves[at].name))
            .collect();
        let quoted = quoted.join(", ");
        match moves.len().saturating_sub(SHOWN) {
            0 => quoted,
            more => format!("{quoted} and {more} more"),
        }
    }
}
