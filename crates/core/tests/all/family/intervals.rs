//! The Grundy function of one constrained heap up to 10^18, by bookkeeping of intervals.
//!
//! A slow and different way: nothing is used but the meaning of mex. Sizes whose values rise one by
//! one are kept as one interval. Each mex is found by sweeping over the ends of all intervals of
//! values, less the forbidden ones, in O(intervals log intervals).

/// Sizes `start`, `start + 1`, ... with values `value`, `value + 1`, ...
struct Interval {
    start: u64,
    length: u64,
    value: u64,
}

/// The values of all sizes below `end`.
#[derive(Default)]
pub struct Intervals {
    intervals: Vec<Interval>,
    end: u64,
}

impl Intervals {
    /// Adds all sizes up to `x - 1`, with no move forbidden for the new ones.
    pub fn extend_to(&mut self, x: u64) {
        while self.end < x {
            let (value, gap) = self.lowest_gap(&[]);
            self.add(gap.min(x - self.end), value);
        }
    }

    /// Adds size `x`, for which moves to `targets`, all different, are forbidden, and all sizes below.
    pub fn forbid(&mut self, x: u64, targets: &[u64]) {
        self.extend_to(x);
        let values: Vec<u64> = targets.iter().map(|&target| self.value(target)).collect();
        let (value, _) = self.lowest_gap(&values);
        self.add(1, value);
    }

    pub fn value(&self, size: u64) -> u64 {
        let mut intervals = self.intervals.iter();
        let interval = intervals
            .find(|interval| interval.start <= size && size - interval.start < interval.length)
            .expect("the sizes asked for have been added");
        interval.value + (size - interval.start)
    }

    /// All sizes below `below` that have the value, in increasing order.
    pub fn sizes_of(&self, value: u64, below: u64) -> Vec<u64> {
        self.intervals
            .iter()
            .filter(|interval| interval.value <= value && value - interval.value < interval.length)
            .map(|interval| interval.start + (value - interval.value))
            .filter(|&size| size < below)
            .collect()
    }

    fn add(&mut self, length: u64, value: u64) {
        self.intervals.push(Interval {
            start: self.end,
            length,
            value,
        });
        self.end += length;
    }

    /// The smallest value that no size has when one size for each of `without` is left out, and how
    /// many values from there on no size has.
    fn lowest_gap(&self, without: &[u64]) -> (u64, u64) {
        let mut ends: Vec<(u64, i32)> = Vec::new();
        for interval in &self.intervals {
            ends.push((interval.value, 1));
            ends.push((interval.value + interval.length, -1));
        }
        for &value in without {
            ends.push((value, -1));
            ends.push((value + 1, 1));
        }
        ends.sort_unstable();
        let mut sizes = 0;
        let mut from = 0;
        for (value, change) in ends {
            if sizes == 0 && value > from {
                return (from, value - from);
            }
            sizes += change;
            from = value;
        }
        (from, u64::MAX - from)
    }
}
