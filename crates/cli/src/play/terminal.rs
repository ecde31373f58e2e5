//! The table in a terminal: lines that can be edited, repeated and completed.

use std::io;

use anyhow::{Context as _, Result};
use grundy_play::Dialogue;
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::{hear, patiently, show};
use crate::{Done, interrupt};

/// The table as the line editor sees it: what a line may become.
struct Table(Dialogue);

impl Completer for Table {
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

impl Hinter for Table {
    type Hint = String;
}
impl Highlighter for Table {}
impl Validator for Table {}
impl Helper for Table {}

/// Plays until somebody gets up.
pub fn talk(mut table: Dialogue) -> Result<Done> {
    let found = tcgetattr(io::stdin()).context("cannot use the terminal")?;
    interrupt::listen(move || {
        // The line editor leaves it raw when the process is asked to end while a line is read.
        _ = tcsetattr(io::stdin(), OptionalActions::Now, &found);
        "\nstopped".to_owned()
    })?;
    show(&patiently(|| table.greeting())?)?;
    let config = Config::builder()
        // A terminal that reports pastes would have to be told to stop that, too.
        .bracketed_paste(false)
        .completion_type(CompletionType::List)
        .auto_add_history(true)
        .build();
    let mut editor: Editor<Table, MemHistory> =
        Editor::with_history(config, MemHistory::new()).context("cannot use the terminal")?;
    editor.set_helper(Some(Table(table)));
    loop {
        let prompt = editor
            .helper()
            .map(|table| table.0.prompt())
            .unwrap_or_default();
        let line = match editor.readline(&prompt) {
            Ok(line) => line,
            Err(ReadlineError::Eof) => return Ok(Done::Fine),
            Err(ReadlineError::Interrupted) => return Ok(Done::Interrupted),
            Err(error) => return Err(error).context("cannot read from the terminal"),
        };
        if let Some(table) = editor.helper_mut()
            && hear(&mut table.0, &line)?
        {
            return Ok(Done::Fine);
        }
    }
}
