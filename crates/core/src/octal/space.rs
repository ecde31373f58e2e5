//! Rare and common values, told apart by a linear form on their bits.

use super::window::Pair;

/// The guess which values are common: those with an odd number of ones among the bits of `mask`, the
/// parity of a heap's size counted with them where `place` says so. All others are rare.
///
/// The rare values are a linear space and the common ones its other coset: rare xor rare is rare, and so
/// is common xor common; a common value of a sum needs a rare and a common part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Space {
    /// 0 for no guess: then nothing is called common.
    pub(super) mask: u32,
    /// Whether a heap's size counts, and which of its parities: that of stones taken when it is parted.
    pub(super) place: Option<usize>,
}

/// A heap whose value is rare.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rare {
    pub(super) heap: u32,
    pub(super) value: u32,
}

impl Space {
    /// Whether a value is common for a heap of `heap` stones.
    pub(super) fn is_common(self, heap: usize, value: u32) -> bool {
        let place = self.place.map_or(0, |taken| (heap + taken) & 1);
        // Many machines have an instruction for the parity, and not all for the count.
        let parity = (value & self.mask).count_ones() & 1;
        parity as usize != place
    }

    /// The place of a value among the common values, counted from 0, or among the rare ones: the value
    /// without the lowest bit of the mask, which the others determine. The place of a nim-sum is the nim-sum
    /// of the places. For a mask that is not 0.
    pub(super) fn rank(self, value: u32) -> u32 {
        let low = self.mask.trailing_zeros();
        let below = (1 << low) - 1;
        (value >> 1) & !below | value & below
    }

    /// The pair of a heap of this value with another heap, `back` stones below the heap from which the move is made.
    pub(super) fn pair(self, back: usize, value: u32) -> Pair {
        Pair {
            back: back as u32,
            rank: self.rank(value) as u8,
        }
    }

    /// A rank such that all rare values below a common one have this or a smaller one. The ranks of rare and
    /// common values differ in order only where the values do below the mask.
    pub(super) fn last_rank_below(self, common: u32) -> u32 {
        self.rank(common) | ((1 << self.mask.trailing_zeros()) - 1)
    }

    /// The common value of a heap of `heap` stones with this rank.
    pub(super) fn common(self, heap: usize, rank: u32) -> u32 {
        let low = self.mask.trailing_zeros();
        let below = (1 << low) - 1;
        let value = (rank & !below) << 1 | rank & below;
        value | u32::from(!self.is_common(heap, value)) << low
    }

    /// The rare value with this rank.
    pub(super) fn rare(self, heap: usize, rank: u32) -> u32 {
        self.common(heap, rank) ^ 1 << self.mask.trailing_zeros()
    }

    /// The space that makes fewest of these heaps rare, and how many that are. `values` are those of
    /// heaps `first`, `first` + 1, ...; `taken` is the parity of the stones that moves take which part
    /// a heap, where they all have one. O(V log V) and O(heaps), V the power of 2 above the values.
    pub(super) fn guess(
        first: usize,
        values: &(impl Iterator<Item = u32> + Clone),
        taken: Option<usize>,
    ) -> (Self, usize) {
        let largest = values.clone().max().unwrap_or(0);
        let size = (largest as usize + 1).next_power_of_two();
        let mut best = (Self::default(), usize::MAX);
        for place in std::iter::once(None).chain(taken.map(Some)) {
            // The sum of +1 for each rare heap and -1 for each common one, for every mask at once.
            let mut sums = vec![0_i64; size];
            let mut heaps = 0;
            for (heap, value) in (first..).zip(values.clone()) {
                let odd = place.is_some_and(|taken| (heap + taken) & 1 == 1);
                sums[value as usize] += if odd { -1 } else { 1 };
                heaps += 1;
            }
            walsh(&mut sums);
            let from = usize::from(place.is_none());
            for (mask, &sum) in sums.iter().enumerate().skip(from) {
                let rare = usize::try_from(i64::midpoint(heaps, sum)).unwrap_or(0);
                if rare < best.1 {
                    let mask = mask as u32;
                    best = (Self { mask, place }, rare);
                }
            }
        }
        best
    }
}

/// The Walsh-Hadamard transform: `sums[mask]` becomes the sum over all v of `sums[v]`, with its sign
/// changed where v and mask have an odd number of ones in common.
fn walsh(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn ranks_count_the_common_values() {
        for mask in 1..64 {
            for place in [None, Some(0), Some(1)] {
                let space = Space { mask, place };
                for heap in [6, 7] {
                    for is_common in [true, false] {
                        let values = (0..64).filter(|&v| space.is_common(heap, v) == is_common);
                        for (rank, value) in (0..).zip(values) {
                            assert_eq!(space.rank(value), rank);
                            let value_of = if is_common {
                                Space::common
                            } else {
                                Space::rare
                            };
                            assert_eq!(value_of(space, heap, rank), value);
                            assert_eq!(space.rank(value ^ 0x25), rank ^ space.rank(0x25));
                            let rare = (0..value).filter(|&v| !space.is_common(heap, v));
                            let last = rare.map(|value| space.rank(value)).max();
                            assert!(!is_common || last <= Some(space.last_rank_below(value)));
                        }
                    }
                }
            }
        }
    }

    /// Every mask counted one by one.
    #[test]
    fn the_best_mask_is_found() {
        let mut random = Random(7);
        for round in 0..200 {
            let values: Vec<u32> = (0..60).map(|_| random.bits(round % 6 + 1) as u32).collect();
            for taken in [None, Some(0), Some(1)] {
                let (space, rare) = Space::guess(5, &values.iter().copied(), taken);
                let count = |space: Space| {
                    let heaps = (5..).zip(&values);
                    heaps
                        .filter(|&(heap, &value)| !space.is_common(heap, value))
                        .count()
                };
                assert_eq!(count(space), rare);
                for mask in 0..64 {
                    for place in [None, taken] {
                        let other = Space { mask, place };
                        assert!((mask == 0 && place.is_none()) || rare <= count(other));
                    }
                }
            }
        }
    }
}
