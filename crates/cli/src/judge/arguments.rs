//! The arguments of `grundy judge`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow};
use clap::{Args, ValueEnum};
use grundy_judge::JudgeError;
use grundy_judge::plan::JudgePlan;
use grundy_sandbox::Limits;
use serde::Serialize;
use serde_json::{Value, json};

use crate::exit::Done;
use crate::games::GameOption;
use crate::output::{self, Format};
use crate::programs;
use crate::quantity;
use crate::task::TaskOptions;

#[derive(Args)]
pub struct Judge {
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub task: TaskOptions,
    /// What the program's answers are compared with
    #[arg(long, value_enum, default_value_t)]
    pub check: Check,
    /// Try every position up to size N; by default, sizes with at most 5000 positions, and of the larger ones as
    /// many positions as take a minute
    #[arg(long, value_name = "N")]
    pub up_to: Option<u32>,
    /// The number of random tests, up to a million
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    pub random: u64,
    /// Same seed, same tests
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,
    /// Time limit of a test: 2s, 500ms
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = quantity::time)]
    time_limit: Duration,
    /// Memory limit of a test: 256MiB, 1GiB
    #[arg(long, value_name = "BYTES", default_value = "256MiB", value_parser = quantity::bytes)]
    memory_limit: u64,
    /// Tests at the same time; the number of cores by default
    #[arg(short, long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Keep the counterexample in DIR/in and DIR/out, and try the tests there before all others
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The program and its arguments; no shell is involved
    #[arg(last = true, required = true, value_name = "CMD")]
    pub command: Vec<OsString>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Check {
    /// The right answers: the oracle's for small positions, the closed form's for large ones
    #[default]
    Answers,
    /// Its own answers one move further, for random positions of any size, by the rules alone
    Closure,
}

impl Judge {
    /// What to judge, without saved tests.
    pub fn plan(&self) -> Result<JudgePlan> {
        let program = programs::program(&self.command).context("no program to judge")?;
        let jobs = match self.jobs {
            Some(jobs) => jobs.into(),
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(JudgePlan {
            limits: Limits {
                memory: self.memory_limit,
                ..programs::limits(self.time_limit)
            },
            jobs,
            seed: self.seed,
            up_to: self.up_to,
            random: self.random,
            ..JudgePlan::new(program, programs::launcher()?)
        })
    }

    /// The error with the name of the program, if that cannot be started.
    pub fn error(&self, error: JudgeError) -> Error {
        match error {
            JudgeError::NotStarted(why) => {
                let command = self.command.first().map(|word| word.display().to_string());
                anyhow!("cannot start {}: {why}", command.unwrap_or_default())
            }
            error => error.into(),
        }
    }

    /// Prints a report, as the text `page` or as JSON with `more` members.
    pub fn show(
        &self,
        report: &impl Serialize,
        is_accepted: bool,
        shortcomings: &[&str],
        page: impl FnOnce() -> String,
        more: &[(&str, Value)],
    ) -> Result<Done> {
        if self.format == Format::Text {
            for shortcoming in shortcomings {
                output::note(shortcoming);
            }
        }
        let command = self.command.iter().map(|word| word.to_string_lossy());
        let mut facts = serde_json::to_value(report)?;
        facts["command"] = json!(command.collect::<Vec<_>>());
        for (name, value) in more {
            facts[name] = value.clone();
        }
        output::show(self.format, &facts, page)?;
        Ok(Done::of_check(is_accepted))
    }
}
