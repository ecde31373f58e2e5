//! `grundy values`.

mod against;
mod heaps;
mod many;
mod misere;
mod positions;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use grundy_records::picture;
use serde::Serialize;

use crate::command::games::{Added, GameOption};
use crate::command::output::{self, Done, Junit};

/// The value of `--format`.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
    /// For codes, a b-file: the line `n g(n)` for each heap
    Bfile,
}

#[derive(Args)]
pub struct Values {
    #[command(flatten)]
    pub game: GameOption,
    /// The largest size, for a code the largest heap; by default the game's own limit, for a code the end of the
    /// proof of a period, but at most heap 10,000, or 1,000 if moves leave three heaps. For a pattern as `0.???` or
    /// `octal:3`, the largest heap of each code
    #[arg(long, value_name = "N")]
    up_to: Option<u32>,
    /// Write a row for every position, for a code for every heap, to FILE
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the values, or the P-positions of a game of two numbers, into FILE, which ends with .svg
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print only the largest value and the period; for codes
    #[arg(long)]
    summary: bool,
    /// Compare the values with the terms in FILE, a b-file as in OEIS, and do nothing else; for codes and games with
    /// one position of each size
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    #[command(flatten)]
    junit: Junit,
    /// Find the genus of each heap in misère play, in which the player who cannot move wins; for codes
    #[arg(long)]
    misere: bool,
    /// With --misere, find who wins a row of these heaps: 5,4,1
    #[arg(long, value_name = "HEAPS", value_delimiter = ',')]
    row: Vec<u32>,
    /// For a pattern, the number of sums of two heaps after which a code without a period is given up, at the end of
    /// 256 heaps [default: 2000000000]
    #[arg(long, value_name = "SUMS")]
    work: Option<u64>,
    /// Keep the values in FILE, and continue with the values in FILE if it exists; for codes. For a pattern, keep
    /// the table in FILE, and leave out the codes that FILE has to this heap or work
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl Values {
    /// Checks that the options that are given are among those of `what` is computed, and that the files can be written.
    fn check(&self, what: &str, options: &str) -> Result<()> {
        let given = [
            ("--up-to", self.up_to.is_some()),
            ("--csv", self.csv.is_some()),
            ("--plot", self.plot.is_some()),
            ("--format bfile", self.format == Format::Bfile),
            ("--summary", self.summary),
            ("--against", self.against.is_some()),
            ("--junit", self.junit.junit.is_some()),
            ("--misere", self.misere),
            ("--row", !self.row.is_empty()),
            ("--work", self.work.is_some()),
            ("--resume", self.resume.is_some()),
        ];
        let is_other = |(option, is_given): &&(&str, bool)| *is_given && !options.contains(option);
        if let Some((option, _)) = given.iter().find(is_other) {
            bail!("{option} cannot be used with {what}: the options there are {options}");
        }
        let written = [&self.csv, &self.plot, &self.resume, &self.junit.junit];
        self.game.can_be_written(written, &self.against)
    }

    /// What is added to the message that the computation was stopped.
    fn hint(&self) -> &'static str {
        let resume = self.resume.as_ref();
        resume.map_or("", |_| "; --resume goes on from there")
    }

    /// Prints the result, which is no b-file.
    fn show(&self, facts: &impl Serialize, page: impl FnOnce() -> String) -> Result<Done> {
        let format = match self.format {
            Format::Json => output::Format::Json,
            Format::Text | Format::Bfile => output::Format::Text,
        };
        output::show(format, facts, page)?;
        Ok(Done::Fine)
    }
}

pub fn run(arguments: &Values, added: &Added) -> Result<Done> {
    if let Some(path) = &arguments.plot {
        picture::check_name(path)?;
    }
    if let Some(pattern) = many::pattern(&arguments.game.game) {
        let options = "--up-to --csv --summary --work --resume";
        arguments.check("a pattern of codes", options)?;
        return many::run(arguments, &pattern);
    }
    let game = &*arguments.game.open(added, None)?;
    let about = game.about();
    if let Some(terms) = arguments.against.as_deref().filter(|_| !arguments.misere) {
        arguments.check("--against", "--against --junit")?;
        return against::run(arguments, terms, game);
    }
    let Some(code) = &about.code else {
        arguments.check("a game without a code", "--up-to --csv --plot")?;
        return positions::run(arguments, game);
    };
    if arguments.misere {
        arguments.check("misère play", "--up-to --misere --row")?;
        return misere::run(arguments, code);
    }
    let options = match arguments.format {
        Format::Bfile => "--up-to --csv --plot --resume --format bfile",
        Format::Text | Format::Json => "--up-to --csv --plot --resume --summary",
    };
    arguments.check("the values of a code", options)?;
    heaps::run(arguments, code, &about.title)
}
