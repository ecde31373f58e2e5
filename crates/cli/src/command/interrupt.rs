//! Ctrl-C and other requests to stop: the command stops by itself, or its process ends soon after.

use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::command::output::{self, Done};

/// How long a command may take to stop by itself. Generating a large input, and some oracles, do not check for
/// stop requests; the process then ends without them. That leaves no damage: sandboxes end with the process,
/// and a checkpoint is complete at any moment.
const GRACE: Duration = Duration::from_millis(800);

static STOP: AtomicBool = AtomicBool::new(false);

type LastWords = Box<dyn Fn() -> String + Send>;

/// The message for the case that the process has to be ended; none before there is a handler.
fn kept_words() -> MutexGuard<'static, Option<LastWords>> {
    static LAST_WORDS: Mutex<Option<LastWords>> = Mutex::new(None);
    LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Becomes true on a request to stop.
pub fn stop() -> &'static AtomicBool {
    &STOP
}

/// Whether there was a request to stop.
pub fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Breaks after a request to stop.
pub fn go_on() -> ControlFlow<()> {
    if is_stopped() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Handles Ctrl-C and the other signals that ask a process to stop. `last_words` makes the message for the case
/// that the process has to be ended; no other thread writes files meanwhile. A later call replaces the message.
///
/// # Errors
/// When the handler cannot be installed.
pub fn listen(last_words: impl Fn() -> String + Send + 'static) -> Result<()> {
    let before = kept_words().replace(Box::new(last_words));
    if before.is_some() {
        return Ok(());
    }
    ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        let _whole = grundy_records::files::no_temporary_files();
        if let Some(last_words) = &*kept_words() {
            output::note(&last_words());
        }
        process::exit(Done::Interrupted as i32);
    })
    .context("cannot listen for Ctrl-C")
}

/// As [`listen`], with `stopped` as the message.
///
/// # Errors
/// As [`listen`].
pub fn listen_quietly() -> Result<()> {
    listen(|| "stopped".to_owned())
}
