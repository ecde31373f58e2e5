//! How well the opponent plays.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, Error, Result};
use grundy_games::generate::Random;

use crate::play::game::Match;
use crate::play::seats::Seats;

/// The share of the opponent's moves that are made at random, in percent. The other moves are right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level(pub u8);

/// The number of moves that the opponent compares in a lost position.
const COMPARED: usize = 12;
/// The opponent compares none where there are more moves than this, because there may be as many replies to each.
const REPLIES: usize = 200;

const EXPECTED: &str = "`perfect`, or the share of moves made at random, as `30%`";

impl Level {
    /// Returns the index of the move that the opponent makes; `None` when there is no move.
    ///
    /// It is a winning move where there is one. In a lost position it is the one of a few moves to which the fewest
    /// replies win.
    pub fn choose(self, game: &Match, random: &mut Random) -> Result<Option<usize>> {
        let now = &game.now;
        let mut all: Vec<usize> = (0..now.moves.len()).collect();
        if random.below(100) < u64::from(self.0) {
            return Ok(random.choose(&all));
        }
        let winning: Vec<usize> = now.winning().collect();
        if !winning.is_empty() {
            return Ok(random.choose(&winning));
        }
        random.shuffle(&mut all);
        if all.len() > REPLIES {
            return Ok(all.first().copied());
        }
        let compared = all.into_iter().take(COMPARED);
        let compared = compared.map(|at| Ok((now.after(at)?.winning().count(), at)));
        let compared = compared.collect::<Result<Vec<_>>>()?;
        let best = compared.iter().min_by_key(|(replies, _)| *replies);
        Ok(best.map(|(_, at)| *at))
    }

    /// Makes the opponent's move where it is the opponent's turn; returns whether it made one.
    pub fn reply(self, game: &mut Match, seats: Seats, random: &mut Random) -> Result<bool> {
        if seats.is_person(game.to_move()) {
            return Ok(false);
        }
        let chosen = self.choose(game, random)?;
        if let Some(at) = chosen {
            game.make(at)?;
        }
        Ok(chosen.is_some())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("perfect"),
            percent => write!(f, "{percent}%"),
        }
    }
}

impl FromStr for Level {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if text == "perfect" {
            return Ok(Self(0));
        }
        let number = text.strip_suffix('%');
        let percent = number.and_then(|number| number.parse().ok());
        let level = percent.filter(|&percent| percent <= 100).map(Self);
        level.with_context(|| format!("expected {EXPECTED}; found `{text}`"))
    }
}
