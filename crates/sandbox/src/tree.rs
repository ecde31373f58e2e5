//! The descendants of this process in `/proc`: what they use, and how to kill them.
//!
//! `/proc/PID/task/TID/children` lists the children a thread has started or inherited. The kernel promises a
//! complete list only while no process forks or exits. A measurement tolerates that; killing repeats until no
//! process is left.

use crate::Isolation;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::time::Duration;

/// Reads what the descendants of this process use. This process must be single-threaded.
#[derive(Debug)]
pub(crate) struct Tree {
    page: u64,
    ticks_per_second: u64,
    /// The device of all nameless shared memory, as `/proc` writes it.
    shared_device: Option<String>,
    /// If the programs have their own network: the file that counts sockets, and the number of bytes that one
    /// socket can hold.
    sockets: Option<(fs::File, u64)>,
    /// `/proc/PID/io` of this process, which includes the processes it has waited for. It has to be opened before
    /// this process makes itself unreadable.
    own: Option<fs::File>,
    reaped_before: u64,
    /// Processor time, in ticks, of each process ever seen, by its number and start time, without that of its
    /// children: a parent that ignores the end of its children does not inherit their time.
    ticks: HashMap<(i32, u64), u64>,
}

/// What all descendants of this process use together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Number of processes and threads, without zombies.
    pub tasks: u32,
    /// The living processes with their resident memory in bytes.
    pub resident: Vec<(i32, u64)>,
    /// Mapped bytes, resident or not, counted once for each process.
    pub mapped: u64,
    /// Bytes that the buffers of all sockets can hold, including sockets that are being passed to another process.
    pub in_sockets: u64,
    /// Processor time of all processes ever seen, each without its children.
    pub seen: Duration,
    /// Processor time of the present processes, with that of children they have waited for.
    pub left: Duration,
    /// Bytes written to disks, including by children they have waited for.
    pub written: u64,
    /// Children of this process that have ended.
    pub orphans: Vec<i32>,
}

impl Tree {
    /// Returns `None` if `/proc` does not list children.
    pub fn open(isolation: Isolation) -> Option<Self> {
        fs::read("/proc/thread-self/children").ok()?;
        let sockets = (isolation == Isolation::Namespace)
            .then(|| fs::File::open("/proc/thread-self/net/sockstat"))
            .and_then(Result::ok);
        let buffer = fs::read_to_string("/proc/sys/net/core/wmem_default").ok();
        let buffer = buffer.and_then(|bytes| bytes.trim().parse().ok());
        Some(Self {
            page: rustix::param::page_size() as u64,
            ticks_per_second: rustix::param::clock_ticks_per_second().max(1),
            shared_device: shared_device(),
            // Linux's default, if the machine does not report its own.
            sockets: sockets.map(|file| (file, buffer.unwrap_or(212_992))),
            own: fs::File::open("/proc/self/io").ok(),
            reaped_before: 0,
            ticks: HashMap::new(),
        })
    }

    /// Resets the measurements.
    pub fn restart(&mut self) {
        self.ticks.clear();
    }

    /// Returns the bytes written to disks by processes that this one has waited for since the last call.
    pub fn reaped(&mut self) -> u64 {
        let mut text = [0; 512];
        let read = |file: &fs::File| file.read_at(&mut text, 0).ok();
        let length = self.own.as_ref().and_then(read).unwrap_or(0);
        let all = std::str::from_utf8(&text[..length]).ok().and_then(written);
        let before = std::mem::replace(&mut self.reaped_before, all.unwrap_or(0));
        self.reaped_before.saturating_sub(before)
    }

    /// Returns what the processes use together; stops counting beyond `tasks` tasks. O(processes).
    pub fn usage(&mut self, tasks: u32) -> Usage {
        let mut sum = Usage::default();
        let us = std::process::id();
        let (mut text, mut ticks) = (String::new(), 0);
        descend(|pid| {
            // A process that ends meanwhile has no files in `/proc` and uses nothing.
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
                    sum.mapped = sum.mapped.saturating_add(stat.mapped);
                }
            }
            if read(&format!("/proc/{pid}/io"), &mut text) {
                sum.written += written(&text).unwrap_or(0);
            }
            sum.tasks <= tasks
        });
        if let Some((file, buffer)) = &self.sockets
            && sum.tasks > 0
        {
            sum.in_sockets = sockets(file).unwrap_or(0) * buffer;
        }
        let time = |ticks: u64| Duration::from_millis(ticks * 1000 / self.ticks_per_second);
        sum.seen = time(self.ticks.values().sum());
        sum.left = time(ticks);
        sum
    }

    /// Returns the bytes of nameless shared memory that these processes have mapped, each object counted once. An
    /// object keeps its pages even if no process maps them any more. Only root can read its real size; otherwise an
    /// object counts from its beginning to the end of its mapped part. O(mappings).
    pub fn shared(&self, processes: &[(i32, u64)]) -> u64 {
        let Some(device) = &self.shared_device else {
            return 0;
        };
        let mut text = String::new();
        let mut objects: HashMap<String, u64> = HashMap::new();
        for &(pid, _) in processes {
            if !read(&format!("/proc/{pid}/maps"), &mut text) {
                continue;
            }
            for (range, name, end) in text.lines().filter_map(|line| mapping(line, device)) {
                let file = fs::metadata(format!("/proc/{pid}/map_files/{range}"));
                let size = file.map_or(end, |file| file.blocks() * 512);
                let known = objects.entry(name.to_owned()).or_default();
                *known = size.max(*known);
            }
        }
        objects.values().sum()
    }
}

/// Returns how long the descendant thread that has waited longest was ready without a processor.
pub(crate) fn starved() -> Duration {
    let mut text = String::new();
    let mut most = 0;
    descend(|pid| {
        let tasks = fs::read_dir(format!("/proc/{pid}/task"));
        for task in tasks.into_iter().flatten().flatten() {
            if let Some(path) = task.path().join("schedstat").to_str()
                && read(path, &mut text)
                && let Some(nanoseconds) = text.split_ascii_whitespace().nth(1)
            {
                most = nanoseconds.parse().unwrap_or(0).max(most);
            }
        }
        true
    });
    Duration::from_nanos(most)
}

/// Returns the numbers of this process and its visible ancestors, itself first.
pub(crate) fn ancestors() -> Vec<u32> {
    let mut text = String::new();
    let parent = |&pid: &u32| {
        read(&format!("/proc/{pid}/stat"), &mut text).then_some(())?;
        Stat::parse(&text).map(|stat| stat.parent)
    };
    std::iter::successors(Some(std::process::id()), parent)
        .take_while(|&pid| pid != 0)
        .take(16)
        .collect()
}

/// Parses a line of `/proc/PID/maps`. For shared memory on this device, returns its addresses, a name that is the
/// same in every process, and the end of the mapped part within the object.
fn mapping<'a>(line: &'a str, device: &str) -> Option<(&'a str, &'a str, u64)> {
    let hex = |text| u64::from_str_radix(text, 16).ok();
    let mut words = line.splitn(5, ' ');
    let range = words.next()?;
    let is_shared = words.next()?.ends_with('s');
    let offset = hex(words.next()?)?;
    if !is_shared || words.next()? != device {
        return None;
    }
    let (begin, end) = range.split_once('-')?;
    let length = hex(end)?.checked_sub(hex(begin)?)?;
    Some((range, words.next()?, offset.saturating_add(length)))
}

/// Returns the device of nameless files in memory, which is that of all nameless shared memory.
fn shared_device() -> Option<String> {
    let device = crate::nameless_file().ok()?.metadata().ok()?.dev();
    let (major, minor) = (rustix::fs::major(device), rustix::fs::minor(device));
    Some(format!("{major:02x}:{minor:02x}"))
}

/// Returns the number of sockets in this process's network; `file` is `/proc/net/sockstat`.
fn sockets(file: &fs::File) -> Option<u64> {
    let mut start = [0; 64];
    let length = file.read_at(&mut start, 0).ok()?;
    let text = start[..length].strip_prefix(b"sockets: used ")?;
    let end = text.iter().position(|&byte| byte == b'\n')?;
    std::str::from_utf8(&text[..end]).ok()?.parse().ok()
}

/// Memory of several processes together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proportional {
    /// In bytes.
    pub bytes: u64,
    /// The part of these bytes that is probably counted twice: a process and its new child report the same memory.
    pub doubtful: u64,
}

/// Returns the memory of `resident` (process and resident bytes) together with `shared` bytes of shared memory: a page
/// that several processes share counts once, and so does a mapped page of shared memory. Of a process that forbids
/// reading this, the whole resident memory counts; one that has ended meanwhile counts nothing. O(their pages), which
/// can be milliseconds.
///
/// Processes are read one after the other. Where they start and end meanwhile, a page can be counted twice: the caller
/// adds up a sum above a limit again.
pub(crate) fn proportional(resident: &[(i32, u64)], shared: u64) -> Proportional {
    let stat = |pid: i32| {
        let mut text = String::new();
        read(&format!("/proc/{pid}/stat"), &mut text).then(|| Stat::parse(&text))?
    };
    let parent = |pid: i32| stat(pid).map(|stat| stat.parent.cast_signed());
    let waits = |pid: Option<i32>| pid.and_then(stat).is_some_and(|stat| stat.waits);
    // Of equal memory everything is equal that does not depend on what other processes have mapped.
    let memory = |text: &str| {
        let range = text.split(' ').next().map(str::to_owned);
        (range, share(text, "Rss:"), share(text, "Anonymous:"))
    };
    let mut seen = Vec::new();
    let (mut all, mut mapped, mut doubtful) = (0, 0, 0);
    for &(pid, resident) in resident {
        // A process that starts another one waits until that one executes its program. Until then both have one
        // memory, and each reports all of it. The child may execute its program between two reads, so that the
        // parent's state is read before and after the child's memory.
        let starter = parent(pid);
        let waited = waits(starter);
        let mut text = String::new();
        let is_readable = read(&format!("/proc/{pid}/smaps_rollup"), &mut text);
        if let (true, Some(bytes)) = (is_readable, share(&text, "Pss:")) {
            let memory = memory(&text);
            let same = seen.iter().find(|(other, other_starter, other_memory)| {
                *other_memory == memory && (starter == Some(*other) || *other_starter == Some(pid))
            });
            if let Some(&(other, ..)) = same {
                if waited || waits(starter) || waits(Some(other)) || waits(Some(pid)) {
                    continue;
                }
                // The system lets the parent go on shortly before the child leaves the memory that they share.
                doubtful += bytes;
            }
            all += bytes;
            mapped += share(&text, "Pss_Shmem:").unwrap_or(0);
            seen.push((pid, starter, memory));
        } else if stat(pid).is_some_and(|stat| !stat.ended && stat.pages > 0) {
            all += resident;
        }
    }
    Proportional {
        bytes: all + shared.saturating_sub(mapped),
        doubtful,
    }
}

/// Returns the bytes of the page tables of these processes; they are not part of the resident memory. O(processes).
pub(crate) fn page_tables(processes: &[(i32, u64)]) -> u64 {
    let mut text = String::new();
    let bytes = processes.iter().map(|(pid, _)| {
        let is_readable = read(&format!("/proc/{pid}/status"), &mut text);
        is_readable
            .then(|| share(&text, "VmPTE:"))
            .flatten()
            .unwrap_or(0)
    });
    bytes.sum()
}

/// Returns the value of this name in `/proc/PID/smaps_rollup` or `/proc/PID/status`, in bytes.
fn share(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Returns the bytes in `/proc/PID/io` that went, or will go, to a disk.
fn written(text: &str) -> Option<u64> {
    let mut lines = text.lines();
    let number = lines.find_map(|line| line.strip_prefix("write_bytes: "))?;
    number.parse().ok()
}

/// Returns whether this process can find its descendants and signal them by the numbers in `/proc`. This is not
/// possible inside a PID namespace that still sees the `/proc` outside.
pub(crate) fn is_in_reach() -> bool {
    fs::read("/proc/thread-self/children").is_ok()
        && fs::read_link("/proc/self")
            .is_ok_and(|name| name.to_str() == Some(&std::process::id().to_string()))
}

/// Sends SIGKILL to all descendants, which must be [in reach](is_in_reach). Processes that fork at the same time
/// may leave children; the caller repeats the call until none is left.
///
/// All processes are stopped first, parents before children: a stopped process does not fork, so the number of
/// processes that can fork only falls.
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

/// Returns the number of processes and threads of the user on the whole machine. O(processes).
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

/// Calls `visit` for each descendant, parents before children, until it returns false.
fn descend(mut visit: impl FnMut(i32) -> bool) {
    let mut next = Vec::new();
    children("/proc/thread-self/children", &mut next);
    while let Some(pid) = next.pop() {
        if !visit(pid) {
            return;
        }
        // A process that has ended meanwhile has no tasks; its children are now children of this process.
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

/// Replaces `text` by the content of a small file; returns whether the file could be read.
fn read(path: &str, text: &mut String) -> bool {
    text.clear();
    fs::File::open(path)
        .and_then(|mut file| file.read_to_string(text))
        .is_ok()
}

fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        // An error means that the process has ended.
        let _ = kill_process(pid, signal);
    }
}

/// The fields of `/proc/PID/stat` that are used here.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    /// Whether the process is a zombie.
    ended: bool,
    /// Whether the process is in an uninterruptible wait.
    waits: bool,
    parent: u32,
    threads: u32,
    /// Processor time, without that of its children.
    ticks: u64,
    /// Processor time of children that the process has waited for.
    children_ticks: u64,
    /// Start time, in ticks since the machine started.
    begin: u64,
    /// Size of the address space in bytes.
    mapped: u64,
    /// Resident memory in pages.
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
            waits: *fields.first()? == "D",
            parent: number(4)?.try_into().ok()?,
            threads: number(20)?.try_into().ok()?,
            ticks: number(14)? + number(15)?,
            children_ticks: number(16)? + number(17)?,
            begin: number(22)?,
            mapped: number(23)?,
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
            waits: false,
            parent: 1,
            threads: 5,
            ticks: 33,
            children_ticks: 7,
            begin: 38551,
            mapped: 11_173_888,
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
        let line = "7f00-9f00 rw-s 00100000 00:01 1096                       /dev/zero (deleted)";
        let name = line.split_once("00:01 ").unwrap().1;
        assert_eq!(
            mapping(line, "00:01"),
            Some(("7f00-9f00", name, 0x0010_2000))
        );
        assert_eq!(mapping(line, "00:02"), None);
        assert_eq!(mapping(&line.replace("rw-s", "rw-p"), "00:01"), None);
    }

    #[test]
    fn the_kernel_still_writes_what_is_read_here() {
        let stat = Stat::parse(&fs::read_to_string("/proc/self/stat").unwrap()).unwrap();
        assert!(
            stat.threads >= 1 && stat.pages > 0 && !stat.ended,
            "{stat:?}"
        );
        let all = proportional(&[(std::process::id().cast_signed(), u64::MAX)], 0).bytes;
        assert!(all > 0 && all < u64::MAX, "{all}");
        assert!(written(&fs::read_to_string("/proc/self/io").unwrap()).is_some());
    }
}
