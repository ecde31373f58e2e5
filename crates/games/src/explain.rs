//! An explanation as data: lines of text whose pieces have roles, and the same facts for machines.
//!
//! A game writes what it has to say; whoever shows it decides on colours.

use serde_json::Value;

/// What a piece of text is, for the choice of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Running text.
    Plain,
    /// A title.
    Heading,
    /// A pawn, a stone, a coin.
    Piece,
    /// What counts for the nim-sum.
    Counts,
    /// A winning move or the answer.
    Winning,
    /// What is there but does not matter.
    Faint,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// What it is.
    pub role: Role,
}

/// A line of an explanation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<Span>);

impl Line {
    /// A line of one piece.
    pub fn of(role: Role, text: impl Into<String>) -> Self {
        Self::default().and(role, text)
    }

    /// A line of running text.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::of(Role::Plain, text)
    }

    /// The line with a piece more.
    ///
    /// ```
    /// use grundy_games::{Line, Role};
    /// let line = Line::plain("winning: ").and(Role::Winning, "2 -> 4");
    /// assert_eq!(line.text(), "winning: 2 -> 4");
    /// ```
    #[must_use]
    pub fn and(mut self, role: Role, text: impl Into<String>) -> Self {
        self.0.push(Span {
            text: text.into(),
            role,
        });
        self
    }

    /// The line without roles.
    pub fn text(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }
}

/// A position explained.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// For people.
    pub lines: Vec<Line>,
    /// For machines: the same facts, nothing left out.
    pub facts: Value,
}

impl Explanation {
    /// The lines as plain text, each ended.
    pub fn text(&self) -> String {
        self.lines
            .iter()
            .map(|line| line.text().trim_end().to_owned() + "\n")
            .collect()
    }
}

/// `count` things in words: `1 pawn`, `3 pawns`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// The first few of many: all of them when they are few, and how many are left out.
pub(crate) fn first_few<T>(all: &[T], few: usize) -> (&[T], usize) {
    let shown = all.len().min(few);
    (&all[..shown], all.len() - shown)
}
