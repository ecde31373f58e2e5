//! What one run has used, as far as it has been measured.

use crate::{End, Limits};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The measurements of one run.
#[derive(Debug, Default)]
#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "only Linux measures a running program")
)]
pub(crate) struct Measured {
    /// Wall-clock time since the start of the program.
    pub wall: Duration,
    /// Number of processes and threads at the last measurement.
    pub tasks: u32,
    /// The largest resident memory of all processes together, in bytes.
    pub memory: u64,
    /// The largest processor time.
    pub cpu: Duration,
    /// Processor time of reaped orphans and of children that they had waited for.
    pub orphans: Duration,
    /// Wall-clock time in which the program was ready and had no processor.
    pub starved: Duration,
    /// Bytes written to disks.
    pub written: u64,
    /// Processor time, in ticks, of each process ever seen, by its number and start time, without that of its
    /// children: a parent that ignores the end of its children does not inherit their time.
    pub ticks: HashMap<(i32, u64), u64>,
    /// Since when only memory that probably counts twice makes the sum larger than the limit.
    pub doubt_since: Option<Instant>,
}

impl Measured {
    /// Returns the limit that the program has broken while it ran.
    pub fn broken(&self, limits: &Limits) -> Option<End> {
        if self.tasks > limits.processes {
            Some(End::ProcessLimit)
        } else if self.memory > limits.memory {
            Some(End::MemoryLimit)
        } else if self.cpu > limits.cpu {
            Some(End::TimeLimit)
        } else if self.written > limits.output {
            Some(End::OutputLimit)
        } else {
            None
        }
    }

    /// Returns whether the run took too long without the time in which it waited for a processor, or longer than any
    /// run may. Waiting time counts half as much again, for waiting that the kernel has not counted yet or cannot
    /// count, such as time that a virtual machine did not get.
    pub fn took_too_long(&self, limits: &Limits) -> bool {
        by_itself(self.wall, self.starved) >= limits.wall || self.wall >= limits.longest()
    }
}

/// Returns the wall-clock time that counts as the program's.
pub(crate) fn by_itself(wall: Duration, starved: Duration) -> Duration {
    wall.saturating_sub(starved.saturating_mul(3) / 2)
}

#[cfg(test)]
mod unit {
    use super::*;
    use crate::RunReport;

    /// The limit is a second. A wait of a second explains a second and a half.
    #[test]
    fn waiting_for_a_processor_is_not_the_programs_time() {
        for (stretch, wall, starved, is_too_long) in [
            (10, 999, 0, false),
            (10, 1000, 0, true),
            (10, 1000, 1, false),
            (10, 1299, 200, false),
            (10, 1300, 200, true),
            (10, 2499, 1000, false),
            (10, 2500, 1000, true),
            (10, 2500, 9000, false),
            (10, 9999, 6000, false),
            (10, 10_000, 10_000, true),
            (3, 2999, 2900, false),
            (3, 3000, 2900, true),
        ] {
            let limits = Limits {
                wall: Duration::from_secs(1),
                stretch,
                ..Limits::default()
            };
            let measured = Measured {
                wall: Duration::from_millis(wall),
                starved: Duration::from_millis(starved),
                ..Measured::default()
            };
            let found = measured.took_too_long(&limits);
            assert_eq!(found, is_too_long, "{wall} ms, {starved} ms");
        }
        for (wall, cpu, starved, counted) in [
            (1750, 300, 600, 850),
            (1750, 900, 600, 900),
            (500, 1200, 0, 1200),
        ] {
            let [wall, cpu, starved, counted] =
                [wall, cpu, starved, counted].map(Duration::from_millis);
            let run = RunReport {
                end: End::Code(0),
                stderr_tail: Vec::new(),
                wall,
                cpu,
                starved,
                peak_memory: 0,
            };
            assert_eq!(run.counted(), counted);
        }
    }
}
