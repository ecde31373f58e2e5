//! An explanation as data: lines of a report. `page` makes the pages of all games, `best_play` a line of them.

pub mod best_play;
pub(crate) mod page;
mod parts;
pub mod row;
mod strip;

pub use grundy_report::{Line, Role, Span};

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
