//! The supervisor's side of the sandbox: the two processes of the launcher.
//!
//! The *outer* process enters the isolation and starts the *inner* process, because a new PID namespace needs a new
//! first process. Then the outer process only waits, and clears up if the inner process is killed. The inner
//! process is the supervisor: it starts the program, watches it and clears up.
//!
//! Standard input and output are the program's files, except in a dialogue, which brings its own streams. Standard error
//! is the connection to the caller; when it closes, both processes and the program end.

use crate::advice::not_started;
use crate::caller::nameless_output;
use crate::measured::Measured;
use crate::platform::{self, Confinement, isolate};
use crate::rlimit::limit;
use crate::settings::{Features, Request, Requests, Run, Settings, send};
use crate::{End, Isolation, Limits, Program, RunReport};
use anyhow::{Context as _, Result, anyhow, bail};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{
    Pid, Resource, Signal, WaitId, WaitIdOptions, WaitOptions, getpriority_process, kill_process,
    kill_process_group, setpriority_process, waitid,
};
use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Seek as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::FileExt as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4 as _;

/// Interval between two measurements of a running program. Memory can grow by some ten megabytes in this time, and
/// measuring a single process takes some hundredths of a millisecond.
const LOOK: Duration = Duration::from_millis(5);
/// Interval between two measurements where the system cannot wake the supervisor when the program ends.
const LOOK_BLIND: Duration = Duration::from_millis(1);
/// The niceness of the supervisor if it is allowed to set it. Where the kernel shares processors out among sessions, a
/// supervisor of much more weight takes the session's share from the program on another processor: with -20 the program
/// got 3 % of a processor when six other sessions were busy on two, with -5 20 %, with 0 23 %.
const PRECEDENCE: i32 = -5;
/// Number of bytes kept from the end of standard error.
const TAIL: u64 = 4096;
/// How long killed processes may take to end.
const CLEAR_LIMIT: Duration = Duration::from_secs(3);

/// Runs a launcher. The `main` of the executable named in a [`Launcher`](crate::Launcher) calls this first, before
/// it starts any thread, with the arguments that follow the launcher's own.
///
/// ```no_run
/// // An executable for a Launcher without arguments:
/// fn main() -> std::process::ExitCode {
///     grundy_sandbox::launch_main(std::env::args_os().skip(1))
/// }
/// ```
pub fn launch_main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let result = match Settings::from_args(args.iter().cloned()) {
        None => Err(anyhow!("this mode is started by the sandbox only")),
        Some((settings, program)) if settings.is_inner => {
            Supervisor::new(settings, program).and_then(Supervisor::serve)
        }
        Some((settings, program)) => outer(settings, &program, args.len()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The caller may have closed the connection.
            let _ = send(io::stderr(), &Err::<(), _>(format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

/// Runs the outer process; its last `own` arguments are the sandbox's.
fn outer(mut settings: Settings, program: &Program, own: usize) -> Result<()> {
    settings.is_inner = true;
    settings.isolation = isolate(settings.isolation, settings.limits.processes);
    let exe = env::current_exe().context("own executable")?;
    let prefix = env::args_os().len() - 1 - own;
    let mut inner = Command::new(exe)
        .args(env::args_os().skip(1).take(prefix))
        .args(settings.to_args(program)?)
        .spawn()
        .context("second process")?;
    let status = inner.wait().context("waiting for the second process")?;
    if settings.isolation == Isolation::Subreaper {
        // If the inner process was killed, its children are now children of this process.
        clear(platform::kill_descendants)?;
    }
    match status.signal() {
        Some(signal) => bail!("its second process was ended by signal {signal}"),
        // The inner process has already sent its own error.
        None => Ok(()),
    }
}

/// The inner process.
struct Supervisor {
    requests: Requests,
    program: Program,
    stderr: File,
    limits: Limits,
    confinement: Confinement,
    features: Features,
    /// What the present run has used.
    measured: Measured,
    /// The niceness of programs, if the supervisor has changed its own.
    niceness: Option<i32>,
}

impl Supervisor {
    fn new(settings: Settings, program: Program) -> Result<Self> {
        let Settings {
            limits, isolation, ..
        } = settings;
        // The confinement opens files that are not readable after the powers are dropped.
        let confinement = Confinement::new(isolation, &limits)?;
        // In its own session the program can neither write to the caller's terminal nor stop to wait for a line
        // from it.
        rustix::process::setsid().context("own session")?;
        // One byte more than is allowed, so that a file at the limit differs from a file beyond it.
        limit(Resource::Fsize, limits.output.saturating_add(1))?;
        // Not all kernels let the meter see how many files are open, and their buffers are memory.
        limit(Resource::Nofile, 1024)?;
        // A crash must not write a core file.
        limit(Resource::Core, 0)?;
        // Programs inherit only the three standard streams.
        close_fds::set_fds_cloexec(3, &[]);
        let stderr = nameless_output().context("a file for standard error")?;
        let control = io::stderr().as_fd().try_clone_to_owned()?;
        let features = confinement.drop_powers().context("own powers")?;
        Ok(Self {
            requests: Requests::new(UnixStream::from(control)),
            program,
            stderr,
            limits,
            confinement,
            features,
            measured: Measured::default(),
            niceness: precedence(),
        })
    }

    /// Serves runs until the caller closes the connection.
    fn serve(mut self) -> Result<()> {
        let failed = "the connection to the caller";
        send(&self.requests.control, &Ok::<_, ()>(self.features)).context(failed)?;
        while let Some(request) = self.requests.next().context(failed)? {
            if let Request::Run(run) = request {
                let report = self.run(&run)?;
                send(&self.requests.control, &Ok::<_, ()>(report)).context(failed)?;
            }
        }
        Ok(())
    }

    /// Carries out one run.
    fn run(&mut self, run: &Run) -> Result<RunReport> {
        self.stderr.set_len(0)?;
        self.stderr.rewind()?;
        self.measured = Measured::default();
        let streams = run.in_dialogue.then(|| self.requests.take_streams());
        let start = streams.is_none().then(Instant::now);
        let end = match self.spawn(run, streams.transpose()?)? {
            Ok(child) => self.supervise(child, start)?,
            Err(error) => End::NotStarted(not_started(&self.program.command, &error)),
        };
        Ok(RunReport {
            end,
            stderr_tail: self.stderr_tail()?,
            wall: self.measured.wall,
            cpu: self.measured.cpu,
            starved: self.measured.starved.min(self.measured.wall),
            peak_memory: self.measured.memory,
        })
    }

    /// Starts the program.
    fn spawn(&self, run: &Run, streams: Option<[OwnedFd; 2]>) -> Result<io::Result<Child>> {
        let mut command = Command::new(&self.program.command);
        command
            .args(self.program.args.iter().chain(&run.args))
            .stderr(self.stderr.try_clone()?)
            .process_group(0);
        // As long as PATH is inherited, the standard library starts the program without copying this process.
        for (name, _) in env::vars_os().filter(|(name, _)| name != "PATH") {
            command.env_remove(name);
        }
        let home = self.confinement.home();
        let home = home.map_or_else(env::temp_dir, PathBuf::from);
        command
            .envs([("HOME", &home), ("TMPDIR", &home)])
            .env("LANG", "C.UTF-8")
            .envs(run.env.iter().cloned());
        if let Some([input, output]) = streams {
            command.stdin(input).stdout(Stdio::from(output));
        }
        let Some(niceness) = self.niceness else {
            return Ok(command.spawn());
        };
        // The supervisor takes the program's niceness during the start, so that processes which the program starts
        // at once inherit it.
        let _ = setpriority_process(None, niceness);
        let child = command.spawn();
        let _ = setpriority_process(None, PRECEDENCE);
        Ok(child)
    }

    /// Waits for the end of the program, or ends it when it breaks a limit. No process of the program is left
    /// afterwards, even after an error.
    fn supervise(&mut self, child: Child, start: Option<Instant>) -> Result<End> {
        let main = Pid::from_child(&child);
        let broken = self.wait(main, start);
        let is_broken = !matches!(broken, Ok(None));
        if is_broken || self.measured.wall > self.limits.wall {
            self.measure_starved();
        }
        // Kill the program's process group first: it usually holds all processes that are left.
        let _ = kill_process_group(main, Signal::KILL);
        if is_broken {
            // The program may have left its process group.
            let _ = kill_process(main, Signal::KILL);
            self.confinement.kill();
        }
        let used = child.wait4().context("waiting for the program")?;
        clear(|| self.confinement.kill())?;
        self.confinement.renew()?;
        let measured = &mut self.measured;
        let cpu = used.rusage.utime + used.rusage.stime + measured.orphans;
        measured.cpu = measured.cpu.max(cpu);
        measured.memory = measured.memory.max(used.rusage.maxrss);
        measured.written = measured.written.max(self.confinement.reaped());
        match broken? {
            Some(end) => Ok(end),
            None => Ok(self.end(used.status)?),
        }
    }

    /// Waits until the program ends, or until it breaks a limit, which it returns. Without a start the caller counts the
    /// time, and reports when it is over.
    fn wait(&mut self, main: Pid, start: Option<Instant>) -> Result<Option<End>> {
        let ended = platform::end_of(main);
        let look = if ended.is_some() { LOOK } else { LOOK_BLIND };
        loop {
            let left = start.and_then(|start| self.limits.wall.checked_sub(start.elapsed()));
            let patience = left.map_or(look, |left| left.min(look));
            let is_asked = self.requests.is_waiting() || self.is_woken(ended.as_ref(), patience)?;
            // The program is reaped later: until then its number is not given to another process.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let has_ended = waitid(WaitId::Pid(main), options)?.is_some();
            if let Some(start) = start {
                self.measured.wall = start.elapsed();
            }
            if has_ended {
                // Measure what the program did since the last measurement, while its children can still be found.
                let end = self.measure(main);
                return Ok(end.filter(|end| matches!(end, End::ProcessLimit | End::OutputLimit)));
            }
            let mut limits = self.limits;
            if is_asked {
                match self.requests.next()? {
                    Some(Request::Passed { spent, limit }) if start.is_none() => {
                        (self.measured.wall, limits.wall) = (spent, limit);
                    }
                    _ => bail!("the caller has closed the connection"),
                }
            }
            if self.measured.wall >= limits.wall {
                self.measure_starved();
                if self.measured.took_too_long(&limits) {
                    return Ok(Some(End::TimeLimit));
                }
            }
            if let Some(end) = self.measure(main) {
                return Ok(Some(end));
            }
        }
    }

    /// Waits until the program ends or the caller sends something, but not longer than `patience`. Returns whether the
    /// caller has sent something, or has closed the connection.
    fn is_woken(&self, ended: Option<&OwnedFd>, patience: Duration) -> Result<bool> {
        let patience = Timespec::try_from(patience).unwrap_or_default();
        let mut fds = vec![PollFd::new(&self.requests.control, PollFlags::IN)];
        fds.extend(ended.map(|fd| PollFd::new(fd, PollFlags::IN)));
        retry_on_intr(|| poll(&mut fds, Some(&patience))).context("waiting")?;
        Ok(!fds[0].revents().is_empty())
    }

    /// Measures how long the program has waited for a processor.
    fn measure_starved(&mut self) {
        let starved = self.confinement.starved();
        self.measured.starved = self.measured.starved.max(starved);
    }

    /// Measures the running program and returns the limit that it has broken, if any.
    fn measure(&mut self, main: Pid) -> Option<End> {
        let (measured, limits) = (&mut self.measured, &self.limits);
        self.confinement.measure(measured, limits, main);
        measured.broken(limits)
    }

    /// Returns the end of a program that the supervisor did not kill; it may have broken a limit after the last
    /// measurement.
    fn end(&self, status: ExitStatus) -> io::Result<End> {
        let (limits, measured) = (&self.limits, &self.measured);
        let stdout = rustix::fs::fstat(io::stdout())?.st_size.cast_unsigned();
        let printed = stdout.max(self.stderr.metadata()?.len());
        let signal = status.signal();
        Ok(if measured.memory > limits.memory {
            End::MemoryLimit
        } else if measured.took_too_long(limits) || measured.cpu > limits.cpu {
            End::TimeLimit
        } else if printed.max(measured.written) > limits.output
            || signal == Some(Signal::XFSZ.as_raw())
        {
            End::OutputLimit
        } else if let Some(signal) = signal {
            End::Signal(signal)
        } else {
            End::Code(status.code().unwrap_or_default())
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
    let before = getpriority_process(None).ok()?;
    setpriority_process(None, PRECEDENCE).ok()?;
    Some(before)
}

/// Reaps all children, and kills by `kill` for as long as one is left. Every descendant is or becomes a child of this
/// process, so no descendant is left either.
fn clear(kill: impl Fn()) -> Result<()> {
    let start = Instant::now();
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => continue,
            Ok(None) => {}
            Err(Errno::CHILD) => return Ok(()),
            Err(error) => return Err(error).context("reaping"),
        }
        if start.elapsed() > CLEAR_LIMIT {
            let seconds = CLEAR_LIMIT.as_secs();
            bail!("a process did not end within {seconds} s of being killed");
        }
        kill();
        std::thread::sleep(Duration::from_micros(200));
    }
}
