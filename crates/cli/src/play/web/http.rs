//! Requests and responses as data.

use std::io::{self, ErrorKind, Read};

use super::address::LONGEST;

/// The largest number of headers of a request.
const HEADERS: usize = 100;
/// The largest form in bytes: an address, and a typed move.
const BODY: u64 = 2 * LONGEST as u64;
/// The largest head of a request in bytes: browsers send the longest link twice, the second time as the page that it
/// comes from, and further headers.
const HEAD: usize = 4 * LONGEST;

/// The headers of every response: a page loads nothing but this site's own files, is not shown in a frame, and is not
/// stored.
const ALWAYS: &str = "\
    Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
    img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Referrer-Policy: same-origin\r\n\
    Cache-Control: no-store\r\n\
    Connection: close\r\n";

/// A request.
pub struct Request {
    pub method: String,
    /// Path and query.
    pub url: String,
    headers: Vec<(String, String)>,
    /// The posted form.
    pub body: Vec<u8>,
}

impl Request {
    /// Receives a request. The error is the response to bytes that are no request.
    pub fn read(from: &mut impl Read) -> Result<Self, Response> {
        let broken = |_: io::Error| Response::text(408, "the request has broken off");
        let mut bytes = Vec::new();
        let mut piece = vec![0; 1 << 16];
        let (mut request, head) = loop {
            let read = from.read(&mut piece).map_err(broken)?;
            if read == 0 {
                return Err(broken(ErrorKind::UnexpectedEof.into()));
            }
            bytes.extend_from_slice(&piece[..read]);
            if let Some(parsed) = Self::parse(&bytes)? {
                break parsed;
            }
            if bytes.len() > HEAD {
                return Err(Response::text(414, "longer than any game here"));
            }
        };
        let length = request.header("Content-Length").unwrap_or("0");
        let length: u64 = length
            .parse()
            .map_err(|_| Response::text(400, "that is no length"))?;
        if length > BODY {
            return Err(Response::text(413, "longer than any game here"));
        }
        request.body = vec![0; length as usize];
        let mut rest = bytes[head..].chain(from);
        rest.read_exact(&mut request.body).map_err(broken)?;
        Ok(request)
    }

    /// Reads the head of a request at the beginning of `bytes`; returns the request without its body, and the length of
    /// the head. `None` when the head is not complete.
    fn parse(bytes: &[u8]) -> Result<Option<(Self, usize)>, Response> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let length = match head.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => {
                return Err(Response::text(431, "more headers than any browser sends"));
            }
            Err(_) => return Err(Response::text(400, "that is no request")),
        };
        let headers = head.headers.iter().map(|header| {
            let value = String::from_utf8_lossy(header.value);
            (header.name.to_owned(), value.into_owned())
        });
        let request = Self {
            headers: headers.collect(),
            method: head.method.unwrap_or_default().to_owned(),
            url: head.path.unwrap_or_default().to_owned(),
            body: Vec::new(),
        };
        Ok(Some((request, length)))
    }

    /// Returns the value of a header that the request has exactly once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut named = (self.headers.iter()).filter(|(field, _)| field.eq_ignore_ascii_case(name));
        match (named.next(), named.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }
}

/// A response.
pub struct Response {
    status: u16,
    /// The media type of the body.
    media: &'static str,
    /// The header with the address that a redirection leads to.
    location: String,
    body: String,
}

impl Response {
    pub const fn new(status: u16, media: &'static str, body: String) -> Self {
        Self {
            status,
            media,
            location: String::new(),
            body,
        }
    }

    /// A response of one line.
    pub fn text(status: u16, line: &str) -> Self {
        Self::new(status, "text/plain", format!("{line}\n"))
    }

    pub fn redirect(link: &str) -> Self {
        Self {
            location: format!("Location: {link}\r\n"),
            ..Self::new(303, "text/plain", String::new())
        }
    }

    pub fn to_http(&self) -> String {
        let Self {
            status,
            media,
            location,
            body,
        } = self;
        let length = body.len();
        format!(
            "HTTP/1.1 {status} \r\nContent-Type: {media}; charset=utf-8\r\nContent-Length: {length}\r\n\
             {location}{ALWAYS}\r\n{body}"
        )
    }
}
