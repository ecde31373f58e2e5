//! The caller's side of a dialogue: the program reads and writes pipes whose other ends the caller has, so that an
//! exchange is as fast as two pipes. Only the caller knows when the program is to write, so the caller counts the time.
//! The supervisor measures everything else, and decides whether a time that has passed breaks a limit.

use crate::caller::{GRACE, STOP_PERIOD, Sandbox, ended, no_answer};
use crate::settings::{Request, Run, send_with_streams};
use crate::{RunReport, SandboxError};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::retry_on_intr;
use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a program that has closed its output may take to end before it is ended.
const AFTER_OUTPUT: Duration = Duration::from_secs(1);
/// The largest number of bytes that are read at a time.
const CHUNK: usize = 1 << 12;

/// A running program that gets its input piece by piece. It has the limits of its sandbox, but its wall-clock time counts
/// only while it is to write. Dropping the dialogue ends the program.
#[derive(Debug)]
pub struct Dialogue<'a> {
    sandbox: &'a mut Sandbox,
    stop: &'a AtomicBool,
    /// The longest time until a line.
    turn: Duration,
    input: Option<PipeWriter>,
    /// What is still to be written to the program.
    unwritten: Vec<u8>,
    output: Option<PipeReader>,
    /// What the program has written after the last line that was returned.
    unread: Vec<u8>,
    /// The time in which the program was to write, without the present turn.
    spent: Duration,
    report: Option<RunReport>,
}

/// What comes of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A line, without its end.
    Line(String),
    /// More bytes without the end of a line than a line may have. The text is their beginning.
    TooLong(String),
    /// The program has closed its output and runs on, or was ended for that.
    Closed,
    /// The program has ended, or was ended because it has broken a limit; the text is what it wrote without the end of a
    /// line.
    Ended(RunReport, String),
}

impl Sandbox {
    /// Starts the program for a dialogue. The wall-clock time of its limits is that of the whole dialogue; each line may
    /// take `turn`. When `stop` becomes true, the dialogue fails.
    ///
    /// ```no_run
    /// # use grundy_sandbox::{Reply, Sandbox, SandboxError};
    /// # use std::{sync::atomic::AtomicBool, time::Duration};
    /// # fn ask(sandbox: &mut Sandbox) -> Result<(), SandboxError> {
    /// let stop = AtomicBool::new(false);
    /// let mut dialogue = sandbox.dialogue(Duration::from_secs(1), &stop)?;
    /// let reply = dialogue.exchange("2\n1 3\n", 100)?;
    /// assert_eq!(reply, Reply::Line("2 2".to_owned()));
    /// let (run, written) = dialogue.finish("1 1\n", 100)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the sandbox itself fails.
    pub fn dialogue<'a>(
        &'a mut self,
        turn: Duration,
        stop: &'a AtomicBool,
    ) -> Result<Dialogue<'a>, SandboxError> {
        let (input, writer) = io::pipe()?;
        let (reader, output) = io::pipe()?;
        // The flag belongs to these ends only: the program's reads and writes wait.
        fcntl_setfl(&writer, OFlags::NONBLOCK).map_err(io::Error::from)?;
        fcntl_setfl(&reader, OFlags::NONBLOCK).map_err(io::Error::from)?;
        let request = Request::Run(Run {
            args: Vec::new(),
            env: self.env.clone(),
            in_dialogue: true,
        });
        let streams = [input.into(), output.into()];
        send_with_streams(&self.link.control, &request, &streams).map_err(ended)?;
        Ok(Dialogue {
            sandbox: self,
            stop,
            turn,
            input: Some(writer),
            unwritten: Vec::new(),
            output: Some(reader),
            unread: Vec::new(),
            spent: Duration::ZERO,
            report: None,
        })
    }
}

impl Dialogue<'_> {
    /// Writes a text to the program and waits for a line of at most `most` bytes. All this time is the program's.
    ///
    /// # Errors
    /// [`SandboxError::Stopped`] after `stop`; other errors if the sandbox itself fails.
    pub fn exchange(&mut self, text: &str, most: usize) -> Result<Reply, SandboxError> {
        let _program = tracing::info_span!("program").entered();
        let begin = Instant::now();
        self.unwritten.extend_from_slice(text.as_bytes());
        self.write()?;
        let reply = self.next_line(begin, most);
        self.spent += begin.elapsed();
        reply
    }

    /// Returns what the program has written behind the last line, as far as it came together with that.
    pub fn written_ahead(&self) -> &[u8] {
        &self.unread
    }

    /// Returns the time in which the program was to write so far.
    pub const fn spent(&self) -> Duration {
        self.spent
    }

    /// Writes a last text to the program, closes its input, and waits for its end, which is in its time. Returns what the
    /// program has written meanwhile; after more than `most` bytes of it, it is ended.
    ///
    /// # Errors
    /// As [`exchange`](Self::exchange).
    pub fn finish(mut self, text: &str, most: usize) -> Result<(RunReport, String), SandboxError> {
        let begin = Instant::now();
        self.unwritten.extend_from_slice(text.as_bytes());
        self.write()?;
        loop {
            if self.unwritten.is_empty() {
                self.input = None;
            }
            if self.unread.len() > most {
                self.kill()?;
            }
            if self.report.is_some() {
                self.spent += begin.elapsed();
                return Ok(self.ended());
            }
            self.advance(begin, most)?;
        }
    }

    /// Ends the program, unless it has ended, and returns what was measured of it.
    ///
    /// # Errors
    /// As [`exchange`](Self::exchange).
    pub fn end(mut self) -> Result<RunReport, SandboxError> {
        self.kill()?;
        Ok(self.ended().0)
    }

    fn next_line(&mut self, begin: Instant, most: usize) -> Result<Reply, SandboxError> {
        let mut searched = 0;
        let mut closed_at = None;
        loop {
            let found = self.unread[searched..]
                .iter()
                .position(|&byte| byte == b'\n');
            if let Some(at) = found.map(|at| searched + at).filter(|&at| at <= most) {
                let line = String::from_utf8_lossy(&self.unread[..at]).into_owned();
                self.unread.drain(..=at);
                return Ok(Reply::Line(line));
            }
            searched = self.unread.len();
            if searched > most {
                let text = String::from_utf8_lossy(&self.unread[..most]);
                return Ok(Reply::TooLong(text.into_owned()));
            }
            if self.report.is_some() {
                self.spent += begin.elapsed();
                let (report, text) = self.ended();
                return Ok(Reply::Ended(report, text));
            }
            if self.output.is_none() {
                // Most programs that close their output are about to end, and how they end tells more.
                let since = *closed_at.get_or_insert_with(Instant::now);
                if since.elapsed() > AFTER_OUTPUT {
                    self.kill()?;
                    return Ok(Reply::Closed);
                }
            }
            self.advance(begin, most)?;
        }
    }

    /// Takes the report of the program that has ended, and what it has written.
    fn ended(&mut self) -> (RunReport, String) {
        let mut report = self.report.clone().expect("the caller has seen the report");
        report.wall = self.spent;
        let text = String::from_utf8_lossy(&self.unread).into_owned();
        (report, text)
    }

    /// Waits for the program or the supervisor, and reads and writes what it can. The turn has lasted since `begin`.
    fn advance(&mut self, begin: Instant, most: usize) -> Result<(), SandboxError> {
        let left = self.time_left(begin);
        let patience = if left.is_zero() {
            STOP_PERIOD
        } else {
            left.min(STOP_PERIOD)
        };
        let patience = Timespec::try_from(patience).unwrap_or_default();
        let (output, input) = (self.output.as_ref(), self.input.as_ref());
        let input = input.filter(|_| !self.unwritten.is_empty());
        let mut fds = vec![PollFd::new(&self.sandbox.link.control, PollFlags::IN)];
        fds.extend(output.map(|output| PollFd::new(output, PollFlags::IN)));
        fds.extend(input.map(|input| PollFd::new(input, PollFlags::OUT)));
        retry_on_intr(|| poll(&mut fds, Some(&patience))).map_err(io::Error::from)?;
        let has_report = !fds[0].revents().is_empty();
        if self.stop.load(Ordering::Relaxed) {
            self.sandbox.link.shut_down();
            return Err(SandboxError::Stopped);
        }
        self.write()?;
        if has_report {
            self.receive()?;
        }
        self.read(most)?;
        if self.report.is_none() && self.time_left(begin).is_zero() {
            self.tell_time(begin)?;
        }
        Ok(())
    }

    /// Returns the time until the turn or the dialogue has lasted too long.
    fn time_left(&self, begin: Instant) -> Duration {
        let turn = begin.elapsed();
        let of_turn = self.turn.saturating_sub(turn);
        of_turn.min(self.sandbox.limits.wall.saturating_sub(self.spent + turn))
    }

    /// Tells the supervisor that a time is over. It ends the program unless the program had no processor in that time.
    fn tell_time(&self, begin: Instant) -> Result<(), SandboxError> {
        let turn = begin.elapsed();
        let (spent, limit) = if turn >= self.turn {
            (turn, self.turn)
        } else {
            (self.spent + turn, self.sandbox.limits.wall)
        };
        let longest = limit.saturating_mul(self.sandbox.limits.stretch);
        if spent > longest.saturating_add(GRACE) {
            return Err(no_answer(spent));
        }
        self.sandbox.link.send(&Request::Passed { spent, limit })
    }

    /// Ends the program.
    fn kill(&mut self) -> Result<(), SandboxError> {
        if self.report.is_none() {
            let (spent, limit) = (Duration::ZERO, Duration::ZERO);
            // An error means that the supervisor has ended.
            let _ = self.sandbox.link.send(&Request::Passed { spent, limit });
            self.receive()?;
        }
        Ok(())
    }

    /// Receives the supervisor's report.
    fn receive(&mut self) -> Result<(), SandboxError> {
        let report = self.sandbox.link.receive(GRACE, self.stop);
        let report = report.inspect_err(|_| self.sandbox.link.shut_down());
        self.report = Some(report?);
        Ok(())
    }

    /// Writes as much as the pipe takes. A program that has closed its input misses the rest.
    fn write(&mut self) -> Result<(), SandboxError> {
        let Some(input) = &mut self.input else {
            self.unwritten.clear();
            return Ok(());
        };
        while !self.unwritten.is_empty() {
            match input.write(&self.unwritten) {
                Ok(written) => _ = self.unwritten.drain(..written),
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock => break,
                    ErrorKind::Interrupted => {}
                    ErrorKind::BrokenPipe => {
                        self.input = None;
                        self.unwritten.clear();
                        break;
                    }
                    _ => return Err(error.into()),
                },
            }
        }
        Ok(())
    }

    /// Reads what the pipe holds, until there are more than `most` bytes: the rest of a flood stays in the pipe.
    fn read(&mut self, most: usize) -> Result<(), SandboxError> {
        let mut chunk = [0; CHUNK];
        while let Some(output) = &mut self.output
            && self.unread.len() <= most
        {
            match output.read(&mut chunk) {
                Ok(0) => self.output = None,
                Ok(read) => {
                    self.unread.extend_from_slice(&chunk[..read]);
                    if read < CHUNK {
                        break;
                    }
                }
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock => break,
                    ErrorKind::Interrupted => {}
                    _ => return Err(error.into()),
                },
            }
        }
        Ok(())
    }
}

impl Drop for Dialogue<'_> {
    fn drop(&mut self) {
        // After an error the sandbox has ended, and the program with it.
        let _ = self.kill();
    }
}
