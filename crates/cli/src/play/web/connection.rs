//! A connection to a browser: one request and one response, each within a time limit.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::address::LONGEST;
use super::http::{HttpRequest, HttpResponse};

/// How often a waiting thread checks whether the server is to stop.
pub(super) const PAUSE: Duration = Duration::from_millis(100);
/// How long receiving a request takes at most, and sending a response, however slowly the other side goes on.
const TIME: Duration = Duration::from_secs(10);
/// The largest form in bytes: an address, and a typed move.
const BODY: u64 = 2 * LONGEST as u64;
/// The largest head of a request in bytes: browsers send the longest link twice, the second time as the page that it
/// comes from, and further headers.
const HEAD: usize = 4 * LONGEST;
/// How many bytes that arrive after the response are read. A connection that is closed before they are read is reset,
/// and the response is lost.
const IGNORED: u64 = 16 << 20;

/// An open connection. Reading and writing fail when its time is over or the server is to stop.
pub(super) struct Connection<'a> {
    stream: TcpStream,
    stop: &'a AtomicBool,
    until: Instant,
}

/// Why no request was received.
pub(super) enum Failure {
    /// The connection failed, ended or took too long.
    Connection,
    /// What arrived is no request; it gets this response.
    Refused(HttpResponse),
}

impl From<io::Error> for Failure {
    fn from(_: io::Error) -> Self {
        Self::Connection
    }
}

impl From<HttpResponse> for Failure {
    fn from(response: HttpResponse) -> Self {
        Self::Refused(response)
    }
}

impl<'a> Connection<'a> {
    pub fn new(stream: TcpStream, stop: &'a AtomicBool) -> io::Result<Self> {
        stream.set_read_timeout(Some(PAUSE))?;
        stream.set_write_timeout(Some(PAUSE))?;
        let until = Instant::now() + TIME;
        Ok(Self {
            stream,
            stop,
            until,
        })
    }

    /// Repeats a step of the stream until it does something.
    fn retry(
        &mut self,
        mut step: impl FnMut(&mut TcpStream) -> io::Result<usize>,
    ) -> io::Result<usize> {
        while !self.stop.load(Ordering::Relaxed) && Instant::now() < self.until {
            match step(&mut self.stream) {
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                    ) => {}
                done => return done,
            }
        }
        Err(ErrorKind::TimedOut.into())
    }

    /// Receives the request.
    pub fn receive(&mut self) -> Result<HttpRequest, Failure> {
        let mut bytes = Vec::new();
        let mut some = vec![0; 1 << 16];
        let (mut request, head) = loop {
            let read = self.read(&mut some)?;
            if read == 0 {
                return Err(Failure::Connection);
            }
            bytes.extend_from_slice(&some[..read]);
            // Without the end of a line the head cannot be complete.
            if some[..read].contains(&b'\n')
                && let Some(parsed) = HttpRequest::parse(&bytes)?
            {
                break parsed;
            }
            if bytes.len() > HEAD {
                return Err(HttpResponse::text(414, "longer than any game here").into());
            }
        };
        let length = request.length()?;
        if length <= BODY {
            let mut body = bytes.split_off(head);
            let missing = length.saturating_sub(body.len() as u64);
            self.take(missing).read_to_end(&mut body)?;
            if (body.len() as u64) < length {
                return Err(Failure::Connection);
            }
            body.truncate(length as usize);
            request.body = Some(body);
        }
        Ok(request)
    }

    /// Sends the response, without its body for a `HEAD` request.
    pub fn send(&mut self, response: &HttpResponse, is_head: bool) -> io::Result<()> {
        self.until = Instant::now() + TIME;
        self.write_all(response.to_http(is_head).as_bytes())?;
        self.stream.shutdown(Shutdown::Write)?;
        io::copy(&mut self.take(IGNORED), &mut io::sink())?;
        Ok(())
    }
}

impl Read for Connection<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.retry(|stream| stream.read(to))
    }
}

impl Write for Connection<'_> {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        self.retry(|stream| stream.write(from))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
