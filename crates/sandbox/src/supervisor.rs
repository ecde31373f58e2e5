//! The supervisor's side of the sandbox: the two processes of the launcher.
//!
//! The *outer* process enters the isolation and starts the *inner* process, because a new PID namespace needs a new
//! first process. Then the outer process only waits, and clears up if the inner process is killed. The inner
//! process is the supervisor: it starts the program, watches it and clears up.
//!
//! Standard input and output are the program's files. Standard error is the connection to the caller; when it
//! closes, both processes and the program end.

use crate::isolation::{self, Keeper, isolate, limit, restrict_processes};
#[cfg(target_os = "linux")]
use crate::private::Private;
use crate::protocol::{Frame, Report, Setup, read_request};
use crate::watch::Watch;
use crate::{End, Isolation, Limits, Program, TAIL, most, nameless_output};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Signal};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::FileExt as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use wait4::{ResUse, Wait4 as _, try_wait4_pid};

/// Interval between two measurements of a running program. Memory can grow by some ten megabytes in this time, and
/// measuring a single process takes some hundredths of a millisecond.
const LOOK: Duration = Duration::from_millis(5);
/// Interval between two measurements where the system cannot wake the supervisor when the program ends.
const LOOK_BLIND: Duration = Duration::from_millis(1);
/// The first argument of the inner process. The first argument of the outer process is the isolation to try.
const INNER: &str = "inner";
/// The niceness of the supervisor if it is allowed to set it.
const PRECEDENCE: i32 = -20;

/// Runs a launcher. The `main` of the executable named in a [`Launcher`](crate::Launcher) calls this first, before
/// it starts any thread, with the arguments that follow the launcher's own.
///
/// ```no_run
/// // An executable for Launcher { exe, args: vec![] }:
/// fn main() -> std::process::ExitCode {
///     grundy_sandbox::launch_main(std::env::args_os().skip(1))
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
        Err(message) => {
            // The caller may have closed the connection.
            let _ = io::stderr().write_all(&Frame::Failed(message).encode());
            ExitCode::FAILURE
        }
    }
}

/// Runs the outer process; its last `own` arguments are the sandbox's.
fn outer(mut setup: Setup, own: usize) -> Result<(), String> {
    let (isolation, alone) = isolate(setup.isolation);
    setup.isolation = isolation;
    restrict_processes(setup.limits.processes, alone);
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
        // If the inner process was killed, its children are now children of this process.
        Keeper::Subreaper.clear()?;
    }
    match status.signal() {
        Some(signal) => Err(format!("its second process was ended by signal {signal}")),
        // The inner process has already sent its own error.
        None => Ok(()),
    }
}

/// Why the supervisor stopped waiting for the program.
enum Over {
    /// The program has ended; the value is present if it has been reaped.
    Ended(Option<ResUse>),
    /// The program broke a limit and still runs.
    Broke(End),
    /// The caller has closed the connection.
    CallerGone,
}

/// The inner process.
struct Supervisor {
    control: UnixStream,
    program: Program,
    stderr: File,
    limits: Limits,
    keeper: Keeper,
    isolation: Isolation,
    watch: Watch,
    /// Whether the filter of system calls is set.
    filtered: bool,
    #[cfg(target_os = "linux")]
    private: Option<Private>,
    /// The niceness of programs, if the supervisor has changed its own.
    niceness: Option<i32>,
}

impl Supervisor {
    fn new(setup: &Setup) -> Result<Self, String> {
        let keeper = Keeper::new(setup.isolation)?;
        // In its own session the program can neither write to the caller's terminal nor stop to wait for a line
        // from it.
        rustix::process::setsid().map_err(|error| format!("own session: {error}"))?;
        #[cfg(target_os = "linux")]
        let private = match setup.isolation {
            Isolation::Namespace => isolation::mount_private(setup.limits.memory),
            _ => None,
        };
        restrict(&setup.limits)?;
        let failed = |error: io::Error| format!("the supervisor's files: {error}");
        let stderr = nameless_output().map_err(failed)?;
        let control = io::stderr().as_fd().try_clone_to_owned().map_err(failed)?;
        let watch = Watch::new(setup.isolation);
        #[cfg(target_os = "linux")]
        let filtered = isolation::drop_powers(setup.isolation)?;
        #[cfg(not(target_os = "linux"))]
        let filtered = false;
        Ok(Self {
            control: UnixStream::from(control),
            program: setup.program.clone(),
            stderr,
            limits: setup.limits,
            keeper,
            isolation: setup.isolation,
            watch,
            filtered,
            #[cfg(target_os = "linux")]
            private,
            niceness: precedence(),
        })
    }

    /// Serves runs until the caller closes the connection.
    fn serve(mut self) -> Result<(), String> {
        let failed = |error: io::Error| format!("the line to the caller: {error}");
        let ready = Frame::Ready {
            isolation: self.isolation,
            watched: self.watch.sees,
            filtered: self.filtered,
            #[cfg(target_os = "linux")]
            private: self.private.is_some(),
            #[cfg(not(target_os = "linux"))]
            private: false,
        };
        self.control.write_all(&ready.encode()).map_err(failed)?;
        while let Some(args) = read_request(&mut self.control).map_err(failed)? {
            let Some(report) = self.run(&args)? else {
                return Ok(());
            };
            let frame = Frame::Report(report).encode();
            self.control.write_all(&frame).map_err(failed)?;
        }
        Ok(())
    }

    /// Carries out one run and returns its report, or `None` if the caller has closed the connection. No process of
    /// the program is left afterwards.
    fn run(&mut self, args: &[OsString]) -> Result<Option<Report>, String> {
        let failed = |error: io::Error| format!("the supervisor's files: {error}");
        self.stderr.set_len(0).map_err(failed)?;
        self.stderr.rewind().map_err(failed)?;
        self.watch.restart();
        let stderr = self.stderr.try_clone().map_err(failed)?;
        let mut command = Command::new(&self.program.command);
        command
            .args(self.program.args.iter().chain(args))
            .stderr(Stdio::from(OwnedFd::from(stderr)))
            .process_group(0);
        let start = Instant::now();
        // The supervisor takes the program's niceness during the start, so that processes which the program starts
        // at once inherit it.
        let spawned = match self.niceness {
            None => command.spawn(),
            Some(niceness) => {
                let _ = rustix::process::setpriority_process(None, niceness);
                let spawned = command.spawn();
                let _ = rustix::process::setpriority_process(None, PRECEDENCE);
                spawned
            }
        };
        let mut child = match spawned {
            Ok(child) => child,
            Err(error) => {
                return Ok(Some(Report {
                    end: End::NotStarted(not_started(&self.program, &error)),
                    wall: start.elapsed(),
                    cpu: Duration::ZERO,
                    starved: Duration::ZERO,
                    peak_memory: 0,
                    stderr_tail: Vec::new(),
                }));
            }
        };
        let main = Pid::from_child(&child);
        let mut over = self.wait(&mut child, start)?;
        let wall = start.elapsed();
        if wall > self.limits.wall || matches!(over, Over::Broke(_)) {
            self.watch.ask_starved();
        }
        // Measure once more what the program did since the last measurement, while its children can still be found.
        if matches!(over, Over::Ended(None))
            && let Some(end @ (End::ProcessLimit | End::OutputLimit)) = self.look(&child)
        {
            over = Over::Broke(end);
        }
        // Kill the program's process group first: it usually holds all processes that are left.
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
        let wrote_too_much = self.watch.wrote_too_much(&self.limits);
        let broke = broke.or(wrote_too_much);
        #[cfg(target_os = "linux")]
        if let Some(private) = &mut self.private {
            private
                .renew()
                .map_err(|error| format!("folders for temporary files: {error}"))?;
        }
        #[cfg(target_os = "linux")]
        if self.isolation == Isolation::Namespace {
            isolation::forget_shared_objects()?;
        }
        let cpu = used.rusage.utime + used.rusage.stime + self.watch.orphans;
        let cpu = cpu.max(self.watch.cpu);
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
            starved: self.watch.starved.min(wall),
            peak_memory,
            stderr_tail: self.stderr_tail().map_err(failed)?,
        }))
    }

    /// Waits until the program ends or breaks a limit, or the caller closes the connection.
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
            let left = self.limits.wall.checked_sub(start.elapsed());
            let patience = left.map_or(look, |left| left.min(look));
            let patience = Timespec::try_from(patience).unwrap_or_default();
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
                self.watch.ask_starved();
                if self.took_too_long(start.elapsed()) {
                    return Ok(Over::Broke(End::TimeLimit));
                }
            }
            if let Some(end) = self.look(child) {
                return Ok(Over::Broke(end));
            }
        }
    }

    /// Whether the run took too long without the time in which it waited for a processor, or longer than any run
    /// may. Waiting time counts half as much again, for waiting that the kernel has not counted yet or cannot
    /// count, such as time that a virtual machine did not get.
    fn took_too_long(&self, wall: Duration) -> bool {
        let by_itself = wall.saturating_sub(self.watch.starved * 3 / 2);
        by_itself >= self.limits.wall || wall >= most(self.limits.wall)
    }

    fn look(&mut self, child: &Child) -> Option<End> {
        #[cfg(target_os = "linux")]
        let temporary = self.private.as_ref().map_or(0, Private::written);
        #[cfg(not(target_os = "linux"))]
        let temporary = 0;
        self.watch.look(&self.limits, child.id(), temporary)
    }

    /// Returns the end of a program that the supervisor did not kill; it may have broken a limit after the last
    /// measurement.
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
        } else if self.took_too_long(wall) || cpu > limits.cpu {
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

/// Gives this process precedence over those it watches, if it is allowed to (root is), and returns the niceness it
/// had before.
fn precedence() -> Option<i32> {
    let before = rustix::process::getpriority_process(None).ok()?;
    rustix::process::setpriority_process(None, PRECEDENCE).ok()?;
    Some(before)
}

/// Returns why a program was not started, with advice if the reason is known.
fn not_started(program: &Program, error: &io::Error) -> String {
    let path = Path::new(&program.command);
    let shown = path.display().to_string();
    let advice = match error.kind() {
        io::ErrorKind::NotFound if !shown.contains('/') && path.is_file() => {
            format!("; the file here is ./{shown}")
        }
        io::ErrorKind::NotFound if path.is_file() => interpreter_missing(path),
        io::ErrorKind::NotFound if shown.contains(' ') => {
            "; a command and its arguments are words of their own, without quotes around all of them"
                .to_owned()
        }
        io::ErrorKind::PermissionDenied if path.is_dir() => "; it is a folder".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "; a file to be started has to be executable (chmod +x)".to_owned()
        }
        _ if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => {
            "; it is empty, or its first line does not say what runs it (#!/usr/bin/env python3)"
                .to_owned()
        }
        _ => String::new(),
    };
    format!("{error}{advice}")
}

/// Returns the advice for a file that exists although the system reports that it does not: the interpreter that its
/// first line names after `#!` is missing.
fn interpreter_missing(path: &Path) -> String {
    /// The system reads at most this many bytes of the line.
    const LINE: u64 = 256;
    let mut line = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LINE).read_to_end(&mut line));
    let text = String::from_utf8_lossy(&line);
    let line = text.split('\n').next().unwrap_or_default();
    match line.strip_prefix("#!") {
        Some(rest) if read.is_ok() => {
            let words = rest.trim_start_matches([' ', '\t']).split([' ', '\t']);
            let interpreter = words.take(1).collect::<String>();
            let advice = if line.ends_with('\r') {
                ": the line ends with a carriage return; end the lines of the file with line feeds alone"
            } else {
                ""
            };
            format!(
                "; its first line says that {interpreter:?} runs it, which is not there{advice}"
            )
        }
        _ => "; the file is there, but what is needed to run it is not".to_owned(),
    }
}

/// Sets the limits that the program inherits from this process.
fn restrict(limits: &Limits) -> Result<(), String> {
    // One byte more than is allowed, so that a file at the limit differs from a file beyond it.
    limit(Resource::Fsize, limits.output.saturating_add(1))?;
    // A crash must not write a core file.
    limit(Resource::Core, 0)?;
    #[cfg(target_os = "linux")]
    // The supervisor could not kill a program that becomes another user.
    rustix::thread::set_no_new_privs(true)
        .map_err(|error| format!("no new privileges: {error}"))?;
    // Programs inherit only the three standard streams.
    close_fds::set_fds_cloexec(3, &[]);
    Ok(())
}
