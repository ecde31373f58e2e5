//! `grundy solve` and `grundy explain`.

use anyhow::Result;
use grundy_game::{Detail, Error, Facts, Position, Positions};

use crate::games::Added;
use crate::input::{self, Input, Source};
use crate::output::{self, Done, Format};

pub fn solve(arguments: &Input, added: &Added) -> Result<Done> {
    let game = arguments.game.open_claimed(added, &arguments.claim)?;
    let game = arguments.cases.of(game)?;
    let mut source = input::open(arguments.file.as_deref())?;
    let searches = arguments.search.begin(&*game)?;
    match arguments.format {
        Format::Text => {
            let answers = game.answer(&mut source.reader);
            let answers = answers.map_err(|error| source.error(error))?;
            searches.end()?;
            let lines = answers.into_iter().map(|answer| answer + "\n");
            output::print(&lines.collect::<String>())?;
        }
        Format::Json => {
            let positions = source.positions(&*game)?;
            let solutions = each(&source, positions, |position| position.facts(Detail::Brief))?;
            searches.end()?;
            let name = serde_json::to_string(&game.about().name)?;
            let begin = format!("{{\"game\":{name},\"solutions\":");
            print_list(&begin, &solutions, "}")?;
        }
    }
    Ok(Done::Fine)
}

pub fn explain(arguments: &Input, added: &Added) -> Result<Done> {
    let mut source = input::open(arguments.file.as_deref())?;
    let game = arguments.game.open_claimed(added, &arguments.claim)?;
    let game = arguments.cases.of(game)?;
    let searches = arguments.search.begin(&*game)?;
    let positions = source.positions(&*game)?;
    match arguments.format {
        Format::Text => {
            let pages = each(&source, positions, |position| {
                let page = position.page(Detail::Full)?;
                Ok(output::coloured(&page.lines))
            })?;
            searches.end()?;
            output::print(&pages.join("\n"))?;
        }
        Format::Json => {
            let facts = each(&source, positions, |position| position.facts(Detail::Full))?;
            searches.end()?;
            print_list("", &facts, "")?;
        }
    }
    Ok(Done::Fine)
}

/// Returns what `of` returns for each position, or the first error.
fn each<T>(
    source: &Source,
    positions: Positions,
    of: impl Fn(&dyn Position) -> Result<T, Error>,
) -> Result<Vec<T>> {
    let positions = positions.into_iter();
    let found: Result<_, _> = positions.map(|position| of(&*position)).collect();
    found.map_err(|error| source.error(error))
}

/// Prints a list in JSON between two texts, without a copy of it in memory.
fn print_list(begin: &str, list: &[Facts], end: &str) -> Result<()> {
    output::write(|out| {
        write!(out, "{begin}")?;
        for (facts, separator) in list.iter().zip("[".chars().chain(std::iter::repeat(','))) {
            write!(out, "{separator}")?;
            facts(out)?;
        }
        writeln!(out, "]{end}")
    })
}
