//! What goes to standard output and standard error, and in which colours.
//!
//! Nobody has to read what is printed: a reader who has gone changes what is printed and never how a
//! command ends. So files are written first, and the exit code is what the command found.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Error, Result, bail};
use grundy_games::{Line, Role};

/// The colour of errors and failed checks.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The colour of what is confirmed.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();

/// Whether this process says nothing.
static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// From now on this process says nothing, or something again: of several that do one thing, one speaks.
#[cfg(feature = "mpi")]
pub fn be_silent(silent: bool) {
    IS_SILENT.store(silent, Ordering::Relaxed);
}

/// Writes what a command has found to standard output; colours only reach a terminal that takes them.
///
/// # Errors
/// When the system refuses, but not because nobody reads it.
pub fn print(text: &str) -> Result<()> {
    print_by(|out| out.write_all(text.as_bytes()))
}

/// As [`print()`], for what is too much to be made at once: `content` writes it piece by piece.
///
/// # Errors
/// As [`print()`].
pub fn print_by(content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    if IS_SILENT.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut out = BufWriter::new(anstream::stdout().lock());
    match content(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Whether a file has a place to be written to, and is none of those that the command reads: what takes
/// hours to find should not be lost, and what it was found from neither.
///
/// # Errors
/// What speaks against it.
pub fn can_be_written(path: Option<&Path>, read: &[&Path]) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    grundy_records::files::can_be_written(path)?;
    if let Ok(there) = path.canonicalize() {
        for read in read {
            if read.canonicalize().is_ok_and(|read| read == there) {
                bail!("cannot write {}: it is what this reads", name(path));
            }
        }
    }
    Ok(())
}

/// Writes a line to standard error. There is nobody to tell when that cannot be done.
pub fn note(text: &str) {
    if IS_SILENT.load(Ordering::Relaxed) {
        return;
    }
    _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// An error with its causes, on one line. What has been said is not said again, and what comes from
/// file names and other places cannot move the cursor.
pub fn told(error: &Error) -> String {
    let mut told = String::new();
    for cause in error.chain() {
        let cause = harmless(&cause.to_string());
        if told.is_empty() {
            told = cause;
        } else if !told.ends_with(&cause) {
            _ = write!(told, ": {cause}");
        }
    }
    told
}

/// A name as it can be shown: control characters by their numbers.
pub fn name(name: impl AsRef<OsStr>) -> String {
    harmless(&name.as_ref().to_string_lossy())
}

/// A text from outside as it can be shown: control characters by their numbers.
pub fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    for (i, c) in text.char_indices() {
        // A message of ours that has several lines indents all but the first.
        let goes_on = c == '\n' && text[i + 1..].starts_with("  ");
        if c.is_control() && !goes_on {
            harmless.extend(c.escape_default());
        } else {
            harmless.push(c);
        }
    }
    harmless
}

/// A line of an explanation with its colours, ended.
pub fn coloured(line: &Line) -> String {
    let mut text = String::new();
    for span in &line.0 {
        let style = style(span.role);
        text += &format!("{style}{}{style:#}", span.text);
    }
    text.push('\n');
    text
}

fn style(role: Role) -> Style {
    match role {
        Role::Plain => Style::new(),
        Role::Heading => Style::new().bold(),
        Role::Piece => AnsiColor::Cyan.on_default(),
        Role::Counts => AnsiColor::Yellow.on_default(),
        Role::Winning => AnsiColor::Green.on_default().bold(),
        Role::Faint => Style::new().dimmed(),
    }
}

/// A number with its thousands set apart: `1,048,555`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of positions, in words: `1 position`, `2,048 positions`.
pub fn positions(number: u64) -> String {
    counted(number, "position")
}

/// A number of things, in words: `1 run`, `2,048 runs`.
pub fn counted(number: u64, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(number))
}

/// As [`positions`], of all that there are: `1 position`, `all 2,048 positions`.
pub fn all_positions(number: u64) -> String {
    match number {
        1 => positions(number),
        _ => format!("all {}", positions(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        let cause = io::Error::other("no disk");
        let error = Error::new(cause).context("a.csv: no disk");
        assert_eq!(told(&error), "a.csv: no disk");
        assert_eq!(
            told(&error.context("cannot go on")),
            "cannot go on: a.csv: no disk"
        );
    }

    #[test]
    fn a_name_moves_no_cursor() {
        let error = Error::msg("cannot read \u{1b}[2Jź\n: gone");
        assert_eq!(told(&error), "cannot read \\u{1b}[2Jź\\n: gone");
        assert_eq!(name("a\tb"), "a\\tb");
        let error = Error::msg("one of these:\n  one\n  two\nthree");
        assert_eq!(told(&error), "one of these:\n  one\n  two\\nthree");
    }
}
