//! How well the opponent plays.

use std::fmt;
use std::str::FromStr;

use grundy_games::generate::Random;

use crate::{Choices, Match, PlayError};

/// The share of its moves that the opponent makes at random, in percent; with the others it makes no
/// mistake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level(u8);

/// In a lost position so many moves are looked at, each with its replies.
const TRAPS: usize = 12;
/// And none where the replies may be more than this.
const REPLIES: usize = 200;

impl Level {
    /// How many moves of a hundred are made at random.
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// No mistakes.
    pub const PERFECT: Self = Self(0);
    /// What is offered to choose from.
    pub const OFFERED: [Self; 4] = [Self::PERFECT, Self(10), Self(30), Self(100)];

    /// The place of the move that the opponent makes; `None` when there is none.
    ///
    /// A winning one where there is any. In a lost position it is the one, of a few, to which the
    /// fewest replies win.
    ///
    /// # Errors
    /// When the game fails.
    pub fn choose(self, game: &Match, random: &mut Random) -> Result<Option<usize>, PlayError> {
        let choices = game.choices();
        if random.below(100) < u64::from(self.0) {
            return Ok(any(choices, random));
        }
        let winning: Vec<usize> = choices.winning().collect();
        if !winning.is_empty() {
            return Ok(random.choose(&winning));
        }
        let mut places: Vec<usize> = (0..choices.moves.len()).collect();
        random.shuffle(&mut places);
        if places.len() > REPLIES {
            return Ok(places.first().copied());
        }
        let mut best = None;
        for at in places.into_iter().take(TRAPS) {
            let replies = game.after(at)?.winning().count();
            if best.is_none_or(|(fewest, _)| replies < fewest) {
                best = Some((replies, at));
            }
        }
        Ok(best.map(|(_, at)| at))
    }
}

fn any(choices: &Choices, random: &mut Random) -> Option<usize> {
    let places: Vec<usize> = (0..choices.moves.len()).collect();
    random.choose(&places)
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("perfect"),
            percent => write!(f, "{percent}%"),
        }
    }
}

/// No level is called that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `perfect`, or the share of moves made at random, as `30%`; found `{0}`")]
pub struct NoLevel(pub String);

impl FromStr for Level {
    type Err = NoLevel;

    /// ```
    /// use grundy_play::Level;
    /// assert_eq!("perfect".parse(), Ok(Level::PERFECT));
    /// assert_eq!("30%".parse::<Level>().unwrap().to_string(), "30%");
    /// assert!("130%".parse::<Level>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, NoLevel> {
        if text == "perfect" {
            return Ok(Self::PERFECT);
        }
        let percent = text
            .strip_suffix('%')
            .and_then(|number| number.parse().ok());
        let percent = percent.filter(|&percent: &u8| percent <= 100);
        percent.map(Self).ok_or_else(|| NoLevel(text.to_owned()))
    }
}
