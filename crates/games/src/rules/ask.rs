//! Asks the program for lines about positions, many at a time, and stores them.
//!
//! Starting the program takes longer than most answers. A call with few positions is therefore filled up with the
//! listed positions that follow them, which are usually needed soon.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::rules::error::RulesError;
use crate::rules::explore::next_batch;
use crate::rules::kept::{Kept, Verb};
use crate::rules::opened::Opened;
use crate::rules::program::{Runner, input};

impl Opened {
    /// Returns the program's line about each of these positions. Asks about a position only if its line is not
    /// stored; does not start the program if no line is missing.
    pub(crate) fn ask(&self, verb: Verb, positions: &[&str]) -> Result<Vec<Arc<str>>, RulesError> {
        let (runner, words, kept): (&Runner, &[&str], &Kept) = match (verb, &self.claims) {
            (Verb::Claim, Some(claims)) => (claims, &[], &self.kept[2]),
            (Verb::Claim, None) => (&self.runner, &["claim"], &self.kept[2]),
            (Verb::Input, _) => (&self.runner, &["input"], &self.kept[1]),
            (Verb::Moves, _) => (&self.runner, &["moves"], &self.kept[0]),
        };
        let mut found: HashMap<&str, Arc<str>> = HashMap::new();
        let mut missing = Vec::new();
        let mut seen = HashSet::new();
        {
            let lines = kept.lines();
            for &position in positions {
                match lines.of.get(position) {
                    Some(line) => _ = found.insert(position, Arc::clone(line)),
                    None if seen.insert(position) => missing.push(position),
                    None => {}
                }
            }
        }
        let mut rest = &missing[..];
        while let Some(last) = rest.last() {
            let batch = kept.lines().batch;
            let asked = rest.len().min(batch as usize);
            let ahead = self.behind(last, batch as usize - asked);
            let (now, later) = rest.split_at(asked);
            let mut texts = now.to_vec();
            texts.extend(ahead.iter().map(String::as_str));
            let mut result = runner.run(words, &input(&texts));
            let is_whole = result
                .as_ref()
                .is_ok_and(|(text, _)| text.lines().count() == texts.len());
            if !is_whole && !matches!(result, Err(RulesError::Stopped)) {
                // Positions that were added to the call must not cause an error.
                kept.lines().batch = 1;
                texts.truncate(asked);
                result = runner.ask(words, &input(&texts));
            }
            let (text, took) = result?;
            runner.lines(words, &texts, &text)?;
            let answers: Vec<Arc<str>> = text.lines().map(Arc::from).collect();
            found.extend(now.iter().copied().zip(answers.iter().cloned()));
            let mut lines = kept.lines();
            for (position, line) in texts.iter().zip(&answers) {
                lines.keep(position, line);
            }
            let bytes = text.len() as u64;
            lines.batch = next_batch(runner, lines.batch, texts.len() as u32, bytes, took);
            rest = later;
        }
        let found = positions.iter().filter_map(|position| found.get(position));
        Ok(found.cloned().collect())
    }

    /// Returns at most `most` listed positions that follow this one.
    fn behind(&self, position: &str, most: usize) -> Vec<String> {
        let state = self.known();
        let Some(number) = state.game.find(position) else {
            return Vec::new();
        };
        let behind = state.listed_behind(number).take(most);
        behind
            .map(|number| state.game.text(number).to_owned())
            .collect()
    }
}
