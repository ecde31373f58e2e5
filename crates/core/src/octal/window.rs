//! What the loops in `lanes` and in `x86::heaps` work on: 64 neighbouring heaps, and their sums with a rare heap.

// The loops are compiled for the features of the function that they are inlined into.
#![allow(clippy::inline_always)]

/// The number of neighbouring heaps that are looked at together.
pub(crate) const LANES: usize = 64;
/// Whether they are reached is stored for the first `8 * GROUPS` ranks of values. 16 groups are the values below 256
/// of one coset. In Officers one heap in 12 has a rank behind them, and one in 2,000 a rank behind 17 groups.
pub(crate) const GROUPS: usize = 17;

/// A byte for each of the heaps.
pub(crate) type Row = [u8; LANES];

/// A sum of two heaps of which one is rare and known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The other heap has this many stones less than the heap from which the move is made.
    pub(crate) back: u32,
    /// The rank of the rare heap's value.
    pub(crate) rank: u8,
}

/// The known heaps around the other heaps of pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'a> {
    /// The ranks of their values.
    pub(crate) ranks: &'a [u8],
    /// 255 for heaps that make no common sum with a rare heap, because they are rare or do not exist; 0 for others.
    pub(crate) spoilt: &'a [u8],
    /// Where the first of the 64 heaps would stand from which moves are made.
    pub(crate) at: usize,
}

impl Window<'_> {
    /// The ranks of the sums of `N` heaps from lane `first` on, and 255 for those that do not count.
    #[inline(always)]
    pub(crate) fn sums<const N: usize>(&self, pair: Pair, first: usize) -> [u8; N] {
        let from = self.at + first - pair.back as usize;
        let row = |bytes: &[u8]| -> [u8; N] { *bytes[from..].first_chunk().expect("64 heaps") };
        let (mut ranks, spoilt) = (row(self.ranks), row(self.spoilt));
        for i in 0..N {
            ranks[i] = ranks[i] ^ pair.rank | spoilt[i];
        }
        ranks
    }
}
