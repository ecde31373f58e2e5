//! What goes to standard output, and in which colours.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};
use grundy_games::{Line, Role};

/// The colour of errors and failed checks.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// The colour of what is confirmed.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();

/// Writes `text` to standard output; colours only reach a terminal that takes them.
pub fn print(text: &str) -> Result<()> {
    let mut stdout = anstream::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .context("cannot write to standard output")
}

/// Whether `error` is somebody's having closed the other end of our output.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
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
