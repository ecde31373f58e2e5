//! `grundy completions`.

use anyhow::Result;
use clap::CommandFactory;

use crate::arguments::{Arguments, Completions};
use crate::{Done, output};

pub fn run(arguments: &Completions) -> Result<Done> {
    let mut command = Arguments::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    output::answer(&String::from_utf8(script)?)?;
    Ok(Done::Fine)
}
