//! The processes below this one, as `/proc` shows them: what they use, and how to end them.
//!
//! `/proc/PID/task/TID/children` lists the children a thread has started or inherited. The kernel
//! promises a complete list only while nobody forks or exits; a watch does not mind, and whoever
//! has to be sure asks again until nothing is left.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashSet;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::time::Duration;

/// The processes below this one. This process has to be single-threaded.
#[derive(Debug)]
pub(crate) struct Tree {
    page: u64,
    ticks_per_second: u64,
}

/// What all processes below this one use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Processes and threads.
    pub tasks: u32,
    /// Resident memory in bytes: all private pages, and the shared ones of the process that has
    /// most of them. The processes of one program mostly share the same, its code above all. For
    /// a single process this is its resident set.
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

    /// Adds up what the processes use; stops counting beyond `tasks` tasks. O(processes).
    pub fn usage(&self, tasks: u32) -> Usage {
        let mut sum = Usage::default();
        let (mut private, mut shared, mut ticks) = (0, 0, 0);
        let mut text = String::new();
        descend(|pid| {
            // A process that ends meanwhile has no files, and uses nothing any more.
            if read(&format!("/proc/{pid}/stat"), &mut text)
                && let Some(stat) = Stat::parse(&text)
            {
                sum.tasks = sum.tasks.saturating_add(stat.threads);
                ticks += stat.ticks;
            }
            if read(&format!("/proc/{pid}/statm"), &mut text)
                && let Some(pages) = Pages::parse(&text)
            {
                private += pages.private;
                shared = shared.max(pages.shared);
            }
            sum.tasks <= tasks
        });
        sum.memory = (private + shared) * self.page;
        sum.cpu = Duration::from_millis(ticks * 1000 / self.ticks_per_second);
        sum
    }
}

/// Whether the processes below this one can be found, and signalled by the numbers under which
/// `/proc` has them. Not so inside a PID namespace that still sees the `/proc` outside.
pub(crate) fn is_in_reach() -> bool {
    Tree::open().is_some()
        && fs::read_link("/proc/self")
            .is_ok_and(|name| name.to_str() == Some(&std::process::id().to_string()))
}

/// Sends SIGKILL to all processes below this one, which have to be [in reach](is_in_reach). Those
/// that fork at the same time may have children left over; call it again until there are none.
///
/// All are stopped first, parents before children: a stopped process does not fork, so the
/// number of those that still can only falls.
pub(crate) fn kill() {
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

/// How many processes and threads the user has, wherever they come from. O(processes).
pub(crate) fn tasks_of(user: u32) -> u64 {
    let Ok(processes) = fs::read_dir("/proc") else {
        return 0;
    };
    let mut text = String::new();
    let mut tasks = 0;
    for process in processes.flatten() {
        if process.metadata().is_ok_and(|data| data.uid() == user)
            && let Some(path) = process.path().join("stat").to_str()
            && read(path, &mut text)
            && let Some(stat) = Stat::parse(&text)
        {
            tasks += u64::from(stat.threads);
        }
    }
    tasks
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

/// Reads a whole small file into `text`, in place of what that holds.
fn read(path: &str, text: &mut String) -> bool {
    text.clear();
    fs::File::open(path)
        .and_then(|mut file| file.read_to_string(text))
        .is_ok()
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
    /// Processor time, that of awaited children included.
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
            ticks: number(14)? + number(15)? + number(16)? + number(17)?,
        })
    }
}

/// The numbers of `/proc/PID/statm` that matter here, in pages.
#[derive(Debug, PartialEq, Eq)]
struct Pages {
    private: u64,
    shared: u64,
}

impl Pages {
    fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.split_ascii_whitespace().skip(1).map(str::parse::<u64>);
        let resident = numbers.next()?.ok()?;
        let shared = numbers.next()?.ok()?;
        Some(Self {
            // The kernel counts the two one after the other.
            private: resident.saturating_sub(shared),
            shared,
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
                ticks: 40
            })
        );
        assert_eq!(Stat::parse("4242 (sh) S 1 4242"), None);
        assert_eq!(Stat::parse(""), None);
    }

    #[test]
    fn pages_of_a_process() {
        let pages = Pages {
            private: 100,
            shared: 73,
        };
        assert_eq!(Pages::parse("2728 173 73 5 0 110 0\n"), Some(pages));
        assert_eq!(Pages::parse("2728 173"), None);
    }

    #[test]
    fn the_kernel_still_writes_what_is_read_here() {
        let stat = Stat::parse(&fs::read_to_string("/proc/self/stat").unwrap()).unwrap();
        assert!(stat.threads >= 1, "{stat:?}");
        let pages = Pages::parse(&fs::read_to_string("/proc/self/statm").unwrap()).unwrap();
        assert!(pages.private > 0 && pages.shared > 0, "{pages:?}");
    }
}
