//! Nim with at most k stones a move: its rules.
//!
//! A move takes at least one stone and at most k from one heap. A player who cannot move loses.

use crate::{Limited, RowGame, Space, compositions};

/// The rules of bounded Nim, for every k.
///
/// The size of a position is k, the number of heaps and the number of stones together, with k >= 1
/// and at least one heap, which may be empty; the order of the heaps matters: 2^(size-1) - 1
/// positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounded;

/// Heaps, and k: the largest number of stones that a move may take.
pub type Position = Limited<u64>;

impl RowGame for Bounded {
    type Position = Position;

    #[inline]
    fn most(Position { limit, heaps }: &Position, heap: usize) -> u64 {
        heaps[heap].min(*limit)
    }
}

impl Space for Bounded {
    const LARGEST_SIZE: u32 = compositions::LARGEST;

    fn positions(&self, size: u32) -> u64 {
        compositions::count_but_one(size)
    }

    // A position is the row with k - 1 in front of the heaps. Index 0 is the row of one number, without heaps.
    fn position(&self, size: u32, index: u64) -> Position {
        let mut heaps = compositions::row(size, index + 1);
        let limit = heaps.remove(0) + 1;
        Position { limit, heaps }
    }

    #[inline]
    fn index(&self, Position { limit, heaps }: &Position) -> Option<(u32, u64)> {
        let row = [limit.checked_sub(1)?]
            .into_iter()
            .chain(heaps.iter().copied());
        let (size, index) = compositions::index(row)?;
        Some((size, index.checked_sub(1)?))
    }
}
