//! Loops over the sums to which moves from 64 neighbouring heaps lead: sums of a rare heap with 64 neighbouring other
//! heaps take one load and one xor.

// The loops are compiled for the features of the function that they are inlined into.
#![allow(clippy::inline_always)]

#[cfg(test)]
mod tests;

use super::window::{GROUPS, LANES, Pair, Row, Window};
use crate::version::Version;
#[cfg(target_arch = "x86_64")]
use crate::x86;

/// Words with a bit for each of the ranks of all [`GROUPS`].
pub(super) const WORDS: usize = GROUPS.div_ceil(8);
/// Half of the lanes.
const HALF: usize = LANES / 2;
/// Stands for no rank.
pub(super) const NONE: u8 = u8::MAX;

/// Which of the ranks in [`GROUPS`] are reached: bit b of byte i in row j for rank 8 j + b and heap i.
pub(super) type Reached = [Row; GROUPS];

/// Which ranks the sums have. O(pairs).
pub(super) fn reached(version: Version, window: Window<'_>, pairs: &[Pair]) -> Reached {
    match version {
        #[cfg(target_arch = "x86_64")]
        Version::Avx512(machine) => x86::heaps::reached(machine, window, pairs),
        #[cfg(target_arch = "x86_64")]
        Version::Avx2(machine) => machine.run(
            #[inline(always)]
            || reached_by(window, pairs, |ranks| x86::heaps::bits(machine, ranks)),
        ),
        Version::Portable => reached_by(window, pairs, bits),
    }
}

/// As [`reached`], with the bits of ranks from this function.
#[inline(always)]
fn reached_by(window: Window<'_>, pairs: &[Pair], bits: impl Fn(&Row) -> Row + Copy) -> Reached {
    let mut reached = [[0; LANES]; GROUPS];
    let (fours, rest) = pairs.as_chunks::<4>();
    for four in fours {
        let mut sums = [[0; LANES]; 4];
        for (sums, &pair) in sums.iter_mut().zip(four) {
            *sums = window.sums(pair, 0);
        }
        mark(&sums, bits, &mut reached);
    }
    for &pair in rest {
        mark(&[window.sums(pair, 0)], bits, &mut reached);
    }
    reached
}

/// The `N` lowest ranks of each heap that are not reached, in increasing order; [`NONE`] where there are fewer.
pub(super) fn lowest<const N: usize>(version: Version, reached: &Reached) -> [Row; N] {
    version.run(
        #[inline(always)]
        || {
            let mut open = reached.map(|row| row.map(|bits| !bits));
            let mut lowest = [[NONE; LANES]; N];
            for row in &mut lowest {
                // The lowest open bit of each heap, and its group.
                let (mut bits, mut first) = ([0; LANES], [0; LANES]);
                for (group, open) in (0..GROUPS as u8).zip(&open).rev() {
                    for i in 0..LANES {
                        let is_none = mask(open[i] == 0);
                        bits[i] = bits[i] & is_none | open[i];
                        first[i] = first[i] & is_none | group & !is_none;
                    }
                }
                for i in 0..LANES {
                    bits[i] &= bits[i].wrapping_neg();
                    let is = |of: u8, rank: u8| mask(bits[i] & of != 0) & rank;
                    let rank = is(0xaa, 1) | is(0xcc, 2) | is(0xf0, 4);
                    row[i] = first[i] << 3 | rank | mask(bits[i] == 0);
                }
                for (group, open) in (0..GROUPS as u8).zip(&mut open) {
                    for i in 0..LANES {
                        open[i] &= !(bits[i] & mask(first[i] == group));
                    }
                }
            }
            lowest
        },
    )
}

/// Marks these ranks of each heap as reached.
pub(super) fn mark_ranks<const N: usize>(
    version: Version,
    ranks: &[Row; N],
    reached: &mut Reached,
) {
    version.run(
        #[inline(always)]
        || {
            let (fours, rest) = ranks.as_chunks::<4>();
            for four in fours {
                mark(four, bits, reached);
            }
            for row in rest {
                mark(&[*row], bits, reached);
            }
        },
    );
}

/// The ranks that are not reached: a bit for each in words of each heap.
pub(super) fn words_of_open(version: Version, reached: &Reached) -> [[u64; LANES]; WORDS] {
    version.run(
        #[inline(always)]
        || {
            let mut words = [[0; LANES]; WORDS];
            for (group, row) in reached.iter().enumerate() {
                for (word, &ranks) in words[group / 8].iter_mut().zip(row) {
                    *word |= u64::from(!ranks) << (8 * (group % 8));
                }
            }
            words
        },
    )
}

/// Sets `met` to 255 for each of the `ranks` that a sum has; to anything for [`NONE`]. O(pairs).
pub(super) fn met<const N: usize>(
    version: Version,
    window: Window<'_>,
    pairs: &[Pair],
    ranks: &[Row; N],
    met: &mut [Row; N],
) {
    version.run(
        #[inline(always)]
        || {
            // Half of the lanes at a time, so that all that is added to stays in registers.
            for first in (0..LANES).step_by(HALF) {
                let mut half_met = [[0; HALF]; N];
                let half =
                    |row: &Row| -> [u8; HALF] { *row[first..].first_chunk().expect("32 lanes") };
                let ranks = ranks.each_ref().map(half);
                for &pair in pairs {
                    let sums: [u8; HALF] = window.sums(pair, first);
                    for (row, ranks) in half_met.iter_mut().zip(&ranks) {
                        for i in 0..HALF {
                            row[i] |= mask(sums[i] == ranks[i]);
                        }
                    }
                }
                for (row, half) in met.iter_mut().zip(half_met) {
                    for i in 0..HALF {
                        row[first + i] |= half[i];
                    }
                }
            }
        },
    );
}

/// Whether two bytes at the same place of `a` and `b`, which have one length, a multiple of 64, have the nim-sum `rank`.
/// O(length).
pub(super) fn any_sum(version: Version, a: &[u8], b: &[u8], rank: u8) -> bool {
    let (a, b) = (a.as_chunks::<LANES>().0, b.as_chunks::<LANES>().0);
    version.run(
        #[inline(always)]
        || {
            let mut chunks = a.iter().zip(b);
            chunks.any(|(a, b)| {
                let mut any = false;
                for i in 0..LANES {
                    any |= a[i] ^ b[i] == rank;
                }
                any
            })
        },
    )
}

/// 255 for true, 0 for false.
#[inline(always)]
fn mask(is: bool) -> u8 {
    0_u8.wrapping_sub(u8::from(is))
}

/// The bit of each rank in its group.
#[inline(always)]
fn bits(ranks: &Row) -> Row {
    let mut bits = [0; LANES];
    for i in 0..LANES {
        // Masks and not a shift: few machines shift bytes.
        let a = if ranks[i] & 1 == 0 { 0x55 } else { 0xaa };
        let b = if ranks[i] & 2 == 0 { 0x33 } else { 0xcc };
        let c = if ranks[i] & 4 == 0 { 0x0f } else { 0xf0 };
        bits[i] = a & b & c;
    }
    bits
}

/// Marks `N` ranks of each heap together: each row of bits is loaded and stored once. Loops over all lanes without
/// branches, which the compiler turns into vectors.
#[inline(always)]
fn mark<const N: usize>(ranks: &[Row; N], bits: impl Fn(&Row) -> Row, reached: &mut Reached) {
    let mut groups = [[0; LANES]; N];
    let mut marks = [[0; LANES]; N];
    for k in 0..N {
        marks[k] = bits(&ranks[k]);
        for i in 0..LANES {
            groups[k][i] = ranks[k][i] & !7;
        }
    }
    for (group, row) in (0..).zip(reached) {
        for i in 0..LANES {
            for k in 0..N {
                row[i] |= marks[k][i] & mask(groups[k][i] == 8 * group);
            }
        }
    }
}
