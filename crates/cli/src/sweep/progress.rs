//! Progress bars: one for the oracle, one for the positions that are checked.

use std::sync::OnceLock;

use grundy_sweep::Progress;
use indicatif::ProgressBar;

use crate::progress::positions as bar;

/// Drawn on standard error, and only where that is a terminal.
pub struct Bars {
    name: String,
    all: u64,
    oracle: OnceLock<ProgressBar>,
    checked: OnceLock<ProgressBar>,
    resumed: OnceLock<u64>,
}

impl Bars {
    /// Bars for a sweep of so many positions.
    pub fn new(name: String, all: u64) -> Self {
        Self {
            name,
            all,
            oracle: OnceLock::new(),
            checked: OnceLock::new(),
            resumed: OnceLock::new(),
        }
    }

    pub fn show(&self, progress: Progress) {
        match progress {
            Progress::Oracle { positions, of } => {
                let bar = self
                    .oracle
                    .get_or_init(|| bar(format!("{}: oracle", self.name), of));
                // A rules program's positions become more as its moves are seen.
                bar.set_length(of);
                bar.set_position(positions);
                if positions == of {
                    bar.finish_and_clear();
                }
            }
            Progress::Resumed { positions } => _ = self.resumed.set(positions),
            Progress::Checked { positions } => {
                let bar = self.checked.get_or_init(|| {
                    let resumed = self.resumed.get().copied().unwrap_or(0);
                    let bar = bar(self.name.clone(), self.all).with_position(resumed);
                    // What was done before says nothing about how fast it goes now.
                    bar.reset_eta();
                    bar
                });
                bar.inc(positions);
            }
        }
    }

    pub fn clear(&self) {
        for bar in [&self.oracle, &self.checked]
            .into_iter()
            .filter_map(OnceLock::get)
        {
            bar.finish_and_clear();
        }
    }
}
