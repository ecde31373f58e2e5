//! What a sandbox and its supervisor tell each other.
//!
//! The sandbox starts the launcher with these arguments: the [`Settings`] as JSON, then the words of the program. For
//! each run it sends a [`Request`], one line of JSON. The supervisor sends one line of JSON when it is ready, with its
//! [`Features`], and one after each run, with the [`RunReport`](crate::RunReport). Each is a `Result`, and after an
//! `Err` with a text the supervisor ends.

use crate::{Isolation, Limits, Program};
use rustix::io::{FdFlags, fcntl_setfd, retry_on_intr};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// The configuration of a supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub limits: Limits,
    pub isolation: Isolation,
    /// Whether the process is the second one, which watches the program.
    pub is_inner: bool,
}

impl Settings {
    /// Returns the arguments of a process that supervises this program.
    pub fn to_args(self, program: &Program) -> io::Result<Vec<OsString>> {
        let mut args = vec![
            serde_json::to_string(&self)?.into(),
            program.command.clone(),
        ];
        args.extend(program.args.iter().cloned());
        Ok(args)
    }

    /// The inverse of [`Settings::to_args`]; `None` if an argument is missing or wrong.
    pub fn from_args(mut args: impl Iterator<Item = OsString>) -> Option<(Self, Program)> {
        let settings = serde_json::from_str(args.next()?.to_str()?).ok()?;
        let program = Program {
            command: args.next()?,
            args: args.collect(),
        };
        Some((settings, program))
    }
}

/// What a supervisor can do on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Features {
    /// The isolation in use.
    pub isolation: Isolation,
    /// Whether the supervisor can measure a running program.
    pub watched: bool,
    /// Whether the filter of system calls is set.
    pub filtered: bool,
    /// If the folders for temporary files are private: whether all other file systems in memory are read-only.
    pub private: Option<bool>,
}

/// What a sandbox asks of its supervisor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// To run the program.
    Run(Run),
    /// Reports a time in which the program of a dialogue was to write, and the limit of that time, which it has reached.
    /// It means nothing when the program has ended meanwhile.
    Passed { spent: Duration, limit: Duration },
}

/// One run of the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The further arguments of the program.
    pub args: Vec<OsString>,
    /// The variables that it gets in addition to the common ones. They are no arguments of the supervisor, because
    /// all users can read those.
    pub env: Vec<(OsString, OsString)>,
    /// Whether the program's streams are the two that come with this request, and the caller counts the time.
    pub in_dialogue: bool,
}

/// The requests that a supervisor receives.
#[derive(Debug)]
pub(crate) struct Requests {
    pub control: UnixStream,
    received: Vec<u8>,
    streams: Vec<OwnedFd>,
}

impl Requests {
    pub const fn new(control: UnixStream) -> Self {
        Self {
            control,
            received: Vec::new(),
            streams: Vec::new(),
        }
    }

    /// Returns whether a request has been received and not returned.
    pub fn is_waiting(&self) -> bool {
        self.received.contains(&b'\n')
    }

    /// Waits for the next request; `None` if the caller has closed the connection.
    pub fn next(&mut self) -> io::Result<Option<Request>> {
        loop {
            if let Some(at) = self.received.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.received.drain(..=at).collect();
                return Ok(Some(serde_json::from_slice(&line)?));
            }
            if !self.receive()? {
                return Ok(None);
            }
        }
    }

    /// Returns the streams that came with a request: standard input and output.
    pub fn take_streams(&mut self) -> io::Result<[OwnedFd; 2]> {
        let streams = std::mem::take(&mut self.streams).try_into();
        streams.map_err(|_| io::Error::other("a dialogue needs two streams"))
    }

    fn receive(&mut self) -> io::Result<bool> {
        let mut chunk = [0; 1 << 12];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut streams = RecvAncillaryBuffer::new(&mut space);
        let mut chunks = [IoSliceMut::new(&mut chunk)];
        let receive = || recvmsg(&self.control, &mut chunks, &mut streams, RecvFlags::empty());
        let received = retry_on_intr(receive)?.bytes;
        for message in streams.drain() {
            if let RecvAncillaryMessage::ScmRights(streams) = message {
                for stream in streams {
                    // Programs inherit only what they are given.
                    fcntl_setfd(&stream, FdFlags::CLOEXEC)?;
                    self.streams.push(stream);
                }
            }
        }
        self.received.extend_from_slice(&chunk[..received]);
        Ok(received > 0)
    }
}

/// Sends a request with two streams, standard input and output of the program.
pub(crate) fn send_with_streams(
    to: &UnixStream,
    request: &Request,
    streams: &[OwnedFd; 2],
) -> io::Result<()> {
    let mut line = serde_json::to_vec(request)?;
    line.push(b'\n');
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut attached = SendAncillaryBuffer::new(&mut space);
    let streams = [streams[0].as_fd(), streams[1].as_fd()];
    if !attached.push(SendAncillaryMessage::ScmRights(&streams)) {
        return Err(io::Error::other("no room for two streams"));
    }
    // The kernel takes a short line as a whole.
    sendmsg(
        to,
        &[IoSlice::new(&line)],
        &mut attached,
        SendFlags::empty(),
    )?;
    Ok(())
}

/// Sends one message.
pub(crate) fn send(mut to: impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)
}
