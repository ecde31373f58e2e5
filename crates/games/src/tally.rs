//! What a check counts, and how it names a position that fails.

use serde::{Deserialize, Serialize};

/// A position on which a check fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mismatch {
    /// The game's name.
    pub game: String,
    /// The size of the position.
    pub size: u32,
    /// What makes it smaller than another position of its size; each check says what it puts there.
    pub rank: Vec<u64>,
    /// The position as input text.
    pub input: String,
    /// What should have been said.
    pub expected: String,
    /// What the closed form says.
    pub got: String,
}

/// Moves that were made to see what the closed form says of the position they lead to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Followed {
    /// Moves that were to lead to a P-position.
    pub winning: u64,
    /// Moves that were to lead to an N-position.
    pub others: u64,
}

/// What came of checking a batch of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Positions checked, each counted once.
    pub positions: u64,
    /// P-positions among them: by the oracle where there is one, otherwise by the closed form.
    pub losing: u64,
    /// Sum of the numbers of winning moves, from the same source.
    pub winning_moves: u64,
    /// Moves followed; none where an oracle gives the answers.
    pub followed: Followed,
    /// Positions that failed.
    pub mismatches: u64,
    /// The smallest of those: by size, then by rank.
    pub smallest: Option<Mismatch>,
}

impl Tally {
    /// Both tallies in one. Sums that a `u64` does not hold stay at its maximum.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.add(other);
        self
    }

    /// Adds another tally to this one.
    pub fn add(&mut self, other: Self) {
        let sums = [
            (&mut self.positions, other.positions),
            (&mut self.losing, other.losing),
            (&mut self.winning_moves, other.winning_moves),
            (&mut self.followed.winning, other.followed.winning),
            (&mut self.followed.others, other.followed.others),
            (&mut self.mismatches, other.mismatches),
        ];
        for (sum, more) in sums {
            *sum = sum.saturating_add(more);
        }
        if let Some(new) = other.smallest {
            let smaller = self
                .smallest
                .as_ref()
                .is_none_or(|old| (new.size, &new.rank) < (old.size, &old.rank));
            if smaller {
                self.smallest = Some(new);
            }
        }
    }

    /// Counts a position that failed.
    pub(crate) fn fail(&mut self, mismatch: Mismatch) {
        self.add(Self {
            mismatches: 1,
            smallest: Some(mismatch),
            ..Self::default()
        });
    }
}

/// The order of inputs of one size, the simpler the smaller: by the numbers of the input, one after
/// the other. Every input begins with how many pawns, heaps, steps or piles there are, and goes on
/// with where they stand or how large they are.
///
/// ```
/// use grundy_games::rank;
/// assert!(rank("7 2\n5 6\n") < rank("7 3\n1 2 3\n"));
/// assert!(rank("7 3\n2 3 6\n") < rank("7 3\n2 4 5\n"));
/// ```
pub fn rank(input: &str) -> Vec<u64> {
    input
        .split_ascii_whitespace()
        .map(|number| number.parse().unwrap_or(u64::MAX))
        .collect()
}
