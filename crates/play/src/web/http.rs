//! Requests and responses as data.

use std::io::{BufRead as _, BufReader, Read};

use super::address::LONGEST;

/// The largest form in bytes: an address, and a typed move.
const BODY: u64 = 2 * LONGEST as u64;
/// The largest head of a request in bytes: browsers send the longest link twice, the second time as the page that it
/// comes from, and further headers.
const HEAD: u64 = 4 * LONGEST as u64;

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
    /// The lines of the headers.
    headers: Vec<String>,
    /// The posted form.
    pub body: Vec<u8>,
}

impl Request {
    /// Receives a request. The error is the response to bytes that are no request.
    pub fn read(from: &mut impl Read) -> Result<Self, Response> {
        let wrong = || Response::text(400, "that is no request");
        let too_long = |status| Response::text(status, "longer than any game here");
        let mut from = BufReader::new(from);
        let mut head = from.by_ref().take(HEAD);
        let mut lines = Vec::new();
        loop {
            let mut line = Vec::new();
            _ = head.read_until(b'\n', &mut line);
            match line.strip_suffix(b"\n").map(<[u8]>::trim_ascii_end) {
                Some([]) => break,
                Some(line) => lines.push(String::from_utf8_lossy(line).into_owned()),
                None if head.limit() == 0 => return Err(too_long(414)),
                None => return Err(wrong()),
            }
        }
        let mut lines = lines.into_iter();
        let first = lines.next().unwrap_or_default();
        let [method, url, _version] = first.split(' ').collect::<Vec<_>>()[..] else {
            return Err(wrong());
        };
        let mut request = Self {
            method: method.to_owned(),
            url: url.to_owned(),
            headers: lines.collect(),
            body: Vec::new(),
        };
        let length = request.header("Content-Length").unwrap_or("0");
        let length: u64 = length.parse().map_err(|_| wrong())?;
        if length > BODY {
            return Err(too_long(413));
        }
        request.body = vec![0; length as usize];
        from.read_exact(&mut request.body).map_err(|_| wrong())?;
        Ok(request)
    }

    /// Returns the value of a header that the request has exactly once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let fields = self.headers.iter().filter_map(|line| line.split_once(':'));
        let mut named = fields.filter(|(field, _)| field.eq_ignore_ascii_case(name));
        let (_, value) = named.next()?;
        named.next().is_none().then(|| value.trim())
    }
}

/// A response.
pub struct Response {
    status: u16,
    /// The headers about the body, or with the address that a redirection leads to.
    headers: String,
    pub body: String,
}

impl Response {
    pub fn new(status: u16, media: &str, body: String) -> Self {
        let length = body.len();
        Self {
            status,
            headers: format!(
                "Content-Type: {media}; charset=utf-8\r\nContent-Length: {length}\r\n"
            ),
            body,
        }
    }

    /// The response to a method other than these.
    pub fn no_such_method(methods: &str) -> Self {
        let mut response = Self::text(405, methods);
        response.headers += &format!("Allow: {methods}\r\n");
        response
    }

    /// A response of one line.
    pub fn text(status: u16, line: &str) -> Self {
        Self::new(status, "text/plain", format!("{line}\n"))
    }

    pub fn redirect(link: &str) -> Self {
        Self {
            status: 303,
            headers: format!("Location: {link}\r\nContent-Length: 0\r\n"),
            body: String::new(),
        }
    }

    pub fn to_http(&self) -> String {
        let (status, headers, body) = (self.status, &self.headers, &self.body);
        format!("HTTP/1.1 {status} \r\n{headers}{ALWAYS}\r\n{body}")
    }
}
