//! A verb that answers each position with a line: asks many positions at a time, and stores the answers.
//!
//! Starting the program takes longer than most answers. A call with few positions is therefore filled up with the
//! listed positions that follow them, which are usually needed soon.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::rules::error::RulesError;
use crate::rules::explore::{FIRST, next_batch};
use crate::rules::program::{Runner, input, locked};

/// Approximate limit, in bytes, of the stored lines and positions of one verb. The cache is emptied when it is
/// reached.
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
        let mut found: HashMap<&str, Arc<str>> = HashMap::new();
        let mut missing = Vec::new();
        let mut seen = HashSet::new();
        {
            let known = self.known();
            for &position in positions {
                match known.lines.get(position) {
                    Some(line) => _ = found.insert(position, Arc::clone(line)),
                    None if seen.insert(position) => missing.push(position),
                    None => {}
                }
            }
        }
        let mut rest = &missing[..];
        while let Some(last) = rest.last() {
            let batch = self.known().batch as usize;
            let (now, later) = rest.split_at(rest.len().min(batch));
            let ahead = behind(last, batch - now.len());
            let mut asked = now.to_vec();
            asked.extend(ahead.iter().map(String::as_str));
            let (text, took) = runner.ask(words, &input(asked.iter().copied()))?;
            let lines = runner.lines(words, &asked, &text)?;
            let lines: Vec<Arc<str>> = lines.into_iter().map(Arc::from).collect();
            found.extend(now.iter().copied().zip(lines.iter().cloned()));
            let mut known = self.known();
            for (position, line) in asked.iter().zip(&lines) {
                known.keep(position, line);
            }
            let bytes = text.len() as u64;
            known.batch = next_batch(runner, known.batch, asked.len() as u32, bytes, took);
            rest = later;
        }
        let found = positions.iter().filter_map(|position| found.get(position));
        Ok(found.cloned().collect())
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        locked(&self.known)
    }
}

impl Known {
    fn keep(&mut self, position: &str, line: &Arc<str>) {
        let bytes = position.len() + line.len() + EACH;
        if self.bytes + bytes > KEPT {
            self.lines.clear();
            self.bytes = 0;
        }
        let before = self.lines.insert(position.into(), Arc::clone(line));
        if before.is_none() {
            self.bytes += bytes;
        }
    }
}
