//! `judge` and `race`: programs, and the task that they are for.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use grundy_games::Entry;
use grundy_judge::task::TaskError;

use super::Format;
use crate::game::Game;
use crate::quantity;

/// What is said after the options of `judge`.
pub const JUDGE: &str = "\
The program gets an input on standard input and writes the answer to standard output, as in the
original task. It is tried on saved tests, on every position up to a size, on the original's tests
made anew, on every shape of input at the original's limits, and on random ones; docs/judging.md
says more.

Exit codes: 0 accepted, 1 not accepted, 2 it could not be judged, 130 stopped.";

/// What is said after the options of `race`.
pub const RACE: &str = "\
The programs get the largest inputs that the original task allows, one of each shape, by turns.
Every answer is checked: a program that answers wrongly has no time.";

/// What the task at hand has otherwise than the game's original.
#[derive(Args)]
pub struct Task {
    /// The largest extent of an input, the original's when left out; --help says what it is
    #[arg(short, value_name = "M")]
    pub m: Option<u64>,
    /// The largest number of parts of an input, the original's when left out; --help says what it is
    #[arg(short, value_name = "N")]
    pub n: Option<u64>,
    /// What the program says of a win and of a loss, where that are not the original's words
    #[arg(long, value_name = "WIN,LOSS", value_parser = words)]
    pub words: Option<(String, String)>,
}

impl Task {
    /// The game under these limits and with these words.
    pub fn of<'a>(&self, game: &'a dyn Entry) -> Result<grundy_judge::task::Task<'a>, TaskError> {
        let task = grundy_judge::task::Task::original(game).with_limits(self.m, self.n);
        match &self.words {
            Some((win, loss)) => task.with_words(win, loss),
            None => Ok(task),
        }
    }
}

fn words(text: &str) -> Result<(String, String), String> {
    let (win, loss) = text
        .split_once(',')
        .filter(|(_, loss)| !loss.contains(','))
        .ok_or("expected two words with a comma between them, like TAK,NIE")?;
    Ok((win.to_owned(), loss.to_owned()))
}

#[derive(Args)]
pub struct Judge {
    #[command(flatten)]
    pub game: Game,
    #[command(flatten)]
    pub task: Task,
    /// What the program is held against
    #[arg(long, value_enum, default_value_t)]
    pub check: JudgeChecks,
    /// Try every position up to size N; when left out, sizes with at most 5000 positions, and of the larger
    /// ones as many as a minute has time for
    #[arg(long, value_name = "N")]
    pub up_to: Option<u32>,
    /// The number of random tests, up to a million
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    pub random: u64,
    /// Same seed, same tests
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,
    /// Time for a test: 2s, 500ms
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = quantity::time)]
    pub time_limit: Duration,
    /// Times the time limit, as tasks have it for slower languages
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = quantity::factor)]
    pub time_factor: f64,
    /// Memory for a test: 256MiB, 1GiB
    #[arg(long, value_name = "BYTES", default_value = "256MiB", value_parser = quantity::bytes)]
    pub memory_limit: u64,
    /// Tests at the same time; as many as there are cores when left out
    #[arg(short, long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Fail when the program is right after all
    #[arg(long, value_enum)]
    pub expect: Option<Expect>,
    /// Keep the counterexample in DIR/in and DIR/out, and try what is there before anything else
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The program and its arguments; no shell is involved
    #[arg(last = true, required = true, value_name = "CMD")]
    pub command: Vec<OsString>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum JudgeChecks {
    /// Right answers: the oracle's for small positions, the closed form's for large ones
    #[default]
    Answers,
    /// Itself, one move further, on random positions of any size: nothing but the rules is asked
    Closure,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Expect {
    /// The program is not accepted, in whatever way
    Wrong,
}

#[derive(Args)]
pub struct Race {
    #[command(flatten)]
    pub game: Game,
    #[command(flatten)]
    pub task: Task,
    /// Runs of each program on each input
    #[arg(long, value_name = "COUNT", default_value_t = 11)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: u32,
    /// Same seed, same inputs
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,
    /// Time for one run: 2s, 500ms
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::time)]
    pub time_limit: Duration,
    /// Write a benchmark record to FILE, a row for every program and input
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The programs with their arguments, `--` between one and the next
    #[arg(last = true, required = true, value_name = "CMD")]
    pub commands: Vec<OsString>,
}
