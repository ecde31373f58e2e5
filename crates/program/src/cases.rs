//! The task's inputs for positions. Inputs are not converted back to positions.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_game::line::{self, quoted, shown};
use grundy_game::{Case, Choice, Error, unwatched};

use crate::moves::is_large;
use crate::opened::Opened;
use crate::program::locked;

/// Before a program is compared with itself, the inputs of at most this many listed positions, and of all positions
/// reachable from them, are compared.
const CHECKED: usize = 500;

impl Opened {
    /// Returns the task's input for each of these positions: from the verb `input`, or the position itself if the
    /// program does not have the verb.
    pub fn inputs<S: AsRef<str>>(&self, positions: &[S]) -> Result<Vec<String>, Error> {
        if positions.is_empty() || !self.inputs.is_offered()? {
            let positions = positions.iter().map(AsRef::as_ref);
            return Ok(positions
                .map(|position| position.to_owned() + "\n")
                .collect());
        }
        let lines = self.ask(&self.inputs, positions)?;
        Ok(lines.iter().map(|line| of_line(line)).collect())
    }

    /// Returns whether the claim stands for the oracle, which has not solved the position.
    pub fn is_claimed(&self, text: &str) -> bool {
        self.reliance.get().is_some() && self.table().value_of(text).is_none()
    }

    /// Fails if a position is too large for the oracle, and the claim does not stand for it.
    pub fn can_answer(&self, text: &str) -> Result<(), Error> {
        let is_known =
            || self.table().value_of(text).is_some() || self.table().size(text).is_some();
        if self.reliance.get().is_some() || !is_large(text) || is_known() {
            return Ok(());
        }
        self.count(self.reasonable()?)?;
        if is_known() {
            return Ok(());
        }
        Err(Error::Beyond(shown(text)))
    }

    /// Returns the right answers to the inputs of these positions, and whether some are only claimed, as [`own_answers`](Self::own_answers).
    pub fn right_answers<S: AsRef<str>>(
        &self,
        positions: &[S],
    ) -> Result<Vec<(String, bool)>, Error> {
        if !self.about.asks_several {
            return self.own_answers(positions);
        }
        let asked = self.ask(&self.asked, positions)?;
        let mut texts = Vec::new();
        for (line, position) in asked.iter().zip(positions) {
            let (position, before) = (position.as_ref(), texts.len());
            let wrong = |what: &str| self.asked.wrong_about(position, what);
            for text in line.split(" / ").flat_map(|row| row.split(" ; ")) {
                texts.push(line::single(text).map_err(|what| wrong(&what))?);
            }
            let table = self.table();
            // A position that only moves lead to may be no start.
            let is_reached = table.size(position).is_none() && table.value_of(position).is_some();
            if !is_reached && !texts[before..].contains(&position) {
                let what = "expected it among the positions that its input asks about";
                return Err(wrong(what));
            }
        }
        let mut answers = self.own_answers(&texts)?.into_iter();
        let mut of_row = |row: &str| joined(answers.by_ref().take(row.split(" ; ").count()), " ");
        let of_line = |line: &Arc<str>| joined(line.split(" / ").map(&mut of_row), "\n");
        Ok(asked.iter().map(of_line).collect())
    }

    /// Returns the right answer for each of these positions, and whether it is only claimed: the oracle's where the
    /// position is solved, or has a size up to which the claim agrees with the oracle; otherwise the claim if that is
    /// relied on. Without that, the oracle solves the positions.
    pub fn own_answers<S: AsRef<str>>(
        &self,
        positions: &[S],
    ) -> Result<Vec<(String, bool)>, Error> {
        let texts = || positions.iter().map(AsRef::as_ref);
        let (open, solved): (Vec<&str>, Vec<&str>) =
            texts().partition(|text| self.is_claimed(text));
        let claims = open.iter().copied().zip(self.claimed_answers(&open)?);
        let mut claims = claims.peekable();
        let mut answers = self.answers(&solved)?.into_iter();
        let all = texts().map(|text| match claims.next_if(|(open, _)| *open == text) {
            Some((_, claim)) => {
                let size = self.table().size(text);
                let confirmed = self.reliance.get().map(|reliance| reliance.up_to);
                (claim, size.is_none() || size > confirmed)
            }
            None => (answers.next().unwrap_or_default(), false),
        });
        Ok(all.collect())
    }

    /// Returns these positions as cases with their inputs and answers. Fails if two positions with different
    /// answers have the same input.
    pub fn cases<S: AsRef<str>>(&self, positions: &[S]) -> Result<Vec<Case>, Error> {
        let answers = self.right_answers(positions)?;
        let inputs = self.inputs(positions)?;
        let has_inputs = self.inputs.is_offered()?;
        let positions = positions.iter().map(AsRef::as_ref);
        let parts = inputs.into_iter().zip(positions).zip(answers);
        let cases = parts.map(|((input, position), (answer, by_claim))| {
            if has_inputs {
                self.add_case(&input, position)?;
            }
            Ok(Case {
                input,
                position: has_inputs.then(|| format!("{position}\n")),
                answer: answer + "\n",
                by_claim,
                size: self.table().size(position),
            })
        });
        cases.collect()
    }

    /// Stores which position an input stands for. Fails if it is another position's input, too, with another answer.
    fn add_case(&self, input: &str, position: &str) -> Result<(), Error> {
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
        let (input, other, position) = (quoted(input.trim_end()), shown(&other), shown(position));
        let what = format!(
            "{input} is the input of two positions with different answers: of {other}, {one}; and of {position}, {two}"
        );
        Err(self.runner.wrong(self.inputs.words, &what))
    }

    /// Returns every correct answer; if several moves win, each of them. Of a position that the oracle has not solved,
    /// while the claim is relied on, it is the claim; if that names a move, any winning move.
    fn right(&self, position: &str) -> Result<String, Error> {
        let form = &self.about.answers;
        if self.about.asks_several {
            return Ok(self.right_answers(&[position])?.swap_remove(0).0);
        }
        if self.is_claimed(position) {
            let claim = self.claimed_answers(&[position])?.concat();
            let is_any = form.has_several_right() && form.says(&claim, self.about.misere).wins();
            return Ok(if is_any {
                "a winning move".to_owned()
            } else {
                claim
            });
        }
        let mut names = BTreeSet::new();
        if form.has_several_right() {
            names.extend(self.winning_moves(position)?.iter().map(Choice::line));
        }
        if names.is_empty() {
            return Ok(self.answers(&[position])?.concat());
        }
        Ok(Vec::from_iter(names).join(" or "))
    }

    /// Fails if two small positions with different answers have the same input. Checks listed positions and those
    /// reachable from them.
    pub fn tells_apart(&self) -> Result<(), Error> {
        if !self.inputs.is_offered()? {
            return Ok(());
        }
        let up_to = self.size_with(CHECKED, |_| false)?;
        if self.table().game.positions() == 0 {
            return Ok(());
        }
        self.reach(up_to, &mut unwatched)?;
        let all = {
            let table = self.table();
            table.texts(0..table.game.positions())
        };
        self.cases(&all)?;
        Ok(())
    }
}

/// Joins answers, and returns whether some of them are only claimed.
fn joined(answers: impl Iterator<Item = (String, bool)>, between: &str) -> (String, bool) {
    let (texts, claimed): (Vec<String>, Vec<bool>) = answers.unzip();
    (texts.join(between), claimed.contains(&true))
}

/// Converts a line of the verb `input` to an input: a `/` that is a separate word is a line feed, and the input
/// ends with a line feed.
pub(crate) fn of_line(line: &str) -> String {
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
