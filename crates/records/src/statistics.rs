//! Statistics of measured times.
//!
//! Times on a shared machine have a floor and a long tail: an interrupt makes a sample slower, and
//! nothing makes one faster than the work allows. The tail hardly moves the median and the median absolute
//! deviation, so records are compared by these; mean, minimum and maximum show how long the tail was.

use crate::error::RecordError;

/// Makes the median absolute deviation of normally distributed numbers their standard deviation:
/// 1 over the third quartile of the standard normal distribution.
pub(crate) const MAD_TO_DEVIATION: f64 = 1.482_602_218_505_602;

/// Times of one benchmark, summed up. All times are nanoseconds per iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many samples there were, at least 1.
    pub samples: u64,
    /// The middle sample; the mean of the two middle ones when their number is even.
    pub median: f64,
    /// The median of the samples' distances from the median (median absolute deviation), unscaled.
    pub mad: f64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The fastest sample.
    pub min: f64,
    /// The slowest sample.
    pub max: f64,
}

impl Summary {
    /// Sums up samples in nanoseconds per iteration. O(n log n).
    ///
    /// ```
    /// use grundy_records::statistics::Summary;
    /// let summary = Summary::of(&[4.0, 1.0, 2.0, 100.0])?;
    /// assert_eq!((summary.median, summary.mad), (3.0, 1.5));
    /// assert_eq!((summary.min, summary.mean, summary.max), (1.0, 26.75, 100.0));
    /// # Ok::<(), grundy_records::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// When there are no samples, or one is not a finite number above 0.
    pub fn of(samples: &[f64]) -> Result<Self, RecordError> {
        let is_time = |value: &f64| value.is_finite() && *value > 0.0;
        if samples.is_empty() || !samples.iter().all(is_time) {
            let problem = "there is no sample, or a time is not finite and more than 0";
            return Err(RecordError::Unusable(problem.to_owned()));
        }
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (sorted[0], sorted[sorted.len() - 1]);
        let middle = median(sorted.iter().copied());
        let distances = sorted.iter().map(|time| (time - middle).abs());
        // Dividing first keeps the sum finite; the clamp takes back what rounding may add.
        let n = sorted.len() as f64;
        let mean = sorted.iter().map(|time| time / n).sum::<f64>();
        Ok(Self {
            samples: sorted.len() as u64,
            median: middle,
            mad: median(distances),
            mean: mean.clamp(min, max),
            min,
            max,
        })
    }
}

/// The median of some numbers, at least one: the mean of the two middle ones when their number is even.
pub(crate) fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[half]
    } else {
        f64::midpoint(sorted[half - 1], sorted[half])
    }
}

/// The geometric mean of positive numbers; 1 for none.
pub(crate) fn geometric_mean(ratios: &[f64]) -> f64 {
    let n = ratios.len().max(1) as f64;
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / n).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The naive twin: every figure from its definition, with no sorting.
    mod naive {
        /// The sample with k others below it, ties broken by place.
        fn with_below(samples: &[f64], k: usize) -> f64 {
            let below = |i: usize| {
                let before =
                    |(j, b): (usize, &f64)| b.total_cmp(&samples[i]).then(j.cmp(&i)).is_lt();
                samples.iter().enumerate().filter(|&s| before(s)).count()
            };
            samples[(0..samples.len()).find(|&i| below(i) == k).unwrap()]
        }

        pub fn median(samples: &[f64]) -> f64 {
            let n = samples.len();
            let low = with_below(samples, (n - 1) / 2);
            let high = with_below(samples, n / 2);
            low + (high - low) / 2.0
        }

        pub fn mad(samples: &[f64]) -> f64 {
            let median = median(samples);
            let distances: Vec<f64> = samples.iter().map(|s| (s - median).abs()).collect();
            self::median(&distances)
        }

        pub fn mean(samples: &[f64]) -> f64 {
            samples.iter().sum::<f64>() / samples.len() as f64
        }
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
    }

    #[test]
    fn no_times_no_summary() {
        assert!(Summary::of(&[]).is_err());
        for value in [0.0, -1.0, f64::INFINITY, f64::NAN] {
            assert!(Summary::of(&[1.0, value]).is_err(), "{value}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definitions(
            samples in prop::collection::vec(prop_oneof![1e-3..1e12, (1_u8..9).prop_map(f64::from)], 1..60),
        ) {
            let s = Summary::of(&samples).unwrap();
            prop_assert!(close(s.median, naive::median(&samples)), "{s:?}");
            prop_assert!(close(s.mad, naive::mad(&samples)), "{s:?}");
            prop_assert!(close(s.mean, naive::mean(&samples)), "{s:?}");
            prop_assert!(samples.iter().all(|&t| s.min <= t && t <= s.max));
            prop_assert!(samples.contains(&s.min) && samples.contains(&s.max));
            prop_assert!(s.min <= s.median && s.median <= s.max);
            prop_assert!(s.min <= s.mean && s.mean <= s.max);
        }
    }
}
