//! Ctrl-C, and how to go on after it.

use std::env;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// The exit code of a command that was told to stop, as shells have it for Ctrl-C.
pub const EXIT_CODE: u8 = 130;

/// So long a sweep may take to come to its end by itself. Some oracles hear nothing while they work;
/// then the process ends without them. That spoils nothing: a checkpoint is whole at any moment.
const GRACE: Duration = Duration::from_millis(800);

static STOP: AtomicBool = AtomicBool::new(false);

/// Becomes true on Ctrl-C.
pub fn stop() -> &'static AtomicBool {
    &STOP
}

/// Takes Ctrl-C, and what else asks a process to end, as a word to stop.
pub fn listen(is_kept: bool) -> Result<()> {
    ctrlc::set_handler(move || {
        STOP.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        eprintln!("{}", how_to_go_on(None, is_kept));
        process::exit(i32::from(EXIT_CODE));
    })
    .context("cannot listen for Ctrl-C")
}

/// What to say to somebody who stopped a sweep.
pub fn how_to_go_on(checked: Option<u64>, is_kept: bool) -> String {
    let after = checked.map_or(String::new(), |checked| {
        format!(" after {} positions", crate::output::grouped(checked))
    });
    if !is_kept {
        return format!("stopped{after}; nothing is kept without --checkpoint FILE");
    }
    let mut words: Vec<String> = env::args().map(|word| quoted(&word)).collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    format!("stopped{after}; to go on:\n  {}", words.join(" "))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+/.,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
