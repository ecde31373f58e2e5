//! `grundy explain`.

use anyhow::Result;
use grundy_games::Detail;
use serde_json::json;

use crate::exit::Done;
use crate::input::{self, Input};
use crate::output::{self, Format};

pub fn run(arguments: &Input) -> Result<Done> {
    let (source, bytes) = input::read(arguments.file.as_deref())?;
    let game = arguments.game.open_alone()?;
    let shown = match arguments.format {
        Format::Text => {
            input::each(&*game, &bytes, |position| position.page(Detail::Full)).map(|pages| {
                let pages = pages.iter().map(|page| output::coloured(&page.lines));
                pages.collect::<Vec<String>>().join("\n")
            })
        }
        Format::Json => input::each(&*game, &bytes, |position| position.facts(Detail::Full))
            .map(|facts| format!("{}\n", json!(facts))),
    };
    output::print(&shown.map_err(|error| source.error(error))?)?;
    Ok(Done::Fine)
}
