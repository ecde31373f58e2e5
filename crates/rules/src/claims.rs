//! What somebody claims of positions, against the oracle and against itself.

use grundy_brute::interned::{Play, Value};
use grundy_games::{Claim, Entry as _, Mismatch, Tally};

use crate::about::Form;
use crate::error::{RulesError, shown};
use crate::game::RulesGame;
use crate::moves::{Move, is_move, is_same};
use crate::program::{Runner, input};

/// Winning moves that a mismatch names, at most.
const NAMED: usize = 8;

impl RulesGame {
    /// What is claimed of these positions, an answer each.
    fn claims(&self, positions: &[&str]) -> Result<Vec<String>, RulesError> {
        let (runner, words): (&Runner, &[&str]) = match &self.claims {
            Some(runner) => (runner, &[]),
            None => (&self.runner, &["claim"]),
        };
        let (text, _) = runner.run(words, &input(positions))?;
        let lines = runner.lines(words, positions, &text)?;
        let mut claims = Vec::new();
        for (i, (line, position)) in lines.into_iter().zip(positions).enumerate() {
            let claim = line.trim_ascii();
            self.answer_form().form(1, claim).map_err(|what| {
                let what = format!("{what}, found {:?}", shown(claim));
                runner.wrong_line(words, i + 1, Some(position), what)
            })?;
            claims.push(claim.to_owned());
        }
        Ok(claims)
    }

    /// Compares what is claimed of these positions with the oracle. `first` is the index of the first.
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
                || matches!(self.form(), Form::Move { .. })
                    && value.outcome.is_win()
                    && self
                        .moves(&[position])?
                        .concat()
                        .iter()
                        .any(|a_move| a_move.wins && a_move.is(claim));
            if !is_right {
                let mut expected = claim_of(&value).to_string();
                // Only the smallest is shown: nobody asks about the others.
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

    fn fail(
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
                expected,
                got,
            }),
            ..Tally::default()
        });
    }

    /// Compares what is claimed of these positions with what is claimed of those one move further. Nothing
    /// is solved.
    pub(crate) fn one_further(
        &self,
        size: u32,
        first: u64,
        positions: &[String],
    ) -> Result<Tally, RulesError> {
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let claims = self.claims(&texts)?;
        let mut tally = Tally::default();
        let moves = self.only_moves(&texts)?;
        let parts: Vec<&str> = moves
            .iter()
            .flatten()
            .flat_map(|(_, parts)| parts)
            .map(String::as_str)
            .collect();
        let of_parts = if parts.is_empty() {
            Vec::new()
        } else {
            self.claims(&parts)?
        };
        // Whoever cannot move wins under misère play, and no move does: 0 moves that win do not say who does.
        let is_over: Vec<bool> = match (self.form(), self.play()) {
            (Form::Count, Play::Misere) if !parts.is_empty() => {
                let moves = self.only_moves(&parts)?;
                moves.iter().map(Vec::is_empty).collect()
            }
            _ => vec![false; parts.len()],
        };
        let mut of_parts = of_parts.into_iter().zip(is_over);
        for (i, (position, moves)) in positions.iter().zip(&moves).enumerate() {
            // Of each move, whether the position that it leads to is called lost, and its Grundy value.
            let mut lost = Vec::new();
            let mut values = Vec::new();
            for (_, parts) in moves {
                let claims: Vec<(String, bool)> = of_parts.by_ref().take(parts.len()).collect();
                let numbers = claims.iter().map(|(claim, _)| claim.parse().unwrap_or(0));
                let value = numbers.fold(0, |sum, value: u32| sum ^ value);
                lost.push(match (self.form(), &claims[..]) {
                    (Form::Grundy, _) => value == 0,
                    (Form::Words { loss, .. } | Form::Move { loss }, [(claim, _)]) => claim == loss,
                    (Form::Count, [(claim, is_over)]) => claim.parse() == Ok(0) && !is_over,
                    _ => {
                        let what = "an option is a sum: only a claim of Grundy values can be held against \
                                    itself there";
                        let position = Some(&**position);
                        return Err(self.runner.wrong_line(&["moves"], i + 1, position, what.to_owned()));
                    }
                });
                values.push(value);
            }
            let winning = lost.iter().filter(|&&lost| lost).count() as u64;
            let wins = winning > 0 || moves.is_empty() && self.play() == Play::Misere;
            let claim = &claims[i];
            let is_right = match self.form() {
                Form::Grundy => claim.parse() == Ok(grundy_brute::mex(values)),
                Form::Count => claim.parse() == Ok(winning),
                Form::Words { win, loss } => claim == if wins { win } else { loss },
                Form::Move { loss } if claim == loss => !wins,
                Form::Move { .. } => {
                    let mut lost = moves.iter().zip(&lost);
                    lost.any(|((name, parts), &lost)| {
                        lost && is_move(name.as_deref(), parts, claim)
                    })
                }
            };
            tally.add(Tally {
                positions: 1,
                losing: u64::from(!wins),
                winning_moves: winning,
                ..Tally::default()
            });
            tally.followed.winning += winning;
            tally.followed.others += moves.len() as u64 - winning;
            if !is_right {
                let kind = if wins { 'N' } else { 'P' };
                let expected = format!("{kind}-position, {winning} moves to positions called lost");
                let got = format!("says {claim}");
                self.fail(&mut tally, size, first + i as u64, position, expected, got);
            }
        }
        Ok(tally)
    }
}

fn count(tally: &mut Tally, value: &Value) {
    tally.positions += 1;
    tally.losing += u64::from(!value.outcome.is_win());
    tally.winning_moves += u64::from(value.winning);
}

pub(crate) fn claim_of(value: &Value) -> Claim {
    Claim {
        wins: value.outcome.is_win(),
        winning_moves: value.winning.into(),
        grundy: value.grundy.map(u64::from),
    }
}
