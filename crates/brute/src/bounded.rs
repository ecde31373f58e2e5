//! Nim with at most k stones a move: its rules.
//!
//! A move takes at least one stone and at most k from one heap. A player who cannot move loses.

use crate::{RowGame, Space, compositions};

/// The rules of bounded Nim, for every k.
///
/// The size of a position is k, the number of heaps and the number of stones together, with k >= 1
/// and at least one heap, which may be empty; the order of the heaps matters: 2^(size-1) - 1
/// positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounded;

/// Heaps, and the largest number of stones that a move may take.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The largest number of stones a move may take. It stays the same during play.
    pub k: u64,
    /// The heap sizes.
    pub heaps: Vec<u64>,
}

impl AsRef<[u64]> for Position {
    #[inline]
    fn as_ref(&self) -> &[u64] {
        &self.heaps
    }
}

impl AsMut<[u64]> for Position {
    #[inline]
    fn as_mut(&mut self) -> &mut [u64] {
        &mut self.heaps
    }
}

impl RowGame for Bounded {
    type Position = Position;

    #[inline]
    fn most(Position { k, heaps }: &Position, heap: usize) -> u64 {
        heaps[heap].min(*k)
    }
}

impl Space for Bounded {
    const LARGEST_SIZE: u32 = compositions::LARGEST;

    fn positions(&self, size: u32) -> u64 {
        // For each k from 1 to size - 1 the rows of Nim of size - k: 2^(size-k-1) of them.
        match compositions::count(size) {
            0 => 0,
            u64::MAX => u64::MAX,
            count => count - 1,
        }
    }

    // The rows of size s, for s = 1, 2, ..., take 1, 2, 4, ... indices, one after the other: index
    // plus 1 is the index of the row with a leading 1 in front of its s - 1 bits.
    fn position(&self, size: u32, index: u64) -> Position {
        assert!(
            size <= Self::LARGEST_SIZE && index < self.positions(size),
            "no position {index} of size {size}"
        );
        let rows = (index + 1).ilog2() + 1;
        Position {
            k: u64::from(size - rows),
            heaps: compositions::row(rows, index + 1 - compositions::count(rows)),
        }
    }

    #[inline]
    fn index(&self, position: &Position) -> Option<(u32, u64)> {
        let (rows, index) = compositions::index(position.heaps.iter().copied())?;
        let size = rows.checked_add(u32::try_from(position.k).ok()?)?;
        (position.k > 0 && size <= Self::LARGEST_SIZE)
            .then(|| (size, compositions::count(rows) + index - 1))
    }
}
