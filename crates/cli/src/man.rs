//! `grundy man`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::Command;

use crate::arguments::{self, Man};
use crate::{Done, output};

pub fn run(arguments: &Man) -> Result<Done> {
    let dir = &arguments.dir;
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    // There is a page for each command, so none is needed for `help`.
    let mut command = arguments::with_games().disable_help_subcommand(true);
    // Gives the commands below others their full names: grundy-sweep-merge.
    command.build();
    let pages = write(&command, dir)?;
    output::print(&format!("{pages} pages in {}\n", output::name(dir)))?;
    Ok(Done::Fine)
}

/// Writes the page of `command` and those of all commands below it; says how many.
fn write(command: &Command, dir: &Path) -> Result<usize> {
    let man = clap_mangen::Man::new(command.clone())
        // The same command has the same pages on any day.
        .date(" ")
        .source(concat!("grundy ", env!("CARGO_PKG_VERSION")));
    let path = dir.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page)?;
    grundy_records::files::write(&path, &page)?;
    let below = command.get_subcommands().map(|below| write(below, dir));
    Ok(1 + below.sum::<Result<usize>>()?)
}
