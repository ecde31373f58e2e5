//! `grundy man`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Command};

use crate::exit::Done;
use crate::output;

#[derive(Args)]
pub struct Man {
    /// The folder of the pages; created if it is missing
    dir: PathBuf,
}

/// Writes the pages of the command line `described`.
pub fn run(arguments: &Man, described: Command) -> Result<Done> {
    let dir = &arguments.dir;
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    // Each command has its page, so `help` needs none.
    let mut command = described.disable_help_subcommand(true);
    // Gives subcommands of commands their full names: grundy-sweep-merge.
    command.build();
    let pages = write(&command, dir)?;
    output::print(&format!("{pages} pages in {}\n", output::name(dir)))?;
    Ok(Done::Fine)
}

/// Writes the pages of `command` and of all its subcommands, and returns their number.
fn write(command: &Command, dir: &Path) -> Result<usize> {
    let man = clap_mangen::Man::new(command.clone())
        // Without a date, the same version always has the same pages.
        .date(" ")
        .source(concat!("grundy ", env!("CARGO_PKG_VERSION")));
    let path = dir.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page)?;
    grundy_records::files::write(&path, &page)?;
    let below = command.get_subcommands().map(|below| write(below, dir));
    Ok(1 + below.sum::<Result<usize>>()?)
}
