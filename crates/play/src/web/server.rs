//! The network: the loopback address of this machine and no other.

use std::collections::VecDeque;
use std::io::{self, Read, Write as _};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::http::{Request, Response};
use super::page::Offer;
use super::site::Site;
use crate::error::{Error, Result};

/// The number of connections that are open at the same time. When there is one more the oldest is closed, so that callers
/// that send nothing cannot keep others out.
const OPEN: usize = 256;
/// The number of responses that are made at the same time, which bounds the memory.
const RESPONSES: usize = 32;
/// How long receiving a request takes at most, and sending a response.
const TIME: Duration = Duration::from_secs(10);
/// How often the server checks whether it is to stop, and how long it waits after a failure of the system.
const PAUSE: Duration = Duration::from_millis(100);
/// How many bytes that arrive after the request are read, and for how long. A connection that is closed before they are
/// read is reset, and the response is lost.
const IGNORED: u64 = 16 << 20;
const IGNORING: Duration = Duration::from_secs(1);

/// A server that listens for browsers.
pub struct Server {
    listener: TcpListener,
    /// The address on which it listens.
    pub address: SocketAddr,
    site: Site,
}

impl Server {
    /// Listens on 127.0.0.1, on a free port where `port` is 0. The seed is that of random positions and moves.
    ///
    /// # Errors
    /// When the system refuses the port.
    pub fn bind(port: u16, mut offer: Offer, seed: u64) -> Result<Self> {
        let refused = || format!("cannot listen on port {port}; --port 0 uses any free port");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| Error::system(refused())(error))?;
        let address = listener.local_addr().map_err(Error::system(refused()))?;
        offer.command += &format!(" --port {}", address.port());
        Ok(Self {
            listener,
            address,
            site: Site::new(offer, address.port(), seed),
        })
    }

    /// Answers requests until `stop` becomes true. The threads end with the process.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub fn serve(self, stop: &AtomicBool) -> Result<()> {
        let Self { listener, site, .. } = self;
        let accepting = thread::Builder::new().spawn(move || accept(&listener, site));
        accepting.map_err(Error::system("cannot start a thread"))?;
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(PAUSE);
        }
        Ok(())
    }
}

/// Accepts connections, and starts a thread for each.
fn accept(listener: &TcpListener, site: Site) {
    let server = Arc::new((site, [const { Mutex::new(()) }; RESPONSES]));
    let mut open: VecDeque<Weak<TcpStream>> = VecDeque::new();
    for number in 0.. {
        let Ok((stream, _)) = listener.accept() else {
            // Too many files are open, or the caller has gone.
            thread::sleep(PAUSE);
            continue;
        };
        open.retain(|stream| stream.strong_count() > 0);
        if open.len() >= OPEN
            && let Some(oldest) = open.pop_front().and_then(|oldest| oldest.upgrade())
        {
            // It may have been closed already.
            _ = oldest.shutdown(Shutdown::Both);
        }
        let stream = Arc::new(stream);
        open.push_back(Arc::downgrade(&stream));
        let server = Arc::clone(&server);
        // Without a thread the connection is closed.
        _ = thread::Builder::new().spawn(move || {
            let (site, turns) = &*server;
            answer(&stream, site, &turns[number % RESPONSES]);
        });
    }
}

/// Answers the one request of a connection. Responses are made while `turn` is held.
fn answer(stream: &TcpStream, site: &Site, turn: &Mutex<()>) {
    let until = Instant::now() + TIME;
    let mut connection = Connection { stream, until };
    let response = match Request::read(&mut connection) {
        Ok(request) => {
            let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
            site.respond(&request)
        }
        // A caller that was too slow gets no answer: sending it could take as long again.
        Err(_) if Instant::now() >= until => return,
        Err(response) => response,
    };
    // An error needs no report: the other side is gone.
    _ = connection.send(&response);
}

/// A connection to a browser. Reading from it fails when its time is over.
struct Connection<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl Connection<'_> {
    fn send(&mut self, response: &Response) -> io::Result<()> {
        self.stream.set_write_timeout(Some(TIME))?;
        self.stream.write_all(response.to_http().as_bytes())?;
        self.stream.shutdown(Shutdown::Write)?;
        self.until = Instant::now() + IGNORING;
        io::copy(&mut self.take(IGNORED), &mut io::sink())?;
        Ok(())
    }
}

impl Read for Connection<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        // The standard library refuses a time of zero.
        let left = self.until.saturating_duration_since(Instant::now());
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(to)
    }
}
