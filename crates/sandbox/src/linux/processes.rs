//! The descendants of this process in `/proc`: how to find, read and kill them.
//!
//! `/proc/PID/task/TID/children` lists the children a thread has started or inherited. The kernel promises a
//! complete list only while no process forks or exits. A measurement tolerates that; killing repeats until no
//! process is left.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashSet;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;

/// Returns whether this process can find its descendants and signal them by the numbers in `/proc`. This is not
/// possible inside a PID namespace that still sees the `/proc` outside.
pub(super) fn are_in_reach() -> bool {
    are_listed()
        && fs::read_link("/proc/self")
            .is_ok_and(|name| name.to_str() == Some(&std::process::id().to_string()))
}

/// Returns whether `/proc` lists children.
pub(super) fn are_listed() -> bool {
    fs::read("/proc/thread-self/children").is_ok()
}

/// Calls `visit` for each descendant, parents before children, until it returns false.
pub(super) fn descend(mut visit: impl FnMut(i32) -> bool) {
    let mut next = Vec::new();
    children("/proc/thread-self/children", &mut next);
    while let Some(pid) = next.pop() {
        if !visit(pid) {
            return;
        }
        // A process that has ended meanwhile has no tasks; its children are now children of this process.
        for task in tasks(pid) {
            children(&format!("{task}/children"), &mut next);
        }
    }
}

fn children(path: &str, to: &mut Vec<i32>) {
    if let Some(text) = read(path) {
        to.extend(text.split_ascii_whitespace().flat_map(str::parse::<i32>));
    }
}

/// Returns the folders in `/proc` of the threads of a process.
pub(super) fn tasks(pid: i32) -> impl Iterator<Item = String> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task"));
    let tasks = tasks.into_iter().flatten().flatten();
    tasks.filter_map(|task| task.path().into_os_string().into_string().ok())
}

/// Returns the content of a file in `/proc`; `None` if the process has ended.
pub(super) fn read(path: &str) -> Option<String> {
    let mut text = String::with_capacity(1024);
    let mut file = fs::File::open(path).ok()?;
    file.read_to_string(&mut text).ok()?;
    Some(text)
}

/// Sends SIGKILL to all descendants, which must be [in reach](are_in_reach). Processes that fork at the same time
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

fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        // An error means that the process has ended.
        let _ = kill_process(pid, signal);
    }
}

/// Returns the numbers of this process and its visible ancestors, itself first.
pub(super) fn ancestors() -> Vec<u32> {
    let parent = |pid: &u32| Stat::of(pid.cast_signed()).map(|stat| stat.parent);
    std::iter::successors(Some(std::process::id()), parent)
        .take_while(|&pid| pid != 0)
        .take(16)
        .collect()
}

/// Returns the number of processes and threads of the user on the whole machine. O(processes).
pub(super) fn tasks_of(user: u32) -> u64 {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter(|process| process.metadata().is_ok_and(|data| data.uid() == user))
        .filter_map(|process| Stat::of(process.file_name().to_str()?.parse().ok()?))
        .map(|stat| u64::from(stat.threads))
        .sum()
}

/// The fields of `/proc/PID/stat` that are used here.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stat {
    /// Whether the process is a zombie.
    pub ended: bool,
    /// Whether the process is in an uninterruptible wait.
    pub waits: bool,
    pub parent: u32,
    pub threads: u32,
    /// Processor time, without that of its children.
    pub ticks: u64,
    /// Processor time of children that the process has waited for.
    pub children_ticks: u64,
    /// Start time, in ticks since the machine started.
    pub begin: u64,
    /// Size of the address space in bytes.
    pub mapped: u64,
    /// Resident memory in pages.
    pub pages: u64,
}

impl Stat {
    /// Reads the file of a process; `None` if the process has ended.
    pub fn of(pid: i32) -> Option<Self> {
        Self::parse(&read(&format!("/proc/{pid}/stat"))?)
    }

    fn parse(text: &str) -> Option<Self> {
        // The second field is the program's name in parentheses, which may hold anything.
        let (_, rest) = text.rsplit_once(')')?;
        // What follows starts with field 3.
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let state = *fields.first()?;
        Some(Self {
            ended: matches!(state, "Z" | "X"),
            waits: state == "D",
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
mod unit {
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
}
