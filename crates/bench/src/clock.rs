//! Samples of a runner's time.

use std::time::Duration;

use grundy_records::solver::Group;

use crate::BenchError;

/// How many samples are taken, and how long that is to take.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    samples: u32,
    warm_up: Duration,
    measurement: Duration,
}

impl Pace {
    /// A look: few samples in a short time.
    pub const QUICK: Self = Self {
        samples: 10,
        warm_up: Duration::from_millis(10),
        measurement: Duration::from_millis(50),
    };

    /// The pace for a solver of a group whose first answer took `first`.
    pub fn of(group: Group, first: Duration) -> Self {
        let samples = match (group, first.as_millis()) {
            (_, 1501..) => 10,
            (Group::Process, _) => 20,
            (_, 21..) => 30,
            _ => 50,
        };
        Self {
            samples,
            warm_up: Duration::from_millis(60),
            measurement: Duration::from_millis(300),
        }
    }

    /// Calls `run`, which repeats the work a number of times and returns the time of all of them together. Warms up with
    /// growing numbers of iterations, and then takes samples of one number of iterations. Returns the nanoseconds of one
    /// iteration in each sample.
    ///
    /// # Errors
    /// The first error of `run`.
    pub fn samples(
        self,
        mut run: impl FnMut(u64) -> Result<Duration, BenchError>,
    ) -> Result<Vec<f64>, BenchError> {
        let (mut iterations, mut done, mut took) = (1, 0, Duration::ZERO);
        while took < self.warm_up {
            took += run(iterations)?;
            done += iterations;
            iterations *= 2;
        }
        let fit = self.measurement.as_secs_f64() / took.as_secs_f64() * done as f64;
        let iterations = (fit / f64::from(self.samples)).ceil().max(1.0) as u64;
        (0..self.samples)
            .map(|_| Ok(run(iterations)?.as_secs_f64() * 1e9 / iterations as f64))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work of 3 microseconds on a clock that does not vary.
    #[test]
    fn samples_are_times_of_one_iteration() {
        let mut asked = Vec::new();
        let pace = Pace::of(Group::Count, Duration::from_micros(3));
        let samples = pace.samples(|iterations| {
            asked.push(iterations);
            Ok(Duration::from_micros(3 * iterations))
        });
        let samples = samples.unwrap();
        assert!(
            samples.iter().all(|ns| (ns - 3000.0).abs() < 1e-6),
            "{samples:?}"
        );
        assert_eq!(samples.len(), 50);
        // 60 ms of warming up, 300 ms in 50 samples.
        let (warm_up, samples) = asked.split_at(asked.len() - 50);
        assert!(warm_up.iter().sum::<u64>() >= 20_000 && warm_up.is_sorted());
        assert_eq!(samples, [2000; 50]);
    }

    #[test]
    fn slow_work_is_done_once_a_sample_and_errors_end_it() {
        let first = Duration::from_secs(2);
        let slow = Pace::of(Group::Process, first);
        let mut asked = Vec::new();
        let samples = slow.samples(|iterations| {
            asked.push(iterations);
            Ok(first)
        });
        assert_eq!((samples.unwrap(), asked), (vec![2e9; 10], vec![1; 11]));
        let failed = slow.samples(|_| Err(BenchError::no_solver()));
        assert_eq!(failed, Err(BenchError::no_solver()));
    }
}
