//! How far a sweep has come: a bar for the oracle, one for the positions that are checked.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use grundy_sweep::Progress;
use indicatif::{HumanDuration, ProgressBar};

use crate::output::{self, grouped};
use crate::progress::positions as bar;

/// Bars on standard error, where that is a terminal. What several processes print passes through pipes and ends
/// in a terminal or a log, who knows: there the first of them says a line now and then.
pub struct Bars {
    name: String,
    all: u64,
    oracle: OnceLock<ProgressBar>,
    checked: OnceLock<ProgressBar>,
    resumed: OnceLock<u64>,
    lines: Option<Mutex<Rhythm>>,
}

impl Bars {
    /// Bars for a sweep of so many positions, by one process or several.
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
                let bar = self
                    .oracle
                    .get_or_init(|| bar(format!("{}: oracle", self.name), of));
                // A rules program's positions become more as its moves are seen.
                bar.set_length(of);
                bar.set_position(positions);
                self.say(bar);
                if positions == of {
                    bar.finish_and_clear();
                }
            }
            Progress::Resumed { positions } => _ = self.resumed.set(positions),
            Progress::Checked { positions } => {
                let bar = self.checked.get_or_init(|| {
                    let resumed = self.resumed.get().copied().unwrap_or(0);
                    let bar = bar(self.name.clone(), self.all);
                    bar.set_position(resumed);
                    // What was done before says nothing about how fast it goes now.
                    bar.reset_eta();
                    bar
                });
                bar.inc(positions);
                self.say(bar);
            }
        }
    }

    /// What a bar shows, as a line, when it is time for one.
    fn say(&self, bar: &ProgressBar) {
        let Some(lines) = &self.lines else { return };
        // The first moments say nothing about how long it takes.
        if bar.elapsed() < Rhythm::FIRST {
            return;
        }
        // A thread that has panicked says so itself.
        if !lines
            .lock()
            .is_ok_and(|mut lines| lines.has_come(Instant::now()))
        {
            return;
        }
        output::note(&format!(
            "{}: {} of {}, about {} left",
            bar.message(),
            grouped(bar.position()),
            output::positions(bar.length().unwrap_or(0)),
            HumanDuration(bar.eta())
        ));
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

/// When lines are said: the first after two seconds, and each after twice as long as the one before, five minutes
/// at most.
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

    /// Whether it is time for one, which is said then.
    fn has_come(&mut self, now: Instant) -> bool {
        let has_come = now - self.since >= self.wait;
        if has_come {
            self.since = now;
            self.wait = (2 * self.wait).min(Self::LONGEST);
        }
        has_come
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_now_and_then() {
        let begun = Instant::now();
        let mut rhythm = Rhythm::from(begun);
        let said = (0..2000).filter(|&second| rhythm.has_come(begun + Duration::from_secs(second)));
        assert_eq!(
            said.collect::<Vec<_>>(),
            [2, 6, 14, 30, 62, 126, 254, 510, 810, 1110, 1410, 1710]
        );
    }
    /// A thousand positions in some milliseconds, and a thousand million before: that many more take hours.
    #[test]
    fn what_was_done_before_says_nothing_about_the_time_left() {
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
