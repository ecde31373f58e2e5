//! The network: loopback, and nothing else.

use std::io::Read;
use std::mem;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use grundy_games::Entry;
use tiny_http::{Header, Request, Response};

use super::address::{LONGEST, MOVES};
use super::site::{Answer, Asked, Site};

/// Requests that are answered at the same time.
const WORKERS: usize = 4;
/// So often a worker that has nothing to do looks whether it is to stop.
const PAUSE: Duration = Duration::from_millis(100);
/// No form of ours is longer: a position and a long game, every byte of them written as three.
const BODY: usize = 3 * (LONGEST + 64 * MOVES);

/// A body that is announced as longer than this is not even refused: to skip it, the library would set
/// aside as much memory as is announced.
const ENDLESS: usize = 16 << 20;

/// What every answer says beside itself: nothing but this site's own files is loaded, nobody shows it in
/// a frame, nothing is kept.
const HEADERS: [(&str, &str); 6] = [
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
];

/// A port that cannot be listened on.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on port {port}: {why}")]
pub struct CannotListen {
    /// The port.
    pub port: u16,
    /// Why, in the system's words.
    pub why: String,
}

/// A site that listens on this machine's loopback address.
pub struct Server {
    http: tiny_http::Server,
    site: Site,
    port: u16,
}

impl Server {
    /// Listens on 127.0.0.1, on a free port where `port` is 0.
    ///
    /// # Errors
    /// When the port is taken or not allowed.
    ///
    /// # Panics
    /// Without games.
    pub fn open(port: u16, games: Vec<Arc<dyn Entry>>, seed: u64) -> Result<Self, CannotListen> {
        let cannot = |why: String| CannotListen { port, why };
        let http = tiny_http::Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
            .map_err(|error| cannot(error.to_string()))?;
        let address = http.server_addr().to_ip();
        let port = address.ok_or_else(|| cannot("no port".to_owned()))?.port();
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        let site = Site::new(games, hosts.to_vec(), seed);
        Ok(Self { http, site, port })
    }

    /// Where it is: `http://127.0.0.1:8421/`.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers until it is to stop.
    pub fn serve(&self, stop: &AtomicBool) {
        thread::scope(|scope| {
            for _ in 0..WORKERS {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        // What cannot be received or sent is the other side's business.
                        if let Ok(Some(request)) = self.http.recv_timeout(PAUSE) {
                            let _ = self.respond(request);
                        }
                    }
                });
            }
        });
    }

    fn respond(&self, mut request: Request) -> std::io::Result<()> {
        let length = request.body_length().unwrap_or(0);
        if length > ENDLESS {
            mem::forget(request);
            return Ok(());
        }
        let is_short = length <= BODY;
        let mut body = Vec::new();
        if is_short {
            request
                .as_reader()
                .take(BODY as u64 + 1)
                .read_to_end(&mut body)?;
        }
        let header = |name: &'static str| {
            let headers = request.headers();
            let found = headers.iter().find(|header| header.field.equiv(name));
            found.map(|header| header.value.as_str())
        };
        let answer = self.site.answer(&Asked {
            method: request.method().as_str(),
            url: request.url(),
            host: header("Host"),
            origin: header("Origin"),
            fetched_from: header("Sec-Fetch-Site"),
            fetch_mode: header("Sec-Fetch-Mode"),
            body: (is_short && body.len() <= BODY).then_some(&body),
        });
        let Answer {
            status,
            media,
            location,
            body,
        } = answer;
        let mut response = Response::from_string(body).with_status_code(status);
        let location = location.as_deref().map(|link| ("Location", link));
        let own = [("Content-Type", media)].into_iter().chain(location);
        for (name, value) in own.chain(HEADERS) {
            let header = Header::from_bytes(name, value).expect("a header of ASCII characters");
            // One of each: the library brings a media type of its own.
            response = response.with_header(header);
        }
        request.respond(response)
    }
}
