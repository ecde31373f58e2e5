//! The search of single positions: its options, its progress, and the file in which its table is kept.

use std::env;
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use grundy_game::Game;
use grundy_game::searching::{Progress, SearchPlan, SearchWatch, Searching};
use grundy_program::fingerprint;
use grundy_records::files::Held;
use grundy_sandbox::Program;
use indicatif::{HumanCount, ProgressBar, ProgressFinish, ProgressStyle};

use crate::command::output::{self, Done};
use crate::command::{interrupt, text};

/// The smallest table.
const LEAST: u64 = 1 << 20;

// How single positions of a game of one's own are searched.
#[derive(Args)]
pub struct SearchOptions {
    /// For games that search, memory for the table of positions: 2GiB; a quarter of the machine's by default
    #[arg(long, value_name = "BYTES", value_parser = text::bytes)]
    memory: Option<u64>,
    /// For games that search, the number of threads; that of the cores by default
    #[arg(short, long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// For games that search, keep the table in FILE, and go on with the table in FILE if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// The time between two writings of the table.
const A_WRITING: Duration = Duration::from_mins(1);

/// The file in which a table is kept, and the name of what it belongs to.
type Kept = (Mutex<Held>, String);

/// Returns what notes how far searches are, once they have taken some seconds, and again each time they have taken twice as long.
pub fn notes(mut note: impl FnMut(&str) + Send + 'static) -> Box<SearchWatch> {
    // It is called five times a second.
    let (mut calls, mut next) = (0_u64, 25);
    let (mut begun, mut before) = (Instant::now(), u64::MAX);
    Box::new(move |progress, _| {
        if progress.listed < before {
            begun = Instant::now();
        }
        before = progress.listed;
        calls += 1;
        if calls >= next {
            note(&shown(progress, begun.elapsed()));
            next = 2 * calls;
        }
    })
}

/// The searches of a command.
#[derive(Default)]
pub struct Searches<'a> {
    of: Option<&'a Searching>,
    kept: Option<Arc<Kept>>,
}

impl SearchOptions {
    /// Prepares the searches of a game, and reads the table that is kept.
    ///
    /// # Errors
    /// When an option is given for a game that does not search, and when the table cannot be kept or read.
    pub fn begin<'a>(&self, game: &'a dyn Game) -> Result<Searches<'a>> {
        let Some(searching) = game.searching() else {
            let given = self.memory.is_some() || self.jobs.is_some() || self.resume.is_some();
            let name = &game.about().name;
            ensure!(
                !given,
                "{name} does not search positions: --memory, --jobs and --resume are for games in Rust without a closed form"
            );
            return Ok(Searches::default());
        };
        ensure!(
            self.memory.is_none_or(|memory| memory >= LEAST),
            "--memory: expected at least 1MiB, since a search with a smaller table may not end"
        );
        interrupt::listen_quietly()?;
        searching.plan(SearchPlan {
            memory: self.memory,
            jobs: self.jobs.map(usize::from),
        });
        let kept = match &self.resume {
            Some(path) => {
                let of = format!("{} {}", game.about().name, this_command()?);
                let problem = || format!("cannot keep the table in {}", path.display());
                let (held, content) = Held::open(path).with_context(problem)?;
                if !content.is_empty() {
                    let read = searching.table().read(&of, &mut &content[..]);
                    read.with_context(|| format!("cannot go on with {}", path.display()))?;
                }
                Some(Arc::new((Mutex::new(held), of)))
            }
            None => None,
        };
        let bar = ProgressBar::no_length().with_finish(ProgressFinish::AndClear);
        bar.set_style(ProgressStyle::with_template("{msg}").expect("this is a template"));
        let (mut written, mut begun, mut before) = (Instant::now(), Instant::now(), 0);
        let for_watch = kept.clone();
        searching.watch(Box::new(move |progress, searching| {
            if progress.listed < before {
                begun = Instant::now();
            }
            before = progress.listed;
            bar.set_message(shown(progress, begun.elapsed()));
            let is_stopped = interrupt::is_stopped();
            if let Some(kept) = &for_watch
                && (is_stopped || written.elapsed() > A_WRITING)
            {
                if let Err(error) = write(kept, searching) {
                    output::error(&error);
                }
                written = Instant::now();
            }
            if is_stopped {
                bar.finish_and_clear();
                let hint = if for_watch.is_some() {
                    "; the same command goes on with the table"
                } else {
                    ""
                };
                output::note(&format!("stopped{hint}"));
                process::exit(Done::Interrupted as i32);
            }
        }));
        Ok(Searches {
            of: Some(searching),
            kept,
        })
    }
}

impl Searches<'_> {
    /// Writes the table a last time, and says when it was full.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(&self) -> Result<()> {
        let Some(searching) = self.of else {
            return Ok(());
        };
        // Later pages of the command ask no more.
        searching.watch(Box::new(|_, _| {}));
        if let replaced @ 1.. = searching.table().replaced() {
            let replaced = HumanCount(replaced);
            output::note(&format!(
                "the table was full: {replaced} results made room for others; with more --memory the search may be faster"
            ));
        }
        self.kept
            .as_ref()
            .map_or(Ok(()), |kept| write(kept, searching))
    }
}

fn write((held, of): &Kept, searching: &Searching) -> Result<()> {
    let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(held.replace_by(|file| searching.table().write(of, file))?)
}

fn shown(progress: Progress, elapsed: Duration) -> String {
    let Progress { listed, at_least } = progress;
    let rate = (listed as f64 / elapsed.as_secs_f64().max(0.1)) as u64;
    let (listed, rate) = (HumanCount(listed), HumanCount(rate));
    let found = match at_least {
        0 => String::new(),
        1 => ", the value is not 0".to_owned(),
        at_least => format!(", the value is at least {at_least}"),
    };
    format!("searching: {listed} positions, {rate}/s{found}")
}

/// What identifies this command, of which the rules of its games are a part.
fn this_command() -> Result<String> {
    let exe = env::current_exe().context("cannot find the own executable")?;
    let program = Program {
        command: exe.into(),
        args: Vec::new(),
    };
    fingerprint::of(&program, &[]).context("cannot read the own executable")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_searches_are_noted_more_and_more_rarely() {
        let noted = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&noted);
        let mut watch = notes(move |line| lines.lock().unwrap().push(line.to_owned()));
        // A search of 60 looks, and others of 20.
        let listed = (1..=60).chain((0..10).flat_map(|_| 1..=20));
        for listed in listed.map(|number| 1000 * number) {
            watch(
                Progress {
                    listed,
                    at_least: 2,
                },
                &Searching::default(),
            );
        }
        let noted = noted.lock().unwrap();
        let listed = ["25,000", "50,000", "20,000", "20,000"]
            .map(|listed| format!("searching: {listed} positions, "));
        assert_eq!(noted.len(), listed.len(), "{noted:?}");
        for (line, begin) in noted.iter().zip(listed) {
            assert!(
                line.starts_with(&begin) && line.ends_with("/s, the value is at least 2"),
                "{line}"
            );
        }
    }
}
