//! What a sweep is to do: which check, on which positions, which part of it.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use grundy_games::{Draw, Entry, Error, closure};
use serde::{Deserialize, Serialize};

/// Everything that the outcome of a sweep depends on, but for the game and the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What is checked, and on which positions.
    pub check: Check,
    /// Which part of them.
    pub shard: Shard,
}

impl Plan {
    /// All of a check.
    pub const fn whole(check: Check) -> Self {
        Self {
            check,
            shard: Shard::WHOLE,
        }
    }

    /// The stages of the plan, in order.
    ///
    /// # Errors
    /// When the game fails.
    pub(crate) fn stages(&self, game: &dyn Entry) -> Result<Vec<Stage>, Error> {
        let smallest = game.about().smallest;
        let sizes = |up_to: u32| smallest..=up_to;
        let stage = |size, indices: Range<u64>, batch| Stage {
            size,
            indices: self.shard.of(indices),
            batch,
        };
        match self.check {
            Check::Oracle { up_to } => sizes(up_to)
                .map(|size| Ok(stage(size, game.scope(size)?.indices, BATCH)))
                .collect(),
            Check::Closure { up_to } => sizes(up_to)
                .map(|size| Ok(stage(size, 0..game.positions(size)?, BATCH)))
                .collect(),
            Check::Random { draw, positions } => {
                // Positions from one drawing stay together, and a batch does not take long.
                let drawings = (ELEMENTS / draw.n.max(1)).clamp(1, BATCH);
                Ok(vec![stage(0, 0..positions, drawings * closure::VARIANTS)])
            }
        }
    }
}

/// Positions in a batch; the last batch of a stage may be shorter.
pub const BATCH: u64 = 1 << 12;
/// Pawns, heaps, steps or piles in a batch of random positions, where a position does not hold more.
const ELEMENTS: u64 = 1 << 16;
/// Batches in a block. A block is what one round of the threads takes, and what a checkpoint counts.
const BATCHES: u64 = 1 << 8;

/// A kind of check, and the positions it is done on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Check {
    /// Closed form against oracle, every position up to a size.
    Oracle {
        /// The largest size.
        up_to: u32,
    },
    /// Closed form against itself, one move further: [`grundy_games::closure`], every position up
    /// to a size.
    Closure {
        /// The largest size.
        up_to: u32,
    },
    /// The same on random positions and a sample of their moves.
    Random {
        /// Which positions are drawn.
        draw: Draw,
        /// How many.
        positions: u64,
    },
}

impl fmt::Display for Check {
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
/// use grundy_sweep::Shard;
/// let shard: Shard = "3/16".parse().unwrap();
/// assert_eq!(shard.to_string(), "3/16");
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
    pub const fn new(index: u32, count: u32) -> Option<Self> {
        if 1 <= index && index <= count {
            Some(Self { index, count })
        } else {
            None
        }
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

    /// The part's share of a range: parts follow one another without gaps and differ in length by 1
    /// at most.
    pub fn of(self, indices: Range<u64>) -> Range<u64> {
        let length = u128::from(indices.end - indices.start);
        // Less than `length`, so it is a u64.
        let cut = |part: u32| (length * u128::from(part) / u128::from(self.count)) as u64;
        indices.start + cut(self.index - 1)..indices.start + cut(self.index)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// Text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no part: expected I/K with I from 1 to K")]
pub struct NoShard(String);

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let parts = text.split_once('/');
        parts
            .and_then(|(index, count)| Self::new(index.parse().ok()?, count.parse().ok()?))
            .ok_or_else(|| NoShard(text.to_owned()))
    }
}

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Self, NoShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

/// Positions of one size: a row of the record, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    pub(crate) size: u32,
    pub(crate) indices: Range<u64>,
    batch: u64,
}

impl Stage {
    /// The batches of the block that begins at `index`, and where the block ends. Batches do not
    /// depend on the number of threads.
    pub(crate) fn block(&self, index: u64) -> (Vec<Range<u64>>, u64) {
        let batch = self.batch;
        let end = self.indices.end;
        // Borders of batches are multiples of their length, whatever the shard.
        let block = (index / batch + BATCHES).saturating_mul(batch).min(end);
        let batches = (index / batch..block.div_ceil(batch)).map(|number| {
            (number * batch).max(index)..(number + 1).saturating_mul(batch).min(block)
        });
        (batches.collect(), block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::nim::Nim;

    #[test]
    fn a_shard_has_its_number() {
        let shard = Shard::new(3, 16).unwrap();
        assert_eq!((shard.index(), shard.count()), (3, 16));
    }

    #[test]
    fn long_positions_make_short_batches() {
        let drawings = |n| {
            let draw = Draw { m: 9, n, seed: 1 };
            let plan = Plan::whole(Check::Random { draw, positions: 7 });
            let [stage] = &plan.stages(&Nim).unwrap()[..] else {
                panic!("random positions are one stage")
            };
            assert_eq!(stage.indices, 0..7);
            stage.batch / closure::VARIANTS
        };
        assert_eq!(
            [0, 1, 16, 2000, 65_536, 1_000_000].map(drawings),
            [4096, 4096, 4096, 32, 1, 1]
        );
    }

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

    #[test]
    fn blocks_tile_every_stage() {
        for (indices, batch) in [
            (0..5_000_000, BATCH),
            (3..77, 3),
            (10..10, 3),
            (4095..1_048_577, BATCH),
        ] {
            let stage = Stage {
                size: 9,
                indices: indices.clone(),
                batch,
            };
            let mut next = indices.start;
            while next < indices.end {
                let (batches, end) = stage.block(next);
                assert!(batches.len() as u64 <= BATCHES);
                for part in batches {
                    assert_eq!(part.start, next);
                    assert!(!part.is_empty() && part.end - part.start <= batch);
                    next = part.end;
                }
                assert_eq!(next, end);
            }
            assert_eq!(next, indices.end);
        }
    }
}
