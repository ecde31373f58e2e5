//! The caller's side: starts a supervisor, sends it inputs, and receives its reports.

use crate::protocol::{Frame, Setup, request};
use crate::{
    GRACE, Isolation, Launcher, Limits, Program, Run, SandboxError, most, nameless_file,
    nameless_output,
};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek as _, Write as _};
use std::os::unix::fs::FileExt as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Interval at which a waiting caller reads the stop flag.
const STOP_PERIOD: Duration = Duration::from_millis(20);
/// How long a supervisor may take to start; long, because the machine may be busy.
const START_LIMIT: Duration = Duration::from_secs(10);

/// Runs one program, once for each input, one run at a time. Several sandboxes can run in parallel, each in its own
/// thread.
///
/// Dropping the sandbox kills all its processes. A run costs a tenth of a millisecond more than starting the
/// program directly (the example `overhead` measures it); starting the sandbox costs about two milliseconds. Start
/// one sandbox for each thread.
///
/// ```no_run
/// use grundy_sandbox::{End, Isolation, Launcher, Limits, Program, Sandbox};
/// use std::sync::atomic::AtomicBool;
///
/// // This executable has to call `launch_main` when it is started as `... sandbox`.
/// let launcher = Launcher { exe: std::env::current_exe()?, args: vec!["sandbox".into()] };
/// let program = Program { command: "./mine".into(), args: vec![] };
/// let mut sandbox =
///     Sandbox::start(&launcher, &program, Limits::default(), Isolation::Namespace)?;
/// let run = sandbox.run(b"5 2\n1 3\n", &AtomicBool::new(false))?;
/// assert_eq!(run.end, End::Code(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sandbox {
    outer: Child,
    control: UnixStream,
    input: File,
    output: File,
    limits: Limits,
    isolation: Isolation,
    watched: bool,
    filtered: bool,
    private: bool,
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
        let input = nameless_file()?;
        let output = nameless_output()?;
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
            // Ctrl-C in the terminal must not reach the supervisor: the caller decides when it ends.
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
            filtered: false,
            private: false,
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
            Frame::Ready {
                isolation,
                watched,
                filtered,
                private,
            } => {
                sandbox.isolation = isolation;
                sandbox.watched = watched;
                sandbox.filtered = filtered;
                sandbox.private = private;
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

    /// The isolation in use.
    pub const fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// The limits of each run.
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns which guarantees are missing on this machine, as sentences for the user; none on most Linux systems.
    pub fn shortcomings(&self) -> Vec<&'static str> {
        let mut sentences = Vec::new();
        match self.isolation {
            Isolation::Namespace if self.private => {}
            Isolation::Namespace => sentences.push(
                "Programs that run side by side share /tmp and have the same process numbers: some \
                 disturb each other there, Java's among them.",
            ),
            Isolation::Subreaper => sentences.push(
                "No PID namespace is to be had: a program can end other processes of its user, and what it \
                 leaves in /tmp or in shared memory stays there.",
            ),
            Isolation::Group => sentences
                .push(
                    "Processes that leave the program's process group are not ended with it, and what it \
                     leaves in temporary files or in shared memory stays there.",
                ),
        }
        if self.isolation != Isolation::Namespace {
            sentences.push(
                "The network is open to the program, and memory in the buffers of its sockets is not limited.",
            );
        }
        if !self.filtered {
            sentences.push(
                "The kernel refuses no system calls (seccomp): a program can lift the limits of the judge, \
                 and keys, files in memory without a name, reserved parts of files and the buffers of \
                 sockets are not limited.",
            );
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

    /// Runs the program on `input` and waits for its end, at most some milliseconds longer than the time limit.
    /// When `stop` becomes true, the run ends at once.
    ///
    /// # Errors
    /// [`SandboxError::Stopped`] after `stop`; other errors if the sandbox itself fails. After an error none of the
    /// program's processes is left and the sandbox can only be dropped: a further run returns
    /// [`SandboxError::Lost`].
    pub fn run(&mut self, input: &[u8], stop: &AtomicBool) -> Result<Run, SandboxError> {
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
    ) -> Result<Run, SandboxError> {
        // The caller and the program share one position in each file, because the supervisor passes the files on to
        // the program.
        self.input.set_len(0)?;
        self.input.write_all_at(input, 0)?;
        self.input.rewind()?;
        self.output.set_len(0)?;
        self.output.rewind()?;
        if let Err(error) = self.control.write_all(&request(args)) {
            return Err(SandboxError::Lost {
                said: error.to_string(),
            });
        }
        let result = self.receive(most(self.limits.wall).saturating_add(GRACE), stop);
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
        Ok(Run {
            end: report.end,
            stderr_tail: report.stderr_tail,
            wall: report.wall,
            cpu: report.cpu,
            starved: report.starved,
            peak_memory: report.peak_memory,
        })
    }

    /// Returns the standard output of the last run, from its beginning; at most one byte more than
    /// [`Limits::output`]. The data stays outside this process until the next run.
    pub fn stdout(&self) -> impl Read {
        Stdout {
            file: &self.output,
            at: 0,
            end: self.limits.output.saturating_add(1),
        }
    }

    /// Waits for one frame from the supervisor, at most `patience`.
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

    /// Ends the supervisor, which kills everything it has started, and waits for that.
    fn shut_down(&mut self) {
        // Closing the connection ends the supervisor. An error means that it has ended already.
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
                // The process is stuck in the kernel, where no signal reaches it.
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Reads a file without using its position, which other processes share.
struct Stdout<'a> {
    file: &'a File,
    at: u64,
    end: u64,
}

impl Read for Stdout<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let length = to.len().min(left);
        let read = self.file.read_at(&mut to[..length], self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.shut_down();
    }
}
