//! Messages about sweeps that were stopped and continued.

use std::env;
use std::path::Path;

use crate::output;
use crate::quantity::{all_positions, positions};
use crate::shell::line;

/// How a stopped sweep can be continued.
#[derive(Clone)]
pub struct Continuation {
    /// Whether there is a checkpoint.
    pub is_kept: bool,
    /// Whether the oracle's table is in a file.
    pub has_table: bool,
    /// The words that start the processes of the sweep, before the command itself.
    pub starter: Vec<String>,
}

impl Continuation {
    /// The message for a sweep that was stopped, after this number of positions if it is known.
    pub fn text(&self, checked: Option<u64>) -> String {
        let after = checked.map_or(String::new(), |checked| {
            format!(" after {}", positions(checked))
        });
        if !self.is_kept {
            let but_a_table = if self.has_table { " but the table" } else { "" };
            return format!("stopped{after}; nothing{but_a_table} is kept without --resume FILE");
        }
        let starter = self.starter.iter().map(Into::into);
        let words: Vec<_> = starter.chain(env::args_os()).collect();
        format!("stopped{after}; to go on:\n  {}", line(&words))
    }
}

/// Prints how much of a sweep of `all` positions its checkpoint holds, if any.
pub fn note(file: &Path, before: u64, all: u64) {
    let file = output::name(file);
    if before == all && before > 0 {
        output::note(&format!("{file}: finished before, {}", all_positions(all)));
    } else if before > 0 {
        output::note(&format!("{file}: goes on after {}", positions(before)));
    }
}
