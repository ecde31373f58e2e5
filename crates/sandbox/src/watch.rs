//! Looks at a running program, where the system shows what it uses.

use crate::{End, Limits};
use std::time::{Duration, Instant};

/// Looks at what the program uses while it runs.
#[derive(Debug)]
pub(crate) struct Watch {
    #[cfg(target_os = "linux")]
    tree: Option<crate::tree::Tree>,
    /// Not before this time are shared pages counted exactly once more: that takes long, and is not to
    /// take more than a fifth of the time.
    next_exact: Instant,
    /// Processor time of orphans that have ended here, and of children they had waited for.
    pub orphans: Duration,
    /// Whether looking shows anything.
    pub sees: bool,
    /// The largest resident memory seen, in bytes.
    pub memory: u64,
    /// The largest processor time seen.
    pub cpu: Duration,
    /// Bytes written to disks.
    written: u64,
}

impl Watch {
    pub fn new() -> Self {
        #[cfg(target_os = "linux")]
        let tree = crate::tree::Tree::open();
        Self {
            #[cfg(target_os = "linux")]
            sees: tree.is_some(),
            #[cfg(not(target_os = "linux"))]
            sees: false,
            #[cfg(target_os = "linux")]
            tree,
            next_exact: Instant::now(),
            orphans: Duration::ZERO,
            memory: 0,
            cpu: Duration::ZERO,
            written: 0,
        }
    }

    /// Forgets what it has seen, for another run.
    pub fn restart(&mut self) {
        #[cfg(target_os = "linux")]
        if let Some(tree) = &mut self.tree {
            tree.restart();
        }
        self.orphans = Duration::ZERO;
        self.memory = 0;
        self.cpu = Duration::ZERO;
        self.written = 0;
    }

    /// One look; the limit that is broken, if one is. `main` is the program's own process, which is not
    /// reaped here, and `temporary` says how many bytes lie in folders of the sandbox's own.
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
            self.weigh(&usage.resident, usage.in_files);
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

    /// Takes note of the memory that these processes have together, with so many bytes in files in memory.
    #[cfg(target_os = "linux")]
    fn weigh(&mut self, resident: &[(i32, u64)], in_files: u64) {
        let sizes = || resident.iter().map(|&(_, size)| size);
        self.memory = self.memory.max(sizes().max().unwrap_or(0));
        // What they share counts once, and less than their sum is of no interest.
        let begin = Instant::now();
        if sizes().sum::<u64>() + in_files > self.memory && begin >= self.next_exact {
            let exact = crate::tree::proportional(resident, in_files);
            self.memory = self.memory.max(exact);
            self.next_exact = Instant::now() + 4 * begin.elapsed();
        }
    }
}
