//! `grundy explain`.

use anyhow::Result;

use crate::Done;
use crate::arguments::{Format, Input};
use crate::{input, output};

pub fn run(arguments: &Input) -> Result<Done> {
    let text = input::read(arguments.file.as_deref())?;
    let game = arguments.game.open_alone()?;
    let shown = match arguments.format {
        Format::Text => game.explain(&text.bytes).map(|explanations| {
            let pages: Vec<String> = explanations
                .iter()
                .map(|explanation| explanation.lines.iter().map(output::coloured).collect())
                .collect();
            pages.join("\n")
        }),
        Format::Json => game
            .explain_json(&text.bytes)
            .map(|facts| format!("{facts}\n")),
    };
    output::print(&shown.map_err(|error| text.error(error))?)?;
    Ok(Done::Fine)
}
