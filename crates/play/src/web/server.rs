//! The network: loopback, and nothing else.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};

use grundy_games::Entry;

use super::line::{Line, PAUSE, Received};
use super::site::{Answer, Asked, Site};
use crate::Position;

/// Lines that are held at the same time; whoever comes beyond that is hung up on. A line is held no longer
/// than its time, whatever the other side does, so that nobody can keep others out for good.
const LINES: usize = 64;

/// Requests that are answered at the same time.
const WORKERS: usize = 4;

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
    listener: TcpListener,
    address: SocketAddr,
    site: Site,
    /// As many as are being answered wait in here.
    at_work: SyncSender<()>,
    done: Mutex<Receiver<()>>,
}

impl Server {
    /// Listens on 127.0.0.1, on a free port where `port` is 0. The first game begins from `start`, or from a
    /// position drawn at random.
    ///
    /// # Errors
    /// When the port is taken or not allowed.
    ///
    /// # Panics
    /// Without games.
    pub fn open(
        port: u16,
        games: Vec<Arc<dyn Entry>>,
        start: Option<Position>,
        seed: u64,
    ) -> Result<Self, CannotListen> {
        let listen = || {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
            let address = listener.local_addr()?;
            Ok((listener, address))
        };
        let cannot = |why: io::Error| CannotListen {
            port,
            why: why.to_string(),
        };
        let (listener, address) = listen().map_err(cannot)?;
        let port = address.port();
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        let site = Site::new(games, hosts.to_vec(), start, seed);
        let (at_work, done) = sync_channel(WORKERS);
        Ok(Self {
            listener,
            address,
            site,
            at_work,
            done: Mutex::new(done),
        })
    }

    /// Where it is: `http://127.0.0.1:8421/`.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers until it is to stop; lines that wait for the other side are hung up on then.
    pub fn serve(&self, stop: &AtomicBool) {
        let (held, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                // Whoever waits for a caller does not see that it is to stop before somebody calls.
                while !is_over.load(Ordering::Relaxed) {
                    thread::sleep(PAUSE);
                    if stop.load(Ordering::Relaxed) {
                        let _ = TcpStream::connect(self.address);
                    }
                }
            });
            while !stop.load(Ordering::Relaxed) {
                let Ok((stream, _)) = self.listener.accept() else {
                    // Too many files are open, or the caller has gone: the next one may have more luck.
                    thread::sleep(PAUSE);
                    continue;
                };
                if held.fetch_add(1, Ordering::Relaxed) >= LINES {
                    held.fetch_sub(1, Ordering::Relaxed);
                    continue;
                }
                let held = &held;
                let answer = move || {
                    // What cannot be received or sent is the other side's business.
                    let _ = self.answer(stream, stop);
                    held.fetch_sub(1, Ordering::Relaxed);
                };
                if Builder::new().spawn_scoped(scope, answer).is_err() {
                    held.fetch_sub(1, Ordering::Relaxed);
                }
            }
            is_over.store(true, Ordering::Relaxed);
        });
    }

    /// One request and its answer: a line is used once.
    fn answer(&self, stream: TcpStream, stop: &AtomicBool) -> io::Result<()> {
        let mut line = Line::new(stream, stop)?;
        let (is_head, answer) = match line.receive()? {
            Received::Request(request) => {
                let _ = self.at_work.send(());
                let answer = self.site.answer(&Asked {
                    method: &request.method,
                    url: &request.url,
                    host: request.header("Host"),
                    origin: request.header("Origin"),
                    fetched_from: request.header("Sec-Fetch-Site"),
                    fetch_mode: request.header("Sec-Fetch-Mode"),
                    fetch_dest: request.header("Sec-Fetch-Dest"),
                    body: request.body.as_deref(),
                });
                let _ = self
                    .done
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .recv();
                (request.method == "HEAD", answer)
            }
            Received::Nonsense(status, text) => (false, Answer::said(status, text)),
            Received::Nothing => return Ok(()),
        };
        line.send(&answer, is_head)
    }
}
