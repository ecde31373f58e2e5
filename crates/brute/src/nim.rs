//! Nim: its rules.
//!
//! A move takes any positive number of stones from one heap. A player who cannot move loses.

use crate::{RowGame, Space, compositions};

/// The rules of Nim. A position is the row of heap sizes.
///
/// The size of a position is the number of its heaps and of its stones together; empty heaps count,
/// there is at least one heap, and the order of the heaps matters: 2^(size-1) positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

impl RowGame for Nim {
    type Position = Vec<u64>;

    #[inline]
    fn row(heaps: &Vec<u64>) -> &[u64] {
        heaps
    }

    #[inline]
    fn most(heaps: &Vec<u64>, heap: usize) -> u64 {
        heaps[heap]
    }

    #[inline]
    fn take(heaps: &Vec<u64>, heap: usize, stones: u64, next: &mut Vec<u64>) {
        next[heap] = heaps[heap] - stones;
    }
}

impl Space for Nim {
    const LARGEST_SIZE: u32 = compositions::LARGEST;

    fn positions(&self, size: u32) -> u64 {
        compositions::count(size)
    }

    fn position(&self, size: u32, index: u64) -> Vec<u64> {
        compositions::row(size, index)
    }

    #[inline]
    fn index(&self, heaps: &Vec<u64>) -> Option<(u32, u64)> {
        compositions::index(heaps.iter().copied())
    }
}
