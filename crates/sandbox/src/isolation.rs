//! What keeps the program's processes together, and ends them: a PID namespace, a subreaper, or no
//! more than a process group.

use crate::Isolation;
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitOptions};
use std::time::{Duration, Instant};
#[cfg(target_os = "linux")]
use {crate::private::Private, rustix::thread::CapabilitySet};

/// How long killed processes may take to disappear.
const CLEAR_LIMIT: Duration = Duration::from_secs(3);

/// Enters the strongest isolation that is to be had and not stronger than `strongest`, and says
/// whether it is also a user namespace of its own, where nobody else's processes count.
#[cfg(target_os = "linux")]
pub(crate) fn isolate(strongest: Isolation) -> (Isolation, bool) {
    use rustix::thread::UnshareFlags;
    if strongest == Isolation::Namespace {
        // A network of its own has nobody on it.
        let ours = UnshareFlags::NEWPID
            | UnshareFlags::NEWNS
            | UnshareFlags::NEWIPC
            | UnshareFlags::NEWNET;
        if unshare(ours).is_ok() {
            return (Isolation::Namespace, false);
        }
        // Who is not root may have these inside a user namespace.
        let (user, group) = (rustix::process::getuid(), rustix::process::getgid());
        if unshare(UnshareFlags::NEWUSER | ours).is_ok() {
            // Everybody keeps the own number. Should that fail, programs see a nobody's number,
            // and all else works.
            let _ = std::fs::write("/proc/self/setgroups", "deny");
            let (user, group) = (user.as_raw(), group.as_raw());
            let _ = std::fs::write("/proc/self/uid_map", format!("{user} {user} 1"));
            let _ = std::fs::write("/proc/self/gid_map", format!("{group} {group} 1"));
            // Only root's powers outlive the start of the second process by themselves.
            let _ = pass_on(&[
                CapabilitySet::SYS_ADMIN,
                CapabilitySet::CHOWN,
                CapabilitySet::DAC_OVERRIDE,
                CapabilitySet::FOWNER,
                // To see the files of programs that may not be looked into by their own user.
                CapabilitySet::SYS_PTRACE,
            ]);
            return (Isolation::Namespace, true);
        }
    }
    let us = Some(rustix::process::getpid());
    if strongest <= Isolation::Subreaper
        && crate::tree::is_in_reach()
        && rustix::process::set_child_subreaper(us).is_ok()
    {
        return (Isolation::Subreaper, false);
    }
    (Isolation::Group, false)
}

/// Leaves namespaces behind. This process has to be single-threaded.
#[cfg(target_os = "linux")]
fn unshare(namespaces: rustix::thread::UnshareFlags) -> rustix::io::Result<()> {
    #[expect(
        deprecated,
        reason = "deprecated for what it does to shared file descriptors when asked to, which it is not"
    )]
    rustix::thread::unshare(namespaces)
}

/// Gives this process and all that it starts from now on shared memory, semaphores and message queues
/// (System V's, and POSIX's queues) of their own. Those that programs have left end with the last process
/// that sees them. Some hundredths of a millisecond.
#[cfg(target_os = "linux")]
pub(crate) fn forget_shared_objects() -> Result<(), String> {
    unshare(rustix::thread::UnshareFlags::NEWIPC)
        .map_err(|error| format!("shared objects: {error}"))
}

/// Lets the next program that this process starts have these of its powers.
#[cfg(target_os = "linux")]
fn pass_on(powers: &[CapabilitySet]) -> rustix::io::Result<()> {
    let mut sets = rustix::thread::capabilities(None)?;
    for &power in powers {
        sets.inheritable |= power;
    }
    rustix::thread::set_capabilities(None, sets)?;
    for &power in powers {
        rustix::thread::configure_capability_in_ambient_set(power, true)?;
    }
    Ok(())
}

/// Keeps this process's powers from the programs that it starts, and itself from their eyes and hands:
/// they can neither read its memory nor take its files nor stop it nor set its limits. Root's programs keep
/// root's powers over files, and none over the machine. False where the kernel cannot refuse system calls.
#[cfg(target_os = "linux")]
pub(crate) fn stand_aloof(isolation: Isolation) -> Result<bool, String> {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    let failed = |error: Errno| format!("own powers: {error}");
    rustix::thread::clear_ambient_capability_set().map_err(failed)?;
    let mut sets = rustix::thread::capabilities(None).map_err(failed)?;
    sets.inheritable = CapabilitySet::empty();
    rustix::thread::set_capabilities(None, sets).map_err(failed)?;
    let over_files = CapabilitySet::CHOWN
        | CapabilitySet::DAC_OVERRIDE
        | CapabilitySet::DAC_READ_SEARCH
        | CapabilitySet::FOWNER
        | CapabilitySet::FSETID
        | CapabilitySet::SETGID
        | CapabilitySet::SETUID;
    for power in CapabilitySet::all().difference(over_files).iter() {
        // Who may not has no such power to give, and an old kernel does not know it.
        let _ = rustix::thread::remove_capability_from_bounding_set(power);
    }
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(failed)?;
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    let filtered = crate::filter::set(&crate::tree::ancestors(), isolation == Isolation::Namespace);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let filtered = false;
    Ok(filtered)
}

/// Other systems have process groups alone.
#[cfg(not(target_os = "linux"))]
pub(crate) fn isolate(_strongest: Isolation) -> (Isolation, bool) {
    (Isolation::Group, false)
}

/// What the second process makes its own inside its namespaces: a `/proc` that shows the processes there
/// and no others, and the folders for temporary files. `None` where the kernel refuses the latter.
#[cfg(target_os = "linux")]
pub(crate) fn surroundings(size: u64) -> Option<Private> {
    use rustix::mount::{MountFlags, mount};
    crate::private::keep_mounts_to_ourselves().ok()?;
    let safe = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // Refused where parts of the `/proc` outside are hidden; then that one has to do.
    let _ = mount("proc", "/proc", "proc", safe, None);
    Private::new(size).ok()
}

/// Lets the kernel, too, bound the number of processes and threads, far enough above the limit that
/// the watch sees it broken. It counts all of a user's processes, and does not bind root: it is
/// there to keep a fork bomb from starving its watch, and root's watch has its priority instead.
#[cfg(target_os = "linux")]
pub(crate) fn restrict_processes(processes: u32, alone: bool) {
    let others = if alone {
        64
    } else {
        // The user's other programs may start some more meanwhile.
        1024 + crate::tree::tasks_of(rustix::process::getuid().as_raw())
    };
    // The watch does its work without it, too.
    let _ = limit(Resource::Nproc, u64::from(processes) + others);
}

/// Nothing here tells how many there are.
#[cfg(not(target_os = "linux"))]
pub(crate) fn restrict_processes(_processes: u32, _alone: bool) {}

/// What keeps processes together, as the one who ends them sees it.
#[derive(Debug)]
pub(crate) enum Keeper {
    /// This process is the first of its PID namespace. Only [`Keeper::new`] makes this, after it
    /// has made sure: the signal to all that follows from it must never leave a namespace.
    #[cfg(target_os = "linux")]
    Namespace,
    #[cfg(target_os = "linux")]
    Subreaper,
    Group,
}

impl Keeper {
    #[cfg(target_os = "linux")]
    pub fn new(isolation: Isolation) -> Result<Self, String> {
        let us = rustix::process::getpid();
        match isolation {
            Isolation::Namespace => {
                // The first process of a namespace has a parent that it cannot see.
                if us != Pid::INIT || rustix::process::getppid().is_some() {
                    return Err("not the first process of a PID namespace".into());
                }
                // Whoever kills the outer process means the namespace, which ends with this one.
                // A subreaper, on the other hand, had better stay with its charges.
                rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
                    .map_err(|error| format!("parent's death: {error}"))?;
                Ok(Self::Namespace)
            }
            Isolation::Subreaper => {
                rustix::process::set_child_subreaper(Some(us))
                    .map_err(|error| format!("subreaper: {error}"))?;
                if !crate::tree::is_in_reach() {
                    return Err("/proc does not show its own children".into());
                }
                Ok(Self::Subreaper)
            }
            Isolation::Group => Ok(Self::Group),
        }
    }

    #[cfg(not(target_os = "linux"))]
    #[expect(clippy::unnecessary_wraps, reason = "the others can fail")]
    pub fn new(_isolation: Isolation) -> Result<Self, String> {
        Ok(Self::Group)
    }

    /// Sends SIGKILL to everything that can be reached; `main` is the program's own process, which
    /// is not reaped yet and may have left its group.
    pub fn kill(&self, main: Pid) {
        let _ = rustix::process::kill_process(main, Signal::KILL);
        self.kill_rest();
    }

    /// Sends SIGKILL to everything that can be reached without the number of the main process.
    fn kill_rest(&self) {
        match self {
            #[cfg(target_os = "linux")]
            Self::Namespace => {
                // kill(-1): all processes of the namespace but this one, at once.
                let _ = rustix::process::kill_process_group(Pid::INIT, Signal::KILL);
            }
            #[cfg(target_os = "linux")]
            Self::Subreaper => crate::tree::kill(),
            Self::Group => {}
        }
    }

    /// Ends and reaps until there is no child left. Every process below this one is a child of it
    /// or below one, so then nothing is left at all.
    pub fn clear(&self) -> Result<(), String> {
        let start = Instant::now();
        loop {
            loop {
                match rustix::process::wait(WaitOptions::NOHANG) {
                    Ok(Some(_)) | Err(Errno::INTR) => {}
                    Ok(None) => break,
                    Err(Errno::CHILD) => return Ok(()),
                    Err(error) => return Err(format!("reaping: {error}")),
                }
            }
            if start.elapsed() > CLEAR_LIMIT {
                return Err(format!(
                    "a process did not end within {} s of being killed",
                    CLEAR_LIMIT.as_secs()
                ));
            }
            self.kill_rest();
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

/// Lowers one limit of this process for ever.
pub(crate) fn limit(resource: Resource, value: u64) -> Result<(), String> {
    let old = rustix::process::getrlimit(resource);
    let value = old.maximum.map_or(value, |maximum| maximum.min(value));
    let new = Rlimit {
        current: Some(value),
        maximum: Some(value),
    };
    rustix::process::setrlimit(resource, new).map_err(|error| format!("limits: {error}"))
}
