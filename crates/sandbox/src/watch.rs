//! Measures what a running program uses, where the system reports it.

use crate::{End, Isolation, Limits};
use std::time::{Duration, Instant};

/// A byte of page tables is needed for at least every 512 mapped bytes.
#[cfg(target_os = "linux")]
const MAPPED_BY_TABLE: u64 = 512;
/// How many more times a sum of memory above the limit is computed: each sum can be too large while processes start
/// and end.
#[cfg(target_os = "linux")]
const WEIGHED_AGAIN: u32 = 4;
/// How long memory that probably counts twice is not held against the program. A process that leaves a shared memory
/// needs a processor for that.
#[cfg(target_os = "linux")]
const DOUBT: Duration = Duration::from_secs(1);

/// Measurements of a running program.
#[derive(Debug)]
pub(crate) struct Watch {
    #[cfg(target_os = "linux")]
    tree: Option<crate::tree::Tree>,
    /// The earliest time of the next exact count of shared pages, which is slow and may take at most a fifth of the
    /// time.
    next_exact: Instant,
    /// The earliest time of the next search for shared mappings, which may take at most a twentieth of the time.
    next_shared: Instant,
    /// Processor time of reaped orphans and of children that they had waited for.
    pub orphans: Duration,
    /// Time in which the program was ready and had no processor, as last measured.
    pub starved: Duration,
    /// Whether the system reports what a program uses.
    pub sees: bool,
    /// The largest resident memory seen, in bytes.
    pub memory: u64,
    /// The largest processor time measured.
    pub cpu: Duration,
    /// Bytes written to disks.
    written: u64,
    /// Since when only memory that probably counts twice makes the sum larger than the limit.
    #[cfg(target_os = "linux")]
    doubt_since: Option<Instant>,
}

impl Watch {
    pub fn new(isolation: Isolation) -> Self {
        #[cfg(target_os = "linux")]
        let tree = crate::tree::Tree::open(isolation);
        Self {
            #[cfg(target_os = "linux")]
            sees: tree.is_some(),
            #[cfg(not(target_os = "linux"))]
            sees: false,
            #[cfg(target_os = "linux")]
            tree,
            next_shared: Instant::now(),
            next_exact: Instant::now(),
            orphans: Duration::ZERO,
            starved: Duration::ZERO,
            memory: 0,
            cpu: Duration::ZERO,
            written: 0,
            #[cfg(target_os = "linux")]
            doubt_since: None,
        }
    }

    /// Resets all measurements for another run.
    pub fn restart(&mut self) {
        #[cfg(target_os = "linux")]
        if let Some(tree) = &mut self.tree {
            tree.restart();
            self.doubt_since = None;
        }
        self.orphans = Duration::ZERO;
        self.starved = Duration::ZERO;
        self.memory = 0;
        self.cpu = Duration::ZERO;
        self.written = 0;
    }

    /// Measures how long the program has waited for a processor.
    pub fn ask_starved(&mut self) {
        #[cfg(target_os = "linux")]
        if self.sees {
            self.starved = self.starved.max(crate::tree::starved());
        }
    }

    /// Returns whether the run wrote more to disks than it may. The caller must call this once after every run,
    /// when all processes of the run have ended.
    pub fn wrote_too_much(&mut self, limits: &Limits) -> Option<End> {
        #[cfg(target_os = "linux")]
        let written = self.tree.as_mut().map_or(0, crate::tree::Tree::reaped);
        #[cfg(not(target_os = "linux"))]
        let written = 0;
        (written > limits.output).then_some(End::OutputLimit)
    }

    /// Measures the program and returns the limit that it has broken, if any. `main` is the program's own process,
    /// which is not reaped here; `temporary` is the number of bytes in private folders.
    pub fn look(&mut self, limits: &Limits, main: u32, temporary: u64) -> Option<End> {
        #[cfg(target_os = "linux")]
        if let Some(tree) = &mut self.tree {
            let usage = tree.usage(limits.processes);
            for pid in usage.orphans.iter().map(|pid| pid.cast_unsigned()) {
                if pid != main
                    && let Ok(Some(used)) = wait4::try_wait4_pid(pid)
                {
                    self.orphans += used.rusage.utime + used.rusage.stime;
                }
            }
            self.cpu = self.cpu.max(usage.seen).max(usage.left + self.orphans);
            self.written = self.written.max(usage.written);
            self.weigh(&usage, limits.memory);
            if usage.tasks > limits.processes {
                return Some(End::ProcessLimit);
            }
        }
        if self.memory > limits.memory {
            Some(End::MemoryLimit)
        } else if self.cpu > limits.cpu {
            Some(End::TimeLimit)
        } else if self.written.max(temporary) > limits.output {
            Some(End::OutputLimit)
        } else {
            None
        }
    }

    /// Updates the largest memory that the processes have used together.
    #[cfg(target_os = "linux")]
    fn weigh(&mut self, usage: &crate::tree::Usage, limit: u64) {
        let Some(tree) = &self.tree else { return };
        let sizes = || usage.resident.iter().map(|&(_, size)| size);
        self.memory = self.memory.max(sizes().max().unwrap_or(0));
        let begin = Instant::now();
        let mut shared = 0;
        if usage.mapped > limit && begin >= self.next_shared {
            shared = tree.shared(&usage.resident);
            self.next_shared = Instant::now() + 19 * begin.elapsed();
        }
        // Shared pages count once. The exact count is needed only if the upper bound exceeds the largest value so
        // far.
        let begin = Instant::now();
        let mut unmapped = usage.in_sockets;
        if usage.mapped / MAPPED_BY_TABLE > limit / 4 {
            unmapped += crate::tree::page_tables(&usage.resident);
        }
        let most = sizes().sum::<u64>() + shared + unmapped;
        if most > self.memory && begin >= self.next_exact {
            let mut exact = u64::MAX;
            let mut doubtful = 0;
            for _ in 0..=WEIGHED_AGAIN {
                let sum = crate::tree::proportional(&usage.resident, shared);
                if sum.bytes + unmapped < exact {
                    exact = sum.bytes + unmapped;
                    doubtful = sum.doubtful;
                }
                if exact <= limit {
                    break;
                }
            }
            if exact > limit && exact.saturating_sub(doubtful) <= limit {
                let since = *self.doubt_since.get_or_insert(begin);
                if since.elapsed() < DOUBT {
                    exact -= doubtful;
                }
            } else {
                self.doubt_since = None;
            }
            self.memory = self.memory.max(exact);
            self.next_exact = Instant::now() + 4 * begin.elapsed();
        }
    }
}
