//! A dialogue in a terminal: lines can be edited, repeated and completed.

use std::io;

use crate::play::Dialogue;
use anyhow::{Context as _, Result};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::session::{answer, patiently, show};
use crate::exit::Done;
use crate::interrupt;

/// The dialogue as the helper of the line editor: it completes lines.
struct Completions(Dialogue);

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, self.0.completions(line[..at].trim_start())))
    }
}

impl Hinter for Completions {
    type Hint = String;
}
impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}

/// Plays until the user quits.
pub fn play(mut dialogue: Dialogue) -> Result<Done> {
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
        .completion_type(CompletionType::List)
        .auto_add_history(true)
        .build();
    let mut editor: Editor<Completions, MemHistory> =
        Editor::with_history(config, MemHistory::new()).context("cannot use the terminal")?;
    editor.set_helper(Some(Completions(dialogue)));
    loop {
        let prompt = editor
            .helper()
            .map(|helper| helper.0.prompt())
            .unwrap_or_default();
        let line = match editor.readline(&prompt) {
            Ok(line) => line,
            Err(ReadlineError::Eof) => return Ok(Done::Fine),
            Err(ReadlineError::Interrupted) => return Ok(Done::Interrupted),
            Err(error) => return Err(error).context("cannot read from the terminal"),
        };
        if let Some(helper) = editor.helper_mut()
            && answer(&mut helper.0, &line)?
        {
            return Ok(Done::Fine);
        }
    }
}
