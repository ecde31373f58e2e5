//! The sizes of all blocks of a step, by levels.

// The loops are compiled for the features of the function that they are inlined into.
#![allow(clippy::inline_always)]

use crate::gra::lanes::Lanes;

/// Sizes below this are found by levels, others by looking for both ends of the block.
pub(super) const LONG: u32 = 64;

/// The bits of such a size.
pub(super) const BITS: usize = 6;

/// The sizes of blocks, each marked at one place.
pub(super) struct Sizes<L> {
    /// The words for each bit of the sizes; 63 where the block is long.
    pub(super) bits: [L; BITS],
    /// The long blocks.
    pub(super) long: L,
}

impl<L: Lanes> Sizes<L> {
    /// Measures `blocks`; `ended(k)` marks the places from which the block does not go on after k
    /// pawns. O(largest size).
    #[inline(always)]
    pub(super) fn of(machine: L::Machine, blocks: L, ended: impl Fn(u32) -> L) -> Self {
        let mut level = blocks;
        // The levels whose number has the bit as its lowest one; of the last three, all that have it.
        let mut sums = [L::splat(machine, 0); BITS];
        let [ones, twos, fours, eights, sixteens, thirty_twos] = &mut sums;
        let mut k = 0;
        loop {
            one_level(&mut level, ones, ended(k + 1));
            one_level(&mut level, twos, ended(k + 2));
            one_level(&mut level, ones, ended(k + 3));
            one_level(&mut level, fours, ended(k + 4));
            one_level(&mut level, ones, ended(k + 5));
            one_level(&mut level, twos, ended(k + 6));
            one_level(&mut level, ones, ended(k + 7));
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
            one_level(&mut level, eights, ended(k));
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
fn one_level<L: Lanes>(level: &mut L, sum: &mut L, ended: L) {
    *sum = sum.xor(*level);
    *level = level.and_not(ended);
}
