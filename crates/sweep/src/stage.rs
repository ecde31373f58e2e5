//! Divides the plan of a sweep into parts, one for each size, and parts into blocks and batches.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use grundy_games::{Error, Game, closure};
use grundy_records::checkpoint::Part;
use grundy_records::plan::{Check, SweepPlan};

/// Returns the parts of the plan, in order, of which nothing is checked yet.
///
/// # Errors
/// The game fails.
pub(crate) fn parts(plan: SweepPlan, game: &dyn Game) -> Result<Vec<Part>, Error> {
    let smallest = game.about().smallest;
    let part = |size, indices| Part::new(size, plan.shard.of(indices));
    match plan.check {
        Check::Oracle { up_to } => (smallest..=up_to)
            .map(|size| Ok(part(size, game.scope(size)?.indices)))
            .collect(),
        Check::Closure { up_to } => (smallest..=up_to)
            .map(|size| Ok(part(size, 0..game.positions(size)?)))
            .collect(),
        Check::Random { positions, .. } => Ok(vec![part(0, 0..positions)]),
    }
}

/// Number of positions in a batch; the last batch of a part may be shorter.
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
/// that took `took`; `is_full` is true if it was not the part's last block. One block is one round of the threads
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

/// Divides positions into batches of a fixed size, which do not depend on the number of threads or processes, except
/// that a batch across the border between two processes is divided.
#[derive(Clone, Copy)]
pub(crate) struct Batches(u64);

impl Batches {
    pub(crate) fn new(check: Check, game: &dyn Game) -> Self {
        Self(match check {
            Check::Oracle { .. } | Check::Closure { .. } => BATCH,
            Check::Random { draw, .. } => {
                // The positions of one drawing stay in one batch, and long positions make small batches.
                let drawings = (ELEMENTS / draw.n.max(1)).clamp(1, game.about().drawings());
                drawings * closure::VARIANTS
            }
        })
    }

    /// Returns the end of the block that begins at `index`, has at most `length` batches, and ends at `to` at the
    /// latest.
    pub(crate) fn block(self, index: u64, length: u64, to: u64) -> u64 {
        // Batches begin at multiples of their size in every shard.
        let end = (index / self.0).saturating_add(length);
        end.saturating_mul(self.0).min(to)
    }

    pub(crate) fn of(self, indices: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let (Self(batch), Range { start, end }) = (self, indices);
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
            Batches::new(Check::Random { draw, positions: 7 }, &Nim).0 / closure::VARIANTS
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
        assert_eq!([100, 400].map(|millis| after(512, true, millis)), [512; 2]);
        assert_eq!(after(512, true, 900), 256);
        // Every thread gets a batch, even if a batch is slow.
        assert_eq!(after(6, true, 60_000), 4);
        assert_eq!(after(u64::MAX, true, 0), u64::MAX);
        // A block never exceeds the number of batches that can be fetched at a time.
        let few = next_length(512, true, Duration::ZERO, &(4..=FETCHED));
        assert_eq!(few, FETCHED);
    }

    #[test]
    fn blocks_tile_every_part() {
        for (indices, batch, length) in [
            (0..5_000_000, BATCH, 256),
            (0..5_000_000, BATCH, 1),
            (3..77, 3, 4),
            (3..77, 3, u64::MAX),
            (10..10, 3, 2),
            (4095..1_048_577, BATCH, 100),
        ] {
            let batches = Batches(batch);
            let mut next = indices.start;
            while next < indices.end {
                let end = batches.block(next, length, indices.end);
                let of_block: Vec<_> = batches.of(next..end).collect();
                assert!(of_block.len() as u64 <= length);
                for part in of_block {
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
