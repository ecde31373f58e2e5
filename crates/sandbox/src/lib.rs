//! Runs an external program on one input after another, each run within limits. It knows nothing of
//! games.
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
//! With the PID namespace comes a mount namespace: `/proc` shows the processes of the sandbox alone,
//! and folders for temporary files (`/tmp`, `/var/tmp`, `/dev/shm`, `TMPDIR`) are as they are outside,
//! but what is written there is the run's own and ends with it. And a network namespace: nobody is on its
//! network, not even this machine.
//!
//! Standard input and output are files without a name. So a program that does not read its input,
//! reads it slowly, or prints without end cannot block anybody, and there is nothing to remove.
//!
//! System calls that lift limits, reach the supervisor, or take memory that no look at the processes
//! shows are refused, by a filter (seccomp) that every process inherits.
//!
//! What is not limited: the file system but for the size of a file and the bytes written in all, and
//! without namespaces the network. The sandbox keeps faulty programs from doing harm; it is no prison for a program
//! written to break out of one.
//!
//! What a program may notice: its streams are files, to which whatever it writes is appended, and it
//! has no others; inside a PID namespace its own number is a small one; it leaves no core; and
//! set-user-ID programs that it starts do not become another user. Of root's powers a program keeps those over files.
//! There are no files in memory without a name, no keys, no user namespaces, no `io_uring`.
//!
//! Begin with [`Sandbox`]:
//!
//! ```standalone_crate
//! use grundy_sandbox::{End, Isolation, Launcher, Limits, Program, Sandbox};
//! use std::process::ExitCode;
//! use std::sync::atomic::AtomicBool;
//!
//! fn main() -> ExitCode {
//!     let mut arguments = std::env::args_os().skip(1);
//!     if arguments.next().is_some_and(|word| word == "sandbox") {
//!         return grundy_sandbox::launch_main(arguments);
//!     }
//!     let exe = std::env::current_exe().unwrap();
//!     let launcher = Launcher { exe, args: vec!["sandbox".into()] };
//!     let program = Program { command: "wc".into(), args: vec!["-w".into()] };
//!     let mut sandbox =
//!         Sandbox::start(&launcher, &program, Limits::default(), Isolation::Namespace).unwrap();
//!     let run = sandbox.run(b"5 2\n1 3\n", &AtomicBool::new(false)).unwrap();
//!     let printed = std::io::read_to_string(sandbox.stdout()).unwrap();
//!     assert_eq!((run.end, printed.trim()), (End::Code(0), "4"));
//!     ExitCode::SUCCESS
//! }
//! ```

mod caller;
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod filter;
mod isolation;
#[cfg(target_os = "linux")]
mod private;
mod protocol;
mod supervisor;
#[cfg(target_os = "linux")]
mod tree;
mod watch;

pub use caller::Sandbox;
pub use supervisor::launch_main;

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// How long after the time limit an answer of the supervisor is waited for.
const GRACE: Duration = Duration::from_secs(5);
/// The longest time by the clock for a program that is kept waiting by others.
fn most(wall: Duration) -> Duration {
    wall.saturating_mul(10)
}

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
/// use grundy_sandbox::Limits;
/// use std::time::Duration;
/// let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
/// assert_eq!(limits.memory, 256 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time by the clock, without the time in which the program was ready and others had all the processors:
    /// a machine that is busy is no fault of the program. With that time, ten times as much.
    pub wall: Duration,
    /// Processor time of all threads and processes together.
    pub cpu: Duration,
    /// Resident memory of all processes together, in bytes, with what they have in the buffers of sockets.
    /// Looked at every few milliseconds and at the end, so a program can exceed it for an instant;
    /// memory that is asked for and never touched does not count.
    pub memory: u64,
    /// Processes and threads at one time.
    pub processes: u32,
    /// Bytes on standard output, on standard error, in files on disks together, and in folders for
    /// temporary files together. No file can be made larger, whatever a program does.
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
    /// It wrote more than [`Limits::output`].
    OutputLimit,
    /// It could not be started: no such program, not executable, and the like.
    NotStarted(String),
}

/// What one run did; what it wrote to standard output is with its [`Sandbox::stdout`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// The last 4 KiB of standard error.
    pub stderr_tail: Vec<u8>,
    /// Time by the clock, from before the start to the end.
    pub wall: Duration,
    /// Processor time of the program and all it has started. Of those that nobody waited for, at
    /// least what they were last seen to have used, which is some milliseconds before their end.
    pub cpu: Duration,
    /// Time by the clock in which it was ready and had no processor, where the system tells; only of a program
    /// that broke a limit or took longer than [`Limits::wall`].
    pub starved: Duration,
    /// The largest resident memory, in bytes. Never less than the supervisor's own, two or three
    /// megabytes, because the program starts its life as a copy of that.
    pub peak_memory: u64,
}

/// Why a sandbox could not do its work. None of these is the tested program's fault, where the kernel can
/// refuse it system calls.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
    /// The launcher could not be started.
    #[error("cannot start the launcher {exe}")]
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
    #[error("the sandbox's files")]
    Files(#[from] io::Error),
}

/// A file without a name to which several processes can write at once and nothing is lost.
fn nameless_output() -> io::Result<File> {
    let file = nameless_file()?;
    rustix::fs::fcntl_setfl(&file, rustix::fs::OFlags::APPEND)?;
    Ok(file)
}

/// A file for reading and writing that has no name, so that nothing has to be removed.
fn nameless_file() -> io::Result<File> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::MemfdFlags;
        Ok(rustix::fs::memfd_create("grundy-sandbox", MemfdFlags::CLOEXEC)?.into())
    }
    #[cfg(not(target_os = "linux"))]
    {
        tempfile::tempfile()
    }
}

/// A line that a program wrote, as it can be shown: quotes as they are, and escaped whatever a terminal
/// would obey or nobody would see.
///
/// ```
/// assert_eq!(grundy_sandbox::shown("File \"a.py\"\u{1b}[2J"), "File \"a.py\"\\u{1b}[2J");
/// ```
pub fn shown(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    for character in line.chars() {
        match character {
            '"' | '\'' | '\\' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
    }
    shown
}
