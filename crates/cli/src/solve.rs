//! `grundy solve`.

use anyhow::Result;

use crate::Done;
use crate::arguments::{Format, Input};
use crate::{input, output};

pub fn run(arguments: &Input) -> Result<Done> {
    let text = input::read(arguments.file.as_deref())?;
    let game = arguments.game.game;
    let answer = match arguments.format {
        Format::Text => game.solve(&text.bytes).map(|solved| solved.text()),
        Format::Json => game
            .solve_json(&text.bytes)
            .map(|solutions| format!("{solutions}\n")),
    };
    output::print(&answer.map_err(|error| text.error(&error))?)?;
    Ok(Done::Fine)
}
