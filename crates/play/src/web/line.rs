//! A line to a browser: one request comes in, one answer goes out, and it ends when its time is over.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::address::LONGEST;
use super::site::Answer;

/// So often whoever waits looks whether to go on waiting.
pub(super) const PAUSE: Duration = Duration::from_millis(100);
/// So long a request may take to come in, and an answer to be taken, however it trickles.
const TIME: Duration = Duration::from_secs(10);
/// No form of ours is longer: an address, and a move that is typed.
const BODY: usize = 2 * LONGEST;
/// No request is longer before its body: the longest link, which browsers send twice, as the page that they
/// come from too, and the other headers.
const HEAD: usize = 4 * LONGEST;
/// And none has more headers.
const HEADERS: usize = 100;
/// Of what comes after the answer so much is still taken, so that the answer is not lost with it.
const IGNORED: u64 = 16 << 20;

/// What every answer says beside itself: nothing but this site's own files is loaded, nobody shows it in
/// a frame, nothing is kept.
const ALWAYS: [(&str, &str); 7] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
    ("Connection", "close"),
];

/// A line that is in use.
pub(super) struct Line<'a> {
    stream: TcpStream,
    stop: &'a AtomicBool,
    until: Instant,
}

/// What came in.
pub(super) enum Received {
    Request(Request),
    /// No request that can be answered: a status, and why.
    Nonsense(u16, &'static str),
    /// The other side had nothing to say.
    Nothing,
}

/// A request as it came in.
pub(super) struct Request {
    pub method: String,
    /// Path and query.
    pub url: String,
    headers: Vec<(String, Vec<u8>)>,
    /// What was posted; `None` when it is longer than anything that makes sense.
    pub body: Option<Vec<u8>>,
}

impl Request {
    /// The value of a header that is there once, and is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self
            .headers
            .iter()
            .filter(|(field, _)| field.eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (Some((_, value)), None) => std::str::from_utf8(value).ok(),
            _ => None,
        }
    }

    fn has(&self, name: &str) -> bool {
        self.headers
            .iter()
            .any(|(field, _)| field.eq_ignore_ascii_case(name))
    }

    /// The request at the beginning of what came in, and where its body begins; `None` when there is more to
    /// come.
    fn parse(bytes: &[u8]) -> Result<Option<(Self, usize)>, Received> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        match parsed.parse(bytes) {
            Ok(httparse::Status::Complete(body)) => {
                let headers = parsed.headers.iter();
                let headers = headers.map(|header| (header.name.to_owned(), header.value.to_vec()));
                let request = Self {
                    method: parsed.method.unwrap_or_default().to_owned(),
                    url: parsed.path.unwrap_or_default().to_owned(),
                    headers: headers.collect(),
                    body: None,
                };
                Ok(Some((request, body)))
            }
            Ok(httparse::Status::Partial) => Ok(None),
            Err(httparse::Error::TooManyHeaders) => Err(Received::Nonsense(
                431,
                "more headers than any browser sends",
            )),
            Err(_) => Err(Received::Nonsense(400, "that is no request")),
        }
    }
}

impl<'a> Line<'a> {
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

    /// Does some of what there is to do with the stream, as soon as that can be done.
    fn some<T>(&mut self, mut step: impl FnMut(&mut TcpStream) -> io::Result<T>) -> io::Result<T> {
        loop {
            if self.stop.load(Ordering::Relaxed) || Instant::now() >= self.until {
                return Err(ErrorKind::TimedOut.into());
            }
            match step(&mut self.stream) {
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                    ) => {}
                done => return done,
            }
        }
    }

    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.some(|stream| stream.read(to))
    }

    /// The request of this line.
    pub fn receive(&mut self) -> io::Result<Received> {
        let mut bytes = Vec::new();
        let mut some = vec![0; 1 << 16];
        let (mut request, begin) = loop {
            let read = self.read(&mut some)?;
            if read == 0 {
                return Ok(Received::Nothing);
            }
            bytes.extend_from_slice(&some[..read]);
            // Nothing is complete before the end of a line.
            if some[..read].contains(&b'\n') {
                match Request::parse(&bytes) {
                    Ok(Some(parsed)) => break parsed,
                    Ok(None) => {}
                    Err(wrong) => return Ok(wrong),
                }
            }
            if bytes.len() > HEAD {
                return Ok(Received::Nonsense(414, "longer than any game here"));
            }
        };
        let mut body = bytes.split_off(begin);
        let length = match request.header("Content-Length") {
            None if request.has("Transfer-Encoding") || request.has("Content-Length") => {
                return Ok(Received::Nonsense(411, "how long that is has to be said"));
            }
            None => 0,
            Some(length) => match length.parse::<u64>() {
                Ok(length) => length,
                Err(_) => return Ok(Received::Nonsense(400, "that is no length")),
            },
        };
        if length > BODY as u64 {
            return Ok(Received::Request(request));
        }
        let length = length as usize;
        while body.len() < length {
            let read = self.read(&mut some)?;
            if read == 0 {
                return Ok(Received::Nothing);
            }
            body.extend_from_slice(&some[..read]);
        }
        body.truncate(length);
        request.body = Some(body);
        Ok(Received::Request(request))
    }

    /// Sends the answer, without its body where only the head was asked for, and hangs up.
    pub fn send(&mut self, answer: &Answer, is_head: bool) -> io::Result<()> {
        let Answer {
            status,
            media,
            location,
            body,
        } = answer;
        let length = body.len().to_string();
        let own = [("Content-Type", *media), ("Content-Length", &*length)];
        let location = location.as_deref().map(|link| ("Location", link));
        let mut text = format!("HTTP/1.1 {status} \r\n");
        for (name, value) in own.into_iter().chain(location).chain(ALWAYS) {
            text += &format!("{name}: {value}\r\n");
        }
        text += "\r\n";
        if !is_head {
            text += body;
        }
        self.until = Instant::now() + TIME;
        let mut left = text.as_bytes();
        while !left.is_empty() {
            let sent = self.some(|stream| stream.write(left))?;
            left = &left[sent..];
        }
        self.stream.shutdown(Shutdown::Write)?;
        // An answer to somebody who is still talking would be lost with the line.
        let mut some = vec![0; 1 << 16];
        let mut ignored = 0;
        while ignored < IGNORED {
            match self.read(&mut some)? {
                0 => break,
                read => ignored += read as u64,
            }
        }
        Ok(())
    }
}
