//! The claim is compared with the oracle on every position up to a size, and with itself beyond.

use grundy_game::{Error, Mismatch, Request, Watch};

use crate::claims::Sums;
use crate::fingerprint;
use crate::game::{RulesGame, draws};
use crate::opened::Opened;
use crate::program::{CallError, UNLISTED, input};
use crate::reliance::{Held, Reliance};

/// The number of positions whose moves are a part of the [behaviour](RulesGame::behaviour).
const SAMPLED: usize = 2000;

impl RulesGame {
    /// Compares the claims with the oracle on every position up to a size, up to the first position on which they differ.
    /// The result is that position, or what is now known about the claim. O(positions and moves).
    ///
    /// # Errors
    /// When the program has no claim or fails, or `watch` ends the work.
    pub fn confirm(
        &self,
        up_to: u32,
        watch: Watch<'_>,
    ) -> Result<Result<Reliance, Mismatch>, Error> {
        let game = &self.game;
        game.reach(up_to, watch)?;
        game.check_random_moves()?;
        game.check_named_moves()?;
        for size in game.about.smallest..=up_to {
            let tally = game.compare(size, 0..game.count(size)? as u64)?;
            if let Some(mismatch) = tally.smallest {
                return Ok(Err(mismatch));
            }
        }
        Ok(Ok(reliance(game, up_to)))
    }

    /// Returns what is known about a claim that a sweep has confirmed up to a size; `None` if this process has not solved
    /// the positions.
    pub fn confirmed(&self, up_to: u32) -> Option<Reliance> {
        let is_solved = self.game.table().reaches(up_to);
        is_solved.then(|| reliance(&self.game, up_to))
    }

    /// Returns a hash of all positions up to a size, of the claims about them, and of the moves of some of them: it shows that
    /// a program is the one whose claims were confirmed, also where its file only starts another one. O(positions).
    ///
    /// # Errors
    /// When the program has no claim or fails.
    pub fn behaviour(&self, up_to: u32) -> Result<String, Error> {
        let game = &self.game;
        game.count(up_to)?;
        let all = game.up_to(up_to);
        let some: Vec<&String> = all.iter().step_by(all.len() / SAMPLED + 1).collect();
        let mut lines = with_claims(game, &all)?;
        for line in game.ask(&game.moves, &some)? {
            // Options may come in another order.
            let mut options: Vec<&str> = line.split(" ; ").map(str::trim_ascii).collect();
            options.sort_unstable();
            lines.push(options.join(" ; "));
        }
        Ok(fingerprint::of_lines(&lines))
    }

    /// Returns a hash of the drawn positions of these requests and of the claims about them; nothing if the program draws
    /// none.
    ///
    /// # Errors
    /// When the program fails.
    pub fn claims_about(&self, requests: &[Request<'_>]) -> Result<String, Error> {
        let drawn = match self.game.draws.all(&draws(requests)) {
            Err(CallError::Ended { .. }) => Vec::new(),
            drawn => drawn?,
        };
        let drawn: Vec<String> = drawn.into_iter().flatten().collect();
        Ok(fingerprint::of_lines(&with_claims(&self.game, &drawn)?))
    }

    /// Draws random positions of these requests by the verb `random`, and checks the claims about them for
    /// [closure](grundy_game::closure), on a sample of their moves. If the program draws no position, the result says why. Where
    /// moves are too many to be listed and the program has no verb `random-move`, only positions of smaller extents are checked.
    ///
    /// # Errors
    /// When the program fails.
    pub fn hold(&self, requests: &[Request<'_>]) -> Result<Result<Held, String>, Error> {
        let game = &self.game;
        let mut draws = draws(requests);
        draws.sort_by_key(|draw| draw.m);
        let drawn = match game.draws.all(&draws) {
            Err(ended @ CallError::Ended { .. }) => return Ok(Err(ended.to_string())),
            drawn => drawn?,
        };
        let drawn = draws.iter().zip(drawn);
        let mut drawn: Vec<(u64, String)> = drawn
            .filter_map(|(draw, text)| Some((draw.m, text?)))
            .collect();
        if drawn.is_empty() {
            let what = "no position for any extent and number of parts that was asked for";
            return Ok(Err(game.runner.wrong(&["random"], what).to_string()));
        }
        let mut moves_to = u64::MAX;
        if !game.first_moves.is_offered()? {
            let quick = game.quick();
            while let Some(&(largest, _)) = drawn.last() {
                let texts = drawn.iter().map(|(_, text)| &**text);
                let listed = match quick.ask(game.moves.words, &input(texts)) {
                    Err(CallError::Exceeded(_)) => false,
                    reply => reply?.lines().all(|line| line.trim_ascii() != UNLISTED),
                };
                if listed {
                    // Those of larger extents may be too many, too.
                    if moves_to < u64::MAX {
                        moves_to = largest;
                    }
                    break;
                }
                moves_to = largest.isqrt();
                drawn.retain(|(extent, _)| *extent <= moves_to);
            }
        }
        let texts = drawn.into_iter().map(|(_, text)| text).collect();
        let mut unshown = 0;
        let tally = game.sample(texts, 0, 0, &(0..u64::MAX), Sums::LeftOut, &mut |one| {
            unshown += u64::from(one.claim.wins() && !one.is_shown);
        })?;
        Ok(Ok(Held {
            tally,
            unshown,
            moves_to,
        }))
    }
}

/// Returns what is known about a claim that agrees with the oracle on every position up to a size, which is solved.
fn reliance(game: &Opened, up_to: u32) -> Reliance {
    let table = game.table();
    let sizes = game.about.smallest..=up_to;
    Reliance {
        up_to,
        positions: sizes.map(|size| table.of_size(size).len() as u64).sum(),
        is_closed: table.is_closed(),
        has_sums: table.has_sums(),
    }
}

/// Returns positions and the claims about them as lines.
fn with_claims(game: &Opened, positions: &[String]) -> Result<Vec<String>, Error> {
    let claims = game.claims(positions)?;
    let both = positions.iter().zip(claims);
    Ok(both
        .map(|(position, claim)| format!("{position}\n{claim}"))
        .collect())
}
