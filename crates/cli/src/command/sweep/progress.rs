//! The progress of a sweep: a bar, first for the oracle, then for the checked positions.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use grundy_sweep::SweepProgress;
use indicatif::{HumanDuration, ProgressBar};

use crate::command::output;
use crate::command::progress;
use crate::command::text::{all_positions, grouped, positions};

/// A bar on standard error if that is a terminal. The output of several processes passes through pipes and often
/// ends in a log: there the first process writes lines instead.
pub struct SweepBar {
    bar: ProgressBar,
    name: String,
    /// Positions to check, and those among them that an earlier run has checked.
    all: u64,
    resumed: AtomicU64,
    /// The file of finished work.
    kept: Option<String>,
    checking: Once,
    has_lines: bool,
    /// The age of the bar, in seconds, at which its next line is due.
    next_line: AtomicU64,
}

/// The age of a bar at its first line, in seconds: before that, the time left is a guess.
const FIRST_LINE: u64 = 2;
/// The longest time between two lines, in seconds.
const LONGEST_WAIT: u64 = 300;

impl SweepBar {
    /// A bar for a sweep of `all` positions, in one process or several; `kept` is the file of finished work.
    pub fn new(name: &str, all: u64, kept: Option<&Path>, is_shared: bool) -> Self {
        Self {
            bar: progress::bar(&format!("{name}: oracle"), 0, "positions"),
            name: name.to_owned(),
            all,
            resumed: AtomicU64::new(0),
            kept: kept.map(output::name),
            checking: Once::new(),
            has_lines: is_shared && !io::stderr().is_terminal(),
            next_line: AtomicU64::new(FIRST_LINE),
        }
    }

    pub fn show(&self, progress: SweepProgress) {
        match progress {
            SweepProgress::Oracle { positions, of } => {
                // The number of positions of a rules program grows while its moves are followed.
                self.bar.set_length(of);
                self.bar.set_position(positions);
                self.write_line();
            }
            SweepProgress::Resumed { positions: before } => {
                self.resumed.store(before, Ordering::Relaxed);
                if let Some(file) = self.kept.as_ref().filter(|_| before > 0) {
                    output::note(&if before == self.all {
                        format!("{file}: finished before, {}", all_positions(before))
                    } else {
                        format!("{file}: goes on after {}", positions(before))
                    });
                }
            }
            SweepProgress::Checked { positions } => {
                self.checking.call_once(|| {
                    self.bar.reset();
                    self.bar.set_message(self.name.clone());
                    self.bar.set_length(self.all);
                    self.bar.set_position(self.resumed.load(Ordering::Relaxed));
                    // The speed of this run does not include positions of earlier runs.
                    self.bar.reset_eta();
                    self.next_line.store(FIRST_LINE, Ordering::Relaxed);
                });
                self.bar.inc(positions);
                self.write_line();
            }
        }
    }

    /// Writes the state of the bar as a line, if one is due.
    fn write_line(&self) {
        let due = self.next_line.load(Ordering::Relaxed);
        if !self.has_lines || self.bar.elapsed() < Duration::from_secs(due) {
            return;
        }
        // Of several processes, one thread of each reports.
        self.next_line.store(line_after(due), Ordering::Relaxed);
        output::note(&format!(
            "{}: {} of {}, about {} left",
            self.bar.message(),
            grouped(self.bar.position()),
            positions(self.bar.length().unwrap_or(0)),
            HumanDuration(self.bar.eta())
        ));
    }
}

/// When the line after that of `due` seconds is due: lines become rare.
fn line_after(due: u64) -> u64 {
    due + due.min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_rare() {
        let mut lines = vec![FIRST_LINE];
        lines.extend((1..10).scan(FIRST_LINE, |due, _| {
            *due = line_after(*due);
            Some(*due)
        }));
        assert_eq!(lines, [2, 4, 8, 16, 32, 64, 128, 256, 512, 812]);
    }

    /// A thousand positions in some milliseconds, and a thousand million before: as many again take hours.
    #[test]
    fn resumed_positions_do_not_count_for_the_time_left() {
        let shown = SweepBar::new("gra", 2_000_000_000, None, false);
        let positions = 1_000_000_000;
        shown.show(SweepProgress::Resumed { positions });
        for _ in 0..2 {
            shown.show(SweepProgress::Checked { positions: 500 });
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(shown.bar.position(), 1_000_001_000);
        let eta = shown.bar.eta();
        assert!(eta > Duration::from_mins(10), "{eta:?}");
    }
}
