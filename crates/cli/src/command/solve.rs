//! `grundy solve` and `grundy explain`.

use anyhow::Result;
use grundy_game::{Detail, Error, Facts, Game, Position};

use crate::command::games::Added;
use crate::command::input::{self, Input, Source};
use crate::command::output::{self, Done, Format};

/// Runs `solve`, which is brief, or `explain`.
pub fn run(arguments: &Input, detail: Detail, added: &Added) -> Result<Done> {
    let game = arguments.game.open_claimed(added, &arguments.claim)?;
    let game = &*arguments.cases.of(game)?;
    let mut source = input::open(arguments.file.as_deref())?;
    let searches = arguments.search.begin(game)?;
    match (arguments.format, detail) {
        (Format::Text, Detail::Brief) => {
            let answers = game.answer(&mut source.reader);
            let answers = answers.map_err(|error| source.error(error))?;
            searches.end()?;
            let lines = answers.into_iter().map(|answer| answer + "\n");
            output::print(&lines.collect::<String>())?;
        }
        (Format::Text, Detail::Full) => {
            let pages = each(source, game, |position| {
                let page = position.page(detail)?;
                Ok(output::coloured(&page.lines))
            })?;
            searches.end()?;
            output::print(&pages.join("\n"))?;
        }
        (Format::Json, _) => {
            let facts = each(source, game, |position| position.facts(detail))?;
            searches.end()?;
            let name = serde_json::to_string(&game.about().name)?;
            let begin = format!("{{\"game\":{name},\"solutions\":");
            let [begin, end] = match detail {
                Detail::Brief => [&*begin, "}"],
                Detail::Full => ["", ""],
            };
            print_list(begin, &facts, end)?;
        }
    }
    Ok(Done::Fine)
}

/// Returns what `of` returns for each position of an input, or the first error. No more of it is read than shows what is wrong.
fn each<T>(
    mut source: Source,
    game: &dyn Game,
    of: impl Fn(&dyn Position) -> Result<T, Error>,
) -> Result<Vec<T>> {
    let read = game.read_from(&mut source.reader);
    let found = read.and_then(|all| all.into_iter().map(|position| of(&*position)).collect());
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
