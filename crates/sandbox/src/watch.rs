//! Looks at a running program, where the system shows what it uses.

use crate::{End, Limits};
use std::time::Duration;

/// Looks at what the program uses while it runs.
#[derive(Debug)]
pub(crate) struct Watch {
    #[cfg(target_os = "linux")]
    tree: Option<crate::tree::Tree>,
    /// Whether looking shows anything.
    pub sees: bool,
    /// The largest resident memory seen, in bytes.
    pub memory: u64,
    /// The largest processor time seen.
    pub cpu: Duration,
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
            memory: 0,
            cpu: Duration::ZERO,
        }
    }

    /// Forgets what it has seen, for another run.
    pub fn restart(&mut self) {
        self.memory = 0;
        self.cpu = Duration::ZERO;
    }

    /// One look; the limit that is broken, if one is.
    pub fn look(&mut self, limits: &Limits) -> Option<End> {
        #[cfg(target_os = "linux")]
        if let Some(tree) = &self.tree {
            let usage = tree.usage(limits.processes);
            self.memory = self.memory.max(usage.memory);
            self.cpu = self.cpu.max(usage.cpu);
            if usage.tasks > limits.processes {
                return Some(End::ProcessLimit);
            }
        }
        if self.memory > limits.memory {
            Some(End::MemoryLimit)
        } else if self.cpu > limits.cpu {
            Some(End::TimeLimit)
        } else {
            None
        }
    }
}
