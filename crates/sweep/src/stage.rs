//! Divides the plan of a sweep into stages, blocks and batches.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use grundy_games::{Error, Game, closure};
use grundy_records::plan::{Check, SweepPlan};

/// Returns the stages of the plan, in order.
///
/// # Errors
/// The game fails.
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
            // The positions of one drawing stay in one batch, and long positions make small batches.
            let drawings = (ELEMENTS / draw.n.max(1)).clamp(1, game.about().drawings());
            Ok(vec![stage(0, 0..positions, drawings * closure::VARIANTS)])
        }
    }
}

/// Number of positions in a batch; the last batch of a stage may be shorter.
pub const BATCH: u64 = 1 << 12;
/// Number of pawns, heaps, steps or piles in a batch of random positions; a single longer position is a batch with
/// its variants.
const ELEMENTS: u64 = 1 << 16;
/// The intended time for a block: long enough that the overhead of a block does not matter, and short enough to
/// lose when the sweep is stopped. A block of one batch per thread may take longer.
const BLOCK: RangeInclusive<Duration> = Duration::from_millis(100)..=Duration::from_millis(400);

/// The most batches in a block per process if the oracle's values have to be fetched. The oracles' memory
/// requirements are computed for this number.
pub(crate) const FETCHED: u64 = 1 << 8;

/// Returns the number of batches in the next block, within `lengths`, after a block with at most `length` batches
/// that took `took`; `is_full` is true if it was not the stage's last block. One block is one round of the threads
/// and the unit of a checkpoint.
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

/// A range of positions of one size, that is a row of the record or a part of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    pub(crate) size: u32,
    pub(crate) indices: Range<u64>,
    batch: u64,
}

impl Stage {
    /// Returns the end of the block that begins at `index` and has at most `length` batches.
    pub(crate) fn block(&self, index: u64, length: u64) -> u64 {
        // Batches begin at multiples of their size in every shard.
        let end = (index / self.batch).saturating_add(length);
        end.saturating_mul(self.batch).min(self.indices.end)
    }

    /// Divides positions into batches, which do not depend on the number of threads or processes, except that a
    /// batch across the border between two processes is divided.
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
        // Every thread gets a batch, even if a batch is slow.
        assert_eq!(after(6, true, 60_000), 4);
        assert_eq!(after(u64::MAX, true, 0), u64::MAX);
        // A block never exceeds the number of batches that can be fetched at a time.
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
