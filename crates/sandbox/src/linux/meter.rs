//! Measures what a running program uses, by `/proc`.

use super::descriptors::nameless_file;
use super::processes::{Stat, are_listed, descend, read, tasks};
use crate::measured::Measured;
use crate::{Isolation, Limits};
use rustix::process::Pid;
use std::fs::{self, File};
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::time::{Duration, Instant};
use wait4::try_wait4_pid;

/// A byte of page tables is needed for at least every 512 mapped bytes.
const MAPPED_BY_TABLE: u64 = 512;
/// How many more times a sum of memory above the limit is computed: each sum can be too large while processes start
/// and end.
const WEIGHED_AGAIN: u32 = 4;
/// What this number of files of a process takes is not counted.
const FEW_FILES: u64 = 64;
/// How long memory that probably counts twice is not held against the program. A process that leaves a shared memory
/// needs a processor for that.
const DOUBT: Duration = Duration::from_secs(1);

/// A sum of memory that takes longer than this checks whether the processes have become too many.
const SLOW: Duration = Duration::from_millis(5);

/// Measures what the descendants of this process use. This process must be single-threaded.
pub(crate) struct Meter {
    page: u64,
    ticks_per_second: u64,
    /// The device of all nameless shared memory, as `/proc` writes it.
    shared_device: Option<String>,
    /// If the programs have their own network: the file that counts sockets.
    sockets: Option<File>,
    /// The number of bytes that one socket can hold.
    socket_buffer: u64,
    /// `/proc/PID/io` of this process, which includes the processes it has waited for. It has to be opened before
    /// this process makes itself unreadable.
    own: Option<File>,
    /// Bytes written by processes that this one has waited for, in all runs so far.
    reaped: u64,
    /// The earliest time of the next exact count of shared pages, which is slow and may take at most a fifth of the
    /// time.
    next_exact: Instant,
    /// The earliest time of the next search for shared mappings, which may take at most a twentieth of the time.
    next_shared: Instant,
}

impl Meter {
    /// Returns `None` if `/proc` does not list children.
    pub fn open(isolation: Isolation) -> Option<Self> {
        if !are_listed() {
            return None;
        }
        let sockets = (isolation == Isolation::Namespace)
            .then(|| File::open("/proc/thread-self/net/sockstat"))
            .and_then(Result::ok);
        let buffer = read("/proc/sys/net/core/wmem_default");
        Some(Self {
            page: rustix::param::page_size() as u64,
            ticks_per_second: rustix::param::clock_ticks_per_second().max(1),
            shared_device: shared_device(),
            sockets,
            // Linux's default, if the machine does not report its own.
            socket_buffer: buffer
                .and_then(|bytes| bytes.trim().parse().ok())
                .unwrap_or(212_992),
            own: File::open("/proc/self/io").ok(),
            reaped: 0,
            next_exact: Instant::now(),
            next_shared: Instant::now(),
        })
    }

    /// Returns the bytes written to disks by processes that this one has waited for since the last call.
    pub fn reaped(&mut self) -> u64 {
        let all = number_again(self.own.as_ref(), "write_bytes:").unwrap_or(0);
        all.saturating_sub(std::mem::replace(&mut self.reaped, all))
    }

    /// Returns how long the descendant thread that has waited longest was ready without a processor, of the threads
    /// that are left: the kernel keeps this time for a thread, and forgets it when its process has been waited for.
    /// Reading it at every measurement would not help much, because a process can start, wait and end between two of
    /// them.
    #[expect(clippy::unused_self, reason = "without a meter there is no such file")]
    pub fn starved(&self) -> Duration {
        let mut most = 0;
        descend(|pid| {
            let waited = tasks(pid).filter_map(|task| {
                let text = read(&format!("{task}/schedstat"))?;
                text.split_ascii_whitespace().nth(1)?.parse().ok()
            });
            most = waited.fold(most, u64::max);
            true
        });
        Duration::from_nanos(most)
    }

    /// Measures what all processes use together; stops counting beyond the limit of processes and threads. `main` is
    /// the program's own process, which is not reaped here. O(processes).
    pub fn measure(&mut self, measured: &mut Measured, limits: &Limits, main: Pid) {
        let us = std::process::id();
        // The living processes with their resident memory, and all mapped bytes, resident or not.
        let (mut resident, mut mapped) = (Vec::new(), 0_u64);
        let mut orphans = Vec::new();
        let (mut count, mut ticks, mut written) = (0_u32, 0, 0);
        descend(|pid| {
            // A process that ends meanwhile has no files in `/proc` and uses nothing.
            if let Some(stat) = Stat::of(pid) {
                measured.ticks.insert((pid, stat.begin), stat.ticks);
                ticks += stat.ticks + stat.children_ticks;
                if !stat.ended {
                    count = count.saturating_add(stat.threads);
                    resident.push((pid, stat.pages * self.page));
                    mapped = mapped.saturating_add(stat.mapped);
                } else if stat.parent == us && pid != main.as_raw_pid() {
                    orphans.push(pid);
                }
            }
            written += number_in(pid, "io", "write_bytes:").unwrap_or(0);
            count <= limits.processes
        });
        for pid in orphans {
            if let Ok(Some(used)) = try_wait4_pid(pid.cast_unsigned()) {
                measured.orphans += used.rusage.utime + used.rusage.stime;
            }
        }
        let time = |ticks: u64| Duration::from_millis(ticks * 1000 / self.ticks_per_second);
        let seen = time(measured.ticks.values().sum());
        let left = time(ticks);
        measured.cpu = measured.cpu.max(seen).max(left + measured.orphans);
        measured.written = measured.written.max(written);
        measured.tasks = count;
        if count <= limits.processes {
            self.weigh(measured, &resident, mapped, limits);
        }
    }

    /// Updates the largest memory that the processes have used together, which have mapped this number of bytes.
    fn weigh(
        &mut self,
        measured: &mut Measured,
        resident: &[(i32, u64)],
        mapped: u64,
        limits: &Limits,
    ) {
        let limit = limits.memory;
        let sizes = || resident.iter().map(|&(_, size)| size);
        measured.memory = measured.memory.max(sizes().max().unwrap_or(0));
        let begin = Instant::now();
        if begin >= self.next_shared {
            if self.shares(resident) {
                measured.memory = measured.memory.max(limit.saturating_add(1));
            }
            self.next_shared = Instant::now() + 19 * begin.elapsed();
        }
        // Shared pages count once. The exact count is needed only if the upper bound exceeds the largest value so
        // far.
        let begin = Instant::now();
        let mut unmapped = self.in_sockets(resident) + self.in_files(resident);
        if mapped / MAPPED_BY_TABLE > limit / 4 {
            // Page tables are not part of the resident memory.
            let tables = resident
                .iter()
                .filter_map(|&(pid, _)| number_in(pid, "status", "VmPTE:"));
            unmapped += tables.sum::<u64>();
        }
        let most = sizes().sum::<u64>() + unmapped;
        if most > measured.memory && begin >= self.next_exact {
            let mut sum = proportional(resident, limits.processes);
            for _ in 0..WEIGHED_AGAIN {
                if sum.0 + unmapped > limit {
                    sum = sum.min(proportional(resident, limits.processes));
                }
            }
            let (bytes, doubtful) = sum;
            let mut exact = bytes + unmapped;
            if exact > limit && exact.saturating_sub(doubtful) <= limit {
                let since = *measured.doubt_since.get_or_insert(begin);
                if since.elapsed() < DOUBT {
                    exact -= doubtful;
                }
            } else {
                measured.doubt_since = None;
            }
            measured.memory = measured.memory.max(exact);
            self.next_exact = Instant::now() + 4 * begin.elapsed();
        }
    }

    /// Returns the bytes that the buffers of all sockets can hold, including sockets that are being passed to another
    /// process.
    fn in_sockets(&self, processes: &[(i32, u64)]) -> u64 {
        let count = match processes {
            [] => None,
            _ => number_again(self.sockets.as_ref(), "sockets: used"),
        };
        count.unwrap_or(0) * self.socket_buffer
    }

    /// Returns the bytes that the kernel may store for many open files: a pipe, which is two of them, has at least two
    /// pages when the user has many. Before Linux 6.2 the number of files is unknown and counts as none.
    fn in_files(&self, processes: &[(i32, u64)]) -> u64 {
        let files = |&(pid, _): &_| Some(fs::metadata(format!("/proc/{pid}/fd")).ok()?.len());
        let files = processes.iter().filter_map(files);
        self.page
            * files
                .map(|files| files.saturating_sub(FEW_FILES))
                .sum::<u64>()
    }

    /// Returns whether one of these processes has mapped nameless shared memory. An object of it keeps its pages even if
    /// no process maps them any more, and only root can read how many. The filter refuses all of them but shared
    /// mappings of `/dev/zero`. O(mappings).
    fn shares(&self, processes: &[(i32, u64)]) -> bool {
        let maps = |pid| read(&format!("/proc/{pid}/maps")).unwrap_or_default();
        let shares = |device: &String| {
            let mut processes = processes.iter();
            processes.any(|&(pid, _)| maps(pid).lines().any(|line| is_shared(line, device)))
        };
        self.shared_device.as_ref().is_some_and(shares)
    }
}

/// Returns the device of nameless files in memory, which is that of all nameless shared memory.
fn shared_device() -> Option<String> {
    let device = nameless_file().ok()?.metadata().ok()?.dev();
    let (major, minor) = (rustix::fs::major(device), rustix::fs::minor(device));
    Some(format!("{major:02x}:{minor:02x}"))
}

/// Returns whether a line of `/proc/PID/maps` describes shared memory on this device.
fn is_shared(line: &str, device: &str) -> bool {
    let mut words = line.split(' ').skip(1);
    words.next().is_some_and(|access| access.ends_with('s')) && words.nth(1) == Some(device)
}

/// Returns the memory of `resident` (process and resident bytes) together, and the part of it that is probably counted
/// twice because a process and its new child report the same memory. A page that several processes share counts once. Of
/// a process that forbids reading this, the whole resident memory counts; one that has ended meanwhile counts nothing.
/// O(their pages), which can be milliseconds.
///
/// Processes are read one after the other. Where they start and end meanwhile, a page can be counted twice: the caller
/// adds up a sum above a limit again. A process that forks holds a lock that reading its memory waits for, so the sum
/// ends early when there are more processes and threads than `most` in the meantime.
fn proportional(resident: &[(i32, u64)], most: u32) -> (u64, u64) {
    let waits = |pid: Option<i32>| pid.and_then(Stat::of).is_some_and(|stat| stat.waits);
    let mut seen = Vec::new();
    let (mut all, mut doubtful) = (0, 0);
    let begin = Instant::now();
    for &(pid, resident) in resident {
        if begin.elapsed() > SLOW && is_beyond(most) {
            break;
        }
        // A process that starts another one waits until that one executes its program. Until then both have one
        // memory, and each reports all of it. The child may execute its program between two reads, so that the
        // parent's state is read before and after the child's memory.
        let starter = Stat::of(pid).map(|stat| stat.parent.cast_signed());
        let waited = waits(starter);
        let text = read(&format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
        if let Some(bytes) = number(&text, "Pss:") {
            // Of equal memory everything is equal that does not depend on what other processes have mapped.
            let range = text.split(' ').next().map(str::to_owned);
            let memory = (range, number(&text, "Rss:"), number(&text, "Anonymous:"));
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
            seen.push((pid, starter, memory));
        } else if Stat::of(pid).is_some_and(|stat| !stat.ended && stat.pages > 0) {
            all += resident;
        }
    }
    (all, doubtful)
}

/// Returns whether there are more processes and threads than this.
fn is_beyond(most: u32) -> bool {
    let mut count = 0_u32;
    descend(|pid| {
        let stat = Stat::of(pid).filter(|stat| !stat.ended);
        count = count.saturating_add(stat.map_or(0, |stat| stat.threads));
        count <= most
    });
    count > most
}

/// Returns the value of a name in a file of a process in `/proc`.
fn number_in(pid: i32, file: &str, name: &str) -> Option<u64> {
    number(&read(&format!("/proc/{pid}/{file}"))?, name)
}

/// Returns the value of a name in an open file in `/proc`, as the file is now.
fn number_again(file: Option<&File>, name: &str) -> Option<u64> {
    let mut text = [0; 512];
    let length = file?.read_at(&mut text, 0).ok()?;
    number(std::str::from_utf8(&text[..length]).ok()?, name)
}

/// Returns the number after a name at the beginning of a line, kibibytes in bytes.
fn number(text: &str, name: &str) -> Option<u64> {
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(name))?.trim();
    match value.strip_suffix(" kB") {
        Some(kibibytes) => kibibytes.parse::<u64>().ok().map(|number| number << 10),
        None => value.parse().ok(),
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn lines_with_numbers() {
        let text = "Rss:    1000 kB\nPss:                1964 kB\nPss_Shmem:    76 kB\n\
                    read_bytes: 3\nwrite_bytes: 4096\ncancelled_write_bytes: 7\n";
        for (name, value) in [
            ("Pss:", Some(1964 << 10)),
            ("Pss_Shmem:", Some(76 << 10)),
            ("VmPTE:", None),
            ("write_bytes:", Some(4096)),
        ] {
            assert_eq!(number(text, name), value, "{name}");
        }
        let line = "7f00-9f00 rw-s 00100000 00:01 1096                       /dev/zero (deleted)";
        assert!(is_shared(line, "00:01"));
        assert!(!is_shared(line, "00:02"));
        assert!(!is_shared(&line.replace("rw-s", "rw-p"), "00:01"));
    }

    #[test]
    fn the_kernel_still_writes_what_is_read_here() {
        let us = std::process::id().cast_signed();
        let stat = Stat::of(us).unwrap();
        assert!(
            stat.threads >= 1 && stat.pages > 0 && !stat.ended,
            "{stat:?}"
        );
        let (all, _) = proportional(&[(us, u64::MAX)], u32::MAX);
        assert!(all > 0 && all < u64::MAX, "{all}");
        assert!(number_in(us, "io", "write_bytes:").is_some());
        assert!(number_in(us, "status", "VmPTE:").is_some());
    }
}
