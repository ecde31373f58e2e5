//! The task's inputs for positions. Inputs are not converted back to positions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::{Answers, Case};

use crate::rules::error::{RulesError, shown};
use crate::rules::moves::Move;
use crate::rules::opened::Opened;
use crate::rules::program::locked;

/// Before a program is compared with itself, the inputs of at most this many listed positions, and of all positions
/// reachable from them, are compared.
const CHECKED: usize = 500;

impl Opened {
    /// Returns the task's inputs for these positions from the verb `input`; `None` if the program does not have the
    /// verb, so that the positions are the inputs.
    pub fn inputs(&self, positions: &[&str]) -> Result<Option<Vec<String>>, RulesError> {
        if !self.has_inputs()? {
            return Ok(None);
        }
        let lines = self.ask(&self.inputs, positions)?;
        Ok(Some(lines.iter().map(|line| of_line(line)).collect()))
    }

    /// Returns these positions as cases with their inputs and answers. Fails if two positions with different
    /// answers have the same input.
    pub fn cases(&self, positions: &[&str]) -> Result<Vec<Case>, RulesError> {
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
            self.add_case(input, position)?;
        }
        let cases = inputs.into_iter().zip(lines).zip(answers);
        let case = |((input, line), answer)| Case {
            input,
            position: Some(line),
            answer,
        };
        Ok(cases.map(case).collect())
    }

    /// Stores which position an input stands for. Fails if it is another position's input, too, with another answer.
    fn add_case(&self, input: &str, position: &str) -> Result<(), RulesError> {
        let other = {
            let mut cases = locked(&self.cases);
            let case = cases.entry(input.to_owned());
            case.or_insert_with(|| position.to_owned()).clone()
        };
        if other == position {
            return Ok(());
        }
        let (one, two) = (self.right(&other)?, self.right(position)?);
        if one == two {
            return Ok(());
        }
        let with = |position: &str, answers: BTreeSet<String>| {
            let answers: Vec<String> = answers.into_iter().collect();
            format!("of {}, {}", shown(position), answers.join(" or "))
        };
        let (one, two) = (with(&other, one), with(position, two));
        let what = format!(
            "{:?} is the input of two positions with different answers: {one}; and {two}",
            shown(input.trim_end())
        );
        Err(self.runner.wrong(self.inputs.words, &what))
    }

    /// Returns every correct answer; if several moves win, each of them.
    fn right(&self, position: &str) -> Result<BTreeSet<String>, RulesError> {
        let moves = match &self.about.answers {
            Answers::Move { .. } => self.solved_moves(position)?,
            _ => Vec::new(),
        };
        let winning = moves.into_iter().filter(Move::is_winning);
        let names = winning.flat_map(|a_move| [Some(a_move.to()), a_move.name]);
        let answers: BTreeSet<String> = names.flatten().collect();
        if answers.is_empty() {
            return Ok(self.answers(&[position])?.into_iter().collect());
        }
        Ok(answers)
    }

    /// Fails if two small positions with different answers have the same input. Checks listed positions and those
    /// reachable from them.
    pub fn tells_apart(&self) -> Result<(), RulesError> {
        if !self.has_inputs()? {
            return Ok(());
        }
        let mut up_to = self.about.smallest;
        let mut positions = self.count(up_to)?;
        for size in up_to + 1..=self.reasonable()? {
            positions += self.count(size)?;
            if positions > CHECKED {
                break;
            }
            up_to = size;
        }
        if positions == 0 {
            return Ok(());
        }
        self.reach(up_to, &mut |_| ControlFlow::Continue(()))?;
        let all: Vec<String> = {
            let table = self.table();
            let all: Vec<u32> = (0..table.game.positions()).collect();
            table.texts(&all)
        };
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        self.cases(&all)?;
        Ok(())
    }

    /// Returns whether the program has the verb `input`.
    pub fn has_inputs(&self) -> Result<bool, RulesError> {
        if let Some(&known) = self.has_inputs.get() {
            return Ok(known);
        }
        let has_inputs = self.runner.offers(self.inputs.words)?;
        Ok(*self.has_inputs.get_or_init(|| has_inputs))
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
