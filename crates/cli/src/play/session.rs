//! A dialogue on standard input and output.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::play::{Dialogue, PlayError};
use anyhow::{Context, Result};
use grundy_games::Line;

use crate::exit::Done;
use crate::output;

/// Plays without a terminal: input lines are repeated in the output, between the answers.
pub fn play(mut dialogue: Dialogue) -> Result<Done> {
    show(&patiently(|| dialogue.greeting())?)?;
    for line in io::stdin().lock().lines() {
        let line = line.context("cannot read standard input")?;
        output::print(&format!("{}{line}\n", dialogue.prompt()))?;
        if answer(&mut dialogue, &line)? {
            break;
        }
    }
    Ok(Done::Fine)
}

/// Shows the answer to a line; true at the end of the dialogue. A line that is no move is no error of the
/// command, but a failure of the game is.
pub fn answer(dialogue: &mut Dialogue, line: &str) -> Result<bool> {
    match patiently(|| dialogue.answer(line)) {
        Ok(said) => {
            show(&said.lines)?;
            Ok(said.is_end)
        }
        Err(PlayError::Game(grundy_games::Error::Failed(error))) => Err(error.into()),
        Err(error) => {
            output::print(&format!("{error}\n"))?;
            Ok(false)
        }
    }
}

/// Runs `work`, and prints notes after 1, 2, 4, ... seconds that it is not finished: a rules program may have to
/// answer for many positions.
pub fn patiently<T>(work: impl FnOnce() -> T) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut seconds = 1;
            let mut wait = seconds;
            while is_done.recv_timeout(Duration::from_secs(wait)) == Err(RecvTimeoutError::Timeout)
            {
                output::note(&format!(
                    "solving positions: {seconds} s so far; Ctrl-C ends it"
                ));
                wait = seconds;
                seconds *= 2;
            }
        });
        let result = work();
        drop(done);
        result
    })
}

pub fn show(lines: &[Line]) -> Result<()> {
    output::print(&output::coloured(lines))
}
