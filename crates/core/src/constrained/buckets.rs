//! Numbers dealt out to buckets by how large they are: a sorted list's look-ups, and sorting itself, where
//! numbers are spread about evenly, in a step or two for each.
//!
//! As many buckets as numbers share the range between the smallest and the largest. Where the numbers crowd
//! in a few of them, each such bucket is sorted or searched by comparing, so that sorting never takes more
//! than O(n log n) steps, and a look-up never more than O(log n).

use std::ops::Range;

/// Buckets for a list of numbers, its *keys*.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Buckets {
    /// The smallest key.
    least: u64,
    /// What a key exceeds `least` by, shifted right by this, is the number of its bucket.
    shift: u32,
    /// Where the keys of each bucket begin when all are in order; at last, how many keys there are.
    starts: Vec<u32>,
}

impl Buckets {
    /// Buckets for keys in any order, fewer than 2^32. O(n).
    pub(super) fn new(keys: impl ExactSizeIterator<Item = u64> + Clone) -> Self {
        let wide = |(least, most): (u64, u64), key: u64| (least.min(key), most.max(key));
        let (least, most) = keys.clone().fold((u64::MAX, 0), wide);
        let spread = most.saturating_sub(least);
        let bits = (u64::BITS - spread.leading_zeros()).min(keys.len().max(1).ilog2());
        let shift = u64::BITS - spread.leading_zeros() - bits;
        let mut buckets = Self {
            least,
            shift,
            starts: vec![0; (1 << bits) + 1],
        };
        for key in keys {
            let bucket = buckets.of(key);
            buckets.starts[bucket + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut buckets.starts {
            sum += *start;
            *start = sum;
        }
        buckets
    }

    /// The bucket of a number that is a key, or between keys.
    #[inline]
    fn of(&self, key: u64) -> usize {
        // A single key has no spread to shift away, but for that it fits.
        ((key - self.least) >> self.shift) as usize
    }

    /// Where keys are that share a bucket with `key`. Keys that are smaller stand in front of it, keys that
    /// are larger behind it. O(1).
    #[inline]
    pub(super) fn around(&self, key: u64) -> Range<usize> {
        let keys = self.starts[self.starts.len() - 1] as usize;
        let Some(above) = key.checked_sub(self.least) else {
            return 0..0;
        };
        let bucket = usize::try_from(above >> self.shift).unwrap_or(usize::MAX);
        match self.starts.get(bucket..) {
            Some(&[start, end, ..]) => start as usize..end as usize,
            _ => keys..keys,
        }
    }
}

/// The items in their own order, which is first of all that of their keys. O(n) where keys are
/// spread about evenly, O(n log n) at worst.
pub(super) fn sorted<T: Copy + Ord>(
    items: impl ExactSizeIterator<Item = T> + Clone,
    key: impl Fn(&T) -> u64,
) -> Vec<T> {
    /// So few are sorted by comparing before the buckets for them are made.
    const FEW: usize = 32;
    let Some(first) = items.clone().next() else {
        return Vec::new();
    };
    if items.len() <= FEW {
        let mut sorted: Vec<T> = items.collect();
        sorted.sort_unstable();
        return sorted;
    }
    let mut buckets = Buckets::new(items.clone().map(|item| key(&item)));
    let mut sorted = vec![first; items.len()];
    // Where the next item of each bucket goes; when all are there, that is where the bucket ends.
    for item in items {
        let bucket = buckets.of(key(&item));
        let next = &mut buckets.starts[bucket];
        sorted[*next as usize] = item;
        *next += 1;
    }
    let mut start = 0;
    for end in buckets.starts {
        let end = end as usize;
        if end > start + 1 {
            sorted[start..end].sort_unstable();
        }
        start = end;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Lists of every kind of spread, of up to 3,000 numbers.
    fn lists() -> impl Iterator<Item = Vec<u64>> {
        let mut random = Random(1);
        (0..600).map(move |round| {
            let bits = [1, 2, 5, 12, 33, 60, 64][round % 7];
            let n = [1, 2, 3, 10, 100, 3000][round / 7 % 6];
            let base = if round % 4 == 0 { 0 } else { random.bits(63) };
            let mut number = || random.bits(bits).saturating_add(base);
            let mut list: Vec<u64> = (0..n).map(|_| number()).collect();
            if round % 5 == 0 {
                list.extend([0, u64::MAX]);
            }
            list
        })
    }

    /// By the number itself, and by a key that many items share.
    #[test]
    fn as_sorting_sorts() {
        for list in lists() {
            let mut expected = list.clone();
            expected.sort_unstable();
            assert_eq!(sorted(list.iter().copied(), |&number| number), expected);
            let items = list.iter().map(|&number| (number % 7, number));
            let mut expected: Vec<(u64, u64)> = items.clone().collect();
            expected.sort_unstable();
            assert_eq!(sorted(items, |item| item.0), expected);
        }
        assert_eq!(sorted([].into_iter(), |&number: &u64| number), []);
    }

    /// Around a number stand, in a sorted list, all keys that are equal; before them only smaller ones,
    /// behind them only larger ones.
    #[test]
    fn around_a_number() {
        let mut looked_up = 0;
        for mut list in lists() {
            list.sort_unstable();
            let buckets = Buckets::new(list.iter().copied());
            let near = list
                .iter()
                .flat_map(|&key| [key.saturating_sub(1), key, key.saturating_add(1)]);
            for number in near.chain([0, u64::MAX, u64::MAX / 3]) {
                let around = buckets.around(number);
                assert!(
                    list[..around.start].iter().all(|&key| key < number),
                    "{number} in {list:?}"
                );
                assert!(
                    list[around.end..].iter().all(|&key| key > number),
                    "{number} in {list:?}"
                );
                looked_up += 1;
            }
        }
        assert!(looked_up > 100_000, "{looked_up}");
    }
}
