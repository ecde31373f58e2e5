//! Text for people: numbers and things, times and sizes as options, tables, and lines of a shell.

use std::env;
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use grundy_report::text::harmless;

pub use grundy_records::units::{count as grouped, counted};
pub use grundy_report::text::table;

/// What this command is called: `grundy`, or the name of the binary of a game in Rust.
pub fn own_name() -> String {
    let called = env::args_os().next().unwrap_or_default();
    let name = Path::new(&called).file_stem().map(OsStr::to_string_lossy);
    name.map_or_else(|| "grundy".to_owned(), |name| harmless(&name))
}

/// A number of positions: `1 position`, `2,048 positions`.
pub fn positions(number: u64) -> String {
    counted(number, "position")
}

/// As [`positions`], where there are no others: `1 position`, `all 2,048 positions`.
pub fn all_positions(number: u64) -> String {
    let all = if number == 1 { "" } else { "all " };
    format!("{all}{}", positions(number))
}

/// Parses a time: a number with `s` or `ms`, from 1 ms to an hour.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds = match split(text) {
        (number, "s") => number.parse(),
        (number, "ms") => number.parse().map(|number: f64| number / 1000.0),
        _ => return Err("expected a time like 2s, 0.5s or 500ms".to_owned()),
    };
    let time = seconds.map(Duration::try_from_secs_f64);
    match time {
        Ok(Ok(time)) if (Duration::from_millis(1)..=Duration::from_hours(1)).contains(&time) => {
            Ok(time)
        }
        _ => Err("expected a time from 1ms to 3600s".to_owned()),
    }
}

/// The units of sizes in bytes; a prefix alone is one of 1024, as containers and virtual machines read it.
const UNITS: [(&str, u64); 10] = [
    ("K", 1 << 10),
    ("M", 1 << 20),
    ("G", 1 << 30),
    ("B", 1),
    ("kB", 1000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
];

/// Parses a number of bytes with its unit. A number alone is an error: some judges mean megabytes by it, others
/// bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let factor = UNITS.iter().find(|(name, _)| *name == unit);
    let number = number.parse().ok();
    let bytes = factor
        .zip(number)
        .and_then(|((_, factor), number)| factor.checked_mul(number));
    bytes.filter(|&bytes| bytes > 0).ok_or_else(|| {
        "expected a whole number with its unit, like 256MiB, 1GiB or 64MB".to_owned()
    })
}

/// A number and its unit.
fn split(text: &str) -> (&str, &str) {
    let unit = text.find(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(unit.unwrap_or(text.len()));
    (number.trim_end(), unit)
}

/// Grundy values in a line.
const LINE: u64 = 20;

/// The digits of a number.
pub fn digits(number: u64) -> usize {
    number.to_string().len()
}

/// Grundy values in lines of 20, each with the number of its first one, counted from `first`; `label` and `width` are
/// the widths of these numbers and of values.
pub fn listed(values: impl Iterator<Item = u64>, first: u64, label: usize, width: usize) -> String {
    let mut text = String::new();
    for (number, value) in (first..).zip(values) {
        if (number - first).is_multiple_of(LINE) {
            text += &format!("\n{number:>label$} ");
        }
        _ = write!(text, " {value:>width$}");
    }
    text.trim_start_matches('\n').to_owned() + "\n"
}

/// One line that a POSIX shell parses as these words. Control characters and bytes that are not UTF-8 are replaced,
/// because the line is printed.
pub fn line<W: AsRef<OsStr>>(words: &[W]) -> String {
    let quoted = |word: &W| {
        let word = word.as_ref().to_string_lossy();
        match shlex::try_quote(&word) {
            Ok(quoted) => harmless(&quoted),
            Err(_) => harmless(&word),
        }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// A shell command that prints this input.
pub fn printf(input: &str) -> String {
    let input = input.trim_end();
    if input.contains(['\'', '%', '\\']) {
        let lines: Vec<&str> = input.lines().collect();
        format!("printf '%s\\n' {}", line(&lines))
    } else {
        format!("printf '{}\\n'", input.replace('\n', "\\n"))
    }
}
