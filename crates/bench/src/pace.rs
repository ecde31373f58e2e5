//! The clock around a solver: how many samples are taken, and of how many solutions each.

use std::time::Duration;

use grundy_records::solver::SolverGroup;

use crate::BenchError;
use crate::contest::Runner;

/// How many samples are taken, and how long that is to take.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    samples: u32,
    warm_up: Duration,
    measurement: Duration,
}

impl Pace {
    /// The pace of a quick look.
    pub const QUICK: Self = Self {
        samples: 10,
        warm_up: Duration::from_millis(10),
        measurement: Duration::from_millis(50),
    };

    /// The pace of a whole record. `first` is how long the first answer took.
    pub fn whole(group: SolverGroup, is_heap_game: bool, first: Duration) -> Self {
        let samples = match group {
            _ if is_heap_game || first > Duration::from_millis(1500) => 10,
            SolverGroup::Process => 20,
            _ if first > Duration::from_millis(20) => 30,
            _ => 50,
        };
        Self {
            samples,
            warm_up: Duration::from_millis(60),
            measurement: Duration::from_millis(300),
        }
    }

    /// Warms up, and then takes samples of equally many solutions: the nanoseconds of one solution in each sample.
    ///
    /// ```
    /// use std::time::Duration;
    /// use grundy_bench::pace::Pace;
    /// let mut run: grundy_bench::contest::Runner<'_> = Box::new(|solutions| Ok(Duration::from_micros(20 * solutions)));
    /// assert_eq!(Pace::QUICK.times(&mut run)?, [20_000.0; 10]);
    /// # Ok::<(), grundy_bench::BenchError>(())
    /// ```
    ///
    /// # Errors
    /// The first wrong answer.
    pub fn times(self, run: &mut Runner<'_>) -> Result<Vec<f64>, BenchError> {
        let mut solutions = 1;
        let mut took = run(1)?;
        let mut warm = took;
        while warm < self.warm_up {
            solutions *= 2;
            took = run(solutions)?;
            warm += took;
        }
        let fit = self.measurement.as_secs_f64() / f64::from(self.samples);
        let of_sample = (fit * solutions as f64 / took.as_secs_f64().max(1e-9))
            .ceil()
            .max(1.0) as u64;
        let sample = |_| Ok(run(of_sample)?.as_nanos() as f64 / of_sample as f64);
        (0..self.samples).map(sample).collect()
    }
}
