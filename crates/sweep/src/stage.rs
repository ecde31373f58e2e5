//! What a plan comes to for a game: stages, and batches of them.

use std::ops::Range;

use grundy_games::{Entry, Error, closure};
use grundy_records::plan::{Check, Plan};

/// The stages of the plan, in order.
///
/// # Errors
/// When the game fails.
pub(crate) fn stages(plan: &Plan, game: &dyn Entry) -> Result<Vec<Stage>, Error> {
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
            let drawings = (ELEMENTS / draw.n.max(1)).clamp(1, BATCH);
            Ok(vec![stage(0, 0..positions, drawings * closure::VARIANTS)])
        }
    }
}

/// Positions in a batch; the last batch of a stage may be shorter.
pub const BATCH: u64 = 1 << 12;
/// Pawns, heaps, steps or piles in a batch of random positions, where a position does not hold more.
const ELEMENTS: u64 = 1 << 16;
/// Batches in a block. A block is what one round of the threads takes, and what a checkpoint counts.
pub(crate) const BATCHES: u64 = 1 << 8;

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
            let plan = Plan::whole(Check::Random { draw, positions: 7 });
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
                let end = stage.block(next, BATCHES);
                let batches: Vec<_> = stage.batches(next..end).collect();
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
