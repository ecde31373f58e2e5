//! The plan of a check: which one, on which positions, and which part of them.

use std::fmt::{self, Display};
use std::ops::Range;
use std::str::FromStr;

use grundy_game::Draw;
use serde::{Deserialize, Serialize};

use crate::error::RecordError;

/// Everything that the outcome of a check depends on, but for the game, the code and a judged program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan<C> {
    /// What is checked, and on which positions.
    pub check: C,
    /// Which part of them.
    pub shard: Shard,
}

/// The plan of a sweep.
pub type SweepPlan = Plan<Check>;

impl<C> Plan<C> {
    /// All of a check.
    pub const fn whole(check: C) -> Self {
        Self {
            check,
            shard: Shard::WHOLE,
        }
    }
}

impl<C: Display> Display for Plan<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, part {}", self.check, self.shard)
    }
}

/// A kind of check, and the positions it is done on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Check {
    /// Closed form against oracle, every position up to a size.
    Oracle {
        /// The largest size.
        up_to: u32,
    },
    /// Closed form against itself, one move further: [`grundy_game::closure`], every position up
    /// to a size.
    Closure {
        /// The largest size.
        up_to: u32,
    },
    /// Closed form against itself, one move further, on random positions and a sample of their moves.
    Random {
        /// Which positions are drawn.
        draw: Draw,
        /// How many.
        positions: u64,
    },
}

impl Check {
    /// Returns the size up to which every position is checked; `None` for random positions.
    pub const fn sizes(&self) -> Option<u32> {
        match self {
            Self::Oracle { up_to } | Self::Closure { up_to } => Some(*up_to),
            Self::Random { .. } => None,
        }
    }
}

impl Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Oracle { up_to } => write!(f, "oracle up to size {up_to}"),
            Self::Closure { up_to } => write!(f, "closure up to size {up_to}"),
            Self::Random { draw, positions } => {
                let Draw { m, n, seed } = draw;
                write!(
                    f,
                    "closure of {positions} random positions, m = {m}, n = {n}, seed {seed}"
                )
            }
        }
    }
}

/// One of several parts of a sweep, to be done anywhere and put together afterwards.
///
/// ```
/// use grundy_records::plan::Shard;
/// let shard: Shard = "3/16".parse().unwrap();
/// assert_eq!(shard.to_string(), "3/16");
/// assert_eq!((shard.index(), shard.count()), (3, 16));
/// assert_eq!(shard.of(0..160), 20..30);
/// for bad in ["0/4", "5/4", "3", "1/0", "a/b"] {
///     assert!(bad.parse::<Shard>().is_err());
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// The only one of one part.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Part `index`, counted from 1, of `count`; `None` when there is no such part.
    pub fn new(index: u32, count: u32) -> Option<Self> {
        (1..=count)
            .contains(&index)
            .then_some(Self { index, count })
    }

    /// The number of the part, counted from 1.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// How many parts there are.
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Whether this is all.
    pub const fn is_whole(self) -> bool {
        self.count == 1
    }

    /// The part's share of a range. The shares of all parts follow one another without gaps, and their lengths
    /// differ by at most 1.
    pub fn of(self, indices: Range<u64>) -> Range<u64> {
        let length = u128::from(indices.end - indices.start);
        // Less than `length`, so it is a u64.
        let cut = |part: u32| (length * u128::from(part) / u128::from(self.count)) as u64;
        indices.start + cut(self.index - 1)..indices.start + cut(self.index)
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let parts = text.split_once('/');
        parts
            .and_then(|(index, count)| Self::new(index.parse().ok()?, count.parse().ok()?))
            .ok_or_else(|| {
                let expected = "expected I/K with I from 1 to K";
                RecordError::Unusable(format!("`{text}` is no part: {expected}"))
            })
    }
}

impl TryFrom<String> for Shard {
    type Error = RecordError;

    fn try_from(text: String) -> Result<Self, RecordError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_tile_every_range() {
        for count in [1, 2, 3, 7, 64] {
            for length in [0, 1, 5, 63, 64, 1000, u64::MAX / 3] {
                let indices = 17..17 + length;
                let mut next = indices.start;
                for index in 1..=count {
                    let part = Shard::new(index, count).unwrap().of(indices.clone());
                    assert_eq!(part.start, next);
                    assert!((part.end - part.start).abs_diff(length / u64::from(count)) <= 1);
                    next = part.end;
                }
                assert_eq!(next, indices.end);
            }
        }
    }
}
