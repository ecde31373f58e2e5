//! Readers' common ground: decimal numbers between white space, with the place of every error.
//!
//! Every input of every game is a list of decimal ASCII numbers separated by white space (space,
//! tab, LF, CRLF). [`Numbers`] walks over the bytes of such a text, which are all there or come in
//! pieces (see [`Source`]); a game's reader says for each number what it is and how large it may be,
//! and turns a number that breaks the game's rules into an error at that number's place with
//! [`Numbers::invalid`]. Many numbers of a kind are read with [`Numbers::batch`] or
//! [`Numbers::list`], at some gigabytes a second.

mod digits;
mod numbers;
mod source;
#[cfg(test)]
mod tests;

use std::fmt;

pub use numbers::Numbers;
pub use source::{Source, Stream};

/// An error in a text, with its place: the first byte of what is wrong.
///
/// `E` is the game's own error for numbers that are well written but make no position. Displayed as
/// `LINE:COLUMN: what stands there, what was expected`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct ReadError<E> {
    /// Line, counted from 1; LF ends a line.
    pub line: u64,
    /// Column in bytes, counted from 1.
    pub column: u64,
    /// What is wrong there.
    pub problem: Problem<E>,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem<E> {
    /// Something that is not a decimal number stands where a number should.
    #[error("found {found}, expected {expected}")]
    NotANumber {
        /// What stands there.
        found: Found,
        /// What should stand there.
        expected: String,
    },
    /// A number is larger than its kind allows.
    #[error("found {found}, expected {expected}, at most {max}")]
    TooLarge {
        /// The digits, shortened when there are many.
        found: Found,
        /// What should stand there.
        expected: String,
        /// The largest value allowed.
        max: u64,
    },
    /// The text ends too early.
    #[error("the input ends here, expected {expected}")]
    Ends {
        /// What should come next.
        expected: String,
    },
    /// The text goes on after everything was read.
    #[error("found {found} after {last}, expected the end of the input")]
    Trailing {
        /// What stands there.
        found: Found,
        /// The last thing that belongs to the input.
        last: String,
    },
    /// A number breaks a rule of the game.
    #[error(transparent)]
    Invalid(E),
}

/// A piece of the text that does not belong there, as shown to people.
///
/// Holds the first bytes of the piece, up to the next white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    bytes: Vec<u8>,
    more: bool,
}

impl Found {
    const SHOWN: usize = 24;

    fn at(text: &[u8]) -> Self {
        let end = (1..text.len())
            .find(|&at| is_separator(text, at))
            .unwrap_or(text.len());
        let shown = end.min(Self::SHOWN);
        Self {
            bytes: text[..shown].to_vec(),
            more: shown < end,
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.bytes.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == self.bytes.len() {
            write!(f, "{}", self.bytes.escape_ascii())?;
            return if self.more { write!(f, "...") } else { Ok(()) };
        }
        let dots = if self.more { "..." } else { "" };
        let shown = format!("`{}{dots}`", self.bytes.escape_ascii());
        match self.bytes[digits] {
            _ if self.bytes.starts_with(b"\xef\xbb\xbf") => {
                write!(f, "a UTF-8 byte order mark ({shown})")
            }
            b'-' if digits == 0 => write!(f, "a minus sign ({shown})"),
            b'+' if digits == 0 => write!(f, "a plus sign ({shown})"),
            b'.' | b',' => write!(f, "a fraction or a separator ({shown})"),
            0 => write!(f, "a NUL byte ({shown})"),
            b'\r' => write!(f, "a carriage return without a line feed ({shown})"),
            byte if byte >= 0x80 => write!(f, "a byte that is not ASCII ({shown})"),
            byte if byte.is_ascii_control() => write!(f, "a control character ({shown})"),
            _ => write!(f, "{shown}"),
        }
    }
}

/// Writes `numbers` as one line: separated by blanks, with a line feed at the end.
pub(crate) fn write_line(f: &mut fmt::Formatter<'_>, numbers: &[u64]) -> fmt::Result {
    let mut separator = "";
    for number in numbers {
        write!(f, "{separator}{number}")?;
        separator = " ";
    }
    writeln!(f)
}

/// Whether a blank, a line end or the end of the text stands at `at`; a carriage return only counts
/// in front of a line feed.
fn is_separator(text: &[u8], at: usize) -> bool {
    match text.get(at) {
        Some(b' ' | b'\t' | b'\n') | None => true,
        Some(b'\r') => text.get(at + 1) == Some(&b'\n'),
        Some(_) => false,
    }
}
