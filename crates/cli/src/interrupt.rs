//! Ctrl-C: the command is asked to end, and ended soon after if it does not hear.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::output;

/// The exit code of a command that was told to stop, as shells have it for Ctrl-C.
pub const EXIT_CODE: u8 = 130;

/// So long a command may take to end by itself. Making a large input, or some oracles, hear nothing;
/// then the process ends without them. That spoils nothing: sandboxes end with the process, and a
/// checkpoint is whole at any moment.
const GRACE: Duration = Duration::from_millis(800);

static STOP: AtomicBool = AtomicBool::new(false);

/// Becomes true on Ctrl-C.
pub fn stop() -> &'static AtomicBool {
    &STOP
}

/// Whether somebody said stop.
pub fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Takes Ctrl-C, and what else asks a process to end, as a word to stop; `last_words` are said when the
/// process has to be ended.
pub fn listen(last_words: impl Fn() -> String + Send + 'static) -> Result<()> {
    ctrlc::set_handler(move || {
        STOP.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        output::note(&last_words());
        let _whole = grundy_records::files::no_temporary_files();
        process::exit(i32::from(EXIT_CODE));
    })
    .context("cannot listen for Ctrl-C")
}
