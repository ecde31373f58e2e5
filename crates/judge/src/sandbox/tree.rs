//! The processes below this one, as `/proc` shows them: what they use, and how to end them.
//!
//! `/proc/PID/task/TID/children` lists the children a thread has started or inherited. The kernel
//! promises a complete list only while nobody forks or exits; a watch does not mind, and whoever
//! has to be sure asks again until nothing is left.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashSet;
use std::fs;
use std::io::Read as _;
use std::time::Duration;

/// The processes below this one. This process has to be single-threaded.
#[derive(Debug)]
pub(super) struct Tree {
    page: u64,
    ticks_per_second: u64,
}

/// What all processes below this one use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Processes and threads.
    pub tasks: u32,
    /// Resident memory in bytes; pages that several processes share count for each.
    pub memory: u64,
    /// Processor time, that of children they have waited for included.
    pub cpu: Duration,
}

impl Tree {
    /// `None` where `/proc` does not tell.
    pub fn open() -> Option<Self> {
        fs::read("/proc/thread-self/children").ok()?;
        Some(Self {
            page: rustix::param::page_size() as u64,
            ticks_per_second: rustix::param::clock_ticks_per_second().max(1),
        })
    }

    /// Whether `/proc` numbers processes as this process sees them, so that they can be signalled
    /// by those numbers. Not so inside a PID namespace that still sees the `/proc` outside.
    pub fn numbers_are_ours(&self) -> bool {
        fs::read_link("/proc/self")
            .is_ok_and(|name| name.to_str() == Some(&std::process::id().to_string()))
    }

    /// Adds up what the processes use; stops counting beyond `tasks` tasks. O(processes).
    pub fn usage(&self, tasks: u32) -> Usage {
        let mut sum = Usage::default();
        let mut text = String::new();
        descend(|pid| {
            text.clear();
            let read = fs::File::open(format!("/proc/{pid}/stat"))
                .and_then(|mut file| file.read_to_string(&mut text));
            if read.is_ok()
                && let Some(stat) = Stat::parse(&text)
            {
                sum.tasks = sum.tasks.saturating_add(stat.threads);
                sum.memory += stat.pages * self.page;
                sum.cpu += Duration::from_millis(stat.ticks * 1000 / self.ticks_per_second);
            }
            sum.tasks <= tasks
        });
        sum
    }

    /// Sends SIGKILL to all processes below this one. Those that fork at the same time may have
    /// children left over; call it again until there are none.
    ///
    /// All are stopped first, parents before children: a stopped process does not fork, so the
    /// number of those that still can only falls.
    pub fn kill(&self) {
        let mut stopped = HashSet::new();
        loop {
            let before = stopped.len();
            descend(|pid| {
                if stopped.insert(pid) {
                    signal(pid, Signal::STOP);
                }
                true
            });
            if stopped.len() == before {
                break;
            }
        }
        let mut all = Vec::new();
        descend(|pid| {
            all.push(pid);
            true
        });
        for pid in all {
            signal(pid, Signal::KILL);
        }
    }
}

/// Calls `visit` for the processes below this one, parents before children, until it gives false.
fn descend(mut visit: impl FnMut(i32) -> bool) {
    let mut next = Vec::new();
    children("/proc/thread-self/children", &mut next);
    while let Some(pid) = next.pop() {
        if !visit(pid) {
            return;
        }
        // A process that has ended meanwhile has no tasks; its children are now ours.
        let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
            continue;
        };
        for task in tasks.flatten() {
            if let Some(path) = task.path().join("children").to_str() {
                children(path, &mut next);
            }
        }
    }
}

fn children(path: &str, to: &mut Vec<i32>) {
    if let Ok(text) = fs::read_to_string(path) {
        to.extend(text.split_ascii_whitespace().flat_map(str::parse::<i32>));
    }
}

fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        // It may have ended meanwhile, which is just as well.
        let _ = kill_process(pid, signal);
    }
}

/// The numbers of `/proc/PID/stat` that matter here.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    threads: u32,
    pages: u64,
    ticks: u64,
}

impl Stat {
    fn parse(text: &str) -> Option<Self> {
        // The second field is the program's name in parentheses, which may hold anything.
        let (_, rest) = text.rsplit_once(')')?;
        // What follows starts with field 3.
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            threads: number(20)?.try_into().ok()?,
            pages: number(24)?,
            ticks: number(14)? + number(15)? + number(16)? + number(17)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_of_a_process_with_a_nasty_name() {
        let text = "4242 (a) b (c)) S 1 4242 4242 0 -1 4194560 128 0 0 0 11 22 3 4 20 0 5 0 \
                    38551 11173888 973 18446744073709551615 1 1 0 0 0 0 0 0 0";
        assert_eq!(
            Stat::parse(text),
            Some(Stat {
                threads: 5,
                pages: 973,
                ticks: 40
            })
        );
        assert_eq!(Stat::parse("4242 (sh) S 1 4242"), None);
        assert_eq!(Stat::parse(""), None);
    }

    #[test]
    fn this_process_has_a_stat() {
        let text = fs::read_to_string("/proc/self/stat").unwrap();
        let stat = Stat::parse(&text).unwrap();
        assert!(stat.threads >= 1 && stat.pages > 0, "{stat:?}");
    }
}
