//! Runs an external program on one input after another, each run within limits. The crate knows nothing about
//! games.
//!
//! A [`Sandbox`] owns a small process, the *supervisor*. For every input the supervisor starts the program, watches
//! it, kills it when it breaks a limit, and kills every other process that the program has started. The supervisor
//! is the caller's own executable, started again in a hidden mode ([`Launcher`], [`launch_main`]). Limits that a
//! process can only set on itself therefore need no code between fork and exec, and forking the small supervisor is
//! cheap and keeps the caller's memory out of the program's peak.
//!
//! On Linux the supervisor is the first process of a PID namespace if the kernel allows one. Processes inside
//! cannot leave it by `setsid` or by a double fork, one signal reaches all of them at once, and the kernel kills
//! them all when the supervisor or the caller ends. Without a namespace the supervisor is a *subreaper*: orphans
//! become its children, and it kills them one by one.
//!
//! A sandbox with a PID namespace also has a mount namespace and a network namespace. `/proc` shows only the
//! processes of the sandbox. Folders for temporary files (`/tmp`, `/var/tmp`, `/dev/shm`, `TMPDIR`) show the files
//! outside, but what a run writes there is private and is deleted after the run. Other file systems in memory are
//! read-only. The network has no other hosts, not even this machine.
//!
//! Standard input and output are files without a name. A program that does not read its input, reads it slowly, or
//! prints without end therefore blocks no other process, and no file has to be removed. In a [`Dialogue`] they are
//! pipes, of which the caller has the other ends and never waits for only one.
//!
//! A seccomp filter, which every process inherits, refuses system calls that lift limits, reach the supervisor or a
//! server, hold up other programs, or allocate memory that `/proc` does not show.
//!
//! The file system is limited only in the size of a file and in the total number of bytes written. The sandbox contains faulty programs; it does not contain a program
//! written to break out of it.
//!
//! A program can notice these differences: its streams are files, every write to them appends, and it inherits no
//! other file; it has few environment variables ([`Launcher::env`]); its process number inside a PID namespace is small;
//! it writes no core file; set-user-ID programs that it starts keep the same user; of root's capabilities only those over
//! files remain. It has at most 1024 open files, and locks of files have no effect. Sockets other than connected pairs, shared
//! memory without a file, objects of System V, files in memory without a name, keys, user namespaces and `io_uring` are not
//! available.
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
//!     let launcher = Launcher { exe, args: vec!["sandbox".into()], env: vec![] };
//!     let program = Program { command: "wc".into(), args: vec!["-w".into()] };
//!     let mut sandbox =
//!         Sandbox::start(&launcher, &program, Limits::default(), Isolation::Namespace).unwrap();
//!     let run = sandbox.run(b"5 2\n1 3\n", &AtomicBool::new(false)).unwrap();
//!     let printed = std::io::read_to_string(sandbox.stdout()).unwrap();
//!     assert_eq!((run.end, printed.trim()), (End::Code(0), "4"));
//!     ExitCode::SUCCESS
//! }
//! ```

mod advice;
mod caller;
mod dialogue;
mod measured;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod platform;
#[cfg(target_os = "linux")]
#[path = "linux/mod.rs"]
mod platform;
mod rlimit;
mod settings;
mod supervisor;

pub use caller::Sandbox;
pub use dialogue::{Dialogue, Reply};
pub use supervisor::launch_main;

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// How to start the caller's own executable as a supervisor, as `exe args...`. Its `main` must first call
/// [`launch_main`] with the arguments after `args`.
#[derive(Clone, Debug, Default)]
pub struct Launcher {
    /// The executable, usually [`std::env::current_exe`].
    pub exe: PathBuf,
    /// The arguments that choose the hidden mode.
    pub args: Vec<OsString>,
    /// Variables that programs get in addition to `PATH`, which is the caller's, `HOME` and `TMPDIR`, which name the
    /// private folder of a run (without such a folder the caller's folder for temporary files), and `LANG`, which is
    /// `C.UTF-8`. They get no other variable of the caller.
    pub env: Vec<(OsString, OsString)>,
}

/// An external program with its arguments. No shell is involved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// A path, or a name that is looked up in `PATH`.
    pub command: OsString,
    /// The arguments, without the name of the program.
    pub args: Vec<OsString>,
}

/// The limits of one run.
///
/// ```
/// use grundy_sandbox::Limits;
/// use std::time::Duration;
/// let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
/// assert_eq!(limits.memory, 256 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time, not counting the time in which the program was ready but had no processor
    /// ([`RunReport::starved`]), because a busy machine is not the program's fault.
    pub wall: Duration,
    /// How many times [`wall`](Self::wall) a run may take including that time.
    pub stretch: u32,
    /// Processor time of all threads and processes together.
    pub cpu: Duration,
    /// Resident memory of all processes together, including socket buffers, in bytes. The supervisor reads it every
    /// few milliseconds and at the end, so a program can exceed the limit briefly. Memory that is allocated and
    /// never touched does not count.
    pub memory: u64,
    /// Number of processes and threads at one time.
    pub processes: u32,
    /// Bytes on standard output, on standard error, in all files on disks together, and in all folders for
    /// temporary files together; each of the four is compared with the limit separately. No single file can become
    /// larger.
    pub output: u64,
}

impl Default for Limits {
    /// Two seconds, ten times that on a busy machine, 256 MiB, 128 processes and threads, 64 MiB of output.
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(2),
            stretch: 10,
            cpu: Duration::from_secs(2),
            memory: 256 << 20,
            processes: 128,
            output: 64 << 20,
        }
    }
}

impl Limits {
    /// Returns the default limits, but for this one of wall-clock and processor time.
    pub fn within(time: Duration) -> Self {
        Self {
            wall: time,
            cpu: time,
            ..Self::default()
        }
    }

    /// Returns the longest wall-clock time of a run, including the time in which the program waited for a processor.
    const fn longest(&self) -> Duration {
        self.wall.saturating_mul(self.stretch)
    }
}

/// How the supervisor keeps track of all processes, the strongest way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Isolation {
    /// A PID namespace (Linux, as root or where the kernel allows user namespaces).
    Namespace,
    /// A subreaper that searches for its descendants (Linux).
    Subreaper,
    /// A process group (any Unix).
    Group,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program exited with this code.
    Code(i32),
    /// This signal, not sent by the sandbox, ended the program.
    Signal(i32),
    /// The run took longer than [`Limits::wall`] or [`Limits::cpu`].
    TimeLimit,
    /// The run used more than [`Limits::memory`].
    MemoryLimit,
    /// The run had more than [`Limits::processes`] at one time.
    ProcessLimit,
    /// The run wrote more than [`Limits::output`].
    OutputLimit,
    /// The program could not be started, for example because it does not exist or is not executable.
    NotStarted(String),
}

/// The result of one run. [`Sandbox::stdout`] returns the standard output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunReport {
    /// How the run ended.
    pub end: End,
    /// The last 4 KiB of standard error.
    pub stderr_tail: Vec<u8>,
    /// Wall-clock time from before the start to the end.
    pub wall: Duration,
    /// Processor time of the program and all its descendants. For a process that its parent did not wait for, this
    /// is the last measured value, taken some milliseconds before its end.
    pub cpu: Duration,
    /// Wall-clock time in which the program was ready and had no processor, if the system reports it. Measured only
    /// for a program that broke a limit or took longer than [`Limits::wall`]. It is that of one thread, of those that
    /// have not ended by then: of a program that starts one process after another, the time of earlier ones is
    /// missing.
    pub starved: Duration,
    /// The largest resident memory, in bytes. It is at least that of the supervisor, two or three megabytes,
    /// because the program starts as a copy of the supervisor.
    pub peak_memory: u64,
}

impl RunReport {
    /// Returns the time that counts against the limits of time: the processor time, or the wall-clock time without that in
    /// which the program waited for a processor, whichever is longer.
    pub fn counted(&self) -> Duration {
        self.cpu.max(measured::by_itself(self.wall, self.starved))
    }
}

/// Why a sandbox failed. If the kernel can refuse system calls, the tested program can cause none of these errors.
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
    /// The launcher is not a launcher, or the supervisor ended or sent no report in time. The text is the rest of a
    /// sentence.
    #[error("the sandbox {0}")]
    Failed(String),
    /// A file for input or output could not be created, written or read.
    #[error("the sandbox's files")]
    Files(#[from] io::Error),
}

/// Returns a program's line in a form that is safe to print: control and invisible characters are escaped, quotes
/// are not.
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
