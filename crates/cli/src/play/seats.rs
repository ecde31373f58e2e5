//! Which players are people.

use std::fmt;
use std::str::FromStr;

use crate::play::{PlayError, Player};

/// The seats of people; the opponent has the other seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seats {
    /// A person begins.
    #[default]
    First,
    /// The opponent begins.
    Second,
    /// Two people play; there is no opponent.
    Both,
}

impl Seats {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Both];

    /// Returns whether the player is a person.
    pub const fn is_person(self, player: Player) -> bool {
        match self {
            Self::First => matches!(player, Player::First),
            Self::Second => matches!(player, Player::Second),
            Self::Both => true,
        }
    }

    /// Returns what a player is called: `you` and `I`; of two people `first` and `second`.
    pub const fn name(self, player: Player) -> &'static str {
        match (self, self.is_person(player)) {
            (Self::Both, _) => player.name(),
            (_, true) => "you",
            (_, false) => "I",
        }
    }

    /// Returns the sentence that tells who has won.
    pub(crate) fn outcome(self, winner: Player) -> String {
        let wins = if self == Self::Both { "wins" } else { "win" };
        format!("The game is over: {} {wins}.", self.name(winner))
    }

    /// Returns whether the moves of a player are explained afterwards: those of the opponent, or of two people all.
    pub(crate) fn is_explained(self, player: Player) -> bool {
        self == Self::Both || !self.is_person(player)
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Both => "both",
        })
    }
}

impl FromStr for Seats {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<Self, PlayError> {
        let mut all = Self::ALL.into_iter();
        let named = all.find(|seats| seats.to_string() == text);
        named.ok_or_else(|| {
            PlayError::Typed(format!("expected first, second or both, found `{text}`"))
        })
    }
}
