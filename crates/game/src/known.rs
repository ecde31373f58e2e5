//! What is known of a position.

use std::fmt::{self, Display};

use grundy_core::Outcome;
use grundy_formula::Verdict;
use serde_json::Value;

/// What a closed form, the oracle, or an answer to a task says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Who wins.
    pub outcome: Outcome,
    /// How many different moves win.
    pub winning_moves: Option<u64>,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// The number of moves until the game ends, when the winner plays for a short game and the loser for a
    /// long one.
    pub remoteness: Option<u64>,
}

impl From<Outcome> for Known {
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            winning_moves: None,
            grundy: None,
            remoteness: None,
        }
    }
}

impl From<Verdict> for Known {
    /// What a formula says.
    fn from(verdict: Verdict) -> Self {
        match verdict.value {
            Some(value) => Self::of_grundy(value),
            None => Outcome::of(!verdict.is_lost).into(),
        }
    }
}

impl Known {
    /// The outcome and the number of winning moves.
    pub fn new(outcome: Outcome, winning_moves: u64) -> Self {
        Self {
            winning_moves: Some(winning_moves),
            ..outcome.into()
        }
    }

    /// A Grundy value, and the outcome that follows from it.
    pub fn of_grundy(value: u64) -> Self {
        Self::from(Outcome::from_grundy_value(value)).with_grundy(value)
    }

    /// Returns the same with a Grundy value.
    #[must_use]
    pub const fn with_grundy(self, value: u64) -> Self {
        Self {
            grundy: Some(value),
            ..self
        }
    }

    /// Returns whether the player to move wins.
    pub const fn wins(&self) -> bool {
        self.outcome.is_win()
    }

    /// Returns whether the player to move loses.
    pub const fn loses(&self) -> bool {
        matches!(self.outcome, Outcome::P)
    }

    /// Returns what is known of the sum of two positions. Without Grundy values that is nothing, and the result is that of
    /// the second position.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match self.grundy.zip(other.grundy) {
            Some((one, other)) => Self::of_grundy(one ^ other),
            None => other,
        }
    }

    /// Returns it in one line with the first of the winning moves.
    pub fn with_moves<M: Display>(&self, moves: &[M]) -> String {
        with_moves(self.to_string(), moves)
    }
}

impl Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(kind(self.outcome))?;
        if let Some(grundy) = self.grundy {
            write!(f, ", Grundy value {grundy}")?;
        }
        match self.winning_moves {
            None => Ok(()),
            Some(1) => write!(f, ", 1 winning move"),
            Some(count) => write!(f, ", {count} winning moves"),
        }
    }
}

/// Returns what positions of an outcome are called.
pub const fn kind(outcome: Outcome) -> &'static str {
    ["P-position", "draw", "N-position"][outcome as usize]
}

/// Returns who wins positions of an outcome, as a part of a sentence.
pub const fn winner(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "the player to move wins",
        Outcome::Draw => "neither player wins if the other plays right",
        Outcome::P => "the player to move loses",
    }
}

/// Returns whether the player to move wins, as JSON and tables have it: true, false or `draw`.
pub fn wins(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Draw => "draw".into(),
        _ => outcome.is_win().into(),
    }
}

/// Appends the first of some moves to a text.
pub fn with_moves<M: Display>(mut text: String, moves: &[M]) -> String {
    const SHOWN: usize = 8;
    let shown = moves.iter().take(SHOWN).map(M::to_string);
    let mut shown: Vec<String> = shown.collect();
    if moves.len() > SHOWN {
        shown.push("...".to_owned());
    }
    if !shown.is_empty() {
        text += &format!(": {}", shown.join(", "));
    }
    text
}
