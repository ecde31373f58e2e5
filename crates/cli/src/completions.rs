//! `grundy completions`.

use anyhow::Result;
use clap::Command;

use crate::arguments::{self, Completions};
use crate::{Done, output};

pub fn run(arguments: &Completions) -> Result<Done> {
    let mut command = arguments::with_games();
    // Its commands have no arguments before.
    command.build();
    // `help` knows the commands of commands only where these have their arguments before it is made.
    let mut whole = arguments::with_games().mut_subcommands(|command| {
        let mut command = command.disable_help_subcommand(true);
        command.build();
        command
    });
    whole.build();
    if let Some(help) = whole.find_subcommand("help") {
        command = command.mut_subcommand("help", |_| help.clone());
    }
    let mut command = command.mut_subcommands(with_names_of_games);
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Done::Fine)
}

/// Whatever else is a game, the names of those that are built in are what can be offered.
fn with_names_of_games(command: Command) -> Command {
    if command.get_arguments().all(|arg| arg.get_id() != "game") {
        return command;
    }
    let names = grundy_games::all().iter().map(|game| &*game.about().name);
    let names: Vec<&'static str> = names.collect();
    command.mut_arg("game", |arg| {
        arg.value_parser(clap::builder::PossibleValuesParser::new(names))
    })
}
