//! `grundy explain`.

use anyhow::Result;

use crate::exit::Done;
use crate::input::{self, Input};
use crate::output::{self, Format};

pub fn run(arguments: &Input) -> Result<Done> {
    let (source, bytes) = input::read(arguments.file.as_deref())?;
    let game = arguments.game.open_alone()?;
    let shown = match arguments.format {
        Format::Text => game.explain(&bytes).map(|explanations| {
            let pages = explanations
                .iter()
                .map(|page| output::coloured(&page.lines));
            pages.collect::<Vec<String>>().join("\n")
        }),
        Format::Json => game.explain_json(&bytes).map(|facts| format!("{facts}\n")),
    };
    output::print(&shown.map_err(|error| source.error(error))?)?;
    Ok(Done::Fine)
}
