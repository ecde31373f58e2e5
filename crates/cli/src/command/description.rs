//! `grundy completions` and `grundy man`, with the feature `manual`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::{Args, Command};

use crate::command::games::{self, Added};
use crate::command::output::{self, Done};

#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct Man {
    /// The folder of the pages; created if it is missing
    dir: PathBuf,
}

/// Writes a page for each command of the command line.
pub fn write_pages(arguments: &Man, command: Command) -> Result<Done> {
    let dir = &arguments.dir;
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    clap_mangen::generate_to(command, dir)
        .with_context(|| format!("cannot write to {}", dir.display()))?;
    output::print(&format!("manual pages in {}\n", output::name(dir)))?;
    Ok(Done::Fine)
}

/// Prints the script with which a shell completes the command line.
pub fn print_script(arguments: &Completions, command: Command, added: &Added) -> Result<Done> {
    let mut command = command.disable_help_subcommand(true);
    // Before this, the commands have no arguments.
    command.build();
    let mut command = command.mut_subcommands(|command| with_names_of_games(command, added));
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "grundy", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Done::Fine)
}

/// Completes `--game` with the games that have a name, though it takes codes and paths as well.
fn with_names_of_games(command: Command, added: &Added) -> Command {
    if command.get_arguments().all(|arg| arg.get_id() != "game") {
        return command;
    }
    // `clap` wants names that live as long as the process.
    let names = games::all(added).map(|game| &*game.about().name.to_string().leak());
    let names = PossibleValuesParser::new(names);
    command.mut_arg("game", |arg| arg.value_parser(names))
}
