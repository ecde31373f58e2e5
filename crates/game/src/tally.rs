//! The results of a check: counts, and the smallest position that fails.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use crate::{About, Known, Outcome};

/// A position on which a check fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mismatch {
    /// The game's name.
    pub game: String,
    /// The size of the position.
    pub size: u32,
    /// The order of failing positions of one size; each check documents what it stores here.
    pub rank: Vec<u64>,
    /// The position as input text, or the command that makes it: `form` tells which.
    pub input: String,
    /// What the text in `input` is.
    #[serde(default)]
    pub form: InputForm,
    /// The expected claim.
    pub expected: String,
    /// The closed form's claim.
    pub got: String,
}

impl Mismatch {
    /// The mismatch of a position with this text. `place` is its size and its rank.
    pub fn new(
        about: &About,
        place: (u32, Vec<u64>),
        input: String,
        expected: String,
        got: String,
    ) -> Self {
        let (size, rank) = place;
        Self {
            game: about.name.to_string(),
            size,
            rank,
            input,
            form: InputForm::Text,
            expected,
            got,
        }
    }
}

/// What the text of a mismatch's input is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputForm {
    /// The input itself.
    #[default]
    Text,
    /// The command `gen` that makes the input, which is too long to be shown.
    Command,
}

/// Moves that were followed to the position that they lead to, and its claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Followed {
    /// Moves that were to lead to a P-position.
    pub winning: u64,
    /// Moves that were to lead to an N-position or to a draw.
    pub others: u64,
    /// Those of the others that were to lead to a draw.
    #[serde(default, skip_serializing_if = "is_0")]
    pub draws: u64,
}

impl Followed {
    /// Adds other moves to these. Counts saturate.
    pub const fn add(&mut self, other: Self) {
        self.winning = self.winning.saturating_add(other.winning);
        self.others = self.others.saturating_add(other.others);
        self.draws = self.draws.saturating_add(other.draws);
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
const fn is_0(number: &u64) -> bool {
    *number == 0
}

/// The results of checking a batch of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Positions checked, each counted once; of random positions all that were drawn.
    pub positions: u64,
    /// P-positions among them: by the oracle where there is one, otherwise by the closed form.
    pub losing: u64,
    /// Draws among them.
    #[serde(default, skip_serializing_if = "is_0")]
    pub draws: u64,
    /// Won and lost positions whose claims have a number of moves.
    #[serde(default, skip_serializing_if = "is_0")]
    pub within: u64,
    /// Sum of the numbers of winning moves, from the same source.
    pub winning_moves: u64,
    /// Moves followed; none where an oracle gives the answers.
    pub followed: Followed,
    /// Positions that failed.
    pub mismatches: u64,
    /// The smallest of those: by size, then by rank.
    pub smallest: Option<Mismatch>,
    /// Hashes of the different positions among random ones, of at most [`MOST_DISTINCT`](Self::MOST_DISTINCT); none of
    /// others.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub drawn: BTreeSet<u64>,
}

impl Tally {
    /// Different positions among random ones are counted up to this number.
    pub const MOST_DISTINCT: usize = 1 << 16;

    /// Returns the sum of both tallies. Counts saturate.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.add(other);
        self
    }

    /// Adds another tally to this one. Counts saturate.
    pub fn add(&mut self, other: Self) {
        let sums = [
            (&mut self.positions, other.positions),
            (&mut self.losing, other.losing),
            (&mut self.draws, other.draws),
            (&mut self.within, other.within),
            (&mut self.winning_moves, other.winning_moves),
            (&mut self.mismatches, other.mismatches),
        ];
        for (sum, more) in sums {
            *sum = sum.saturating_add(more);
        }
        self.followed.add(other.followed);
        self.drawn.extend(other.drawn);
        // The smallest ones, whatever the order in which tallies are added.
        while self.drawn.len() > Self::MOST_DISTINCT {
            self.drawn.pop_last();
        }
        // Of equal ones the first stays.
        let smallest = self.smallest.take().into_iter().chain(other.smallest);
        self.smallest = smallest.min_by(|a, b| (a.size, &a.rank).cmp(&(b.size, &b.rank)));
    }

    /// Counts a position with this claim.
    pub fn count(&mut self, claim: &Known) {
        self.positions += 1;
        self.losing += u64::from(claim.loses());
        self.draws += u64::from(claim.outcome == Outcome::Draw);
        self.winning_moves += claim.winning_moves.unwrap_or(0);
    }

    /// Counts a random position among the different ones.
    pub fn draw(&mut self, position: &impl Hash) {
        let hasher = BuildHasherDefault::<XxHash3_64>::default();
        self.drawn.insert(hasher.hash_one(position));
    }

    /// Counts a position that failed.
    pub fn fail(&mut self, mismatch: Mismatch) {
        self.add(Self {
            mismatches: 1,
            smallest: Some(mismatch),
            ..Self::default()
        });
    }
}

/// Returns the numbers of an input, by which inputs of one size are ordered, the simplest first. Every input begins
/// with the number of pawns, heaps, steps or piles, followed by their squares or sizes.
///
/// ```
/// use grundy_game::rank;
/// assert!(rank("7 2\n5 6\n") < rank("7 3\n1 2 3\n"));
/// assert!(rank("7 3\n2 3 6\n") < rank("7 3\n2 4 5\n"));
/// ```
pub fn rank(input: &str) -> Vec<u64> {
    input
        .split_ascii_whitespace()
        .map(|number| number.parse().unwrap_or(u64::MAX))
        .collect()
}
