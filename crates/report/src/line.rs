//! Lines of text whose pieces have roles, from which a terminal or a browser chooses colours.

/// What a piece of text is, for the choice of a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Running text.
    #[default]
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
    /// A check that passed.
    Good,
    /// A check that failed.
    Bad,
}

/// A piece of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// What it is.
    pub role: Role,
}

impl<T: Into<String>> From<T> for Span {
    fn from(text: T) -> Self {
        let (text, role) = (text.into(), Role::Plain);
        Self { text, role }
    }
}

/// A line of text.
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
    /// use grundy_report::{Line, Role};
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
