//! The task's inputs for positions, and parsing of positions. Inputs are not converted back to positions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{MutexGuard, PoisonError};

use crate::{Answers, Case, Error, InputError};

use crate::rules::error::{RulesError, shown};
use crate::rules::kept::{Inputs, Verb};
use crate::rules::line;
use crate::rules::opened::Opened;

/// Before a program is compared with itself, the inputs of at most this many listed positions, and of all positions
/// reachable from them, are compared.
const CHECKED: usize = 500;

impl Opened {
    /// Returns the task's inputs for these positions from the verb `input`; `None` if the program does not have the
    /// verb, so that the positions are the inputs.
    pub(crate) fn inputs(&self, positions: &[&str]) -> Result<Option<Vec<String>>, RulesError> {
        if !self.has_inputs()? {
            return Ok(None);
        }
        let lines = self.ask(Verb::Input, positions)?;
        Ok(Some(lines.iter().map(|line| of_line(line)).collect()))
    }

    /// Returns these positions as cases with their inputs and answers. Fails if two positions with different
    /// answers have the same input.
    pub(crate) fn cases(&self, positions: &[&str]) -> Result<Vec<Case>, RulesError> {
        let answers = self.answers(positions)?.into_iter();
        let answers = answers.map(|answer| answer + "\n");
        let lines = positions.iter().map(|position| format!("{position}\n"));
        let Some(inputs) = self.inputs(positions)? else {
            let cases = lines.zip(answers);
            return Ok(cases
                .map(|(line, answer)| Case::new(line, answer))
                .collect());
        };
        for (input, &position) in inputs.iter().zip(positions) {
            let other = {
                let asked = &mut self.input_state().asked;
                asked
                    .entry(input.clone())
                    .or_insert_with(|| position.to_owned())
                    .clone()
            };
            if other == position {
                continue;
            }
            let right = [
                (&*other, self.right(&other)?),
                (position, self.right(position)?),
            ];
            if right[0].1 != right[1].1 {
                let [one, other] = right.map(|(position, answers)| {
                    let answers: Vec<String> = answers.into_iter().collect();
                    format!("{}, {}", shown(position), answers.join(" or "))
                });
                return Err(RulesError::Wrong(format!(
                    "{} input: {:?} is the input of two positions with different answers: of {one}; and of {other}",
                    self.runner.name(),
                    shown(input.trim_end())
                )));
            }
        }
        let cases = inputs.into_iter().zip(lines).zip(answers);
        Ok(cases
            .map(|((input, line), answer)| Case {
                input,
                position: Some(line),
                answer,
            })
            .collect())
    }

    /// Returns every correct answer; if several moves win, each of them.
    fn right(&self, position: &str) -> Result<BTreeSet<String>, RulesError> {
        let moves = match &self.about().answers {
            Answers::Move { .. } => self.moves(&[position])?.concat(),
            _ => Vec::new(),
        };
        let winning = moves.into_iter().filter(|a_move| a_move.wins);
        let answers: BTreeSet<String> = winning
            .flat_map(|a_move| [Some(a_move.to()), a_move.name])
            .flatten()
            .collect();
        if answers.is_empty() {
            return Ok(self.answers(&[position])?.into_iter().collect());
        }
        Ok(answers)
    }

    /// Fails if two small positions with different answers have the same input. Checks listed positions and those
    /// reachable from them.
    pub(crate) fn tells_apart(&self) -> Result<(), RulesError> {
        if !self.has_inputs()? {
            return Ok(());
        }
        let mut up_to = None;
        let mut positions = 0;
        for size in self.about().smallest..=self.reasonable()? {
            positions += self.count(size)?;
            if positions > CHECKED {
                break;
            }
            up_to = Some(size);
        }
        let Some(up_to) = up_to.filter(|_| positions > 0) else {
            return Ok(());
        };
        self.reach(up_to, &mut |_| ControlFlow::Continue(()))?;
        let all: Vec<String> = {
            let state = self.known();
            let all = 0..state.game.positions();
            all.filter(|&number| state.value(number).is_some())
                .map(|number| state.game.text(number).to_owned())
                .collect()
        };
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        self.cases(&all)?;
        Ok(())
    }

    /// Returns whether the program has the verb `input`.
    pub(crate) fn has_inputs(&self) -> Result<bool, RulesError> {
        if let Some(known) = self.input_state().is_verb {
            return Ok(known);
        }
        let is_verb = self.runner.offers(&["input"])?;
        self.input_state().is_verb = Some(is_verb);
        Ok(is_verb)
    }

    fn input_state(&self) -> MutexGuard<'_, Inputs> {
        self.inputs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Parses positions, one per line.
    pub(crate) fn read(input: &[u8]) -> Result<Vec<String>, Error> {
        let text = std::str::from_utf8(input).map_err(|error| {
            let before = &input[..error.valid_up_to()];
            let line = before
                .rsplit(|&byte| byte == b'\n')
                .next()
                .unwrap_or(before);
            InputError {
                line: before.split(|&byte| byte == b'\n').count() as u64,
                column: 1 + line.len() as u64,
                message: "expected UTF-8".to_owned(),
            }
        })?;
        let mut positions = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if !line.trim_ascii().is_empty() {
                let wrong = |message| InputError {
                    line: number,
                    column: 1,
                    message,
                };
                let found = line::control(line).map(|(_, found)| line::no_text(found));
                let position = found.map_or_else(|| line::single(line), Err);
                positions.push(position.map_err(wrong)?.to_owned());
            }
        }
        if positions.is_empty() {
            return Err(InputError {
                line: 1,
                column: 1,
                message: "the input ends here, expected a position".to_owned(),
            }
            .into());
        }
        Ok(positions)
    }
}

/// Converts a line of the verb `input` to an input: a `/` that is a separate word is a line feed, and the input
/// ends with a line feed.
fn of_line(line: &str) -> String {
    let lines = format!(" {} ", line.trim_ascii()).replace(" / ", "\n");
    lines.trim_matches(' ').to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_an_input() {
        for (line, input) in [
            ("3", "3\n"),
            (" 2 / 1  2 \r", "2\n1  2\n"),
            ("0 / ", "0\n\n"),
            ("0 /", "0\n\n"),
            ("0 /  / 1 /", "0\n\n1\n\n"),
            ("/ 5", "\n5\n"),
            ("1/2", "1/2\n"),
        ] {
            assert_eq!(of_line(line), input, "{line:?}");
        }
    }
}
