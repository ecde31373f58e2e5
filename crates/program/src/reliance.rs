//! The claim as the source of right answers where the oracle has none: compared with the oracle on every position up to
//! a size, and with itself beyond.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use crate::claims::Sums;
use crate::fingerprint;
use crate::moves::is_large;
use crate::opened::Opened;
use crate::program::{CallError, input};
use grundy_game::line::shown;
use grundy_game::{Draw, Error, Tally, Watch};

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
    /// Whether some of these moves lead to a sum.
    pub has_sums: bool,
}

/// The result of comparing the claims about large positions with each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// What was compared, with the first contradiction.
    pub tally: Tally,
    /// The number of positions that are won according to the claim, and none of whose moves that were followed shows that.
    #[serde(default)]
    pub unshown: u64,
    /// The largest extent of positions whose moves can be listed or drawn.
    pub moves_to: u64,
}

/// The number of positions whose moves are a part of the [behaviour](Opened::behaviour).
const SAMPLED: usize = 2000;

/// A rules program as the source of positions and of the right answers about them.
#[derive(Debug)]
pub(crate) struct Source {
    pub opened: Arc<Opened>,
    /// What is known about the claim, if its answers are used where the oracle has none.
    pub reliance: Option<Reliance>,
    /// The largest extent of positions whose moves can be listed or drawn, if the claims about large positions were compared.
    pub moves_to: Option<u64>,
    /// Random positions that were drawn before they are needed, by shape and draw; `None` if there is none of that kind.
    pub ahead: Mutex<HashMap<(String, Draw), Option<String>>>,
    /// The positions of all cases so far, by their inputs.
    pub cases: Mutex<HashMap<String, String>>,
}

impl Deref for Source {
    type Target = Opened;

    fn deref(&self) -> &Opened {
        &self.opened
    }
}

impl Opened {
    /// Compares the claims with the oracle on every position up to a size. The tally has the first position on which
    /// they differ.
    pub fn confirm(&self, up_to: u32, watch: Watch<'_>) -> Result<Tally, Error> {
        self.reach(up_to, watch)?;
        self.check_random_moves()?;
        self.check_named_moves()?;
        let mut tally = Tally::default();
        for size in self.about.smallest..=up_to {
            let compared = self.compare(size, 0..self.count(size)? as u64)?;
            tally.add(compared);
            if tally.mismatches > 0 {
                break;
            }
        }
        Ok(tally)
    }

    /// Returns what is known about a claim that agrees with the oracle on every position up to a size, which is solved.
    pub fn reliance(&self, up_to: u32) -> Reliance {
        let table = self.table();
        let sizes = self.about.smallest..=up_to;
        Reliance {
            up_to,
            positions: sizes.map(|size| table.of_size(size).len() as u64).sum(),
            is_closed: table.is_closed(),
            has_sums: table.has_sums(),
        }
    }

    /// Returns a hash of all positions up to a size, of the claims about them, and of the moves of some of them. It shows
    /// that a program is the one whose claims were confirmed, also where its file only starts another one.
    pub fn behaviour(&self, up_to: u32) -> Result<String, Error> {
        self.count(up_to)?;
        let all = self.up_to(up_to);
        let some = all.iter().step_by(all.len() / SAMPLED + 1);
        let some: Vec<&String> = some.collect();
        let mut lines = self.with_claims(&all)?;
        for line in self.ask(&self.moves, &some)? {
            // Options may come in another order.
            let mut options: Vec<&str> = line.split(" ; ").map(str::trim_ascii).collect();
            options.sort_unstable();
            lines.push(options.join(" ; "));
        }
        Ok(fingerprint::of_lines(&lines))
    }

    /// Returns a hash of drawn positions and of the claims about them; nothing if the program has no verb `random`.
    pub fn claims_about(&self, draws: &[Draw]) -> Result<String, Error> {
        let drawn: Vec<String> = match self.draws.all(draws) {
            Ok(drawn) => drawn.into_iter().flatten().collect(),
            Err(CallError::Ended { .. }) => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        Ok(fingerprint::of_lines(&self.with_claims(&drawn)?))
    }

    /// Returns positions and the claims about them as lines.
    fn with_claims(&self, positions: &[String]) -> Result<Vec<String>, Error> {
        let claims = self.claims(positions)?;
        let both = positions.iter().zip(claims);
        Ok(both
            .map(|(position, claim)| format!("{position}\n{claim}"))
            .collect())
    }

    /// Draws positions and checks the claims about them for closure. If the moves of the positions break a limit of the
    /// program, positions with the largest extents are left out. If it draws no position, the result says why.
    pub fn hold(&self, mut draws: Vec<Draw>) -> Result<Result<Held, String>, Error> {
        draws.sort_by_key(|draw| draw.m);
        let drawn = match self.draws.all(&draws) {
            Ok(drawn) => drawn,
            Err(ended @ CallError::Ended { .. }) => return Ok(Err(ended.to_string())),
            Err(error) => return Err(error.into()),
        };
        let mut drawn: Vec<(u64, String)> = (draws.iter().zip(drawn))
            .filter_map(|(draw, text)| Some((draw.m, text?)))
            .collect();
        if drawn.is_empty() {
            let what = "no position for any extent and number of parts that was asked for";
            return Ok(Err(self.runner.wrong(&["random"], what).to_string()));
        }
        let mut moves_to = u64::MAX;
        if !self.first_moves.is_offered()? {
            let quick = self.quick();
            while let Some(&(largest, _)) = drawn.last() {
                let texts = drawn.iter().map(|(_, text)| &**text);
                match quick.ask(self.moves.words, &input(texts)) {
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
        let mut unshown = 0;
        let tally = self.sample(texts, 0, 0, &(0..u64::MAX), Sums::LeftOut, &mut |one| {
            unshown += u64::from(one.claim.wins() && !one.is_shown);
        })?;
        Ok(Ok(Held {
            tally,
            unshown,
            moves_to,
        }))
    }
}

impl Source {
    /// Returns a source that does not rely on the claim.
    pub fn new(opened: Arc<Opened>) -> Self {
        Self {
            opened,
            reliance: None,
            moves_to: None,
            ahead: Mutex::default(),
            cases: Mutex::default(),
        }
    }

    /// Returns whether the claim stands for the oracle, which has not solved the position.
    pub fn is_claimed(&self, text: &str) -> bool {
        self.reliance.is_some() && self.table().value_of(text).is_none()
    }

    /// Fails if a position is too large for the oracle, and the claim does not stand for it.
    pub fn can_answer(&self, text: &str) -> Result<(), Error> {
        let is_known =
            || self.table().value_of(text).is_some() || self.table().size(text).is_some();
        if self.reliance.is_some() || !is_large(text) || is_known() {
            return Ok(());
        }
        self.count(self.reasonable()?)?;
        if is_known() {
            return Ok(());
        }
        Err(Error::Beyond(shown(text)))
    }

    /// Returns the right answer for each of these positions, and whether it is only claimed: the oracle's where the
    /// position is solved, or has a size up to which the claim agrees with the oracle; otherwise the claim if that is
    /// relied on. Without that, the oracle solves the positions.
    pub fn right_answers<S: AsRef<str>>(
        &self,
        positions: &[S],
    ) -> Result<Vec<(String, bool)>, Error> {
        let texts = || positions.iter().map(AsRef::as_ref);
        let (open, solved): (Vec<&str>, Vec<&str>) =
            texts().partition(|text| self.is_claimed(text));
        let claims = open.iter().copied().zip(self.claims(&open)?);
        let mut claims = claims.peekable();
        let mut answers = self.answers(&solved)?.into_iter();
        let all = texts().map(|text| match claims.next_if(|(open, _)| *open == text) {
            Some((_, claim)) => {
                let size = self.table().size(text);
                let confirmed = self.reliance.map(|reliance| reliance.up_to);
                (claim, size.is_none() || size > confirmed)
            }
            None => (answers.next().unwrap_or_default(), false),
        });
        Ok(all.collect())
    }
}
