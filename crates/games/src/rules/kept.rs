//! A cache of a rules program's answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::rules::explore::FIRST;

/// Approximate limit, in bytes, of the stored lines and positions of one verb. The cache is emptied when it is
/// reached.
const KEPT: usize = 64 << 20;
/// Bytes that an entry takes in addition to its line and its position.
const EACH: usize = 100;

/// The verbs that answer each position with a line.
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
    /// How many positions the next call contains.
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

/// What is known about the program's verb `input`.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// Whether the program has the verb; `None` before that was tried.
    pub is_verb: Option<bool>,
    /// The positions of all cases so far, by their inputs.
    pub asked: HashMap<String, String>,
}
