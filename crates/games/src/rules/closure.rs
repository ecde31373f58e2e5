//! Compares the claims about positions with the claims about the positions one move further.
//!
//! Positions are not solved, and only their options are used. [`crate::closure`] explains what that proves.

use std::ops::Range;
use std::sync::Arc;

use crate::closure::{Examined, Moves, VARIANTS, examine};
use crate::generate::Random;
use crate::{Answers, Choice, Draw, Error, Position, Tally};

use crate::rules::opened::Opened;
use crate::rules::position::positions;

impl Opened {
    /// Checks the positions of a size with these indices.
    pub fn exhaust(self: &Arc<Self>, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        let examined = self.examine(self.some(size, indices.clone()))?;
        for (index, (position, examined)) in indices.zip(&examined) {
            self.count_examined(&mut tally, size, index, position, examined);
        }
        Ok(tally)
    }

    /// Checks positions `numbers` of an endless series of random positions. Positions come in groups of three: one
    /// drawn by the program's verb `random`, one after a move from it that wins according to the claims (the same
    /// position if there is none), and one after any move from that.
    pub fn sample(self: &Arc<Self>, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        let drawings = numbers.start / VARIANTS..numbers.end.div_ceil(VARIANTS);
        let drawn = drawings.clone().map(|drawing| self.drawn(draw, drawing));
        let mut texts = drawn.collect::<Result<Vec<String>, _>>()?;
        for variant in 0..VARIANTS {
            let examined = self.examine(texts)?;
            texts = Vec::new();
            for (drawing, (position, examined)) in drawings.clone().zip(&examined) {
                let number = drawing * VARIANTS + variant;
                if numbers.contains(&number) {
                    self.count_examined(&mut tally, 0, number, position, examined);
                }
                let mut random = Random::new(draw.seed.wrapping_add(drawing));
                let next = after(examined, variant == 0, &mut random);
                texts.push(next.map_or_else(|| position.clone(), text));
            }
        }
        Ok(tally)
    }

    /// Returns the positions, each with its claim and the claims about the positions one move further.
    fn examine(self: &Arc<Self>, texts: Vec<String>) -> Result<Vec<(String, Examined)>, Error> {
        let (answers, misere) = (&self.about.answers, self.about.misere);
        let positions = positions(self, texts);
        let moves = positions.iter().map(|position| position.moves());
        let moves = moves.collect::<Result<Vec<Vec<Choice>>, Error>>()?;
        let mut asked: Vec<String> = Vec::new();
        for (position, choices) in positions.iter().zip(&moves) {
            asked.push(text(position));
            asked.extend(choices.iter().flat_map(|choice| &choice.leads_to).map(text));
            let has_sum = choices.iter().any(|choice| choice.leads_to.len() > 1);
            if has_sum && *answers != Answers::Grundy {
                let what = "an option is a sum: only a claim of Grundy values can be held against itself there";
                let moves = &self.moves;
                return Err(moves
                    .runner
                    .wrong_about(moves.words, &text(position), what)
                    .into());
            }
        }
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        let mut claims = self.claims(&asked)?.into_iter();
        if misere {
            // The meaning of a claim depends on whether there is a move: all are asked for in one call.
            self.ask(&self.moves, &asked)?;
        }
        let examined = positions.iter().zip(moves).map(|(position, choices)| {
            let moves = Moves { choices, unseen: 0 };
            let claim = |_: &_| Ok::<_, Error>(claims.next().unwrap_or_default());
            Ok((
                text(position),
                examine(answers, misere, position, moves, claim)?,
            ))
        });
        examined.collect()
    }

    fn count_examined(
        &self,
        tally: &mut Tally,
        size: u32,
        index: u64,
        position: &str,
        examined: &Examined,
    ) {
        tally.positions += 1;
        tally.losing += u64::from(!examined.wins);
        tally.winning_moves += examined.followed.winning;
        tally.followed.add(examined.followed);
        if let Some(expected) = examined.contradiction.clone() {
            self.fail(tally, size, index, position, expected, &examined.answer);
        }
    }
}

fn text(position: &Arc<dyn Position>) -> String {
    let mut text = position.to_string();
    text.truncate(text.trim_end().len());
    text
}

/// Returns a random position that a move leads to, a move that wins according to the claims if `wins`.
fn after<'a>(
    examined: &'a Examined,
    wins: bool,
    random: &mut Random,
) -> Option<&'a Arc<dyn Position>> {
    let choices = examined.moves.iter().map(|(choice, _)| choice);
    let fitting = choices.filter(|choice| choice.wins == Some(true) || !wins);
    let parts: Vec<_> = fitting.flat_map(|choice| &choice.leads_to).collect();
    parts
        .get(random.below(parts.len() as u64) as usize)
        .copied()
}
