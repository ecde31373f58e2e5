//! Compositions: rows of positive numbers with a given sum, numbered.
//!
//! A row with sum s is s units in a line, cut into parts at some of the s - 1 places between them:
//! 2^(s-1) rows. The index of a row has a bit for each of those places, the first place being the
//! highest bit, set where the line is cut. So a cut that moves to the right, which lets one part
//! grow at the cost of the next, makes the index smaller.
//!
//! Rows of numbers that may be 0 are numbered as rows of parts, each part one larger: heaps and
//! stones together are then the sum.

use crate::{Rules, Space};

/// Sums up to this have indices that fit a `u64`.
pub const LARGEST: u32 = u64::BITS;

/// The number of rows with sum `sum` >= 1; there is none for 0, and `u64::MAX` stands for too many.
#[inline]
pub const fn count(sum: u32) -> u64 {
    match sum {
        0 => 0,
        1..=LARGEST => 1 << (sum - 1),
        _ => u64::MAX,
    }
}

/// [`count`] without one row.
pub const fn count_but_one(sum: u32) -> u64 {
    match count(sum) {
        u64::MAX => u64::MAX,
        count => count.saturating_sub(1),
    }
}

/// The row of this sum and index, each part lowered by 1.
///
/// # Panics
/// When `index` is not below `count(sum)` or `sum` is beyond [`LARGEST`].
#[inline]
pub fn row(sum: u32, index: u64) -> Vec<u64> {
    assert!(
        sum <= LARGEST && index < count(sum),
        "no row {index} of sum {sum}"
    );
    let mut row = Vec::with_capacity(index.count_ones() as usize + 1);
    // The remaining places, and the cuts among them.
    let (mut places, mut cuts) = (sum - 1, index);
    while let Some(cut) = cuts.checked_ilog2() {
        row.push(u64::from(places - 1 - cut));
        cuts ^= 1 << cut;
        places = cut;
    }
    row.push(places.into());
    row
}

/// The sum and the index of a row, each of its numbers raised by 1. `None` for an empty row, and
/// for one whose sum is beyond [`LARGEST`].
#[inline]
pub fn index(mut row: impl Iterator<Item = u64>) -> Option<(u32, u64)> {
    let (sum, index) = row.try_fold((0, 0_u64), |(sum, index), number| {
        // At most 64 after the first step, so that nothing overflows.
        let sum = sum + number.min(LARGEST.into()) + 1;
        // By one more than the number: a row of one part 64 leaves nothing of what stood there before.
        (sum <= LARGEST.into()).then(|| (sum, (index << number << 1) | 1))
    })?;
    let sum = sum as u32;
    // The end of the last part is the end of the line and no cut.
    (sum > 0).then_some((sum, index >> 1))
}

/// Games whose positions of size s are numbered as the rows with sum s, by default each as itself.
pub trait Compositions: Rules<Position = Vec<u64>> {
    /// See [`Space::position`].
    fn numbered(size: u32, index: u64) -> Vec<u64> {
        row(size, index)
    }

    /// See [`Space::index`].
    #[inline]
    fn number(position: &Self::Position) -> Option<(u32, u64)> {
        index(position.iter().copied())
    }
}

impl<G: Compositions> Space for G {
    const LARGEST_SIZE: u32 = LARGEST;

    fn positions(&self, size: u32) -> u64 {
        count(size)
    }

    fn position(&self, size: u32, index: u64) -> Vec<u64> {
        G::numbered(size, index)
    }

    #[inline]
    fn index(&self, position: &Vec<u64>) -> Option<(u32, u64)> {
        G::number(position)
    }
}
