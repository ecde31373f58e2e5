//! The network: the loopback address of this machine and no other.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use grundy_games::Game;

use super::address::Address;
use super::http::{Request, Response};
use super::site::Site;
use crate::interrupt;
use crate::output::{self, Done};

/// The number of connections that are served at the same time; further ones wait.
const THREADS: usize = 32;
/// How long receiving a request takes at most, and sending a response, so that slow callers cannot keep others out.
const TIME: Duration = Duration::from_secs(10);
/// How often the server checks whether it is to stop, and how long it waits after a failure of the system.
const PAUSE: Duration = Duration::from_millis(100);
/// How many bytes that arrive after the request are read, and for how long. A connection that is closed before they are
/// read is reset, and the response is lost.
const IGNORED: u64 = 16 << 20;
const IGNORING: Duration = Duration::from_secs(1);

/// Listens on 127.0.0.1, on a free port where `port` is 0, prints the address, and answers requests until Ctrl-C with a
/// site of these games that begins at `first`. The threads end with the process.
pub fn serve(port: u16, games: Vec<Arc<dyn Game>>, first: Address, seed: u64) -> Result<Done> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("cannot listen on port {port}; --port 0 uses any free port"))?;
    let address = listener.local_addr()?;
    let site = Site::new(games, address.port(), first, seed);
    interrupt::listen_quietly()?;
    let server = Arc::new((listener, site));
    for _ in 0..THREADS {
        let server = Arc::clone(&server);
        let served = thread::Builder::new().spawn(move || {
            let (listener, site) = &*server;
            loop {
                answer(listener, site);
            }
        });
        served.context("cannot start a thread")?;
    }
    output::print(&format!("http://{address}/\n"))?;
    output::note("the page is there until Ctrl-C");
    while !interrupt::is_stopped() {
        thread::sleep(PAUSE);
    }
    Ok(Done::Interrupted)
}

/// Answers the one request of the next connection.
fn answer(listener: &TcpListener, site: &Site) {
    let Ok((stream, _)) = listener.accept() else {
        // Too many files are open, or the caller has gone.
        return thread::sleep(PAUSE);
    };
    let until = Instant::now() + TIME;
    let mut connection = Connection { stream, until };
    let response = match Request::read(&mut connection) {
        Ok(request) => site.respond(&request),
        // A caller that was too slow gets no answer: sending it could take as long again.
        Err(_) if Instant::now() >= until => return,
        Err(response) => response,
    };
    // An error needs no report: the other side is gone.
    _ = connection.send(&response);
}

/// A connection to a browser. Reading from it fails when its time is over.
struct Connection {
    stream: TcpStream,
    until: Instant,
}

impl Connection {
    fn send(&mut self, response: &Response) -> io::Result<()> {
        self.stream.set_write_timeout(Some(TIME))?;
        self.stream.write_all(response.to_http().as_bytes())?;
        self.stream.shutdown(Shutdown::Write)?;
        self.until = Instant::now() + IGNORING;
        io::copy(&mut self.take(IGNORED), &mut io::sink())?;
        Ok(())
    }
}

impl Read for Connection {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        // The standard library refuses a time of zero.
        let left = self.until.saturating_duration_since(Instant::now());
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(to)
    }
}
