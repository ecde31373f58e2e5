//! The sizes of all blocks of a step, by levels.

// The loops are compiled for the features of the function that they are inlined into.
#![allow(clippy::inline_always)]

use crate::gra::words::Words;

/// Sizes below this are found by levels, others by looking for both ends of the block.
pub(super) const LONG: u32 = 64;

/// The bits of such a size.
pub(super) const BITS: usize = 6;

/// The sizes of blocks, each marked at one place.
pub(super) struct Sizes {
    /// The words for each bit of the sizes; 63 where the block is long.
    pub(super) bits: [Words; BITS],
    /// The long blocks.
    pub(super) long: Words,
}

impl Sizes {
    /// Measures the blocks that are marked in `blocks` at one of their ends. With `UP` each goes on to lower bits, otherwise
    /// to higher ones. It has k pawns or fewer when `ends`, moved by k bits, has a bit at its mark; `beside` are the words
    /// beyond `ends` on that side. O(largest size).
    #[inline(always)]
    pub(super) fn of<const UP: bool>(blocks: Words, mut ends: Words, mut beside: Words) -> Self {
        let mut level = blocks;
        // The levels whose number has the bit as its lowest one; of the last three, all that have it.
        let mut sums = [Words::splat(0); BITS];
        let [ones, twos, fours, eights, sixteens, thirty_twos] = &mut sums;
        let mut k = 0;
        loop {
            one_level(&mut level, ones, ends.moved::<UP>(beside, 1));
            one_level(&mut level, twos, ends.moved::<UP>(beside, 2));
            one_level(&mut level, ones, ends.moved::<UP>(beside, 3));
            one_level(&mut level, fours, ends.moved::<UP>(beside, 4));
            one_level(&mut level, ones, ends.moved::<UP>(beside, 5));
            one_level(&mut level, twos, ends.moved::<UP>(beside, 6));
            one_level(&mut level, ones, ends.moved::<UP>(beside, 7));
            // Eight levels take as long as one wrong guess whether there are more.
            k += 8;
            if k == LONG || !level.any() {
                break;
            }
            if k % 16 == 0 {
                *sixteens = sixteens.xor(level);
            }
            if k % 32 == 0 {
                *thirty_twos = thirty_twos.xor(level);
            }
            ends = ends.moved::<UP>(beside, 8);
            beside = beside.moved::<UP>(Words::splat(0), 8);
            one_level(&mut level, eights, ends);
        }
        for bit in (0..3).rev() {
            sums[bit] = sums[bit].xor(sums[bit + 1]);
        }
        Self {
            bits: sums,
            long: level,
        }
    }
}

/// Counts a level, and goes on to the next one.
#[inline(always)]
fn one_level(level: &mut Words, sum: &mut Words, ended: Words) {
    *sum = sum.xor(*level);
    *level = level.and_not(ended);
}
