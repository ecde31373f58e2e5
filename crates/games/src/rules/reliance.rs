//! The claim as the source of right answers where the oracle has none: compared with the oracle on every position up to
//! a size, and with itself beyond.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::rules::claims::Sums;
use crate::rules::opened::Opened;
use crate::rules::program::{CallError, input};
use crate::{Draw, Error, Tally, Watch};

/// What is known about a claim that agrees with the oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reliance {
    /// The size up to which it agrees on every position.
    pub up_to: u32,
    /// The number of these positions.
    pub positions: u64,
    /// Whether each move from these positions leads to one that a size lists. Then positions that moves lead to
    /// are positions of the task.
    pub is_closed: bool,
}

/// The result of comparing the claims about large positions with each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// What was compared, with the first contradiction.
    pub tally: Tally,
    /// The largest extent of positions whose moves can be listed or drawn.
    pub moves_to: u64,
}

/// The time in which the moves of positions have to be listed to be followed.
const QUICK: Duration = Duration::from_secs(5);

impl Opened {
    /// Compares the claims with the oracle on every position up to a size. The tally has the first position on which
    /// they differ.
    pub fn confirm(self: &Arc<Self>, up_to: u32, watch: Watch<'_>) -> Result<(Tally, bool), Error> {
        self.reach(up_to, watch)?;
        let mut tally = Tally::default();
        for size in self.about.smallest..=up_to {
            let compared = self.compare(size, 0..self.count(size)? as u64)?;
            tally.add(compared);
            if tally.mismatches > 0 {
                break;
            }
        }
        Ok((tally, self.table().is_closed()))
    }

    /// Draws positions and checks the claims about them for closure; `None` if the program has no verb `random`. If the moves
    /// of the positions break a limit of the program, positions with the largest extents are left out.
    pub fn hold(self: &Arc<Self>, mut draws: Vec<Draw>) -> Result<Option<Held>, Error> {
        draws.sort_by_key(|draw| draw.m);
        let drawn = match self.draw_all(&draws) {
            Ok(drawn) => drawn,
            Err(CallError::Ended { refusal, .. }) if !refusal.is_empty() => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let mut drawn: Vec<(u64, String)> = (draws.iter().zip(drawn))
            .filter_map(|(draw, text)| Some((draw.m, text?)))
            .collect();
        let mut moves_to = u64::MAX;
        if !self.draws_moves()? {
            let quick = self.runner.in_time(QUICK);
            while let Some(&(largest, _)) = drawn.last() {
                match quick.ask(
                    self.moves.words,
                    &input(drawn.iter().map(|(_, text)| &**text)),
                ) {
                    Ok(_) => break,
                    Err(CallError::Exceeded(_)) => {
                        moves_to = largest.isqrt();
                        drawn.retain(|(extent, _)| *extent <= moves_to);
                    }
                    Err(error) => return Err(error.into()),
                }
            }
        }
        let texts = drawn.into_iter().map(|(_, text)| text).collect();
        let tally = self.sample(texts, 0, 0, &(0..u64::MAX), Sums::LeftOut)?;
        Ok(Some(Held { tally, moves_to }))
    }

    /// Returns the right answer for each of these positions, and whether it is only claimed: the oracle's where the
    /// position is solved, or has a size up to which the claim agrees with the oracle; otherwise the claim if that is
    /// relied on. Without that, the oracle solves the positions.
    pub fn right_answers<S: AsRef<str>>(
        self: &Arc<Self>,
        positions: &[S],
    ) -> Result<Vec<(String, bool)>, Error> {
        let Some(reliance) = self.reliance.get() else {
            let answers = self.answers(positions)?;
            return Ok(answers.into_iter().map(|answer| (answer, false)).collect());
        };
        let is_solved = |position: &&str| self.table().value_of(position).is_some();
        let texts = || positions.iter().map(AsRef::as_ref);
        let open: Vec<&str> = texts().filter(|position| !is_solved(position)).collect();
        let mut claims = self.claims(&open)?.into_iter();
        let solved: Vec<&str> = texts().filter(is_solved).collect();
        let mut solved = self.answers(&solved)?.into_iter();
        let answers = texts().map(|position| {
            if is_solved(&position) {
                return (solved.next().unwrap_or_default(), false);
            }
            let size = self.table().size(position);
            let is_confirmed = size.is_some_and(|size| size <= reliance.up_to);
            (claims.next().unwrap_or_default(), !is_confirmed)
        });
        Ok(answers.collect())
    }
}
