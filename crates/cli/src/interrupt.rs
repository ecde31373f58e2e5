//! Ctrl-C while other people's programs run: they are ended, and nothing of them is left.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// The exit code of a command that was told to stop, as shells have it for Ctrl-C.
pub const EXIT_CODE: u8 = 130;

/// So long a command may take to end by itself. Making a large input hears nothing; then the process
/// ends without it, and the sandboxes end with the process.
const GRACE: Duration = Duration::from_millis(800);

static STOP: AtomicBool = AtomicBool::new(false);

/// Becomes true on Ctrl-C.
pub fn stop() -> &'static AtomicBool {
    &STOP
}

/// Takes Ctrl-C, and what else asks a process to end, as a word to stop.
pub fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        eprintln!("stopped");
        process::exit(i32::from(EXIT_CODE));
    })
    .context("cannot listen for Ctrl-C")
}
