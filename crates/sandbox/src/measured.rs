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

    /// Returns whether a run that has taken `wall` took too long without the time in which it waited for a
    /// processor, or longer than any run may. Waiting time counts half as much again, for waiting that the kernel
    /// has not counted yet or cannot count, such as time that a virtual machine did not get.
    pub fn took_too_long(&self, wall: Duration, limits: &Limits) -> bool {
        let by_itself = wall.saturating_sub(self.starved * 3 / 2);
        by_itself >= limits.wall || wall >= limits.longest()
    }
}
