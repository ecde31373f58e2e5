//! Divides the cases of a part into blocks, and blocks into batches.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

/// How cases are divided: into batches of a fixed size, which do not depend on the number of workers or processes,
/// except that a batch across the border between two processes is divided; and into blocks of some batches.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The number of cases in a batch.
    pub batch: u64,
    /// The least batches in a block, if there are so many; at least one for each worker.
    pub least: u64,
    /// The most batches in a block.
    pub most: u64,
    /// The intended time for a block: long enough that the overhead of a block does not matter, and short enough to
    /// lose when the check is stopped. A block of one batch for each worker may take longer.
    pub time: RangeInclusive<Duration>,
}

impl Blocks {
    /// Batches of this number of cases, in blocks of some tenths of a second.
    pub const fn of(batch: u64) -> Self {
        Self {
            batch,
            least: 1,
            most: u64::MAX,
            time: Duration::from_millis(100)..=Duration::from_millis(400),
        }
    }

    /// Returns the number of batches in the next block, within `lengths`, after a block with at most `length` batches
    /// that took `took`; `is_full` is true if it was not the part's last block. One block is one round of the workers
    /// and the unit of a checkpoint.
    pub(crate) fn next_length(
        &self,
        length: u64,
        is_full: bool,
        took: Duration,
        lengths: &RangeInclusive<u64>,
    ) -> u64 {
        let length = if took > *self.time.end() {
            length / 2
        } else if took < *self.time.start() && is_full {
            length.saturating_mul(2)
        } else {
            length
        };
        length.clamp(*lengths.start(), *lengths.end())
    }

    /// Returns the end of the block that begins at `index`, has at most `length` batches, and ends at `to` at the
    /// latest.
    pub(crate) fn end(&self, index: u64, length: u64, to: u64) -> u64 {
        // Batches begin at multiples of their size in every shard.
        let end = (index / self.batch).saturating_add(length);
        end.saturating_mul(self.batch).min(to)
    }

    /// Returns the batches of some cases.
    pub(crate) fn batches(&self, ranges: &[Range<u64>]) -> Vec<Range<u64>> {
        let batch = self.batch;
        let batches = ranges.iter().flat_map(|&Range { start, end }| {
            (start / batch..end.div_ceil(batch)).map(move |number| {
                (number * batch).max(start)..(number + 1).saturating_mul(batch).min(end)
            })
        });
        batches.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn a_block_takes_neither_long_nor_no_time() {
        let after = |length, is_full, millis| {
            let took = Duration::from_millis(millis);
            Blocks::of(9).next_length(length, is_full, took, &(4..=u64::MAX))
        };
        assert_eq!(after(4, true, 3), 8);
        assert_eq!(after(4, false, 3), 4);
        assert_eq!(after(512, true, 200), 512);
        assert_eq!([100, 400].map(|millis| after(512, true, millis)), [512; 2]);
        assert_eq!(after(512, true, 900), 256);
        // Every worker gets a batch, even if a batch is slow.
        assert_eq!(after(6, true, 60_000), 4);
        assert_eq!(after(u64::MAX, true, 0), u64::MAX);
        // A block never exceeds the number of batches that can be fetched at a time.
        let few = Blocks::of(9).next_length(512, true, Duration::ZERO, &(4..=256));
        assert_eq!(few, 256);
    }

    #[test]
    fn blocks_tile_every_part() {
        for (indices, batch, length) in [
            (0..5_000_000, 4096, 256),
            (0..5_000_000, 4096, 1),
            (3..77, 3, 4),
            (3..77, 3, u64::MAX),
            (10..10, 3, 2),
            (4095..1_048_577, 4096, 100),
        ] {
            let blocks = Blocks::of(batch);
            let mut next = indices.start;
            while next < indices.end {
                let end = blocks.end(next, length, indices.end);
                let of_block = blocks.batches(slice::from_ref(&(next..end)));
                assert!(of_block.len() as u64 <= length);
                for part in of_block {
                    assert_eq!(part.start, next);
                    assert!(!part.is_empty() && part.end - part.start <= batch);
                    next = part.end;
                    assert!(next == indices.end || next.is_multiple_of(batch));
                }
                assert_eq!(next, end);
            }
            assert_eq!(next, indices.end);
        }
    }
}
