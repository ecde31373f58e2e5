//! Who sits where.

use std::fmt;
use std::str::FromStr;

use crate::Player;

/// Which of the two seats are people's; the opponent takes the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seats {
    /// A person begins, and the opponent answers.
    #[default]
    First,
    /// The opponent begins.
    Second,
    /// Two people at one board.
    Both,
}

impl Seats {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Both];

    /// Whether a person sits there.
    pub const fn is_person(self, player: Player) -> bool {
        match self {
            Self::First => matches!(player, Player::First),
            Self::Second => matches!(player, Player::Second),
            Self::Both => true,
        }
    }

    /// What somebody at the table is called: `you` and `I`, or by who began.
    pub const fn name(self, player: Player) -> &'static str {
        match (self, self.is_person(player)) {
            (Self::Both, _) => player.name(),
            (_, true) => "you",
            (_, false) => "I",
        }
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

/// No seats are called that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected first, second or both, found `{0}`")]
pub struct NoSeats(pub String);

impl FromStr for Seats {
    type Err = NoSeats;

    fn from_str(text: &str) -> Result<Self, NoSeats> {
        let named = Self::ALL
            .into_iter()
            .find(|seats| seats.to_string() == text);
        named.ok_or_else(|| NoSeats(text.to_owned()))
    }
}
