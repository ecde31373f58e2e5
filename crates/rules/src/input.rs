//! Positions and inputs of the task: from one to the other.

use grundy_games::{Error, InputError};

use crate::error::RulesError;
use crate::game::RulesGame;
use crate::line;
use crate::program::input;

impl RulesGame {
    /// The task's inputs for these positions, by the program's verb or as they are.
    pub(crate) fn inputs(&self, positions: &[&str]) -> Result<Vec<String>, RulesError> {
        let words: &[&str] = &["input"];
        if !self.has_inputs()? {
            let lines = positions.iter().map(|position| format!("{position}\n"));
            return Ok(lines.collect());
        }
        let (text, _) = self.runner.run(words, &input(positions))?;
        let lines = self.runner.lines(words, positions, &text)?.into_iter();
        let inputs: Vec<String> = lines
            .map(|line| line.trim_ascii().replace(" / ", "\n") + "\n")
            .collect();
        self.learn(|state| {
            for (input, position) in inputs.iter().zip(positions) {
                if let Some(position) = state.game.find(position) {
                    state.inputs.insert(single_spaced(input), position);
                }
            }
            Ok(())
        })?;
        Ok(inputs)
    }

    /// Whether the task's input is not the position itself.
    pub(crate) fn has_inputs(&self) -> Result<bool, RulesError> {
        let known = self.known().has_inputs;
        if let Some(known) = known {
            return Ok(known);
        }
        let has_inputs = self.runner.offers(&["input"])?;
        self.learn(|state| {
            state.has_inputs = Some(has_inputs);
            Ok(has_inputs)
        })
    }

    /// The positions of an input: one where it is the task's input of a position that is listed, otherwise a
    /// position in each line.
    pub(crate) fn read(&self, input: &[u8]) -> Result<Vec<String>, Error> {
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
        if let Some(position) = self.listed(text)? {
            return Ok(vec![position]);
        }
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

    /// The position that is listed and has this text as the task's input, where that is something else.
    fn listed(&self, input: &str) -> Result<Option<String>, RulesError> {
        if !self.has_inputs()? {
            return Ok(None);
        }
        let wanted = single_spaced(input);
        let find = || {
            let state = self.known();
            let number = state.inputs.get(&wanted).copied();
            number.map(|number| state.game.text(number).to_owned())
        };
        if let Some(found) = find() {
            return Ok(Some(found));
        }
        for size in self.about().smallest..=self.reasonable()? {
            self.count(size)?;
            let texts = self.of_size(size);
            self.inputs(&texts.iter().map(String::as_str).collect::<Vec<_>>())?;
            if let Some(found) = find() {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The position of an input that is one.
    pub(crate) fn one(&self, input: &[u8]) -> Result<String, Error> {
        Ok(grundy_games::only(self.read(input)?)?)
    }
}

/// Words with a blank between one and the next.
fn single_spaced(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}
