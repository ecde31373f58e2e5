//! Compares the claims about positions with the claims about the positions one move further.
//!
//! Positions are not solved, and only their options are used. [`crate::closure`] explains what that proves.

use std::ops::Range;

use crate::closure::VARIANTS;
use crate::generate::Random;
use crate::{Answers, Draw, Tally};
use grundy_brute::interned::Play;

use crate::rules::error::RulesError;
use crate::rules::moves::is_move;
use crate::rules::opened::Opened;

/// A position and the claims about the positions one move further.
struct Seen {
    position: String,
    moves: Vec<Followed>,
}

/// A move and the claim about what it leads to.
struct Followed {
    name: Option<String>,
    parts: Vec<String>,
    /// Whether the next player loses according to the claim.
    lost: bool,
    /// The claimed Grundy value; 0 if claims are not Grundy values.
    value: u32,
}

impl Opened {
    /// Checks the positions of a size with these indices.
    pub(crate) fn exhaust(&self, size: u32, indices: Range<u64>) -> Result<Tally, RulesError> {
        let positions = self.some(size, indices.clone());
        let seen = self.follow(positions)?;
        let indices = indices.start..;
        let seen: Vec<(u64, &Seen)> = indices.zip(&seen).collect();
        self.check(size, &seen)
    }

    /// Checks positions `numbers` of an endless series of random positions. Positions come in groups of three: one
    /// drawn by the program's verb `random`, one after a move from it that wins according to the claims (the same
    /// position if there is none), and one after any move from that.
    pub(crate) fn sample(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, RulesError> {
        let drawings = numbers.start / VARIANTS..numbers.end.div_ceil(VARIANTS);
        let drawn = drawings.clone().map(|drawing| self.drawn(draw, drawing));
        let drawn = self.follow(drawn.collect::<Result<_, _>>()?)?;
        let after = |seen: &[Seen], wins: bool| {
            let seen = drawings.clone().zip(seen);
            let after = seen.map(|(drawing, seen)| {
                let mut random = Random::new(draw.seed.wrapping_add(drawing));
                seen.after(wins, &mut random)
            });
            self.follow(after.collect())
        };
        let lost = after(&drawn, true)?;
        let any = after(&lost, false)?;
        let mut seen = Vec::new();
        for (variant, of) in (0..).zip([&drawn, &lost, &any]) {
            let number = |drawing| drawing * VARIANTS + variant;
            seen.extend(drawings.clone().map(number).zip(of));
        }
        seen.retain(|(number, _)| numbers.contains(number));
        self.check(0, &seen)
    }

    /// Returns the positions with the claims about those one move further.
    fn follow(&self, positions: Vec<String>) -> Result<Vec<Seen>, RulesError> {
        let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
        let moves = self.only_moves(&texts)?;
        let parts: Vec<&str> = moves
            .iter()
            .flatten()
            .flat_map(|(_, parts)| parts.iter().map(String::as_str))
            .collect();
        let claims = self.claims(&parts)?;
        let is_over = self.over(&parts, &claims)?;
        let mut of_parts = claims.into_iter().zip(is_over);
        let mut seen = Vec::with_capacity(positions.len());
        for (i, (position, moves)) in positions.into_iter().zip(moves).enumerate() {
            let mut followed = Vec::with_capacity(moves.len());
            for (name, parts) in moves {
                let of_parts: Vec<(String, bool)> = of_parts.by_ref().take(parts.len()).collect();
                let numbers = of_parts.iter().map(|(claim, _)| claim.parse().unwrap_or(0));
                let value = numbers.fold(0, |sum, value: u32| sum ^ value);
                let lost = match (&self.about().answers, &of_parts[..]) {
                    (Answers::Grundy, _) => value == 0,
                    (Answers::Words { loss, .. }, [(claim, _)]) => claim == loss,
                    // Under misère play a player without a move wins, although no move does.
                    (_, [(claim, is_over)]) => self.is_without_move(claim) && !is_over,
                    _ => {
                        let what = "an option is a sum: only a claim of Grundy values can be held against \
                                    itself there";
                        let (words, what) = (&["moves"], what.to_owned());
                        return Err(self.runner.wrong_line(words, i + 1, Some(&position), &what));
                    }
                };
                followed.push(Followed {
                    name,
                    parts,
                    lost,
                    value,
                });
            }
            let moves = followed;
            seen.push(Seen { position, moves });
        }
        Ok(seen)
    }

    /// Returns for each position whether its claim "no move wins" means that there is no move, so that the next
    /// player wins. Such a claim is ambiguous only under misère play.
    fn over(&self, positions: &[&str], claims: &[String]) -> Result<Vec<bool>, RulesError> {
        let mut is_over = vec![false; positions.len()];
        if self.play() == Play::Misere {
            let asked = (0..positions.len()).filter(|&i| self.is_without_move(&claims[i]));
            let asked: Vec<usize> = asked.collect();
            let texts: Vec<&str> = asked.iter().map(|&i| positions[i]).collect();
            for (i, moves) in asked.into_iter().zip(self.only_moves(&texts)?) {
                is_over[i] = moves.is_empty();
            }
        }
        Ok(is_over)
    }

    /// Returns whether a claim means that no move wins.
    fn is_without_move(&self, claim: &str) -> bool {
        match &self.about().answers {
            Answers::Number => claim.parse() == Ok(0),
            Answers::Move { loss } => claim == loss,
            Answers::Words { .. } | Answers::Grundy => false,
        }
    }

    /// Compares the claims about positions with the claims one move further. Each position comes with its index.
    fn check(&self, size: u32, seen: &[(u64, &Seen)]) -> Result<Tally, RulesError> {
        let texts: Vec<&str> = seen.iter().map(|(_, seen)| &*seen.position).collect();
        let claims = self.claims(&texts)?;
        let mut tally = Tally::default();
        for (&(rank, Seen { position, moves }), claim) in seen.iter().zip(&claims) {
            let winning = moves.iter().filter(|a_move| a_move.lost).count() as u64;
            let wins = winning > 0 || moves.is_empty() && self.play() == Play::Misere;
            let is_right = match &self.about().answers {
                Answers::Grundy => {
                    let values = moves.iter().map(|a_move| a_move.value);
                    claim.parse() == Ok(grundy_brute::mex(values))
                }
                Answers::Number => claim.parse() == Ok(winning),
                Answers::Words { win, loss } => claim == if wins { win } else { loss },
                Answers::Move { loss } if claim == loss => winning == 0,
                Answers::Move { .. } => moves.iter().any(|a_move| {
                    a_move.lost && is_move(a_move.name.as_deref(), &a_move.parts, claim)
                }),
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
                self.fail(&mut tally, size, rank, position, expected, got);
            }
        }
        Ok(tally)
    }
}

impl Seen {
    /// Returns a random position that a move leads to, a move that wins according to the claims if `wins`; the
    /// position itself if there is none.
    fn after(&self, wins: bool, random: &mut Random) -> String {
        let fitting = self.moves.iter().filter(|a_move| a_move.lost || !wins);
        let parts: Vec<&String> = fitting.flat_map(|a_move| &a_move.parts).collect();
        if parts.is_empty() {
            return self.position.clone();
        }
        parts[random.below(parts.len() as u64) as usize].clone()
    }
}
