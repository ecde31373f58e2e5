//! The processes below this one, as `/proc` shows them: what they use, and how to end them.
//!
//! `/proc/PID/task/TID/children` lists the children a thread has started or inherited. The kernel
//! promises a complete list only while nobody forks or exits; a watch does not mind, and whoever
//! has to be sure asks again until nothing is left.

use crate::Isolation;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::time::Duration;

/// The processes below this one. This process has to be single-threaded.
#[derive(Debug)]
pub(crate) struct Tree {
    page: u64,
    ticks_per_second: u64,
    /// The device of all memory that is shared and has no name, as `/proc` has it.
    shared_device: Option<String>,
    /// What tells how many sockets there are, and how many bytes one of them can hold, where there is a
    /// network of the programs' own.
    sockets: Option<(fs::File, u64)>,
    /// `/proc/PID/io` of this process, which adds up those that it has waited for, and what it said after the
    /// run before. Who may not be looked into opens it while that is not yet so.
    own: Option<fs::File>,
    reaped_before: u64,
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
    /// Bytes that they have mapped, resident or not, counted once for each process.
    pub mapped: u64,
    /// Bytes that the buffers of their sockets can hold, of those that are on their way to another process, too.
    pub in_sockets: u64,
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
            // Linux's own, where the machine does not tell its.
            sockets: sockets.map(|file| (file, buffer.unwrap_or(212_992))),
            own: fs::File::open("/proc/self/io").ok(),
            reaped_before: 0,
            ticks: HashMap::new(),
        })
    }

    /// Forgets what has been seen.
    pub fn restart(&mut self) {
        self.ticks.clear();
    }

    /// Bytes written to disks by the processes that this one has waited for since it was last asked.
    pub fn reaped(&mut self) -> u64 {
        let mut text = [0; 512];
        let read = |file: &fs::File| file.read_at(&mut text, 0).ok();
        let length = self.own.as_ref().and_then(read).unwrap_or(0);
        let all = std::str::from_utf8(&text[..length]).ok().and_then(written);
        let before = std::mem::replace(&mut self.reaped_before, all.unwrap_or(0));
        self.reaped_before.saturating_sub(before)
    }

    /// Adds up what the processes use; stops counting beyond `tasks` tasks. O(processes).
    pub fn usage(&mut self, tasks: u32) -> Usage {
        let mut sum = Usage::default();
        let us = std::process::id();
        let (mut text, mut ticks) = (String::new(), 0);
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

    /// Bytes in shared memory without a name of which one of these processes has mapped some, each counted
    /// once. Pages stay there when no process has them mapped any more; who may not ask how many there are,
    /// which only root may, counts from the beginning of each to the end of what is mapped of it. O(mappings).
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

/// How long one of the processes and threads below this one has been ready without a processor: the one
/// that has waited longest.
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

/// The numbers of this process and of those above it, as far as they can be seen, itself first.
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

/// Of a line of `/proc/PID/maps` that is shared memory on this device: its addresses, a name that is the same
/// wherever that memory is mapped, and the end of the part that is mapped.
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

/// The device of files in memory without a name, which is that of all shared memory without one.
fn shared_device() -> Option<String> {
    let device = crate::nameless_file().ok()?.metadata().ok()?.dev();
    let (major, minor) = (rustix::fs::major(device), rustix::fs::minor(device));
    Some(format!("{major:02x}:{minor:02x}"))
}

/// How many sockets there are in the network of this process; `file` is `/proc/net/sockstat`.
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
    /// Of these, bytes that probably count twice: a process and one that it has started report the same memory.
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
    let mut seen: Vec<(i32, Option<i32>, String)> = Vec::new();
    let (mut all, mut mapped, mut doubtful) = (0, 0, 0);
    for &(pid, resident) in resident {
        // A process that starts another one waits until that one executes its program. Until then both have one
        // memory, and each reports all of it. The child may execute its program between two reads, so that the
        // parent's state is read before and after the child's memory.
        let starter = parent(pid);
        let waited = waits(starter);
        let mut text = String::new();
        let told = read(&format!("/proc/{pid}/smaps_rollup"), &mut text);
        if let (true, Some(bytes)) = (told, share(&text, "Pss:")) {
            let same = seen.iter().find(|(other, other_starter, other_text)| {
                *other_text == text && (starter == Some(*other) || *other_starter == Some(pid))
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
            seen.push((pid, starter, text));
        } else if stat(pid).is_some_and(|stat| !stat.ended && stat.pages > 0) {
            all += resident;
        }
    }
    Proportional {
        bytes: all + shared.saturating_sub(mapped),
        doubtful,
    }
}

/// Bytes of the page tables of these processes, which no process has mapped. O(processes).
pub(crate) fn page_tables(processes: &[(i32, u64)]) -> u64 {
    let mut text = String::new();
    let bytes = processes.iter().map(|(pid, _)| {
        let told = read(&format!("/proc/{pid}/status"), &mut text);
        told.then(|| share(&text, "VmPTE:")).flatten().unwrap_or(0)
    });
    bytes.sum()
}

/// The bytes of this name in `/proc/PID/smaps_rollup` or `/proc/PID/status`.
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
    fs::read("/proc/thread-self/children").is_ok()
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
    /// Whether it waits and no signal ends that.
    waits: bool,
    parent: u32,
    threads: u32,
    /// Processor time, without that of its children.
    ticks: u64,
    /// Processor time of children it has waited for.
    children_ticks: u64,
    /// When it began, in ticks after the machine.
    begin: u64,
    /// Bytes of its address space.
    mapped: u64,
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
