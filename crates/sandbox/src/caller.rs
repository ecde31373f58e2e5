//! The caller's side: starts a supervisor, sends it inputs, and receives its reports.

use crate::settings::{Features, Request, Run, Settings, send};
use crate::{Isolation, Launcher, Limits, Program, RunReport, SandboxError, platform};
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Interval at which a waiting caller reads the stop flag.
pub(crate) const STOP_PERIOD: Duration = Duration::from_millis(20);
/// How long a supervisor may take to start; long, because the machine may be busy.
const START_LIMIT: Duration = Duration::from_secs(10);
/// How long the caller waits for a report after the time limit has passed.
pub(crate) const GRACE: Duration = Duration::from_secs(5);
/// How long the supervisor may take to end before it is killed, and then again before the caller gives up.
const END_LIMIT: Duration = Duration::from_secs(2);

/// Runs one program, once for each input, one run at a time. Several sandboxes can run in parallel, each in its own
/// thread.
///
/// Dropping the sandbox kills all its processes. A run costs a tenth of a millisecond more than starting the
/// program directly; starting the sandbox costs about two milliseconds. Start one sandbox for each thread.
///
/// ```no_run
/// use grundy_sandbox::{End, Isolation, Launcher, Limits, Program, Sandbox};
/// use std::sync::atomic::AtomicBool;
///
/// // This executable has to call `launch_main` when it is started as `... sandbox`.
/// let exe = std::env::current_exe()?;
/// let launcher = Launcher { exe, args: vec!["sandbox".into()], env: vec![] };
/// let program = Program { command: "./mine".into(), args: vec![] };
/// let mut sandbox =
///     Sandbox::start(&launcher, &program, Limits::default(), Isolation::Namespace)?;
/// let run = sandbox.run(b"5 2\n1 3\n", &AtomicBool::new(false))?;
/// assert_eq!(run.end, End::Code(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sandbox {
    pub(crate) link: Link,
    input: File,
    output: File,
    pub(crate) limits: Limits,
    features: Features,
    pub(crate) env: Vec<(OsString, OsString)>,
}

impl Sandbox {
    /// Starts a supervisor for `program`, with the strongest isolation that this machine allows and that is not
    /// stronger than `strongest`. The program itself is not started yet.
    ///
    /// # Errors
    /// The launcher cannot be started or does not become ready.
    pub fn start(
        launcher: &Launcher,
        program: &Program,
        limits: Limits,
        strongest: Isolation,
    ) -> Result<Self, SandboxError> {
        let input = platform::nameless_file()?;
        let output = nameless_output()?;
        let (control, theirs) = UnixStream::pair()?;
        control.set_read_timeout(Some(STOP_PERIOD))?;
        let settings = Settings {
            limits,
            isolation: strongest,
            is_inner: false,
        };
        let process = Command::new(&launcher.exe)
            .args(&launcher.args)
            .args(settings.to_args(program)?)
            .stdin(input.try_clone()?)
            .stdout(output.try_clone()?)
            .stderr(OwnedFd::from(theirs))
            // Ctrl-C in the terminal must not reach the supervisor: the caller decides when it ends.
            .process_group(0)
            .spawn()
            .map_err(|source| SandboxError::Launcher {
                exe: launcher.exe.clone(),
                source,
            })?;
        let mut link = Link { process, control };
        let features = link.receive(START_LIMIT, &AtomicBool::new(false))?;
        Ok(Self {
            link,
            input,
            output,
            limits,
            features,
            env: launcher.env.clone(),
        })
    }

    /// The isolation in use.
    pub const fn isolation(&self) -> Isolation {
        self.features.isolation
    }

    /// Returns which guarantees are missing on this machine, as sentences for the user; none on most Linux systems.
    pub fn shortcomings(&self) -> Vec<&'static str> {
        let Features {
            isolation,
            watched,
            filtered,
            private,
        } = self.features;
        let in_namespace = isolation == Isolation::Namespace;
        let is_weighed = filtered && in_namespace && private == Some(true);
        let folders = "Programs that run side by side share /tmp and have the same process numbers: some disturb \
                       each other there, Java's among them.";
        let subreaper = "No PID namespace is available: a program can end other processes of its user, and what it \
                         leaves in /tmp or in shared memory stays there.";
        let group = "Processes that leave the program's process group are not ended with it, and what it leaves in \
                     temporary files or in shared memory stays there.";
        let network = "The network is open to the program.";
        let memory = "Memory is not fully measured: files in memory, as in /run or /dev/shm, and the buffers of \
                      sockets can exceed the limit.";
        let calls = "The kernel refuses no system calls (seccomp): a program can lift the limits of the judge, reach \
                     servers of this machine and lock their files, and keys, shared memory, files in memory without a \
                     name and reserved parts of files are not limited.";
        let measures = "The number of processes and threads is not limited. Memory and processor time are checked \
                        only when the program has ended; the time limit by the clock holds.";
        let sentences = [
            (in_namespace && private.is_none(), folders),
            (isolation == Isolation::Subreaper, subreaper),
            (isolation == Isolation::Group, group),
            (!in_namespace && !filtered, network),
            (!is_weighed, memory),
            (!filtered, calls),
            (!watched, measures),
        ];
        let missing = sentences.into_iter().filter(|(is_missing, _)| *is_missing);
        missing.map(|(_, sentence)| sentence).collect()
    }

    /// Runs the program on `input` and waits for its end, at most some milliseconds longer than the time limit.
    /// When `stop` becomes true, the run ends at once.
    ///
    /// # Errors
    /// [`SandboxError::Stopped`] after `stop`; other errors if the sandbox itself fails. After an error none of the
    /// program's processes is left and the sandbox can only be dropped: a further run returns
    /// [`SandboxError::Failed`].
    pub fn run(&mut self, input: &[u8], stop: &AtomicBool) -> Result<RunReport, SandboxError> {
        self.run_with(&[], input, stop)
    }

    /// As [`Sandbox::run`], with further arguments for this run after the program's own.
    ///
    /// # Errors
    /// As [`Sandbox::run`].
    pub fn run_with(
        &mut self,
        args: &[OsString],
        input: &[u8],
        stop: &AtomicBool,
    ) -> Result<RunReport, SandboxError> {
        let _program = tracing::info_span!("program").entered();
        // A short run would end before the flag is read.
        if stop.load(Ordering::Relaxed) {
            return Err(SandboxError::Stopped);
        }
        // The caller and the program share one position in each file, because the supervisor passes the files on to
        // the program.
        self.input.set_len(0)?;
        self.input.write_all_at(input, 0)?;
        self.input.rewind()?;
        self.output.set_len(0)?;
        self.output.rewind()?;
        let request = Request::Run(Run {
            args: args.to_vec(),
            env: self.env.clone(),
            in_dialogue: false,
        });
        self.link.send(&request)?;
        let patience = self.limits.longest().saturating_add(GRACE);
        let report = self.link.receive(patience, stop);
        report.inspect_err(|_| self.link.shut_down())
    }

    /// Returns the standard output of the last run, from its beginning; at most one byte more than
    /// [`Limits::output`]. The data stays outside this process until the next run.
    pub fn stdout(&self) -> impl Read {
        let file = &self.output;
        Stdout { file, at: 0 }.take(self.limits.output.saturating_add(1))
    }
}

/// Reads a file without using its position, which other processes share.
struct Stdout<'a> {
    file: &'a File,
    at: u64,
}

impl Read for Stdout<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(to, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// The connection to a running supervisor. Dropping it ends the supervisor and everything that it has started.
#[derive(Debug)]
pub(crate) struct Link {
    process: Child,
    pub control: UnixStream,
}

impl Link {
    /// Sends a request.
    pub fn send(&self, request: &Request) -> Result<(), SandboxError> {
        send(&self.control, request).map_err(ended)
    }

    /// Waits for one message, at most `patience`.
    pub fn receive<T: DeserializeOwned>(
        &mut self,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<T, SandboxError> {
        let start = Instant::now();
        let mut received = Vec::new();
        let mut chunk = [0; 1024];
        while start.elapsed() <= patience {
            match self.control.read(&mut chunk) {
                Ok(0) => {
                    let text = String::from_utf8_lossy(&received);
                    return Err(ended(match text.trim() {
                        "" => "it wrote nothing",
                        text => text,
                    }));
                }
                Ok(n) => {
                    received.extend_from_slice(&chunk[..n]);
                    // Something else than a message is a panic, for example, and ends with the process.
                    if received.ends_with(b"\n")
                        && let Ok(message) = serde_json::from_slice::<Result<T, String>>(&received)
                    {
                        return message.map_err(ended);
                    }
                }
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    _ => return Err(ended(error)),
                },
            }
            if stop.load(Ordering::Relaxed) {
                return Err(SandboxError::Stopped);
            }
        }
        Err(no_answer(patience))
    }

    /// Ends the supervisor, which kills everything it has started, and waits for that.
    pub fn shut_down(&mut self) {
        // Closing the connection ends the supervisor. An error means that it has ended already.
        let _ = self.control.shutdown(std::net::Shutdown::Both);
        for _ in 0..2 {
            let start = Instant::now();
            while start.elapsed() < END_LIMIT {
                match self.process.try_wait() {
                    Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                    Ok(Some(_)) | Err(_) => return,
                }
            }
            // A process that is stuck in the kernel does not end even then.
            let _ = self.process.kill();
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.shut_down();
    }
}

pub(crate) fn ended(why: impl Display) -> SandboxError {
    SandboxError::Failed(format!("ended unexpectedly: {why}"))
}

/// The error of a supervisor that has sent no report for this time.
pub(crate) fn no_answer(within: Duration) -> SandboxError {
    let seconds = within.as_secs();
    SandboxError::Failed(format!("gave no answer within {seconds} s"))
}

/// Creates a file without a name in append mode, so that several processes can write to it without overwriting each
/// other.
pub(crate) fn nameless_output() -> io::Result<File> {
    let file = platform::nameless_file()?;
    rustix::fs::fcntl_setfl(&file, rustix::fs::OFlags::APPEND)?;
    Ok(file)
}
