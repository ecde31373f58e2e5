//! An explanation as data: lines of text whose pieces have roles, from which the terminal and the browser
//! choose colours. [`page`] makes the pages of all games.

pub(crate) mod page;
mod parts;
pub(crate) mod row;
mod strip;

pub use page::explained_sum;

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
    /// What does not count, and keys.
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

    /// The line without blanks at its end.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        while let Some(last) = self.0.last_mut() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            self.0.pop();
        }
        self
    }

    /// The line without roles.
    pub fn text(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }
}

/// A position explained to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The page, line by line.
    pub lines: Vec<Line>,
}

impl Explanation {
    /// A page that is a text.
    pub fn of_text(text: &str) -> Self {
        let lines = text.lines().map(Line::plain).collect();
        Self { lines }
    }

    /// The lines as plain text, each ended.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.text() + "\n").collect()
    }
}
