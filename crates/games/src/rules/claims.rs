//! Compares the claims about positions with the oracle.

use crate::{Answers, Claim, InputForm, Mismatch, Tally};
use grundy_brute::interned::InternedValue;

use crate::rules::error::{RulesError, shown};
use crate::rules::kept::Verb;
use crate::rules::moves::{Move, is_same};
use crate::rules::opened::Opened;
use crate::rules::program::Runner;

/// The most winning moves that a mismatch names.
const NAMED: usize = 8;

impl Opened {
    /// Returns the claim for each of these positions. Does not start the program if there are no positions.
    pub(crate) fn claims(&self, positions: &[&str]) -> Result<Vec<String>, RulesError> {
        let (runner, words): (&Runner, &[&str]) = match &self.claims {
            Some(runner) => (runner, &[]),
            None => (&self.runner, &["claim"]),
        };
        let lines = self.ask(Verb::Claim, positions)?;
        let mut claims = Vec::new();
        for (i, (line, position)) in lines.iter().zip(positions).enumerate() {
            let claim = line.trim_ascii();
            self.about().answers.form(1, claim).map_err(|what| {
                // The message already ends with the number of words if the claim is not one word.
                let is_word = claim.split_ascii_whitespace().count() == 1;
                let found = if is_word { ", found" } else { ":" };
                let what = format!("{what}{found} {:?}", shown(claim));
                runner.wrong_line(words, i + 1, Some(position), &what)
            })?;
            claims.push(claim.to_owned());
        }
        Ok(claims)
    }

    /// Compares the claims about these positions with the oracle. `first` is the index of the first position.
    pub(crate) fn compare(
        &self,
        size: u32,
        first: u64,
        positions: &[String],
    ) -> Result<Tally, RulesError> {
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let (claims, answers) = (self.claims(&texts)?, self.answers(&texts)?);
        let numbers = self.solved(&texts)?;
        let mut tally = Tally::default();
        for (i, position) in positions.iter().enumerate() {
            let Some(value) = self.known().value(numbers[i]) else {
                continue;
            };
            count(&mut tally, &value);
            let claim = &claims[i];
            let is_right = is_same(claim, &answers[i])
                || matches!(&self.about().answers, Answers::Move { .. })
                    && value.outcome.is_win()
                    && self
                        .moves(&[position])?
                        .concat()
                        .iter()
                        .any(|a_move| a_move.wins && a_move.is(claim));
            if !is_right {
                let mut expected = claim_of(&value).to_string();
                // Only the smallest mismatch is shown, so only it needs the moves.
                if tally.mismatches == 0 {
                    let winning = self.moves(&[position])?.concat();
                    let winning: Vec<String> = winning
                        .iter()
                        .filter(|a_move| a_move.wins)
                        .map(Move::shown)
                        .collect();
                    if !winning.is_empty() {
                        expected += ": ";
                        expected += &winning[..winning.len().min(NAMED)].join(", ");
                    }
                    if winning.len() > NAMED {
                        expected += ", ...";
                    }
                }
                let got = format!("says {claim}");
                self.fail(&mut tally, size, first + i as u64, position, expected, got);
            }
        }
        Ok(tally)
    }

    pub(crate) fn fail(
        &self,
        tally: &mut Tally,
        size: u32,
        index: u64,
        position: &str,
        expected: String,
        got: String,
    ) {
        tally.add(Tally {
            mismatches: 1,
            smallest: Some(Mismatch {
                game: self.about().name.to_string(),
                size,
                rank: vec![index],
                input: position.to_owned(),
                form: InputForm::Text,
                expected,
                got,
            }),
            ..Tally::default()
        });
    }
}

fn count(tally: &mut Tally, value: &InternedValue) {
    tally.positions += 1;
    tally.losing += u64::from(!value.outcome.is_win());
    tally.winning_moves += u64::from(value.winning);
}

pub(crate) fn claim_of(value: &InternedValue) -> Claim {
    Claim {
        wins: value.outcome.is_win(),
        winning_moves: value.winning.into(),
        grundy: value.grundy.map(u64::from),
    }
}
