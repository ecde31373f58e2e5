//! Requests and responses as data.

/// The largest number of headers of a request.
const HEADERS: usize = 100;

/// The headers of every response: a page loads nothing but this site's own files, is not shown in a frame, and is not
/// stored.
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

/// A request.
pub(super) struct HttpRequest {
    pub method: String,
    /// Path and query.
    pub url: String,
    headers: Vec<(String, String)>,
    /// The posted form; `None` when it is longer than any form of this site.
    pub body: Option<Vec<u8>>,
}

impl HttpRequest {
    /// Reads the head of a request at the beginning of `bytes`; returns the request without its body, and the length of
    /// the head. `None` when the head is not complete.
    ///
    /// # Errors
    /// The response to bytes that are no request.
    pub fn parse(bytes: &[u8]) -> Result<Option<(Self, usize)>, HttpResponse> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let length = match head.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => {
                return Err(HttpResponse::text(
                    431,
                    "more headers than any browser sends",
                ));
            }
            Err(_) => return Err(HttpResponse::text(400, "that is no request")),
        };
        let headers = head.headers.iter().map(|header| {
            let value = String::from_utf8_lossy(header.value);
            (header.name.to_owned(), value.into_owned())
        });
        let request = Self {
            headers: headers.collect(),
            method: head.method.unwrap_or_default().to_owned(),
            url: head.path.unwrap_or_default().to_owned(),
            body: None,
        };
        Ok(Some((request, length)))
    }

    /// Returns the value of a header that the request has exactly once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.values(name);
        let first = values.next();
        first.filter(|_| values.next().is_none())
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        let fields = self.headers.iter();
        fields
            .filter(move |(field, _)| field.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Returns the length of the body in bytes.
    ///
    /// # Errors
    /// The response to a request without one length.
    pub fn length(&self) -> Result<u64, HttpResponse> {
        let mut lengths = self.values("Content-Length");
        let mut encodings = self.values("Transfer-Encoding");
        match (lengths.next(), lengths.next(), encodings.next()) {
            (Some(length), None, _) => length
                .parse()
                .map_err(|_| HttpResponse::text(400, "that is no length")),
            (None, None, None) => Ok(0),
            _ => Err(HttpResponse::text(411, "how long that is has to be said")),
        }
    }
}

/// A response.
pub(super) struct HttpResponse {
    status: u16,
    /// The media type of the body.
    media: &'static str,
    /// Where a redirection leads.
    location: Option<String>,
    body: String,
}

impl HttpResponse {
    pub const fn new(status: u16, media: &'static str, body: String) -> Self {
        let location = None;
        Self {
            status,
            media,
            location,
            body,
        }
    }

    /// A response of one line.
    pub fn text(status: u16, line: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("{line}\n"))
    }

    pub fn redirect(location: String) -> Self {
        Self {
            location: Some(location),
            ..Self::new(303, "text/plain; charset=utf-8", String::new())
        }
    }

    /// Returns the text that is sent, without the body for a `HEAD` request.
    pub fn to_http(&self, is_head: bool) -> String {
        let length = self.body.len().to_string();
        let own = [("Content-Type", self.media), ("Content-Length", &length)];
        let location = self.location.as_deref().map(|link| ("Location", link));
        let mut text = format!("HTTP/1.1 {} \r\n", self.status);
        for (name, value) in own.into_iter().chain(location).chain(ALWAYS) {
            text += &format!("{name}: {value}\r\n");
        }
        text += "\r\n";
        if !is_head {
            text += &self.body;
        }
        text
    }
}
