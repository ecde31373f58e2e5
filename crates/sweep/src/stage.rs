//! What a plan comes to for a game: stages, and batches of them.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use grundy_games::{Error, Game, closure};
use grundy_records::plan::{Check, SweepPlan};

/// The stages of the plan, in order.
///
/// # Errors
/// When the game fails.
pub(crate) fn stages(plan: &SweepPlan, game: &dyn Game) -> Result<Vec<Stage>, Error> {
    let smallest = game.about().smallest;
    let sizes = |up_to: u32| smallest..=up_to;
    let stage = |size, indices: Range<u64>, batch| Stage {
        size,
        indices: plan.shard.of(indices),
        batch,
    };
    match plan.check {
        Check::Oracle { up_to } => sizes(up_to)
            .map(|size| Ok(stage(size, game.scope(size)?.indices, BATCH)))
            .collect(),
        Check::Closure { up_to } => sizes(up_to)
            .map(|size| Ok(stage(size, 0..game.positions(size)?, BATCH)))
            .collect(),
        Check::Random { draw, positions } => {
            // Positions from one drawing stay together, and a batch does not take long.
            let drawings = (ELEMENTS / draw.n.max(1)).clamp(1, game.about().drawings);
            Ok(vec![stage(0, 0..positions, drawings * closure::VARIANTS)])
        }
    }
}

/// Positions in a batch; the last batch of a stage may be shorter.
pub const BATCH: u64 = 1 << 12;
/// Pawns, heaps, steps or piles in a batch of random positions, where a position does not hold more.
const ELEMENTS: u64 = 1 << 16;
/// How long a block is to take: so long that one more makes no difference, and no longer than may be lost
/// when the sweep is ended. One batch for every thread may take longer.
const BLOCK: RangeInclusive<Duration> = Duration::from_millis(100)..=Duration::from_millis(400);

/// Batches in a block, at most, for each process, where what is known of its positions has to be fetched: what
/// oracles say that they need of memory is for so many.
pub(crate) const FETCHED: u64 = 1 << 8;

/// How many batches the next block is to have, one of these numbers, after one of so many at most that was full
/// or not, and took so long. A block is what one round of the threads takes, and what a checkpoint counts.
pub(crate) fn next_length(
    length: u64,
    is_full: bool,
    took: Duration,
    lengths: &RangeInclusive<u64>,
) -> u64 {
    let length = if took > *BLOCK.end() {
        length / 2
    } else if took < *BLOCK.start() && is_full {
        length.saturating_mul(2)
    } else {
        length
    };
    length.clamp(*lengths.start(), *lengths.end())
}

/// Positions of one size: a row of the record, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    pub(crate) size: u32,
    pub(crate) indices: Range<u64>,
    batch: u64,
}

impl Stage {
    /// Where the block ends that begins at `index` and has so many batches at most.
    pub(crate) fn block(&self, index: u64, length: u64) -> u64 {
        // Borders of batches are multiples of their length, whatever the shard.
        let end = (index / self.batch).saturating_add(length);
        end.saturating_mul(self.batch).min(self.indices.end)
    }

    /// Some positions in batches, which do not depend on the number of threads or processes, but that one
    /// that lies across the border of what two processes have is two.
    pub(crate) fn batches(&self, indices: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let (batch, Range { start, end }) = (self.batch, indices);
        (start / batch..end.div_ceil(batch)).map(move |number| {
            (number * batch).max(start)..(number + 1).saturating_mul(batch).min(end)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::Draw;
    use grundy_games::nim::Nim;

    #[test]
    fn long_positions_make_short_batches() {
        let drawings = |n| {
            let draw = Draw { m: 9, n, seed: 1 };
            let plan = SweepPlan::whole(Check::Random { draw, positions: 7 });
            let [stage] = &stages(&plan, &Nim).unwrap()[..] else {
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
    fn a_block_takes_neither_long_nor_no_time() {
        let after = |length, is_full, millis| {
            next_length(
                length,
                is_full,
                Duration::from_millis(millis),
                &(4..=u64::MAX),
            )
        };
        assert_eq!(after(4, true, 3), 8);
        assert_eq!(after(4, false, 3), 4);
        assert_eq!(after(512, true, 200), 512);
        assert_eq!(after(512, true, 900), 256);
        // No thread is without a batch, however long one takes.
        assert_eq!(after(6, true, 60_000), 4);
        assert_eq!(after(u64::MAX, true, 0), u64::MAX);
        // Nor is more fetched at a time than there is room for, however fast it goes.
        let few = next_length(512, true, Duration::ZERO, &(4..=FETCHED));
        assert_eq!(few, FETCHED);
    }

    #[test]
    fn blocks_tile_every_stage() {
        for (indices, batch, length) in [
            (0..5_000_000, BATCH, 256),
            (0..5_000_000, BATCH, 1),
            (3..77, 3, 4),
            (3..77, 3, u64::MAX),
            (10..10, 3, 2),
            (4095..1_048_577, BATCH, 100),
        ] {
            let stage = Stage {
                size: 9,
                indices: indices.clone(),
                batch,
            };
            let mut next = indices.start;
            while next < indices.end {
                let end = stage.block(next, length);
                let batches: Vec<_> = stage.batches(next..end).collect();
                assert!(batches.len() as u64 <= length);
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
