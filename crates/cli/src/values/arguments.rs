//! The arguments of `grundy values`.

use std::path::PathBuf;

use clap::Args;

use crate::games::GameOption;
use crate::output::Format;

#[derive(Args)]
pub struct Values {
    #[command(flatten)]
    pub game: GameOption,
    /// The largest size, for a code the largest heap; by default the game's own limit, for a code the end of the
    /// proof of a period, but at most heap 10,000, or 1,000 if moves leave three heaps
    #[arg(long, value_name = "N")]
    pub up_to: Option<u32>,
    /// Write a row for every position, for a code for every heap, to FILE
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Print only the largest value and the period; for codes
    #[arg(long)]
    pub summary: bool,
    /// Write the proof of the period to FILE, for others to check; for codes
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Check the certificate in FILE, and do nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "up_to", "csv", "summary", "certificate"])]
    #[arg(conflicts_with_all = ["resume", "format"])]
    pub check: Option<PathBuf>,
    /// Keep the values in FILE, and continue with the values in FILE if it exists; for codes
    #[arg(long, value_name = "FILE", visible_alias = "checkpoint")]
    pub resume: Option<PathBuf>,
}
