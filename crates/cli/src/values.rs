//! `grundy values`.

mod heaps;
mod positions;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::games::GameOption;
use crate::output::{Done, Format};

#[derive(Args)]
pub struct Values {
    #[command(flatten)]
    game: GameOption,
    /// The largest size, for a code the largest heap; by default the game's own limit, for a code the end of the
    /// proof of a period, but at most heap 10,000, or 1,000 if moves leave three heaps
    #[arg(long, value_name = "N")]
    up_to: Option<u32>,
    /// Write a row for every position, for a code for every heap, to FILE
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print only the largest value and the period; for codes
    #[arg(long)]
    summary: bool,
    /// Write the proof of the period to FILE, for others to check; for codes
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check the certificate in FILE, and do nothing else
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
    /// Keep the values in FILE, and continue with the values in FILE if it exists; for codes
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

pub fn run(arguments: &Values) -> Result<Done> {
    if let Some(certificate) = &arguments.check {
        return heaps::check(certificate);
    }
    let game = &*arguments.game.open(None)?;
    match &game.about().code {
        Some(code) => heaps::run(arguments, code),
        None => positions::run(arguments, game),
    }
}
