//! What is known about a claim that is the source of right answers where the oracle has none.

use serde::{Deserialize, Serialize};

use grundy_game::Tally;

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
