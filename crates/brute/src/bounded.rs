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
        compositions::count_but_one(size)
    }

    // A position is the row with k - 1 in front of the heaps. Index 0 is the row of one number, without heaps.
    fn position(&self, size: u32, index: u64) -> Position {
        let mut heaps = compositions::row(size, index + 1);
        let k = heaps.remove(0) + 1;
        Position { k, heaps }
    }

    #[inline]
    fn index(&self, Position { k, heaps }: &Position) -> Option<(u32, u64)> {
        let row = [k.checked_sub(1)?].into_iter().chain(heaps.iter().copied());
        let (size, index) = compositions::index(row)?;
        Some((size, index.checked_sub(1)?))
    }
}
