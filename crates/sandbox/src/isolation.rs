//! Keeps track of the program's processes and kills them, by a PID namespace, a subreaper, or a process group.

use crate::Isolation;
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitOptions};
use std::time::{Duration, Instant};
#[cfg(target_os = "linux")]
use {crate::private::Private, rustix::thread::CapabilitySet};

/// How long killed processes may take to end.
const CLEAR_LIMIT: Duration = Duration::from_secs(3);

/// Enters the strongest available isolation that is not stronger than `strongest`. Also returns whether the process
/// is now in its own user namespace, where processes outside do not count towards the limit of processes.
#[cfg(target_os = "linux")]
pub(crate) fn isolate(strongest: Isolation) -> (Isolation, bool) {
    use rustix::thread::UnshareFlags;
    if strongest == Isolation::Namespace {
        // A new network namespace has no other hosts.
        let ours = UnshareFlags::NEWPID
            | UnshareFlags::NEWNS
            | UnshareFlags::NEWIPC
            | UnshareFlags::NEWNET;
        if unshare(ours).is_ok() {
            return (Isolation::Namespace, false);
        }
        // Without root, the kernel may allow these inside a user namespace.
        let (user, group) = (rustix::process::getuid(), rustix::process::getgid());
        if unshare(UnshareFlags::NEWUSER | ours).is_ok() {
            // The user and the group keep their numbers. If this fails, programs see the number of the user nobody,
            // and the rest works.
            let _ = std::fs::write("/proc/self/setgroups", "deny");
            let (user, group) = (user.as_raw(), group.as_raw());
            let _ = std::fs::write("/proc/self/uid_map", format!("{user} {user} 1"));
            let _ = std::fs::write("/proc/self/gid_map", format!("{group} {group} 1"));
            // The second process keeps capabilities without root only if they are passed on explicitly.
            let _ = pass_on(&[
                CapabilitySet::SYS_ADMIN,
                CapabilitySet::CHOWN,
                CapabilitySet::DAC_OVERRIDE,
                CapabilitySet::FOWNER,
                // Needed to read `/proc` of programs that are not readable for their own user.
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

/// Moves this process to new namespaces. This process must be single-threaded.
#[cfg(target_os = "linux")]
fn unshare(namespaces: rustix::thread::UnshareFlags) -> rustix::io::Result<()> {
    #[expect(
        deprecated,
        reason = "deprecated for what it does to shared file descriptors when asked to, which it is not"
    )]
    rustix::thread::unshare(namespaces)
}

/// Gives this process and all later children new, empty System V shared memory, semaphores and message queues and
/// POSIX message queues. The kernel deletes those that programs have left when the last process that uses them
/// ends. Takes some hundredths of a millisecond.
#[cfg(target_os = "linux")]
pub(crate) fn forget_shared_objects() -> Result<(), String> {
    unshare(rustix::thread::UnshareFlags::NEWIPC)
        .map_err(|error| format!("shared objects: {error}"))
}

/// Passes these capabilities on to the next program that this process starts.
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

/// Drops the capabilities that programs must not inherit, and protects this process from them: programs cannot read
/// its memory, take its files, stop it or set its limits. Programs of root keep capabilities over files only.
/// Returns whether the filter of system calls is set.
#[cfg(target_os = "linux")]
pub(crate) fn drop_powers(isolation: Isolation) -> Result<bool, String> {
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
        // This fails if the process has no such capability or an old kernel does not know it.
        let _ = rustix::thread::remove_capability_from_bounding_set(power);
    }
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(failed)?;
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    let filtered = crate::filter::set(&crate::tree::ancestors(), isolation == Isolation::Namespace);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let filtered = false;
    Ok(filtered)
}

/// Other systems have only process groups.
#[cfg(not(target_os = "linux"))]
pub(crate) fn isolate(_strongest: Isolation) -> (Isolation, bool) {
    (Isolation::Group, false)
}

/// Mounts a `/proc` that shows only the processes of the namespace, and the private folders for temporary files.
/// Returns `None` if the kernel refuses the latter.
#[cfg(target_os = "linux")]
pub(crate) fn mount_private(size: u64) -> Option<Private> {
    use rustix::mount::{MountFlags, mount};
    crate::private::make_mounts_private().ok()?;
    let safe = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // The kernel refuses this if parts of the `/proc` outside are hidden; then the `/proc` outside stays visible.
    let _ = mount("proc", "/proc", "proc", safe, None);
    Private::new(size).ok()
}

/// Lets the kernel also limit the number of processes and threads, so far above the limit that the watch notices
/// the broken limit first. The kernel's limit counts all processes of the user and does not apply to root. It keeps
/// a fork bomb from starving the watch; as root the watch has a higher priority instead.
#[cfg(target_os = "linux")]
pub(crate) fn restrict_processes(processes: u32, alone: bool) {
    let others = if alone {
        64
    } else {
        // Reserve for processes that the user's other programs start meanwhile.
        1024 + crate::tree::tasks_of(rustix::process::getuid().as_raw())
    };
    // The watch enforces the limit without this, too.
    let _ = limit(Resource::Nproc, u64::from(processes) + others);
}

/// Other systems do not report the number of processes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn restrict_processes(_processes: u32, _alone: bool) {}

/// How the supervisor finds and kills all processes.
#[derive(Debug)]
pub(crate) enum Keeper {
    /// This process is the first of its PID namespace. Only [`Keeper::new`] creates this variant, after checking
    /// that: otherwise the signal to all processes would reach processes outside.
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
                // When the outer process is killed, the namespace must end with it. A subreaper must survive to
                // kill its descendants.
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

    /// Sends SIGKILL to all processes that can be found. `main` is the program's own process, which is not reaped
    /// yet and may have left its process group.
    pub fn kill(&self, main: Pid) {
        let _ = rustix::process::kill_process(main, Signal::KILL);
        self.kill_rest();
    }

    /// Sends SIGKILL to all processes that can be found without the number of the main process.
    fn kill_rest(&self) {
        match self {
            #[cfg(target_os = "linux")]
            Self::Namespace => {
                // kill(-1) reaches all processes of the namespace except this one.
                let _ = rustix::process::kill_process_group(Pid::INIT, Signal::KILL);
            }
            #[cfg(target_os = "linux")]
            Self::Subreaper => crate::tree::kill(),
            Self::Group => {}
        }
    }

    /// Kills and reaps until no child is left. Every descendant is or becomes a child of this process, so no
    /// descendant is left either.
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

/// Lowers one limit of this process permanently.
pub(crate) fn limit(resource: Resource, value: u64) -> Result<(), String> {
    let old = rustix::process::getrlimit(resource);
    let value = old.maximum.map_or(value, |maximum| maximum.min(value));
    let new = Rlimit {
        current: Some(value),
        maximum: Some(value),
    };
    rustix::process::setrlimit(resource, new).map_err(|error| format!("limits: {error}"))
}
