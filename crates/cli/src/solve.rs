//! `grundy solve`.

use anyhow::Result;

use crate::Done;
use crate::arguments::{Format, Input};
use crate::{input, output};

pub fn run(arguments: &Input) -> Result<Done> {
    let game = arguments.game.open_alone()?;
    let file = arguments.file.as_deref();
    let answer = match arguments.format {
        Format::Text => {
            let mut source = input::open(file)?;
            let solved = game.solve_from(&mut source.reader);
            solved
                .map(|solved| solved.text())
                .map_err(|error| source.error(error))?
        }
        Format::Json => {
            let text = input::read(file)?;
            let solutions = game.solve_json(&text.bytes);
            format!("{}\n", solutions.map_err(|error| text.error(error))?)
        }
    };
    output::print(&answer)?;
    Ok(Done::Fine)
}
