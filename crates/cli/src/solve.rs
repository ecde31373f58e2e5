//! `grundy solve`.

use anyhow::Result;

use crate::exit::Done;
use crate::input::{self, Input};
use crate::output::{self, Format};

pub fn run(arguments: &Input) -> Result<Done> {
    let game = arguments.game.open_alone()?;
    let file = arguments.file.as_deref();
    let answer = match arguments.format {
        Format::Text => {
            let mut source = input::open(file)?;
            let solved = game.solve_from(&mut source.reader);
            solved.map_err(|error| source.error(error))?.text()
        }
        Format::Json => {
            let (source, bytes) = input::read(file)?;
            let solutions = game.solve_json(&bytes);
            format!("{}\n", solutions.map_err(|error| source.error(error))?)
        }
    };
    output::print(&answer)?;
    Ok(Done::Fine)
}
