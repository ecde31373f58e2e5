//! Compares the claims about positions with the oracle.

use crate::{Answers, Claim, InputForm, Mismatch, Tally};
use grundy_brute::Outcome;
use grundy_brute::interned::InternedValue;

use crate::rules::error::{RulesError, shown};
use crate::rules::moves::{Move, is_same};
use crate::rules::opened::Opened;

impl Opened {
    /// Returns the claim for each of these positions. Does not start the program if there are no positions.
    pub fn claims(&self, positions: &[&str]) -> Result<Vec<String>, RulesError> {
        let lines = self.ask(&self.claims, positions)?;
        let claims = lines.iter().zip(positions).map(|(line, position)| {
            let claim = line.trim_ascii();
            self.about.answers.form(1, claim).map_err(|what| {
                let what = format!("{what}: {:?}", shown(claim));
                let claims = &self.claims;
                claims.runner.wrong_about(claims.words, position, &what)
            })?;
            Ok(claim.to_owned())
        });
        claims.collect()
    }

    /// Returns the correct answer for each position; if several moves win, the first of them.
    pub fn answers(&self, positions: &[&str]) -> Result<Vec<String>, RulesError> {
        self.solve(positions)?;
        let answers = positions.iter().map(|position| self.answer(position));
        Ok(answers.map(Option::unwrap_or_default).collect())
    }

    /// Returns the correct answer for a solved position.
    fn answer(&self, position: &str) -> Option<String> {
        let table = self.table();
        let number = table.game.find(position)?;
        let value = table.game.value(number)?;
        Some(match &self.about.answers {
            Answers::Grundy => value.grundy?.to_string(),
            Answers::Move { loss } if value.winning == 0 => loss.to_string(),
            Answers::Move { .. } => {
                let outcomes = table.game.outcomes(number);
                let mut options = table.game.options(number).zip(outcomes);
                let (parts, _) = options.find(|(_, outcome)| *outcome == Some(Outcome::P))?;
                let parts: Vec<_> = parts.map(|part| table.game.text(part)).collect();
                parts.join(" + ")
            }
            answers @ (Answers::Words { .. } | Answers::Number) => answers.of(&claim_of(&value)),
        })
    }

    /// Compares the claims about these positions with the oracle. `first` is the index of the first position.
    pub fn compare(
        &self,
        size: u32,
        first: u64,
        positions: &[String],
    ) -> Result<Tally, RulesError> {
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let (claims, answers) = (self.claims(&texts)?, self.answers(&texts)?);
        let names_moves = matches!(&self.about.answers, Answers::Move { .. });
        let mut tally = Tally::default();
        for (i, position) in positions.iter().enumerate() {
            let Some(value) = self.table().value_of(position) else {
                continue;
            };
            let right = claim_of(&value);
            tally.count(&right);
            let claim = &claims[i];
            let is_right = is_same(claim, &answers[i])
                || names_moves && right.wins && {
                    let moves = self.solved_moves(position)?;
                    let mut winning = moves.iter().filter(|a_move| a_move.is_winning());
                    winning.any(|a_move| a_move.is_named(claim))
                };
            if !is_right {
                // Only the smallest mismatch is shown, so only it needs the moves.
                let winning = match tally.mismatches {
                    0 => self.solved_moves(position)?,
                    _ => Vec::new(),
                };
                let winning = winning.iter().filter(|a_move| a_move.is_winning());
                let winning: Vec<String> = winning.map(Move::shown).collect();
                let expected = right.with_moves(&winning);
                self.fail(
                    &mut tally,
                    size,
                    first + i as u64,
                    position,
                    expected,
                    claim,
                );
            }
        }
        Ok(tally)
    }

    /// Counts a position whose claim is wrong.
    pub fn fail(
        &self,
        tally: &mut Tally,
        size: u32,
        index: u64,
        position: &str,
        expected: String,
        claim: &str,
    ) {
        tally.fail(Mismatch {
            game: self.about.name.to_string(),
            size,
            rank: vec![index],
            input: position.to_owned(),
            form: InputForm::Text,
            expected,
            got: format!("says {claim}"),
        });
    }
}

pub(crate) fn claim_of(value: &InternedValue) -> Claim {
    Claim {
        wins: value.outcome.is_win(),
        winning_moves: value.winning.into(),
        grundy: value.grundy.map(u64::from),
    }
}
