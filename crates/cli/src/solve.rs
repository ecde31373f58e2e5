//! `grundy solve` and `grundy explain`.

use anyhow::Result;
use grundy_games::{Detail, Error, Game, Position};
use serde_json::{Value, json};

use crate::input::{self, Input};
use crate::output::{self, Done, Format};

pub fn solve(arguments: &Input) -> Result<Done> {
    let game = arguments.game.open_alone()?;
    let file = arguments.file.as_deref();
    let answer = match arguments.format {
        Format::Text => {
            let mut source = input::open(file)?;
            let answers = game.answer(&mut source.reader);
            answers.map_err(|error| source.error(error))?.join("\n") + "\n"
        }
        Format::Json => {
            let (source, bytes) = input::read(input::open(file)?)?;
            let solutions = each(&*game, &bytes, |position| position.facts(Detail::Brief));
            let solutions = solutions.map_err(|error| source.error(error))?;
            let mut found = json!({ "game": game.about().name });
            // Moved: `json!` would copy every move.
            found["solutions"] = Value::from_iter(solutions);
            format!("{found}\n")
        }
    };
    output::print(&answer)?;
    Ok(Done::Fine)
}

pub fn explain(arguments: &Input) -> Result<Done> {
    let (source, bytes) = input::read(input::open(arguments.file.as_deref())?)?;
    let game = arguments.game.open_alone()?;
    let shown = match arguments.format {
        Format::Text => each(&*game, &bytes, |position| {
            let page = position.page(Detail::Full)?;
            Ok(output::coloured(&page.lines))
        })
        .map(|pages| pages.join("\n")),
        Format::Json => each(&*game, &bytes, |position| position.facts(Detail::Full))
            .map(|facts| format!("{}\n", Value::from_iter(facts))),
    };
    output::print(&shown.map_err(|error| source.error(error))?)?;
    Ok(Done::Fine)
}

/// Reads an input of the game and returns what `of` returns for each of its positions, or the first error.
fn each<T>(
    game: &dyn Game,
    input: &[u8],
    of: impl Fn(&dyn Position) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let positions = game.read(input)?;
    positions.iter().map(|position| of(&**position)).collect()
}
