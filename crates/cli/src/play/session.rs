//! A dialogue in a terminal, where lines can be edited, repeated and completed, or on standard input and output.

use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use grundy_game::{Error, Line};
use rustix::termios::{OptionalActions, tcgetattr, tcgetwinsize, tcsetattr};
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::interrupt;
use crate::output::{self, Done};
use crate::play::dialogue::Dialogue;
use crate::play::fit::fit;

/// The time between two notes that the command is not finished with its work.
const PATIENCE: Duration = Duration::from_secs(2);

/// Plays until the user quits or the input ends.
pub fn play(mut dialogue: Dialogue) -> Result<Done> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return play_in_terminal(dialogue);
    }
    show(&patiently(|| dialogue.greeting())?)?;
    for line in io::stdin().lock().split(b'\n') {
        let line = line.context("cannot read standard input")?;
        if output::is_unread() {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.strip_suffix('\r').unwrap_or(&text);
        output::print(&format!("{}{text}\n", dialogue.prompt()))?;
        if let Err(error) = str::from_utf8(&line) {
            let at = error.valid_up_to();
            let (byte, column) = (line[at], at + 1);
            let error =
                format!("is no legal move: byte {byte:#04x} in column {column} is not UTF-8");
            show(&[Line::plain(format!("`{text}` {error}"))])?;
        } else if answer(&mut dialogue, text)? {
            break;
        }
    }
    Ok(Done::Fine)
}

fn play_in_terminal(mut dialogue: Dialogue) -> Result<Done> {
    let found = tcgetattr(io::stdin()).context("cannot use the terminal")?;
    interrupt::listen(move || {
        // The line editor leaves the terminal raw if the process has to stop while a line is edited.
        _ = tcsetattr(io::stdin(), OptionalActions::Now, &found);
        "\nstopped".to_owned()
    })?;
    show(&patiently(|| dialogue.greeting())?)?;
    let config = Config::builder()
        // Otherwise bracketed paste would have to be turned off as well on a stop.
        .bracketed_paste(false)
        .auto_add_history(true)
        .build();
    let mut editor = DefaultEditor::with_config(config).context("cannot use the terminal")?;
    loop {
        let line = match editor.readline(&dialogue.prompt()) {
            Ok(line) => line,
            Err(ReadlineError::Eof) => return Ok(Done::Fine),
            Err(ReadlineError::Interrupted) => return Ok(Done::Interrupted),
            Err(error) => return Err(error).context("cannot read from the terminal"),
        };
        // A line that is typed while the process stops is no move.
        if interrupt::is_stopped() {
            return Ok(Done::Interrupted);
        }
        if answer(&mut dialogue, &line)? {
            return Ok(Done::Fine);
        }
    }
}

/// Shows the answer to a line; true at the end of the dialogue. A line that is no move is no error of the command, but a
/// failure of the game is.
fn answer(dialogue: &mut Dialogue, line: &str) -> Result<bool> {
    match patiently(|| dialogue.answer(line)) {
        Ok(None) => return Ok(true),
        Ok(Some(lines)) => show(&lines)?,
        Err(error) if matches!(error.downcast_ref(), Some(Error::Failed(_))) => return Err(error),
        Err(error) => show(&[Line::plain(error.to_string())])?,
    }
    Ok(false)
}

/// Runs `work`, and prints notes that it is not finished: a rules program may have to answer for many positions, and an opponent to move.
pub fn patiently<T>(work: impl FnOnce() -> T) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                output::note("still at work; Ctrl-C ends it");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Prints lines; in a terminal, lines that fit it.
fn show(lines: &[Line]) -> Result<()> {
    let size = io::stdout()
        .is_terminal()
        .then(|| tcgetwinsize(io::stdout()));
    match size {
        Some(Ok(size)) if size.ws_col > 0 => {
            output::print(&output::coloured(&fit(lines, size.ws_col.into())))
        }
        _ => output::print(&output::coloured(lines)),
    }
}
