//! What is claimed of positions, held against what is claimed of those one move further.
//!
//! Nothing is solved, and of no position is more known than its options: see [`grundy_games::closure`] for what
//! that proves.

use std::ops::Range;

use grundy_brute::interned::Play;
use grundy_games::closure::VARIANTS;
use grundy_games::generate::Random;
use grundy_games::{Answers, Draw, Tally};

use crate::error::RulesError;
use crate::moves::is_move;
use crate::opened::Opened;

/// A position, and what is claimed of those one move further.
struct Seen {
    position: String,
    moves: Vec<Followed>,
}

/// A move, and what is claimed of what it leads to.
struct Followed {
    name: Option<String>,
    parts: Vec<String>,
    /// Whether whoever moves there is said to lose.
    lost: bool,
    /// The Grundy value that it is said to have; 0 where nobody says one.
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

    /// Checks some of an endless series of random positions. Every third is drawn by the program's verb
    /// `random`; the one after it is the same after a move that is claimed to win, where there is one; and the
    /// third is that one after any move.
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

    /// What is claimed of the positions one move after each of these.
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
                    // Whoever cannot move wins under misère play, and no move does.
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

    /// Of each position, whether no move wins there because there is none, and whoever is to move has won:
    /// under misère play a claim that no move wins does not tell.
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

    /// Whether a claim says that no move wins.
    fn is_without_move(&self, claim: &str) -> bool {
        match &self.about().answers {
            Answers::Number => claim.parse() == Ok(0),
            Answers::Move { loss } => claim == loss,
            Answers::Words { .. } | Answers::Grundy => false,
        }
    }

    /// Holds what is claimed of positions against what is claimed of those one move further; beside each is
    /// its rank.
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
    /// One of the positions that a move leads to, one that is claimed to win or any; itself where there is
    /// none.
    fn after(&self, wins: bool, random: &mut Random) -> String {
        let fitting = self.moves.iter().filter(|a_move| a_move.lost || !wins);
        let parts: Vec<&String> = fitting.flat_map(|a_move| &a_move.parts).collect();
        if parts.is_empty() {
            return self.position.clone();
        }
        parts[random.below(parts.len() as u64) as usize].clone()
    }
}
