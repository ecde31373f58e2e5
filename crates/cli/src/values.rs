//! `grundy values`.

mod against;
mod heaps;
mod many;
mod misere;
mod plot;
mod positions;

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use grundy_records::picture;

use crate::games::GameOption;
use crate::output::{self, Done};

/// The value of `--format`.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
    /// For codes, a b-file: the line `n g(n)` for each heap
    Bfile,
}

impl Format {
    /// The format as other commands have it.
    const fn of_report(self) -> output::Format {
        match self {
            Self::Json => output::Format::Json,
            Self::Text | Self::Bfile => output::Format::Text,
        }
    }
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
    /// Compare the values with the terms in FILE, a b-file as in OEIS, and do nothing else; for codes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["up_to", "csv", "plot", "summary", "certificate", "resume"])]
    against: Option<PathBuf>,
    /// Find the genus of each heap in misère play, in which the player who cannot move wins; for codes
    #[arg(long, conflicts_with_all = ["csv", "plot", "summary", "certificate", "resume", "against"])]
    misere: bool,
    /// With --misere, find who wins a row of these heaps: 5,4,1
    #[arg(
        long,
        value_name = "HEAPS",
        value_delimiter = ',',
        requires = "misere",
        conflicts_with = "against"
    )]
    row: Vec<u32>,
    /// Write the proof of the period to FILE, for others to check; for codes
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check the certificate in FILE, and do nothing else
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
    /// For a pattern, the number of sums of two heaps after which a code without a period is given up, at the end of
    /// 256 heaps [default: 2000000000]
    #[arg(long, value_name = "SUMS")]
    work: Option<u64>,
    /// Keep the values in FILE, and continue with the values in FILE if it exists; for codes. For a pattern, keep
    /// the table in FILE, and leave out the codes that FILE has to this heap or work
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

pub fn run(arguments: &Values) -> Result<Done> {
    if let Some(certificate) = &arguments.check {
        return heaps::check(certificate);
    }
    if let Some(path) = &arguments.plot {
        picture::check_name(path)?;
    }
    if let Some(pattern) = many::pattern(arguments.game.name()) {
        return many::run(arguments, &pattern);
    }
    ensure!(
        arguments.work.is_none(),
        "--work is for a pattern, as 0.???"
    );
    ensure!(
        arguments.format != Format::Bfile || !arguments.summary && arguments.against.is_none(),
        "--format bfile lists values, and --summary and --against do not"
    );
    let game = &*arguments.game.open(None)?;
    let title = &game.about().title;
    let for_codes = arguments.summary
        || arguments.certificate.is_some()
        || arguments.resume.is_some()
        || arguments.against.is_some()
        || arguments.misere
        || arguments.format == Format::Bfile;
    match (&game.about().code, &arguments.against) {
        (Some(code), None) if arguments.misere => misere::run(arguments, code),
        (Some(code), Some(terms)) => against::run(terms, code, arguments.format),
        (Some(code), None) => heaps::run(arguments, code, title),
        (None, _) if for_codes => bail!(
            "--summary, --certificate, --resume, --against, --misere and --format bfile are for codes, as 0.77"
        ),
        (None, _) => positions::run(arguments, game),
    }
}
