//! Decimal numbers between white space, with the place of every error.
//!
//! Every input of every game is a list of decimal ASCII numbers separated by white space (space, tab, LF, CRLF).
//! [`Numbers`] reads them from a text that is in memory or comes in pieces. The reader of a game
//! passes for each number what it is and how large it may be. [`Numbers::invalid`] turns a number that breaks a
//! rule of the game into an error at that number's place. [`Numbers::each`] and [`Numbers::list_to_end`] read many numbers
//! at some gigabytes a second.

mod digits;
mod numbers;
mod source;
#[cfg(test)]
mod tests;

use std::fmt;

pub(crate) use numbers::append;
pub use numbers::{Numbers, OUT_OF_MEMORY};

/// An error in a text, with the place of the first byte of what is wrong.
///
/// Displayed as `LINE:COLUMN: what stands there, what was expected`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ReadError {
    /// Line, counted from 1; LF ends a line.
    pub line: u64,
    /// Column in bytes, counted from 1.
    pub column: u64,
    /// What stands there, and what was expected.
    pub message: String,
}

impl ReadError {
    /// The error with this place and message.
    pub fn new(line: u64, column: u64, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            line,
            column,
            message,
        }
    }
}

/// How many bytes of a wrong piece of text an error message shows.
const SHOWN: usize = 24;

/// A description of the piece of text that `text` begins with, up to the next white space.
fn describe(text: &[u8]) -> String {
    let end = (1..text.len())
        .find(|&at| is_separator(text, at))
        .unwrap_or(text.len());
    let bytes = &text[..end.min(SHOWN)];
    let dots = if end > SHOWN { "..." } else { "" };
    let shown = format!("{}{dots}", bytes.escape_ascii());
    let kind = match bytes.iter().position(|byte| !byte.is_ascii_digit()) {
        None => return shown,
        Some(_) if bytes.starts_with(b"\xef\xbb\xbf") => "a UTF-8 byte order mark",
        Some(at) => match bytes[at] {
            b'-' if at == 0 => "a minus sign",
            b'+' if at == 0 => "a plus sign",
            b'.' | b',' => "a fraction or a separator",
            0 => "a NUL byte",
            b'\r' => "a carriage return without a line feed",
            0x80.. => "a byte that is not ASCII",
            byte if byte.is_ascii_control() => "a control character",
            _ => return format!("`{shown}`"),
        },
    };
    format!("{kind} (`{shown}`)")
}

/// Writes `numbers` as one line: separated by blanks, with a line feed at the end.
pub(crate) fn write_line<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    numbers: &[T],
) -> fmt::Result {
    let mut separator = "";
    for number in numbers {
        write!(f, "{separator}{number}")?;
        separator = " ";
    }
    writeln!(f)
}

/// Whether white space or the end of the text stands at `at`. A carriage return counts only in front of a line feed.
#[inline]
fn is_separator(text: &[u8], at: usize) -> bool {
    match text.get(at) {
        Some(b' ' | b'\t' | b'\n') | None => true,
        Some(b'\r') => text.get(at + 1) == Some(&b'\n'),
        Some(_) => false,
    }
}
