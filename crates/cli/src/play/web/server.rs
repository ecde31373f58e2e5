//! The network: the loopback address of this machine and no other.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};

use grundy_games::Game;

use super::connection::{Connection, Failure, PAUSE};
use super::site::Site;
use crate::play::{PlayError, PositionSum};

/// The largest number of open connections; further ones are closed at once. Each is open for a limited time, so that slow
/// callers cannot keep others out for good.
const CONNECTIONS: usize = 64;
/// The number of requests that are answered at the same time.
const WORKERS: usize = 4;

/// An HTTP server for the page, on the loopback address of this machine.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    site: Site,
    /// A thread that answers a request keeps a place in this channel.
    working: SyncSender<()>,
    done: Mutex<Receiver<()>>,
}

impl Server {
    /// Listens on 127.0.0.1, on a free port where `port` is 0. The first game begins from `start`, or from a random
    /// position.
    ///
    /// # Errors
    /// When the port is taken or not allowed.
    ///
    /// # Panics
    /// Without games.
    pub fn open(
        port: u16,
        games: Vec<Arc<dyn Game>>,
        start: Option<PositionSum>,
        seed: u64,
    ) -> Result<Self, PlayError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listening = listener.and_then(|listener| Ok((listener.local_addr()?, listener)));
        let (address, listener) = listening.map_err(|why| PlayError::Listen { port, why })?;
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", address.port()));
        let (working, done) = sync_channel(WORKERS);
        Ok(Self {
            listener,
            address,
            site: Site::new(games, hosts, start, seed),
            working,
            done: Mutex::new(done),
        })
    }

    /// Returns the address of the page: `http://127.0.0.1:8421/`.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers requests until `stop` is set; then it closes the connections that wait for the other side.
    pub fn serve(&self, stop: &AtomicBool) {
        let open = AtomicUsize::new(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    thread::sleep(PAUSE);
                }
                // `accept` returns only when there is a connection.
                while TcpStream::connect(self.address).is_err() {
                    thread::sleep(PAUSE);
                }
            });
            while !stop.load(Ordering::Relaxed) {
                let Ok((stream, _)) = self.listener.accept() else {
                    // Too many files are open, or the caller has gone.
                    thread::sleep(PAUSE);
                    continue;
                };
                if open.load(Ordering::Relaxed) >= CONNECTIONS {
                    continue;
                }
                open.fetch_add(1, Ordering::Relaxed);
                let open = &open;
                let answer = move || {
                    self.answer(stream, stop);
                    open.fetch_sub(1, Ordering::Relaxed);
                };
                if Builder::new().spawn_scoped(scope, answer).is_err() {
                    open.fetch_sub(1, Ordering::Relaxed);
                }
            }
        });
    }

    /// Answers the one request of a connection. Errors of the connection need no report: the other side is gone.
    fn answer(&self, stream: TcpStream, stop: &AtomicBool) {
        let Ok(mut connection) = Connection::new(stream, stop) else {
            return;
        };
        let _ = match connection.receive() {
            Ok(request) => {
                let _ = self.working.send(());
                let response = self.site.respond(&request);
                let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = done.recv();
                drop(done);
                connection.send(&response, request.method == "HEAD")
            }
            Err(Failure::Refused(response)) => connection.send(&response, false),
            Err(Failure::Connection) => Ok(()),
        };
    }
}
