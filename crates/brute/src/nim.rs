//! Nim: its rules.
//!
//! A move takes any positive number of stones from one heap. A player who cannot move loses.

use crate::RowGame;
use crate::compositions::Compositions;

/// The rules of Nim. A position is the row of heap sizes.
///
/// The size of a position is the number of its heaps and of its stones together; empty heaps count,
/// there is at least one heap, and the order of the heaps matters: 2^(size-1) positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

impl RowGame for Nim {
    type Position = Vec<u64>;
}

impl Compositions for Nim {}
