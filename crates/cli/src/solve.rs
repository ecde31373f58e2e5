//! `grundy solve`.

use anyhow::Result;
use grundy_games::Detail;
use serde_json::json;

use crate::exit::Done;
use crate::input::{self, Input};
use crate::output::{self, Format};

pub fn run(arguments: &Input) -> Result<Done> {
    let game = arguments.game.open_alone()?;
    let file = arguments.file.as_deref();
    let answer = match arguments.format {
        Format::Text => {
            let mut source = input::open(file)?;
            let answers = game.answer(&mut source.reader);
            answers.map_err(|error| source.error(error))?.join("\n") + "\n"
        }
        Format::Json => {
            let (source, bytes) = input::read(file)?;
            let solutions = input::each(&*game, &bytes, |position| position.facts(Detail::Brief));
            let solutions = solutions.map_err(|error| source.error(error))?;
            let name = &game.about().name;
            format!("{}\n", json!({ "game": name, "solutions": solutions }))
        }
    };
    output::print(&answer)?;
    Ok(Done::Fine)
}
