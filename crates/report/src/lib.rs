//! A report as a tree of blocks, from which each form of output is printed: [`text`] for a terminal, `html` for a browser,
//! `junit` for servers that collect the results of tests. Explanations of positions, verdicts on programs, results of
//! sweeps, comparisons of benchmarks and the page of all records are made of the same blocks.
//!
//! ```
//! use grundy_report::{Block, Line, Role, text};
//! let report = [
//!     Block::from(Line::of(Role::Good, "accepted").and(Role::Plain, ": all 2 tests passed")),
//!     Block::table("test|>time", [vec!["1 / 5", "0.01 s"], vec!["2 / 5 5", "0.02 s"]]),
//!     Block::field("try it", "printf '1\\n5\\n' | ./a.py"),
//! ];
//! let expected = "\
//! accepted: all 2 tests passed
//! test       time
//! 1 / 5    0.01 s
//! 2 / 5 5  0.02 s
//!   try it    printf '1\\n5\\n' | ./a.py
//! ";
//! assert_eq!(text::plain(&report), expected);
//! ```

#[cfg(feature = "html")]
pub mod html;
#[cfg(feature = "junit")]
pub mod junit;
pub mod line;
pub mod text;

pub use line::{Line, Role, Span};

/// A part of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A line, or an empty one.
    Line(Line),
    /// A line with the name of its content.
    Field {
        /// The name.
        name: String,
        /// The content.
        content: Span,
    },
    /// A table.
    Table {
        /// The names of the columns with `|` between them. Columns whose names begin with `>` are aligned to the right. Without
        /// any name there is no first line.
        columns: String,
        /// The cells of each row.
        rows: Vec<Vec<Span>>,
    },
    /// A part with a title.
    Section {
        /// The title.
        title: String,
        /// Whether a page shows only the title until the reader opens it.
        is_folded: bool,
        /// What it consists of.
        blocks: Vec<Self>,
    },
    /// A drawing, which only a page shows.
    Figure {
        /// The title.
        title: String,
        /// What is said of the drawing.
        caption: String,
        /// The drawing as HTML.
        drawing: String,
    },
}

impl From<Line> for Block {
    fn from(line: Line) -> Self {
        Self::Line(line)
    }
}

impl Block {
    /// A line of running text.
    pub fn plain(text: impl Into<String>) -> Self {
        Line::plain(text).into()
    }

    /// Lines of running text.
    pub fn lines(text: &str) -> impl Iterator<Item = Self> {
        text.lines().map(Self::plain)
    }

    /// An empty line.
    pub fn empty() -> Self {
        Line::default().into()
    }

    /// A line with the name of its content.
    pub fn field(name: impl Into<String>, content: impl Into<Span>) -> Self {
        let (name, content) = (name.into(), content.into());
        Self::Field { name, content }
    }

    /// The fields that have a content.
    pub fn fields<N: Into<String>>(
        fields: impl IntoIterator<Item = (N, Option<String>)>,
    ) -> impl Iterator<Item = Self> {
        let fields = fields.into_iter();
        fields.filter_map(|(name, content)| Some(Self::field(name, content?)))
    }

    /// A line that begins with a verdict.
    pub fn verdict(is_good: bool, verdict: impl Into<String>, details: impl Into<String>) -> Self {
        let role = if is_good { Role::Good } else { Role::Bad };
        let line = Line::of(role, verdict);
        line.and(Role::Plain, details).into()
    }

    /// A table whose cells are texts or have roles.
    pub fn table<C: Into<Span>>(
        columns: impl Into<String>,
        rows: impl IntoIterator<Item = Vec<C>>,
    ) -> Self {
        let rows = rows.into_iter();
        let cells = |row: Vec<C>| row.into_iter().map(Into::into).collect();
        Self::Table {
            columns: columns.into(),
            rows: rows.map(cells).collect(),
        }
    }

    /// A part with a title.
    pub fn section(title: impl Into<String>, blocks: Vec<Self>) -> Self {
        Self::Section {
            title: title.into(),
            is_folded: false,
            blocks,
        }
    }

    /// A drawing, which only a page shows.
    pub fn figure(title: impl Into<String>, caption: impl Into<String>, drawing: String) -> Self {
        Self::Figure {
            title: title.into(),
            caption: caption.into(),
            drawing,
        }
    }

    /// The groups that are not empty, with an empty line between two of them.
    pub fn groups(groups: impl IntoIterator<Item = Vec<Self>>) -> Vec<Self> {
        let groups = groups.into_iter().filter(|group| !group.is_empty());
        groups.collect::<Vec<_>>().join(&Self::empty())
    }
}

/// The checks of a game or a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suite {
    /// What was checked.
    pub name: String,
    /// The checks.
    pub cases: Vec<Case>,
}

/// One check of a report: a phase of a judge, a size of a sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// What was checked.
    pub name: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Why it failed, if it did.
    pub failure: Option<Failure>,
    /// Whether it was left out.
    pub is_skipped: bool,
}

impl Case {
    /// A check that was made.
    pub fn new(name: impl Into<String>, seconds: f64, failure: Option<Failure>) -> Self {
        Self {
            name: name.into(),
            seconds,
            failure,
            is_skipped: false,
        }
    }
}

/// Why a check failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The verdict in a few words.
    pub verdict: String,
    /// One line about it.
    pub message: String,
    /// The counterexample.
    pub counterexample: Vec<Block>,
}

impl Failure {
    /// A failure with all that is said of it.
    pub fn new(
        verdict: impl Into<String>,
        message: impl Into<String>,
        counterexample: impl IntoIterator<Item = Block>,
    ) -> Self {
        Self {
            verdict: verdict.into(),
            message: message.into(),
            counterexample: counterexample.into_iter().collect(),
        }
    }
}
