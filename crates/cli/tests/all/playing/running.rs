//! `grundy play --web`, which runs until it is dropped, and requests to it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::support::{grundy, shows};

pub struct Running {
    /// Address and port: `127.0.0.1:8421`.
    pub host: String,
    pub page: Child,
}

impl Running {
    pub fn start() -> Self {
        Self::of(grundy("play --web --port 0 --seed 1"))
    }

    pub fn of(mut command: Command) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut page = command.spawn().unwrap();
        let mut url = String::new();
        let mut said = BufReader::new(page.stdout.take().unwrap());
        said.read_line(&mut url).unwrap();
        let host = url.trim().replace("http://", "").replace('/', "");
        Self { host, page }
    }

    /// The address of the page with this query.
    pub fn url(&self, query: &str) -> String {
        format!("http://{}/?{query}", self.host)
    }

    pub fn port(&self) -> u16 {
        self.host.rsplit(':').next().unwrap().parse().unwrap()
    }

    /// Sends these bytes and reads all that comes back; nothing when there is no connection.
    pub fn send(&self, request: impl AsRef<[u8]>) -> Reply {
        let mut bytes = Vec::new();
        if let Ok(mut stream) = TcpStream::connect(&self.host) {
            // A request that is refused early may not be read to its end.
            _ = stream.write_all(request.as_ref());
            _ = stream.read_to_end(&mut bytes);
        }
        Reply(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub fn get(&self, url: &str) -> Reply {
        self.get_with(url, "")
    }

    pub fn get_with(&self, url: &str, headers: &str) -> Reply {
        let host = &self.host;
        self.send(format!(
            "GET {url} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n"
        ))
    }

    /// Posts a form as a page of the site does.
    pub fn post(&self, form: &str) -> Reply {
        self.post_with(form, &format!("Origin: http://{}\r\n", self.host))
    }

    pub fn post_with(&self, form: &str, headers: &str) -> Reply {
        let (host, length) = (&self.host, form.len());
        self.send(format!(
            "POST / HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {length}\r\n\r\n{form}"
        ))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that it has already ended.
        _ = self.page.kill();
        _ = self.page.wait();
    }
}

#[derive(Debug)]
pub struct Reply(pub String);

impl Reply {
    pub fn status(&self) -> u16 {
        let words = self.0.split(' ').nth(1);
        words.and_then(|word| word.parse().ok()).unwrap_or(0)
    }

    /// Checks the status and a text.
    #[track_caller]
    pub fn is(&self, status: u16, text: &str) -> &Self {
        assert_eq!(self.status(), status, "{self:?}");
        shows(&self.0, text);
        self
    }

    /// The address to which a reply sends the browser.
    #[track_caller]
    pub fn location(&self) -> &str {
        self.is(303, "");
        let mut lines = self.0.lines();
        let line = lines.find_map(|line| line.strip_prefix("Location: "));
        line.unwrap()
    }
}
