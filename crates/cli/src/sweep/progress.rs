//! The progress of a sweep: a bar for the oracle, and one for the checked positions.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use grundy_sweep::Progress;
use indicatif::{HumanDuration, ProgressBar};

use crate::output;
use crate::progress;
use crate::quantity::{grouped, positions};

/// Bars on standard error if that is a terminal. The output of several processes passes through pipes, and often
/// ends in a log: there the first process writes a line now and then.
pub struct Bars {
    name: String,
    all: u64,
    oracle: OnceLock<ProgressBar>,
    checked: OnceLock<ProgressBar>,
    resumed: OnceLock<u64>,
    lines: Option<Mutex<Rhythm>>,
}

impl Bars {
    /// Bars for a sweep of `all` positions, in one process or several.
    pub fn new(name: String, all: u64, is_shared: bool) -> Self {
        let has_lines = is_shared && !io::stderr().is_terminal();
        Self {
            name,
            all,
            oracle: OnceLock::new(),
            checked: OnceLock::new(),
            resumed: OnceLock::new(),
            lines: has_lines.then(|| Mutex::new(Rhythm::from(Instant::now()))),
        }
    }

    pub fn show(&self, progress: Progress) {
        match progress {
            Progress::Oracle { positions, of } => {
                let name = || format!("{}: oracle", self.name);
                let bar = self.oracle.get_or_init(|| bar(name(), of));
                // The moves of a rules program lead to more and more positions.
                bar.set_length(of);
                bar.set_position(positions);
                self.write_line(bar);
                if positions == of {
                    bar.finish_and_clear();
                }
            }
            Progress::Resumed { positions } => _ = self.resumed.set(positions),
            Progress::Checked { positions } => {
                let bar = self.checked.get_or_init(|| {
                    let bar = bar(self.name.clone(), self.all);
                    bar.set_position(self.resumed.get().copied().unwrap_or(0));
                    // Earlier runs do not count for the speed of this one.
                    bar.reset_eta();
                    bar
                });
                bar.inc(positions);
                self.write_line(bar);
            }
        }
    }

    /// Writes the state of a bar as a line, if one is due.
    fn write_line(&self, bar: &ProgressBar) {
        let Some(lines) = &self.lines else { return };
        // At the beginning the time left is a guess.
        let is_due = bar.elapsed() >= Rhythm::FIRST
            && lines
                .lock()
                .is_ok_and(|mut lines| lines.is_due(Instant::now()));
        if is_due {
            output::note(&format!(
                "{}: {} of {}, about {} left",
                bar.message(),
                grouped(bar.position()),
                positions(bar.length().unwrap_or(0)),
                HumanDuration(bar.eta())
            ));
        }
    }

    pub fn clear(&self) {
        let bars = [&self.oracle, &self.checked].into_iter();
        bars.filter_map(OnceLock::get)
            .for_each(ProgressBar::finish_and_clear);
    }
}

fn bar(message: String, length: u64) -> ProgressBar {
    progress::bar(message, length, "positions")
}

/// The times of lines: the first after two seconds, and each wait twice as long as the one before, up to five
/// minutes.
struct Rhythm {
    since: Instant,
    wait: Duration,
}

impl Rhythm {
    const FIRST: Duration = Duration::from_secs(2);
    const LONGEST: Duration = Duration::from_mins(5);

    const fn from(since: Instant) -> Self {
        let wait = Self::FIRST;
        Self { since, wait }
    }

    /// Whether a line is due; the caller then writes one.
    fn is_due(&mut self, now: Instant) -> bool {
        let is_due = now - self.since >= self.wait;
        if is_due {
            self.since = now;
            self.wait = (2 * self.wait).min(Self::LONGEST);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_rare() {
        let begun = Instant::now();
        let mut rhythm = Rhythm::from(begun);
        let lines = (0..2000).filter(|&second| rhythm.is_due(begun + Duration::from_secs(second)));
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [2, 6, 14, 30, 62, 126, 254, 510, 810, 1110, 1410, 1710]
        );
    }

    /// A thousand positions in some milliseconds, and a thousand million before: as many again take hours.
    #[test]
    fn resumed_positions_do_not_count_for_the_time_left() {
        let bars = Bars::new("gra".to_owned(), 2_000_000_000, false);
        let positions = 1_000_000_000;
        bars.show(Progress::Resumed { positions });
        for _ in 0..2 {
            bars.show(Progress::Checked { positions: 500 });
            std::thread::sleep(Duration::from_millis(20));
        }
        let bar = bars.checked.get().unwrap();
        assert_eq!(bar.position(), 1_000_001_000);
        assert!(bar.eta() > Duration::from_mins(10), "{:?}", bar.eta());
    }
}
