//! The two players, and which of them are people.

use std::fmt;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player who makes the first move.
    First,
    /// The player who makes the second move.
    Second,
}

impl Player {
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// The seats of people; the opponent has the other seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Seats {
    #[default]
    First,
    Second,
    /// Two people play; there is no opponent.
    Both,
}

impl Seats {
    /// Reads a value as the command line has it.
    pub fn read(text: &str) -> Result<Self> {
        Self::from_str(text, false)
            .map_err(|_| anyhow!("expected first, second or both, found `{text}`"))
    }

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

    /// Returns the number of characters of the longer name.
    pub const fn widest_name(self) -> usize {
        match self {
            Self::Both => "second".len(),
            _ => "you".len(),
        }
    }

    /// Returns the sentence that tells who has won.
    pub fn outcome(self, winner: Player) -> String {
        let wins = if self == Self::Both { "wins" } else { "win" };
        format!("The game is over: {} {wins}.", self.name(winner))
    }

    /// Returns whether the moves of a player are explained afterwards: those of the opponent, or of two people all.
    pub fn is_explained(self, player: Player) -> bool {
        self == Self::Both || !self.is_person(player)
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", PossibleValue::get_name))
    }
}
