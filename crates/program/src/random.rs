//! The verb `random`, which draws positions far beyond the listed ones.

use std::convert;
use std::sync::{Arc, OnceLock};

use grundy_game::line;
use grundy_game::{Draw, Error, NoShape};

use crate::program::{CallError, Runner, side_by_side};

/// The error that the program has no position for a draw.
pub(crate) fn no_position(Draw { m, n, .. }: &Draw) -> NoShape {
    NoShape(format!("no position of extent {m} with {n} parts"))
}

/// The verb `random` of a program.
#[derive(Debug)]
pub(crate) struct Draws {
    runner: Arc<Runner>,
    /// Whether the verb reads several draws, if that is known.
    reads: OnceLock<bool>,
}

impl Draws {
    pub fn new(runner: Arc<Runner>) -> Self {
        Self {
            runner,
            reads: OnceLock::new(),
        }
    }

    /// Draws a position for each of these; `None` where the program has no such position. A program that reads several
    /// draws is started once, another one once for each draw. The error [`CallError::Ended`] means that the program does
    /// not have the verb `random`.
    pub fn all(&self, draws: &[Draw]) -> Result<Vec<Option<String>>, CallError> {
        const RANDOM: &[&str] = &["random"];
        let single = |words: &[&str], number, line: &str| {
            let line = line.trim_ascii();
            let position = (!line.is_empty()).then(|| line::single(line).map(str::to_owned));
            let wrong = |what: String| self.runner.wrong_line(words, number, &what);
            Ok(position.transpose().map_err(wrong)?)
        };
        let wrong = |words: &[&str], what: &str| CallError::Failed(self.runner.wrong(words, what));
        let reads = self.reads.get().copied();
        let mut unread = None;
        if let (Some(&first), None | Some(true)) = (draws.first(), reads) {
            // The first call draws one position twice. A program that ignores its input may write one line.
            let again = reads.is_none().then_some(first);
            let asked: Vec<Draw> = draws.iter().copied().chain(again).collect();
            let lines = asked.iter();
            let lines = lines.map(|Draw { m, n, seed }| format!("{m} {n} {seed}\n"));
            let call = self.runner.run(RANDOM, &lines.collect::<String>());
            if let Ok((text, _)) = &call
                && text.lines().count() == asked.len()
            {
                self.reads.get_or_init(|| true);
                let lines = (1..).zip(text.lines());
                let drawn = lines.map(|(i, line)| single(RANDOM, i, line));
                let mut drawn = drawn.collect::<Result<Vec<_>, CallError>>()?;
                if again.is_some() && drawn.pop().as_ref() != drawn.first() {
                    return Err(wrong(
                        RANDOM,
                        "two different positions for the same numbers",
                    ));
                }
                return Ok(drawn);
            }
            let is_failed = matches!(call, Err(CallError::Failed(_)));
            let error = call.map_or_else(convert::identity, |(text, _)| {
                let what = format!("{} lines for {} draws", text.lines().count(), asked.len());
                wrong(RANDOM, &what)
            });
            if is_failed || reads.is_some() {
                return Err(error);
            }
            unread = Some(error);
        }
        let one = |Draw { m, n, seed }: &Draw| {
            let (m, n, seed) = (m.to_string(), n.to_string(), seed.to_string());
            let words: &[&str] = &["random", &m, &n, &seed];
            let (text, _) = self.runner.run(words, "")?;
            match text.lines().count() {
                0 => Ok(None),
                1 => single(words, 1, &text),
                _ => Err(wrong(words, "expected one position on one line")),
            }
        };
        let mut drawn = Vec::new();
        for draws in draws.chunks(self.runner.settings.jobs.max(1)) {
            for position in side_by_side(draws, one) {
                drawn.push(position?);
            }
        }
        if let Some(error) = unread {
            if drawn.iter().all(Option::is_none) {
                // It does not draw with the numbers as arguments either, so its failure is the reason.
                return Err(CallError::Failed(error.into()));
            }
            self.reads.get_or_init(|| false);
        }
        Ok(drawn)
    }

    /// Returns the position of a draw.
    pub fn one(&self, draw: Draw) -> Result<String, Error> {
        let drawn = self.all(&[draw])?.pop().flatten();
        Ok(drawn.ok_or_else(|| no_position(&draw))?)
    }
}
