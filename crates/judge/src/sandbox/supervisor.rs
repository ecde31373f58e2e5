//! The other side of the sandbox: the launcher's two processes.
//!
//! The *outer* process enters what isolation there is and starts the *inner* one, which a new PID
//! namespace needs as its first process; then it only waits, and sweeps up should the inner one be
//! killed. The inner process is the supervisor: it starts the program, watches it and clears up.
//!
//! Standard input and output are the program's files; standard error is the line to the caller.
//! When that line closes, for whatever reason, everything ends.

use super::protocol::{Frame, Report, Setup};
use super::{End, Isolation, Limits, Program, TAIL, nameless_file};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitOptions};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::FileExt as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use wait4::{ResUse, Wait4 as _, try_wait4_pid};

/// How often a running program is looked at. Memory can grow by some ten megabytes in this time,
/// and a look at a single process costs some hundredths of a millisecond.
const LOOK: Duration = Duration::from_millis(5);
/// How often a program is looked at where the system cannot wake us when it ends.
const LOOK_BLIND: Duration = Duration::from_millis(1);
/// How long killed processes may take to disappear.
const CLEAR_LIMIT: Duration = Duration::from_secs(3);
/// The first argument of the inner process, where the outer one has the isolation to try.
const INNER: &str = "inner";

/// The whole program of a launcher: `main` of the executable named in a
/// [`Launcher`](super::Launcher) calls this first, before it starts any thread, with the arguments
/// that follow the launcher's own.
///
/// ```no_run
/// // An executable for Launcher { exe, args: vec![] }:
/// fn main() -> std::process::ExitCode {
///     grundy_judge::sandbox::launch_main(std::env::args_os().skip(1))
/// }
/// ```
pub fn launch_main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let is_inner = args.first().is_some_and(|word| word == INNER);
    if is_inner {
        args.remove(0);
    }
    let result = match Setup::from_args(args.iter().cloned()) {
        None => Err("this mode is started by the sandbox only".to_string()),
        Some(setup) if is_inner => Supervisor::new(&setup).and_then(Supervisor::serve),
        Some(setup) => outer(setup, args.len()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(said) => {
            // Nobody may be listening any more.
            let _ = io::stderr().write_all(&Frame::Failed(said).encode());
            ExitCode::FAILURE
        }
    }
}

/// The outer process; its last `own` arguments are the sandbox's.
fn outer(mut setup: Setup, own: usize) -> Result<(), String> {
    let (isolation, alone) = isolate(setup.isolation);
    setup.isolation = isolation;
    restrict_processes(setup.limits.processes, alone)?;
    let exe = std::env::current_exe().map_err(|error| format!("own executable: {error}"))?;
    let all: Vec<OsString> = std::env::args_os().skip(1).collect();
    let prefix = &all[..all.len().saturating_sub(own)];
    let mut inner = Command::new(exe)
        .args(prefix)
        .arg(INNER)
        .args(setup.to_args())
        .spawn()
        .map_err(|error| format!("second process: {error}"))?;
    let status = inner
        .wait()
        .map_err(|error| format!("waiting for the second process: {error}"))?;
    #[cfg(target_os = "linux")]
    if setup.isolation == Isolation::Subreaper {
        // An inner process that was killed leaves its charges to us.
        Keeper::Subreaper.clear()?;
    }
    match status.signal() {
        Some(signal) => Err(format!("its second process was ended by signal {signal}")),
        // Otherwise it has said itself what there was to say.
        None => Ok(()),
    }
}

/// Enters the strongest isolation that is to be had and not stronger than `strongest`, and says
/// whether it is also a user namespace of its own, where nobody else's processes count.
#[cfg(target_os = "linux")]
fn isolate(strongest: Isolation) -> (Isolation, bool) {
    use rustix::thread::UnshareFlags;
    #[expect(
        deprecated,
        reason = "deprecated for what it does to shared file descriptors when asked to, which it is not"
    )]
    let unshare = rustix::thread::unshare;
    if strongest == Isolation::Namespace {
        if unshare(UnshareFlags::NEWPID).is_ok() {
            return (Isolation::Namespace, false);
        }
        // Who is not root may have a PID namespace inside a user namespace.
        let (user, group) = (rustix::process::getuid(), rustix::process::getgid());
        if unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWPID).is_ok() {
            // Everybody keeps the own number. Should that fail, programs see a nobody's number,
            // and all else works.
            let _ = std::fs::write("/proc/self/setgroups", "deny");
            let (user, group) = (user.as_raw(), group.as_raw());
            let _ = std::fs::write("/proc/self/uid_map", format!("{user} {user} 1"));
            let _ = std::fs::write("/proc/self/gid_map", format!("{group} {group} 1"));
            return (Isolation::Namespace, true);
        }
    }
    let us = Some(rustix::process::getpid());
    if strongest <= Isolation::Subreaper
        && super::tree::is_in_reach()
        && rustix::process::set_child_subreaper(us).is_ok()
    {
        return (Isolation::Subreaper, false);
    }
    (Isolation::Group, false)
}

/// Other systems have process groups alone.
#[cfg(not(target_os = "linux"))]
fn isolate(_strongest: Isolation) -> (Isolation, bool) {
    (Isolation::Group, false)
}

/// Lets the kernel, too, bound the number of processes and threads, far enough above the limit that
/// the watch sees it broken. It counts all of a user's processes, and does not bind root: it is
/// there to keep a fork bomb from starving its watch, and root's watch has its priority instead.
#[cfg(target_os = "linux")]
fn restrict_processes(processes: u32, alone: bool) -> Result<(), String> {
    let others = if alone {
        64
    } else {
        // The user's other programs may start some more meanwhile.
        1024 + super::tree::tasks_of(rustix::process::getuid().as_raw())
    };
    limit(Resource::Nproc, u64::from(processes) + others)
}

/// Nothing here tells how many there are.
#[cfg(not(target_os = "linux"))]
fn restrict_processes(_processes: u32, _alone: bool) -> Result<(), String> {
    Ok(())
}

/// What keeps processes together, as the one who ends them sees it.
#[derive(Debug)]
enum Keeper {
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
    fn new(isolation: Isolation) -> Result<Self, String> {
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
                if !super::tree::is_in_reach() {
                    return Err("/proc does not show its own children".into());
                }
                Ok(Self::Subreaper)
            }
            Isolation::Group => Ok(Self::Group),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn new(_isolation: Isolation) -> Result<Self, String> {
        Ok(Self::Group)
    }

    /// Sends SIGKILL to everything that can be reached; `main` is the program's own process, which
    /// is not reaped yet and may have left its group.
    fn kill(&self, main: Pid) {
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
            Self::Subreaper => super::tree::kill(),
            Self::Group => {}
        }
    }

    /// Ends and reaps until there is no child left. Every process below this one is a child of it
    /// or below one, so then nothing is left at all.
    fn clear(&self) -> Result<(), String> {
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

/// Looks at what the program uses while it runs.
#[derive(Debug)]
struct Watch {
    #[cfg(target_os = "linux")]
    tree: Option<super::tree::Tree>,
    /// The largest resident memory seen, in bytes.
    memory: u64,
    /// The largest processor time seen.
    cpu: Duration,
}

impl Watch {
    fn new() -> Self {
        Self {
            #[cfg(target_os = "linux")]
            tree: super::tree::Tree::open(),
            memory: 0,
            cpu: Duration::ZERO,
        }
    }

    /// Whether looking shows anything.
    fn sees(&self) -> bool {
        #[cfg(target_os = "linux")]
        return self.tree.is_some();
        #[cfg(not(target_os = "linux"))]
        return false;
    }

    fn restart(&mut self) {
        self.memory = 0;
        self.cpu = Duration::ZERO;
    }

    /// One look; the limit that is broken, if one is.
    fn look(&mut self, limits: &Limits) -> Option<End> {
        #[cfg(target_os = "linux")]
        if let Some(tree) = &self.tree {
            let usage = tree.usage(limits.processes);
            self.memory = self.memory.max(usage.memory);
            self.cpu = self.cpu.max(usage.cpu);
            if usage.tasks > limits.processes {
                return Some(End::ProcessLimit);
            }
        }
        if self.memory > limits.memory {
            Some(End::MemoryLimit)
        } else if self.cpu > limits.cpu {
            Some(End::TimeLimit)
        } else {
            None
        }
    }
}

/// Why a run is over.
enum Over {
    /// The program has ended, and has perhaps been reaped already.
    Ended(Option<ResUse>),
    /// It broke a limit, and still runs.
    Broke(End),
    /// Nobody wants to know any more.
    CallerGone,
}

/// The inner process.
struct Supervisor {
    control: UnixStream,
    command: Command,
    stderr: File,
    limits: Limits,
    keeper: Keeper,
    isolation: Isolation,
    watch: Watch,
    /// The priority that programs get, when the supervisor has got a better one.
    niceness: Option<i32>,
}

impl Supervisor {
    fn new(setup: &Setup) -> Result<Self, String> {
        let keeper = Keeper::new(setup.isolation)?;
        restrict(&setup.limits)?;
        let failed = |error: io::Error| format!("the supervisor's files: {error}");
        let stderr = nameless_file().map_err(failed)?;
        let control = io::stderr().as_fd().try_clone_to_owned().map_err(failed)?;
        let Program { command, args } = &setup.program;
        let mut command = Command::new(command);
        command
            .args(args)
            .stderr(Stdio::from(OwnedFd::from(
                stderr.try_clone().map_err(failed)?,
            )))
            .process_group(0);
        Ok(Self {
            control: UnixStream::from(control),
            command,
            stderr,
            limits: setup.limits,
            keeper,
            isolation: setup.isolation,
            watch: Watch::new(),
            niceness: precedence(),
        })
    }

    /// Serves runs until the caller closes the line.
    fn serve(mut self) -> Result<(), String> {
        let failed = |error: io::Error| format!("the line to the caller: {error}");
        let ready = Frame::Ready {
            isolation: self.isolation,
            watched: self.watch.sees(),
        };
        self.control.write_all(&ready.encode()).map_err(failed)?;
        let mut request = [0];
        while self.control.read(&mut request).map_err(failed)? == 1 {
            let Some(report) = self.run()? else {
                return Ok(());
            };
            let frame = Frame::Report(report).encode();
            self.control.write_all(&frame).map_err(failed)?;
        }
        Ok(())
    }

    /// One run; `None` when the caller has gone meanwhile. Nothing of the program is left after it.
    fn run(&mut self) -> Result<Option<Report>, String> {
        let failed = |error: io::Error| format!("the supervisor's files: {error}");
        self.stderr.set_len(0).map_err(failed)?;
        self.stderr.rewind().map_err(failed)?;
        self.watch.restart();
        let start = Instant::now();
        let mut child = match self.command.spawn() {
            Ok(child) => child,
            Err(error) => {
                return Ok(Some(Report {
                    end: End::NotStarted(error.to_string()),
                    wall: start.elapsed(),
                    cpu: Duration::ZERO,
                    peak_memory: 0,
                    stderr_tail: Vec::new(),
                }));
            }
        };
        let main = Pid::from_child(&child);
        if let Some(niceness) = self.niceness {
            // It may have ended already.
            let _ = rustix::process::setpriority_process(Some(main), niceness);
        }
        let over = self.wait(&mut child, start)?;
        let wall = start.elapsed();
        // First of all its group: of a program that has ended, that is usually nobody, and of
        // others usually everybody.
        let _ = rustix::process::kill_process_group(main, Signal::KILL);
        let reap = |child: Child| {
            child
                .wait4()
                .map_err(|error| format!("waiting for the program: {error}"))
        };
        let (used, broke) = match over {
            Over::Ended(Some(used)) => (used, None),
            Over::Ended(None) => (reap(child)?, None),
            Over::Broke(end) => {
                self.keeper.kill(main);
                (reap(child)?, Some(end))
            }
            Over::CallerGone => {
                self.keeper.kill(main);
                reap(child)?;
                self.keeper.clear()?;
                return Ok(None);
            }
        };
        self.keeper.clear()?;
        let cpu = (used.rusage.utime + used.rusage.stime).max(self.watch.cpu);
        let peak_memory = used.rusage.maxrss.max(self.watch.memory);
        let end = match broke {
            Some(end) => end,
            None => self
                .judge_end(&used, wall, cpu, peak_memory)
                .map_err(failed)?,
        };
        Ok(Some(Report {
            end,
            wall,
            cpu,
            peak_memory,
            stderr_tail: self.stderr_tail().map_err(failed)?,
        }))
    }

    /// Waits until the program ends or breaks a limit, or the caller goes.
    fn wait(&mut self, child: &mut Child, start: Instant) -> Result<Over, String> {
        #[cfg(target_os = "linux")]
        let ended = {
            use rustix::process::{PidfdFlags, pidfd_open};
            pidfd_open(Pid::from_child(child), PidfdFlags::empty()).ok()
        };
        #[cfg(not(target_os = "linux"))]
        let ended: Option<OwnedFd> = None;
        let look = if ended.is_some() { LOOK } else { LOOK_BLIND };
        loop {
            let left = self.limits.wall.saturating_sub(start.elapsed());
            let patience = Timespec::try_from(left.min(look)).unwrap_or_default();
            let mut fds = vec![PollFd::new(&self.control, PollFlags::IN)];
            fds.extend(ended.iter().map(|fd| PollFd::new(fd, PollFlags::IN)));
            match rustix::event::poll(&mut fds, Some(&patience)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(format!("waiting: {error}")),
            }
            match fds.get(1) {
                Some(fd) if !fd.revents().is_empty() => return Ok(Over::Ended(None)),
                Some(_) => {}
                None => {
                    if let Some(used) = try_wait4_pid(child.id())
                        .map_err(|error| format!("waiting for the program: {error}"))?
                    {
                        return Ok(Over::Ended(Some(used)));
                    }
                }
            }
            if !fds[0].revents().is_empty() {
                return Ok(Over::CallerGone);
            }
            if start.elapsed() >= self.limits.wall {
                return Ok(Over::Broke(End::TimeLimit));
            }
            if let Some(end) = self.watch.look(&self.limits) {
                return Ok(Over::Broke(end));
            }
        }
    }

    /// The end of a program that was not ended by us: it may have broken a limit unseen.
    fn judge_end(
        &self,
        used: &ResUse,
        wall: Duration,
        cpu: Duration,
        peak_memory: u64,
    ) -> io::Result<End> {
        let limits = &self.limits;
        let stdout = io::stdout().as_fd().try_clone_to_owned()?;
        let written = File::from(stdout)
            .metadata()?
            .len()
            .max(self.stderr.metadata()?.len());
        let signal = used.status.signal();
        Ok(if peak_memory > limits.memory {
            End::MemoryLimit
        } else if wall > limits.wall || cpu > limits.cpu {
            End::TimeLimit
        } else if written > limits.output || signal == Some(Signal::XFSZ.as_raw()) {
            End::OutputLimit
        } else if let Some(signal) = signal {
            End::Signal(signal)
        } else {
            End::Code(used.status.code().unwrap_or_default())
        })
    }

    fn stderr_tail(&self) -> io::Result<Vec<u8>> {
        let length = self.stderr.metadata()?.len();
        let mut tail = vec![0; length.min(TAIL) as usize];
        let start = length - tail.len() as u64;
        self.stderr.read_exact_at(&mut tail, start)?;
        Ok(tail)
    }
}

/// Gives this process precedence over those it watches, however many they are, where it may (root
/// may); and gives the niceness it had before.
fn precedence() -> Option<i32> {
    let before = rustix::process::getpriority_process(None).ok()?;
    rustix::process::setpriority_process(None, -20).ok()?;
    Some(before)
}

/// Sets on this process what the program inherits.
fn restrict(limits: &Limits) -> Result<(), String> {
    // One byte more than is allowed, so that a file at the limit and one beyond it differ.
    limit(Resource::Fsize, limits.output.saturating_add(1))?;
    // A crash is a verdict and leaves no file.
    limit(Resource::Core, 0)?;
    #[cfg(target_os = "linux")]
    // A program that becomes another user could not be killed by us.
    rustix::thread::set_no_new_privs(true)
        .map_err(|error| format!("no new privileges: {error}"))?;
    Ok(())
}

/// Lowers one limit of this process for ever.
fn limit(resource: Resource, value: u64) -> Result<(), String> {
    let old = rustix::process::getrlimit(resource);
    let value = old.maximum.map_or(value, |maximum| maximum.min(value));
    let new = Rlimit {
        current: Some(value),
        maximum: Some(value),
    };
    rustix::process::setrlimit(resource, new).map_err(|error| format!("limits: {error}"))
}
