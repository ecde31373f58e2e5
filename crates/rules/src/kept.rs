//! The answers of a rules program that are kept in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::explore::FIRST;

/// Bytes of lines and positions that are kept, about and at most; then all are dropped.
const KEPT: usize = 64 << 20;
/// Bytes that a line takes beside its text and that of its position.
const EACH: usize = 100;

/// What the program is asked for each position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Verb {
    Moves,
    Input,
    Claim,
}

/// The program's lines about positions, by one verb.
#[derive(Debug)]
pub(crate) struct Kept(Mutex<Lines>);

#[derive(Debug)]
pub(crate) struct Lines {
    pub of: HashMap<Box<str>, Arc<str>>,
    bytes: usize,
    /// How many positions are asked about at a time.
    pub batch: u32,
}

impl Default for Kept {
    fn default() -> Self {
        Self(Mutex::new(Lines {
            of: HashMap::new(),
            bytes: 0,
            batch: FIRST,
        }))
    }
}

impl Kept {
    pub(crate) fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lines {
    pub(crate) fn keep(&mut self, position: &str, line: &Arc<str>) {
        let bytes = position.len() + line.len() + EACH;
        if self.bytes + bytes > KEPT {
            self.of.clear();
            self.bytes = 0;
        }
        if self.of.insert(position.into(), Arc::clone(line)).is_none() {
            self.bytes += bytes;
        }
    }
}

/// What is known of the program's verb `input`.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// Whether the program has the verb; unknown before it was asked.
    pub is_verb: Option<bool>,
    /// The positions that were the task's, by their inputs.
    pub asked: HashMap<String, String>,
}
