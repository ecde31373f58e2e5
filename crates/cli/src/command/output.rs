//! Standard output and standard error, their colours, and exit codes.
//!
//! What is printed does not decide how a command ends: a closed pipe changes neither files nor the exit code.
//! So commands write files first, and their exit code is the result.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{self, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Error, Result, bail};
use clap::{Args, ValueEnum};
use grundy_report::{Block, Line, Suite, junit, text};

pub use grundy_report::text::harmless;
use serde::Serialize;

use crate::command::text::own_name;

/// The result of a command that ran to its end; its number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    Fine = 0,
    CheckFailed = 1,
    /// For ICPC and Kattis, the input is valid.
    Valid = 42,
    /// For ICPC and Kattis, the input is not valid.
    NotValid = 43,
    /// The user stopped it; shells use the same number for Ctrl-C.
    Interrupted = 130,
}

impl Done {
    /// The result of a check.
    pub const fn of_check(is_passed: bool) -> Self {
        if is_passed {
            Self::Fine
        } else {
            Self::CheckFailed
        }
    }
}

/// The exit code of bad usage and bad input.
pub const BAD_USAGE: u8 = 2;

/// The colour of errors and failed checks.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The colour of passed checks.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();

/// The value of `--format`.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    #[default]
    Text,
    Json,
}

#[derive(Args)]
pub struct Junit {
    /// Write each check with its verdict and time to FILE as JUnit XML, which servers that run tests read
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
}

impl Junit {
    /// Writes the checks, if they are asked for, with what repeats the command.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, suites: &[Suite], again: Option<&str>) -> Result<()> {
        if let Some(path) = &self.junit {
            grundy_records::files::write(path, junit::xml(suites, again)?.as_bytes())?;
        }
        Ok(())
    }
}

// The forms of the result of a command that checks.
#[derive(Args)]
pub struct Form {
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub junit: Junit,
    /// What `grundy again` repeats this command from.
    #[arg(skip)]
    pub again: Option<String>,
}

/// The line of a report that repeats the command.
pub fn repeats(again: Option<&str>) -> Option<Block> {
    let command = own_name();
    again.map(|again| Block::plain(format!("again: {command} again {again}")))
}

impl Form {
    /// Writes the checks, and prints the result: its page with the line that repeats the command, or as JSON its facts.
    ///
    /// # Errors
    /// When the file cannot be written, and as [`print()`].
    pub fn show(&self, facts: &impl Serialize, page: &[Block], suites: &[Suite]) -> Result<()> {
        let again = self.again.as_deref();
        self.junit.write(suites, again)?;
        let page: Vec<Block> = page.iter().cloned().chain(repeats(again)).collect();
        show(self.format, facts, || text::coloured(&page))
    }
}

/// Whether this process prints nothing.
static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// Turns the output of this process off or on: of several processes of one sweep, one prints.
#[cfg(feature = "mpi")]
pub fn be_silent(silent: bool) {
    IS_SILENT.store(silent, Ordering::Relaxed);
}

/// Writes the result of a command to standard output, with colours if that is a terminal that has them.
///
/// # Errors
/// When the system refuses, but not when the reader has closed the pipe.
pub fn print(text: &str) -> Result<()> {
    write(|out| out.write_all(text.as_bytes()))
}

/// As [`print()`], of a text that `text` writes piece by piece.
///
/// # Errors
/// As [`print()`].
pub fn write(text: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    if IS_SILENT.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut out = BufWriter::new(anstream::stdout().lock());
    match text(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Writes a result in the format that the user asked for; JSON is one line.
///
/// # Errors
/// As [`print()`].
pub fn show(format: Format, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<()> {
    match format {
        Format::Text => print(&text()),
        Format::Json => print(&(serde_json::to_string(value)? + "\n")),
    }
}

/// Checks, before a long computation, that its files can be written, and that each of them is neither another one nor
/// a file that the command reads.
///
/// # Errors
/// The reason why not.
pub fn can_be_written(
    written: impl IntoIterator<Item = impl AsRef<Path>>,
    read: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<()> {
    let mut used = Vec::new();
    for path in read {
        used.push((place(path.as_ref())?, "reads it"));
    }
    for path in written {
        let path = path.as_ref();
        grundy_records::files::can_be_written(path)?;
        let place = place(path)?;
        if let Some((_, how)) = used.iter().find(|(other, _)| *other == place) {
            bail!("cannot write {}: this command {how}", name(path));
        }
        used.push((place, "writes something else to it"));
    }
    Ok(())
}

/// The place of a file, which may be missing, with symbolic links resolved.
fn place(path: &Path) -> io::Result<PathBuf> {
    if let Ok(place) = path.canonicalize() {
        return Ok(place);
    }
    let folder = path.parent().unwrap_or(Path::new("")).join(".");
    match path.read_link() {
        // Links in a circle have another error.
        Ok(target)
            if fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound) =>
        {
            place(&folder.join(target))
        }
        _ => match (folder.canonicalize(), path.file_name()) {
            (Ok(folder), Some(name)) => Ok(folder.join(name)),
            _ => path::absolute(path),
        },
    }
}

/// Writes a line to standard error. A failure to do so has no place where it could be reported.
pub fn note(text: &str) {
    if !IS_SILENT.load(Ordering::Relaxed) {
        _ = writeln!(anstream::stderr().lock(), "{text}");
    }
}

/// Writes an error with its causes to standard error.
pub fn error(error: &Error) {
    note(&format!("{BAD}error:{BAD:#} {}", told(error)));
}

/// An error with its causes, on one line, without repetitions and control characters.
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

/// The name of a file, with control characters escaped.
pub fn name(name: impl AsRef<OsStr>) -> String {
    harmless(&name.as_ref().to_string_lossy())
}

/// Lines of an explanation with their colours.
pub fn coloured(lines: &[Line]) -> String {
    let blocks: Vec<Block> = lines.iter().cloned().map(Block::from).collect();
    text::coloured(&blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_cause_is_printed_once() {
        let cause = io::Error::other("no disk");
        let error = Error::new(cause).context("a.csv: no disk");
        assert_eq!(told(&error), "a.csv: no disk");
        let further = error.context("cannot go on");
        assert_eq!(told(&further), "cannot go on: a.csv: no disk");
    }

    #[test]
    fn control_characters_are_escaped() {
        let error = Error::msg("cannot read \u{1b}[2Jź\n: gone");
        assert_eq!(told(&error), "cannot read \\u{1b}[2Jź\\n: gone");
        assert_eq!(name("a\tb"), "a\\tb");
        let error = Error::msg("one of these:\n  one\n  two\nthree");
        assert_eq!(told(&error), "one of these:\n  one\n  two\\nthree");
    }
}
