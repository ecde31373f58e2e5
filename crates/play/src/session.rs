//! A dialogue in a terminal, where lines can be edited, repeated and completed, or on standard input and output.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use grundy_game::Line;
use grundy_report::{Block, text};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::dialogue::Dialogue;
use crate::error::{Error, Result};
use crate::fit::fit;

/// The time between two notes that the command is not finished with its work.
const PATIENCE: Duration = Duration::from_secs(2);

/// How a dialogue ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The player quit, or the input ended.
    Quit,
    /// The player stopped it by Ctrl-C, or another request to stop arrived.
    Stopped,
}

/// The terminal of this process, as it was before a dialogue.
pub struct Terminal(Termios);

impl Terminal {
    /// Returns the terminal, if both standard input and standard output are one.
    ///
    /// # Errors
    /// When the system says nothing about it.
    pub fn found() -> Result<Option<Self>> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(None);
        }
        let found = tcgetattr(io::stdin()).map_err(Error::system("cannot use the terminal"))?;
        Ok(Some(Self(found)))
    }

    /// Restores the terminal. The line editor leaves it raw if the process has to stop while a line is edited.
    pub fn restore(&self) {
        // The process ends.
        _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.0);
    }
}

/// Plays on standard input until the player quits or the input ends.
///
/// # Errors
/// When the input cannot be read, `out` cannot be written, or the game fails.
pub fn play(mut dialogue: Dialogue, out: &mut dyn Write) -> Result<End> {
    show(out, &patiently(|| dialogue.greeting())?)?;
    for line in io::stdin().lock().split(b'\n') {
        let line = line.map_err(Error::system("cannot read standard input"))?;
        let text = String::from_utf8_lossy(&line);
        let text = text.strip_suffix('\r').unwrap_or(&text);
        print(out, &format!("{}{text}\n", dialogue.prompt()))?;
        if let Err(error) = str::from_utf8(&line) {
            let at = error.valid_up_to();
            let (byte, column) = (line[at], at + 1);
            let error =
                format!("is no legal move: byte {byte:#04x} in column {column} is not UTF-8");
            show(out, &[Line::plain(format!("`{text}` {error}"))])?;
        } else if answer(&mut dialogue, text, out)? {
            break;
        }
    }
    Ok(End::Quit)
}

/// Plays in a terminal until the player quits or stops it, or `stop` becomes true.
///
/// # Errors
/// When the terminal cannot be used, `out` cannot be written, or the game fails.
pub fn play_in_terminal(
    mut dialogue: Dialogue,
    out: &mut dyn Write,
    stop: &AtomicBool,
) -> Result<End> {
    show(out, &patiently(|| dialogue.greeting())?)?;
    let config = Config::builder()
        // Otherwise bracketed paste would have to be turned off as well on a stop.
        .bracketed_paste(false)
        .auto_add_history(true)
        .build();
    let editor = DefaultEditor::with_config(config);
    let mut editor = editor.map_err(Error::system("cannot use the terminal"))?;
    loop {
        let line = match editor.readline(&dialogue.prompt()) {
            Ok(line) => line,
            Err(ReadlineError::Eof) => return Ok(End::Quit),
            Err(ReadlineError::Interrupted) => return Ok(End::Stopped),
            Err(error) => return Err(Error::system("cannot read from the terminal")(error)),
        };
        // A line that is typed while the process stops is no move.
        if stop.load(Ordering::Relaxed) {
            return Ok(End::Stopped);
        }
        if answer(&mut dialogue, &line, out)? {
            return Ok(End::Quit);
        }
    }
}

/// Shows the answer to a line; true at the end of the dialogue. A line that is no move is no error of the command, but a
/// failure of the game is.
fn answer(dialogue: &mut Dialogue, line: &str, out: &mut dyn Write) -> Result<bool> {
    match patiently(|| dialogue.answer(line)) {
        Ok(None) => return Ok(true),
        Ok(Some(lines)) => show(out, &lines)?,
        Err(error @ Error::Game(grundy_game::Error::Failed(_))) => return Err(error),
        Err(error) => show(out, &[Line::plain(error.to_string())])?,
    }
    Ok(false)
}

/// Runs `work`, and writes notes to standard error that it is not finished: a rules program may have to answer for many
/// positions, and an opponent to move.
pub fn patiently<T>(work: impl FnOnce() -> T) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                // A failure to write it has no place where it could be reported.
                _ = writeln!(io::stderr().lock(), "still at work; Ctrl-C ends it");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Prints lines; in a terminal, lines that fit it.
fn show(out: &mut dyn Write, lines: &[Line]) -> Result<()> {
    let fitted = match tcgetwinsize(io::stdout()) {
        Ok(size) if size.ws_col > 0 => &fit(lines, size.ws_col.into()),
        _ => lines,
    };
    let blocks: Vec<Block> = fitted.iter().cloned().map(Block::from).collect();
    print(out, &text::coloured(&blocks))
}

/// Prints a text at once.
fn print(out: &mut dyn Write, text: &str) -> Result<()> {
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(Error::Output)
}
