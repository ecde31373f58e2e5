//! Runs an external program on one input after another, each run within limits.
//!
//! A [`Sandbox`] is a small process of its own, the *supervisor*, that starts the program once for
//! every input, watches it, ends it when it breaks a limit, and ends whatever else it has started.
//! The supervisor is the caller's own executable, started again in a hidden mode ([`Launcher`],
//! [`launch_main`]): so limits that a process can only set on itself need no code between fork and
//! exec, and the program is started by a process of a few megabytes, which is cheap and keeps the
//! caller's memory out of the program's peak.
//!
//! On Linux the supervisor is the first process of a PID namespace wherever the kernel allows one.
//! Nothing that is started inside can leave it, neither by `setsid` nor by a double fork; one
//! signal reaches everything inside at once, however fast it forks; and when the supervisor ends,
//! or the caller dies in whatever way, the kernel ends all the rest. Where no namespace is to be
//! had, the supervisor is a *subreaper*: orphans become its children, and it ends them one by one.
//!
//! Standard input and output are files without a name. So a program that does not read its input,
//! reads it slowly, or prints without end cannot block anybody, and there is nothing to remove.
//!
//! What is not limited: the network, the file system (only the size of a single file is), and the
//! number of files. The sandbox keeps faulty programs from doing harm; it is no prison for a
//! program written to break out of one.

mod protocol;
mod supervisor;
#[cfg(target_os = "linux")]
mod tree;

pub use supervisor::launch_main;

use protocol::{Frame, Setup};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::FileExt as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a waiting caller looks whether it is to stop.
const STOP_PERIOD: Duration = Duration::from_millis(20);
/// How long a supervisor may take to start. Generous: the machine may be busy.
const START_LIMIT: Duration = Duration::from_secs(10);
/// How long after the time limit an answer of the supervisor is waited for.
const GRACE: Duration = Duration::from_secs(5);
/// How much of the end of standard error is kept, in bytes.
const TAIL: u64 = 4096;

/// How to start the caller's own executable as a supervisor: `exe args...`, which has to call
/// [`launch_main`] with the arguments that follow, first thing in `main`.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// The executable, usually [`std::env::current_exe`].
    pub exe: PathBuf,
    /// The arguments that choose the hidden mode.
    pub args: Vec<OsString>,
}

/// An external program with its arguments. No shell is involved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// A path, or a name that is looked up in `PATH`.
    pub command: OsString,
    /// The arguments, without the name of the program.
    pub args: Vec<OsString>,
}

/// What one run may use.
///
/// ```
/// use grundy_judge::sandbox::Limits;
/// use std::time::Duration;
/// let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
/// assert_eq!(limits.memory, 256 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time by the clock.
    pub wall: Duration,
    /// Processor time of all threads and processes together.
    pub cpu: Duration,
    /// Resident memory of all processes together, in bytes. Looked at every few milliseconds and
    /// at the end, so a program can exceed it for an instant; memory that is asked for and never
    /// touched does not count.
    pub memory: u64,
    /// Processes and threads at one time.
    pub processes: u32,
    /// Size of standard output, of standard error, and of any file the program writes, in bytes.
    pub output: u64,
}

impl Default for Limits {
    /// Two seconds, 256 MiB, 128 processes and threads, 64 MiB of output.
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(2),
            cpu: Duration::from_secs(2),
            memory: 256 << 20,
            processes: 128,
            output: 64 << 20,
        }
    }
}

/// By what means processes are kept together, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isolation {
    /// A PID namespace (Linux; root, or a kernel that lets users have namespaces).
    Namespace,
    /// A subreaper that looks for its descendants (Linux).
    Subreaper,
    /// A process group (any Unix).
    Group,
}

/// How a run came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It ended by itself, with this exit code.
    Code(i32),
    /// It was ended by this signal, not sent by the sandbox.
    Signal(i32),
    /// It took longer than [`Limits::wall`] or [`Limits::cpu`].
    TimeLimit,
    /// It used more than [`Limits::memory`].
    MemoryLimit,
    /// It had more than [`Limits::processes`] at one time.
    ProcessLimit,
    /// It wrote more than [`Limits::output`] to one file.
    OutputLimit,
    /// It could not be started: no such program, not executable, and the like.
    NotStarted(String),
}

/// What one run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Standard output; one byte longer than [`Limits::output`] when it was longer than that.
    pub stdout: Vec<u8>,
    /// The last 4 KiB of standard error.
    pub stderr_tail: Vec<u8>,
    /// Time by the clock, from before the start to the end.
    pub wall: Duration,
    /// Processor time of the program and the children it waited for; of a program that left
    /// others behind, at least what they were last seen to have used.
    pub cpu: Duration,
    /// The largest resident memory, in bytes. Never less than the supervisor's own, some three
    /// megabytes, because the program starts its life as a copy of that.
    pub peak_memory: u64,
}

/// Why a sandbox could not do its work. None of these is the tested program's fault, but for
/// [`SandboxError::Lost`] under [`Isolation::Subreaper`].
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// The launcher could not be started.
    #[error("cannot start the launcher {exe}: {source}")]
    Launcher {
        /// The executable.
        exe: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The launcher started and is no launcher, or could not set itself up.
    #[error("the sandbox did not come up: {said}")]
    NotReady {
        /// What it said instead.
        said: String,
    },
    /// The supervisor ended during a run, or before it.
    #[error("the sandbox ended unexpectedly: {said}")]
    Lost {
        /// What it said last.
        said: String,
    },
    /// The supervisor did not report long after the time limit.
    #[error("the sandbox gave no answer {} s after the time limit", GRACE.as_secs())]
    Silent,
    /// Files for input and output could not be made, written or read.
    #[error("the sandbox's files: {0}")]
    Files(#[from] io::Error),
}

/// A place where one program runs, once for each input, one run at a time.
///
/// Dropping it ends it and everything in it. The overhead of a run is about a millisecond over the
/// program's own start; start one sandbox for each thread that judges.
#[derive(Debug)]
pub struct Sandbox {
    outer: Child,
    control: UnixStream,
    input: File,
    output: File,
    limits: Limits,
    isolation: Isolation,
    watched: bool,
}

impl Sandbox {
    /// Starts a supervisor for `program`, by the strongest means that is no stronger than
    /// `strongest` and that this machine allows. The program itself is not started yet.
    ///
    /// # Errors
    /// When the launcher cannot be started or does not come up.
    pub fn start(
        launcher: &Launcher,
        program: &Program,
        limits: Limits,
        strongest: Isolation,
    ) -> Result<Self, SandboxError> {
        let input = nameless_file()?;
        let output = nameless_file()?;
        let (control, theirs) = UnixStream::pair()?;
        control.set_read_timeout(Some(STOP_PERIOD))?;
        let setup = Setup {
            limits,
            isolation: strongest,
            program: program.clone(),
        };
        let outer = Command::new(&launcher.exe)
            .args(&launcher.args)
            .args(setup.to_args())
            .stdin(Stdio::from(input.try_clone()?))
            .stdout(Stdio::from(output.try_clone()?))
            .stderr(Stdio::from(std::os::fd::OwnedFd::from(theirs)))
            // Out of the way of the terminal's Ctrl-C: the caller decides when this ends.
            .process_group(0)
            .spawn()
            .map_err(|source| SandboxError::Launcher {
                exe: launcher.exe.clone(),
                source,
            })?;
        let mut sandbox = Self {
            outer,
            control,
            input,
            output,
            limits,
            isolation: strongest,
            watched: false,
        };
        let never = AtomicBool::new(false);
        let greeting = sandbox
            .receive(START_LIMIT, &never)
            .map_err(|error| match error {
                SandboxError::Lost { said } => SandboxError::NotReady { said },
                SandboxError::Silent => SandboxError::NotReady {
                    said: format!("nothing for {} s", START_LIMIT.as_secs()),
                },
                other => other,
            })?;
        match greeting {
            Frame::Ready { isolation, watched } => {
                sandbox.isolation = isolation;
                sandbox.watched = watched;
            }
            Frame::Failed(said) => return Err(SandboxError::NotReady { said }),
            Frame::Report(_) => {
                return Err(SandboxError::NotReady {
                    said: "a report of a run that was not asked for".into(),
                });
            }
        }
        Ok(sandbox)
    }

    /// By what means processes are kept together here.
    pub const fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// What cannot be guaranteed here, as sentences for people; nothing on most of Linux.
    pub fn shortcomings(&self) -> Vec<&'static str> {
        let mut sentences = Vec::new();
        match self.isolation {
            Isolation::Namespace => {}
            Isolation::Subreaper => sentences.push(
                "No PID namespace is to be had: a program that kills its parent ends the judging.",
            ),
            Isolation::Group => sentences
                .push("Processes that leave the program's process group are not ended with it."),
        }
        if !self.watched {
            sentences.extend([
                "The number of processes and threads is not limited.",
                "Memory and processor time are checked only when the program has ended; the time \
                 limit by the clock holds.",
            ]);
        }
        sentences
    }

    /// Runs the program on `input` and waits for its end, at most some milliseconds longer than
    /// the time limit. When `stop` becomes true, the run is ended at once.
    ///
    /// # Errors
    /// [`SandboxError::Stopped`] after `stop`, other errors when the sandbox itself fails. After an
    /// error nothing of the program is left, and the sandbox can only be dropped: a further run
    /// gives [`SandboxError::Lost`].
    pub fn run(&mut self, input: &[u8], stop: &AtomicBool) -> Result<Run, SandboxError> {
        // Both ends share one position in each file; the supervisor hands the files to the program
        // as they are.
        self.input.set_len(0)?;
        self.input.write_all_at(input, 0)?;
        self.input.rewind()?;
        self.output.set_len(0)?;
        self.output.rewind()?;
        if let Err(error) = self.control.write_all(b"r") {
            return Err(SandboxError::Lost {
                said: error.to_string(),
            });
        }
        let result = self.receive(self.limits.wall.saturating_add(GRACE), stop);
        let report = match result {
            Ok(Frame::Report(report)) => report,
            Ok(Frame::Ready { .. }) => {
                self.shut_down();
                return Err(SandboxError::Lost {
                    said: "a second greeting".into(),
                });
            }
            Ok(Frame::Failed(said)) => {
                self.shut_down();
                return Err(SandboxError::Lost { said });
            }
            Err(error) => {
                self.shut_down();
                return Err(error);
            }
        };
        let length = self
            .output
            .metadata()?
            .len()
            .min(self.limits.output.saturating_add(1));
        let mut stdout = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
        self.output.read_exact_at(&mut stdout, 0)?;
        Ok(Run {
            end: report.end,
            stdout,
            stderr_tail: report.stderr_tail,
            wall: report.wall,
            cpu: report.cpu,
            peak_memory: report.peak_memory,
        })
    }

    /// Waits for one frame from the supervisor.
    fn receive(&mut self, patience: Duration, stop: &AtomicBool) -> Result<Frame, SandboxError> {
        let start = Instant::now();
        let mut received = Vec::new();
        let mut chunk = [0; 1024];
        loop {
            match self.control.read(&mut chunk) {
                Ok(0) => {
                    let said = String::from_utf8_lossy(&received).trim().to_string();
                    let said = if said.is_empty() {
                        "it said nothing".into()
                    } else {
                        said
                    };
                    return Err(SandboxError::Lost { said });
                }
                Ok(n) => {
                    received.extend_from_slice(&chunk[..n]);
                    if let Some(frame) = Frame::decode(&received) {
                        return Ok(frame);
                    }
                }
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock
                            | io::ErrorKind::TimedOut
                            | io::ErrorKind::Interrupted
                    ) => {}
                Err(error) => {
                    return Err(SandboxError::Lost {
                        said: error.to_string(),
                    });
                }
            }
            if stop.load(Ordering::Relaxed) {
                return Err(SandboxError::Stopped);
            }
            if start.elapsed() > patience {
                return Err(SandboxError::Silent);
            }
        }
    }

    /// Ends the supervisor, which ends everything it has started, and waits for that.
    fn shut_down(&mut self) {
        // The supervisor sees its end of the line close. A failure means it has ended already.
        let _ = self.control.shutdown(std::net::Shutdown::Both);
        let start = Instant::now();
        let mut killed = false;
        loop {
            match self.outer.try_wait() {
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => return,
            }
            if !killed && start.elapsed() > Duration::from_secs(2) {
                let _ = self.outer.kill();
                killed = true;
            }
            if start.elapsed() > Duration::from_secs(4) {
                // Stuck in the kernel, where no signal reaches it: nobody can do more.
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.shut_down();
    }
}

/// A file for reading and writing that has no name, so that nothing has to be removed.
fn nameless_file() -> io::Result<File> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::MemfdFlags;
        Ok(rustix::fs::memfd_create("grundy-judge", MemfdFlags::CLOEXEC)?.into())
    }
    #[cfg(not(target_os = "linux"))]
    {
        tempfile::tempfile()
    }
}
