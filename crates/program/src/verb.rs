//! A verb that answers each position with a line: asks many positions at a time, and stores the answers.
//!
//! Starting the program takes longer than most answers. A call with few positions is therefore filled up with the
//! listed positions that follow them, which are usually needed soon.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock};

use grundy_game::Error;

use crate::program::{CallError, FIRST, Reply, Runner, input, locked};

/// Approximate limit, in bytes, of the stored lines and positions of one verb. A call after it is reached empties the
/// cache.
const KEPT: usize = 64 << 20;
/// Bytes that an entry takes in addition to its line and its position.
const EACH: usize = 100;
/// The number of positions in the first batch of a verb whose answers are quick: a closed form, an input.
const QUICK: u32 = 1024;
/// A batch ends before its positions have more bytes than this, unless it has a single one.
const BATCH: usize = 16 << 20;

/// A verb of a program, with the lines that the program wrote so far.
#[derive(Debug)]
pub(crate) struct Verb {
    pub runner: Arc<Runner>,
    /// The verb; empty for a program that is started without one.
    pub words: &'static [&'static str],
    known: Mutex<Known>,
    /// Whether the program has the verb, if that is known.
    offered: OnceLock<bool>,
}

#[derive(Debug, Default)]
struct Known {
    lines: HashMap<Box<str>, Arc<str>>,
    bytes: usize,
    /// How many positions the next call contains.
    batch: u32,
}

impl Verb {
    pub fn new(runner: Arc<Runner>, words: &'static [&'static str]) -> Self {
        let batch = if words == ["moves"] { FIRST } else { QUICK };
        Self {
            runner,
            words,
            known: Mutex::new(Known {
                batch,
                ..Known::default()
            }),
            offered: OnceLock::new(),
        }
    }

    /// Returns an error about the program's line about a position.
    pub fn wrong_about(&self, position: &str, what: &str) -> Error {
        self.runner.wrong_about(self.words, position, what)
    }

    /// Returns whether the program has the verb.
    pub fn is_offered(&self) -> Result<bool, Error> {
        if let Some(&offered) = self.offered.get() {
            return Ok(offered);
        }
        let is_offered = self.runner.offers(self.words)?;
        Ok(*self.offered.get_or_init(|| is_offered))
    }

    /// Returns the program's line about a position if it is stored.
    pub fn line(&self, position: &str) -> Option<Arc<str>> {
        locked(&self.known).lines.get(position).cloned()
    }

    /// Returns the program's line about each of these positions. Asks about a position only if its line is not
    /// stored; does not start the program if no line is missing. `behind` returns at most some positions that
    /// follow a position. The error [`CallError::Ended`] means that the program does not have the verb.
    pub fn ask<S: AsRef<str>>(
        &self,
        positions: &[S],
        behind: impl Fn(&str, usize) -> Vec<String>,
    ) -> Result<Vec<Arc<str>>, CallError> {
        {
            let mut known = locked(&self.known);
            if known.bytes > KEPT {
                known.lines.clear();
                known.bytes = 0;
            }
        }
        let positions = || positions.iter().map(AsRef::as_ref);
        loop {
            let (mut asked, batch) = {
                let Known { lines, batch, .. } = &*locked(&self.known);
                let stored = positions().map(|position| lines.get(position));
                if let Some(stored) = stored.map(Option::<&Arc<str>>::cloned).collect() {
                    return Ok(stored);
                }
                let mut seen = HashSet::new();
                let missing = positions()
                    .filter(|&position| !lines.contains_key(position) && seen.insert(position));
                let mut bytes = 0;
                let fits = |position: &&str| {
                    let is_first = bytes == 0;
                    bytes += position.len() + 1;
                    is_first || bytes <= BATCH
                };
                let some = missing.take(*batch as usize).take_while(fits);
                (some.collect::<Vec<&str>>(), *batch)
            };
            // While the program runs, other threads may use the stored lines and start it, too.
            let room = batch as usize - asked.len();
            let ahead = asked.last().map(|last| behind(last, room));
            let ahead = ahead.unwrap_or_default();
            asked.extend(ahead.iter().map(String::as_str));
            let reply = (self.runner).ask(self.words, &input(asked.iter().copied()))?;
            self.grow(batch, &reply);
            self.store(asked.iter().copied(), &reply);
        }
    }

    /// Returns how many positions the next call contains.
    pub fn batch(&self) -> u32 {
        locked(&self.known).batch
    }

    /// Stores and returns how many positions the call after one with `batch` positions contains.
    pub fn grow(&self, batch: u32, reply: &Reply) -> u32 {
        let next = self.runner.next_batch(batch, reply);
        locked(&self.known).batch = next;
        next
    }

    /// Stores the program's lines about positions.
    pub fn store<'a>(&self, positions: impl Iterator<Item = &'a str>, reply: &Reply) {
        let mut known = locked(&self.known);
        for (position, line) in positions.zip(reply.lines()) {
            known.bytes += position.len() + line.len() + EACH;
            known.lines.insert(position.into(), line.into());
        }
    }
}
