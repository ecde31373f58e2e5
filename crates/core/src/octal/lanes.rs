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
/// Candidates for the value of each heap.
pub(super) const CANDIDATES: usize = 6;

/// Which of the ranks in [`GROUPS`] the sums have: bit b of byte i in row j for rank 8 j + b and heap i. O(pairs).
fn reached(version: Version, window: Window<'_>, pairs: &[Pair]) -> [Row; GROUPS] {
    #[cfg(target_arch = "x86_64")]
    if let Version::Avx512(machine) = version {
        return x86::heaps::reached(machine, window, pairs);
    }
    version.run(
        #[inline(always)]
        || {
            let mut reached = [[0; LANES]; GROUPS];
            let (fours, rest) = pairs.as_chunks::<4>();
            for four in fours {
                mark::<4>(window, four, &mut reached);
            }
            for &pair in rest {
                mark::<1>(window, &[pair], &mut reached);
            }
            reached
        },
    )
}

/// Which of the ranks in [`GROUPS`] no sum has: a bit for each rank in words of each heap. As [`reached`].
pub(super) fn not_reached(
    version: Version,
    window: Window<'_>,
    pairs: &[Pair],
) -> [[u64; LANES]; WORDS] {
    let reached = reached(version, window, pairs);
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

/// 255 for each candidate that is the rank of a sum, 0 for others. O(pairs).
pub(super) fn met(
    version: Version,
    window: Window<'_>,
    pairs: &[Pair],
    candidates: &[Row; CANDIDATES],
) -> [Row; CANDIDATES] {
    version.run(
        #[inline(always)]
        || {
            let mut met = [[0; LANES]; CANDIDATES];
            for &pair in pairs {
                let (ranks, spoilt) = window.sums(pair);
                for (row, candidate) in met.iter_mut().zip(candidates) {
                    for i in 0..LANES {
                        row[i] |= mask(ranks[i] == candidate[i]) & !spoilt[i];
                    }
                }
            }
            met
        },
    )
}

/// Whether two bytes at the same place of `a` and `b`, which have one length, have the nim-sum `rank`. O(length).
pub(super) fn any_sum(version: Version, a: &[u8], b: &[u8], rank: u8) -> bool {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let any_of_rest = || a_rest.iter().zip(b_rest).any(|(a, b)| a ^ b == rank);
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
    ) || any_of_rest()
}

/// 255 for true, 0 for false.
#[inline(always)]
fn mask(is: bool) -> u8 {
    0_u8.wrapping_sub(u8::from(is))
}

/// Marks the sums of some pairs together: each row of bits is loaded and stored once. Loops over all lanes without
/// branches, which the compiler turns into vectors.
#[inline(always)]
fn mark<const N: usize>(window: Window<'_>, pairs: &[Pair; N], reached: &mut [Row; GROUPS]) {
    let mut groups = [[0; LANES]; N];
    let mut bits = [[0; LANES]; N];
    for k in 0..N {
        let (ranks, spoilt) = window.sums(pairs[k]);
        for i in 0..LANES {
            let rank = ranks[i];
            groups[k][i] = rank >> 3 | spoilt[i];
            // Masks and not a shift: few machines shift bytes.
            let a = if rank & 1 == 0 { 0x55 } else { 0xaa };
            let b = if rank & 2 == 0 { 0x33 } else { 0xcc };
            let c = if rank & 4 == 0 { 0x0f } else { 0xf0 };
            bits[k][i] = a & b & c;
        }
    }
    for (group, row) in (0..).zip(reached) {
        for i in 0..LANES {
            for k in 0..N {
                row[i] |= bits[k][i] & mask(groups[k][i] == group);
            }
        }
    }
}
