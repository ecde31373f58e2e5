//! A verb that answers each position with a line: asks many positions at a time, and stores the answers.
//!
//! Starting the program takes longer than most answers. A call with few positions is therefore filled up with the
//! listed positions that follow them, which are usually needed soon.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::rules::batch::{FIRST, next_batch};
use crate::rules::error::RulesError;
use crate::rules::program::{Runner, input, locked};

/// Approximate limit, in bytes, of the stored lines and positions of one verb. A call after it is reached empties the
/// cache.
const KEPT: usize = 64 << 20;
/// Bytes that an entry takes in addition to its line and its position.
const EACH: usize = 100;

/// A verb of a program, with the lines that the program wrote so far.
#[derive(Debug)]
pub(crate) struct Verb {
    pub runner: Arc<Runner>,
    /// The verb; empty for a program that is started without one.
    pub words: &'static [&'static str],
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    lines: HashMap<Box<str>, Arc<str>>,
    bytes: usize,
    /// How many positions the next call contains.
    batch: u32,
}

impl Verb {
    pub fn new(runner: Arc<Runner>, words: &'static [&'static str]) -> Self {
        Self {
            runner,
            words,
            known: Mutex::new(Known {
                lines: HashMap::new(),
                bytes: 0,
                batch: FIRST,
            }),
        }
    }

    /// Returns the program's line about a position if it is stored.
    pub fn line(&self, position: &str) -> Option<Arc<str>> {
        self.known().lines.get(position).cloned()
    }

    /// Returns the program's line about each of these positions. Asks about a position only if its line is not
    /// stored; does not start the program if no line is missing. `behind` returns at most some positions that
    /// follow a position.
    pub fn ask(
        &self,
        positions: &[&str],
        behind: impl Fn(&str, usize) -> Vec<String>,
    ) -> Result<Vec<Arc<str>>, RulesError> {
        let Self { runner, words, .. } = self;
        self.known().empty_if_large();
        loop {
            let (mut asked, batch) = {
                let known = self.known();
                let lines = positions.iter().map(|&position| known.lines.get(position));
                if let Some(lines) = lines.map(Option::<&Arc<str>>::cloned).collect() {
                    return Ok(lines);
                }
                let mut seen = HashSet::new();
                let is_missing = |position: &&str| !known.lines.contains_key(*position);
                let missing = positions.iter().copied().filter(is_missing);
                let missing = missing.filter(|&position| seen.insert(position));
                let batch = known.batch as usize;
                (missing.take(batch).collect::<Vec<&str>>(), batch)
            };
            let room = batch - asked.len();
            let ahead = asked
                .last()
                .map(|last| behind(last, room))
                .unwrap_or_default();
            asked.extend(ahead.iter().map(String::as_str));
            let (text, took) = runner.ask(words, &input(asked.iter().copied()))?;
            let lines = runner.lines(words, &asked, &text)?;
            let mut known = self.known();
            for (&position, line) in asked.iter().zip(lines) {
                known.bytes += position.len() + line.len() + EACH;
                known.lines.insert(position.into(), line.into());
            }
            let bytes = text.len() as u64;
            known.batch = next_batch(runner, known.batch, asked.len() as u32, bytes, took);
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        locked(&self.known)
    }
}

impl Known {
    fn empty_if_large(&mut self) {
        if self.bytes > KEPT {
            self.lines.clear();
            self.bytes = 0;
        }
    }
}
