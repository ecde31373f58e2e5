//! The first and the second player.

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player who makes the first move.
    First,
    /// The player who makes the second move.
    Second,
}

impl Player {
    /// Returns the winner where this player is to move: this player, or without a winning move the other one.
    pub const fn winner(self, wins: bool) -> Self {
        match (self, wins) {
            (Self::First, true) | (Self::Second, false) => Self::First,
            (Self::First, false) | (Self::Second, true) => Self::Second,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}
