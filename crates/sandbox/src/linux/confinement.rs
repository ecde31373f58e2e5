//! Keeps the program's processes together, apart from all others, and without powers over their supervisor.

use super::meter::Meter;
use super::private::Private;
use super::processes;
use crate::measured::Measured;
use crate::rlimit::limit;
use crate::settings::Features;
use crate::{Isolation, Limits};
use anyhow::{Context as _, Result, ensure};
use rustix::mount::{MountFlags, mount};
use rustix::process::{
    DumpableBehavior, Pid, Resource, Signal, getgid, getpid, getppid, getuid, kill_process_group,
    set_child_subreaper, set_dumpable_behavior, set_parent_process_death_signal,
};
use rustix::thread::{CapabilitySet, UnshareFlags, capabilities, set_capabilities};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// By this number the kernel's limit of processes is above the one that the meter enforces.
const AMPLE: u32 = 64;

/// Enters the strongest available isolation that is not stronger than `strongest`, and returns it. The program may
/// have this number of processes and threads.
pub(crate) fn isolate(strongest: Isolation, processes: u32) -> Isolation {
    if strongest == Isolation::Namespace {
        // A new network namespace has no other hosts.
        let ours = UnshareFlags::NEWPID
            | UnshareFlags::NEWNS
            | UnshareFlags::NEWIPC
            | UnshareFlags::NEWNET;
        if unshare(ours).is_ok() {
            restrict_processes(processes, None);
            return Isolation::Namespace;
        }
        // Without root, the kernel may allow these inside a user namespace.
        let (user, group) = (getuid(), getgid());
        if unshare(UnshareFlags::NEWUSER | ours).is_ok() {
            // The user and the group keep their numbers. If this fails, programs see the number of the user nobody,
            // and the rest works.
            let _ = fs::write("/proc/self/setgroups", "deny");
            let (user, group) = (user.as_raw(), group.as_raw());
            let _ = fs::write("/proc/self/uid_map", format!("{user} {user} 1"));
            let _ = fs::write("/proc/self/gid_map", format!("{group} {group} 1"));
            let _ = pass_on_powers();
            // Processes outside do not count towards the limit of a user namespace.
            restrict_processes(processes, Some(AMPLE.into()));
            return Isolation::Namespace;
        }
    }
    restrict_processes(processes, None);
    if strongest <= Isolation::Subreaper
        && processes::are_in_reach()
        && set_child_subreaper(Some(getpid())).is_ok()
    {
        return Isolation::Subreaper;
    }
    Isolation::Group
}

/// Moves this process to new namespaces. This process must be single-threaded.
fn unshare(namespaces: UnshareFlags) -> rustix::io::Result<()> {
    #[expect(
        deprecated,
        reason = "deprecated for what it does to shared file descriptors when asked to, which it is not"
    )]
    rustix::thread::unshare(namespaces)
}

/// Passes the capabilities that a supervisor in a user namespace needs on to the second process, which would lose
/// them without root.
fn pass_on_powers() -> rustix::io::Result<()> {
    let powers = CapabilitySet::SYS_ADMIN
        | CapabilitySet::CHOWN
        | CapabilitySet::DAC_OVERRIDE
        | CapabilitySet::FOWNER
        // Needed to read `/proc` of programs that are not readable for their own user.
        | CapabilitySet::SYS_PTRACE;
    let mut sets = capabilities(None)?;
    sets.inheritable |= powers;
    set_capabilities(None, sets)?;
    for power in powers.iter() {
        rustix::thread::configure_capability_in_ambient_set(power, true)?;
    }
    Ok(())
}

/// Lets the kernel also limit the number of processes and threads, so far above the limit that the meter notices
/// the broken limit first. The kernel's limit counts all processes of the user, of which there are `others`; by default
/// those of the machine, with a reserve for processes that start meanwhile. It keeps a fork bomb from starving the
/// supervisor. It does not apply to root, whose processes [`restrict_numbers`] limits.
fn restrict_processes(processes: u32, others: Option<u64>) {
    let others = others.unwrap_or_else(|| 1024 + processes::tasks_of(getuid().as_raw()));
    // The supervisor enforces the limit without this, too.
    let _ = limit(Resource::Nproc, u64::from(processes) + others);
}

/// Lets the kernel limit the numbers of processes and threads in this PID namespace, and so how many there are, also of
/// root. Before Linux 6.14 the file would change the limit of the whole machine.
fn restrict_numbers(processes: u32) {
    let release = rustix::system::uname();
    let release = release.release().to_string_lossy();
    let mut numbers = release
        .split('.')
        .map_while(|number| number.parse::<u32>().ok());
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if version >= (6, 14) {
        // The kernel gives the numbers below 300 only once. As many more than the limit as in a user namespace let the
        // meter notice the broken limit first.
        let numbers = processes.saturating_add(300 + AMPLE);
        // The supervisor enforces the limit without this, too.
        let _ = fs::write("/proc/sys/kernel/pid_max", numbers.to_string());
    }
}

/// The walls around the program's processes.
pub(crate) struct Confinement {
    isolation: Isolation,
    private: Option<Private>,
    meter: Option<Meter>,
}

impl Confinement {
    /// Makes this process, the inner one, the keeper of all processes that it starts. The limit of memory is also that of
    /// the files in the private folders.
    pub fn new(isolation: Isolation, limits: &Limits) -> Result<Self> {
        let mut private = None;
        match isolation {
            Isolation::Namespace => {
                // A signal to all processes must reach none outside. The first process of a namespace has a parent
                // that it cannot see.
                ensure!(
                    getpid() == Pid::INIT && getppid().is_none(),
                    "not the first process of a PID namespace"
                );
                // When the outer process is killed, the namespace must end with it. A subreaper must survive to
                // kill its descendants.
                set_parent_process_death_signal(Some(Signal::KILL)).context("parent's death")?;
                restrict_numbers(limits.processes);
                private = mount_private(limits.memory);
            }
            Isolation::Subreaper => {
                set_child_subreaper(Some(getpid())).context("subreaper")?;
                ensure!(
                    processes::are_in_reach(),
                    "/proc does not show its own children"
                );
            }
            Isolation::Group => {}
        }
        Ok(Self {
            isolation,
            private,
            meter: Meter::open(isolation),
        })
    }

    /// Measures what all processes of the program use together. `main` is the program's own process, which is not
    /// reaped here.
    pub fn measure(&mut self, measured: &mut Measured, limits: &Limits, main: Pid) {
        if let Some(meter) = &mut self.meter {
            meter.measure(measured, limits, main);
        }
        let temporary = self.private.as_ref().map_or(0, Private::written);
        measured.written = measured.written.max(temporary);
    }

    /// Returns the private folder of the present run.
    pub fn home(&self) -> Option<&Path> {
        self.private.as_ref().and_then(Private::home)
    }

    /// Returns how long the program was ready without a processor.
    pub fn starved(&self) -> Duration {
        self.meter.as_ref().map_or(Duration::ZERO, Meter::starved)
    }

    /// Returns the bytes written to disks by processes that this one has waited for since the last call.
    pub fn reaped(&mut self) -> u64 {
        self.meter.as_mut().map_or(0, Meter::reaped)
    }

    /// Sends SIGKILL to all processes that can be found.
    pub fn kill(&self) {
        match self.isolation {
            Isolation::Namespace => {
                // kill(-1) reaches all processes of the namespace except this one.
                let _ = kill_process_group(Pid::INIT, Signal::KILL);
            }
            Isolation::Subreaper => processes::kill(),
            Isolation::Group => {}
        }
    }

    /// Discards what programs have left in private folders and in shared memory. Takes some hundredths of a
    /// millisecond if the folders are empty.
    pub fn renew(&mut self) -> Result<()> {
        if let Some(private) = &mut self.private {
            private.renew().context("folders for temporary files")?;
        }
        if self.isolation == Isolation::Namespace {
            // System V shared memory, semaphores and message queues and POSIX message queues: the kernel deletes
            // those that programs have left when the last process that uses them ends.
            unshare(UnshareFlags::NEWIPC).context("shared objects")?;
        }
        Ok(())
    }

    /// Drops the capabilities that programs must not inherit, and protects this process from them: programs cannot read
    /// its memory, take its files, stop it or set its limits. Programs of root keep capabilities over files only.
    pub fn drop_powers(&self) -> Result<Features> {
        // The supervisor could not kill a program that becomes another user.
        rustix::thread::set_no_new_privs(true)?;
        rustix::thread::clear_ambient_capability_set()?;
        let mut sets = capabilities(None)?;
        sets.inheritable = CapabilitySet::empty();
        set_capabilities(None, sets)?;
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
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        let in_namespace = self.isolation == Isolation::Namespace;
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        let filtered = super::filter::set(&processes::ancestors(), in_namespace);
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let filtered = false;
        Ok(Features {
            isolation: self.isolation,
            watched: self.meter.is_some(),
            filtered,
            private: self.private.as_ref().map(|private| private.is_all),
        })
    }
}

/// Mounts a `/proc` that shows only the processes of the namespace, and the private folders for temporary files.
/// Returns `None` if the kernel refuses the latter.
fn mount_private(memory: u64) -> Option<Private> {
    super::private::make_mounts_private().ok()?;
    let safe = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // The kernel refuses this if parts of the `/proc` outside are hidden; then the `/proc` outside stays visible.
    let _ = mount("proc", "/proc", "proc", safe, None);
    Private::new(memory).ok()
}
