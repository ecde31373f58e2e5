//! A server that runs until it is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use grundy::play::Server;

pub struct Running {
    /// Address and port: `127.0.0.1:8421`.
    pub host: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn start() -> Self {
        let server = Server::open(0, grundy_games::all().to_vec(), None, 1).unwrap();
        let host = server.url().replace("http://", "").replace('/', "");
        let stop = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&stop);
        let thread = Some(thread::spawn(move || server.serve(&is_over)));
        Self { host, stop, thread }
    }

    /// The address of the page with this query.
    pub fn url(&self, query: &str) -> String {
        format!("http://{}/?{query}", self.host)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // A panic of the server's thread has been printed.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
