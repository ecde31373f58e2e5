//! The processes below this one, as `/proc` shows them: what they use, and how to end them.
//!
//! `/proc/PID/task/TID/children` lists the children a thread has started or inherited. The kernel
//! promises a complete list only while nobody forks or exits; a watch does not mind, and whoever
//! has to be sure asks again until nothing is left.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::time::Duration;

/// The processes below this one. This process has to be single-threaded.
#[derive(Debug)]
pub(crate) struct Tree {
    page: u64,
    ticks_per_second: u64,
    /// The device of all files in memory without a name, and those that are this process's own.
    nameless: Option<(u64, HashSet<u64>)>,
    /// Processor time in ticks of each process that has been seen, by its number and its beginning,
    /// without that of its children: who ignores their end does not inherit it.
    ticks: HashMap<(i32, u64), u64>,
}

/// What all processes below this one use together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Processes and threads; who has ended and was not asked after is none.
    pub tasks: u32,
    /// The processes that are alive, with their resident memory in bytes.
    pub resident: Vec<(i32, u64)>,
    /// Bytes in files in memory that have no name (memfd) and that one of the processes has open.
    pub in_files: u64,
    /// Processor time of all processes that have ever been seen, each by itself.
    pub seen: Duration,
    /// Processor time of the processes that are there, with that of children they have waited for.
    pub left: Duration,
    /// Bytes written to disks, by children they have waited for, too.
    pub written: u64,
    /// Children of this process that have ended.
    pub orphans: Vec<i32>,
}

impl Tree {
    /// `None` where `/proc` does not tell.
    pub fn open() -> Option<Self> {
        fs::read("/proc/thread-self/children").ok()?;
        Some(Self {
            page: rustix::param::page_size() as u64,
            ticks_per_second: rustix::param::clock_ticks_per_second().max(1),
            nameless: own_nameless(),
            ticks: HashMap::new(),
        })
    }

    /// Forgets what has been seen.
    pub fn restart(&mut self) {
        self.ticks.clear();
    }

    /// Adds up what the processes use; stops counting beyond `tasks` tasks. O(processes).
    pub fn usage(&mut self, tasks: u32) -> Usage {
        let mut sum = Usage::default();
        let us = std::process::id();
        let (mut text, mut ticks) = (String::new(), 0);
        let mut counted = HashSet::new();
        descend(|pid| {
            // A process that ends meanwhile has no files, and uses nothing any more.
            if read(&format!("/proc/{pid}/stat"), &mut text)
                && let Some(stat) = Stat::parse(&text)
            {
                self.ticks.insert((pid, stat.begin), stat.ticks);
                ticks += stat.ticks + stat.children_ticks;
                if stat.ended {
                    sum.orphans.extend((stat.parent == us).then_some(pid));
                } else {
                    sum.tasks = sum.tasks.saturating_add(stat.threads);
                    sum.resident.push((pid, stat.pages * self.page));
                }
            }
            if let Some((device, own)) = &self.nameless {
                for file in open_files(&pid.to_string()).filter(|file| file.dev() == *device) {
                    if !own.contains(&file.ino()) && counted.insert(file.ino()) {
                        sum.in_files += file.blocks() * 512;
                    }
                }
            }
            if read(&format!("/proc/{pid}/io"), &mut text) {
                sum.written += written(&text).unwrap_or(0);
            }
            sum.tasks <= tasks
        });
        let time = |ticks: u64| Duration::from_millis(ticks * 1000 / self.ticks_per_second);
        sum.seen = time(self.ticks.values().sum());
        sum.left = time(ticks);
        sum
    }
}

/// The device on which files in memory without a name are, and which of them this process has: those that
/// are the program's streams.
fn own_nameless() -> Option<(u64, HashSet<u64>)> {
    let device = crate::nameless_file().ok()?.metadata().ok()?.dev();
    let own = open_files("self").filter(|file| file.dev() == device);
    Some((device, own.map(|file| file.ino()).collect()))
}

/// The files that a process has open, as far as it may be asked.
fn open_files(process: &str) -> impl Iterator<Item = fs::Metadata> {
    let files = fs::read_dir(format!("/proc/{process}/fd"))
        .into_iter()
        .flatten();
    files
        .flatten()
        .filter_map(|file| fs::metadata(file.path()).ok())
}

/// What these processes take together, with so many bytes in files in memory: a page that several of them
/// share counts once, and so does one of a file that is mapped. Where the kernel does not tell, as of who does
/// not let anybody look, the whole resident memory counts. O(their pages), which can be milliseconds.
pub(crate) fn proportional(resident: &[(i32, u64)], in_files: u64) -> u64 {
    let mut text = String::new();
    let (mut all, mut mapped) = (0, 0);
    for &(pid, resident) in resident {
        let told = read(&format!("/proc/{pid}/smaps_rollup"), &mut text);
        let share = |name| told.then(|| share(&text, name)).flatten();
        all += share("Pss:").unwrap_or(resident);
        mapped += share("Pss_Shmem:").unwrap_or(0);
    }
    all + in_files.saturating_sub(mapped)
}

/// The bytes of this name in `/proc/PID/smaps_rollup`.
fn share(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

/// The bytes in `/proc/PID/io` that went, or will go, to a disk.
fn written(text: &str) -> Option<u64> {
    let mut lines = text.lines();
    let number = lines.find_map(|line| line.strip_prefix("write_bytes: "))?;
    number.parse().ok()
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
    /// Whether it has ended, and waits to be asked after.
    ended: bool,
    parent: u32,
    threads: u32,
    /// Processor time, without that of its children.
    ticks: u64,
    /// Processor time of children it has waited for.
    children_ticks: u64,
    /// When it began, in ticks after the machine.
    begin: u64,
    /// Resident memory.
    pages: u64,
}

impl Stat {
    fn parse(text: &str) -> Option<Self> {
        // The second field is the program's name in parentheses, which may hold anything.
        let (_, rest) = text.rsplit_once(')')?;
        // What follows starts with field 3.
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            ended: matches!(*fields.first()?, "Z" | "X"),
            parent: number(4)?.try_into().ok()?,
            threads: number(20)?.try_into().ok()?,
            ticks: number(14)? + number(15)?,
            children_ticks: number(16)? + number(17)?,
            begin: number(22)?,
            pages: number(24)?,
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
        let stat = Stat {
            ended: false,
            parent: 1,
            threads: 5,
            ticks: 33,
            children_ticks: 7,
            begin: 38551,
            pages: 973,
        };
        assert_eq!(Stat::parse(text), Some(stat));
        let zombie = text.replace(") S 1", ") Z 1");
        assert!(Stat::parse(&zombie).unwrap().ended);
        assert_eq!(Stat::parse("4242 (sh) S 1 4242"), None);
        assert_eq!(Stat::parse(""), None);
    }

    #[test]
    fn lines_with_numbers() {
        let text = "Rss:    1000 kB\nPss:                1964 kB\nPss_Shmem:    76 kB\n";
        assert_eq!(share(text, "Pss:"), Some(1964 << 10));
        assert_eq!(share(text, "Pss_Shmem:"), Some(76 << 10));
        assert_eq!(share("Rss: 1 kB\n", "Pss:"), None);
        let text = "wchar: 5\nread_bytes: 3\nwrite_bytes: 4096\ncancelled_write_bytes: 7\n";
        assert_eq!(written(text), Some(4096));
        assert_eq!(written(""), None);
    }

    #[test]
    fn the_kernel_still_writes_what_is_read_here() {
        let stat = Stat::parse(&fs::read_to_string("/proc/self/stat").unwrap()).unwrap();
        assert!(
            stat.threads >= 1 && stat.pages > 0 && !stat.ended,
            "{stat:?}"
        );
        let all = proportional(&[(std::process::id().cast_signed(), u64::MAX)], 0);
        assert!(all > 0 && all < u64::MAX, "{all}");
        assert!(written(&fs::read_to_string("/proc/self/io").unwrap()).is_some());
    }
}
