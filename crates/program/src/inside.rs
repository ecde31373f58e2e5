//! A built-in game, a code or a game in Rust in the place of a rules program, so that claims and formulas about its positions are
//! compared as those about the positions of a rules program are.

use std::fmt;
use std::io::Read;
use std::str::FromStr;
use std::sync::Arc;

use grundy_game::sum::one_line;
use grundy_game::{Choice, Draw, Error, Game, Layout, Position};

use crate::cases::of_line;
use crate::opened::OVER;
use crate::program::{Answering, failed};

/// A size with more positions is not listed.
const MOST: u64 = 1 << 20;

/// A game that is not a rules program. A position is its text, with ` / ` in the place of line ends within it.
#[derive(Clone)]
pub(crate) struct Inside(pub Arc<dyn Game>);

impl fmt::Debug for Inside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.about().name)
    }
}

impl Inside {
    /// Returns the positions of an input of the game, or of the text of one of them.
    pub fn read(&self, input: &mut dyn Read) -> Result<Vec<String>, Error> {
        let mut text = String::new();
        let positions = match input.read_to_string(&mut text) {
            Ok(_) if text.contains(" / ") => self.0.read(of_line(&text).as_bytes())?,
            // The game says what is wrong with the rest.
            _ => self.0.read_from(&mut text.as_bytes().chain(input))?,
        };
        let positions = positions.into_iter();
        Ok(positions
            .map(|position| one_line(&position.to_string()))
            .collect())
    }

    /// Returns what answers the verbs of a rules program for the game.
    pub fn answering(&self) -> Answering {
        let game = Arc::clone(&self.0);
        Arc::new(move |words, input| {
            let each = |answer: &dyn Fn(&str) -> Result<String, Error>| {
                let answers = input.lines().map(|line| Ok(answer(line)? + "\n"));
                answers.collect::<Result<String, Error>>()
            };
            let answer = match words {
                ["about"] => Ok(about(&*game)),
                ["positions", size] => listed(&*game, number(size)?),
                ["sizes", from, to] => {
                    let sizes = (number(from)?..=number(to)?).map(|size| {
                        let listed = listed(&*game, size)?;
                        let lines = listed.lines().map(|line| format!("{size} {line}\n"));
                        Ok(lines.collect::<String>())
                    });
                    sizes.collect()
                }
                ["moves"] => each(&|line| match line {
                    OVER => Ok(String::new()),
                    _ => Ok(options(&read(&*game, line)?.moves()?)),
                }),
                ["random-move", seed] => {
                    let seed: u64 = number(seed)?;
                    let mut seeds = seed..;
                    let lines = input.lines().zip(&mut seeds);
                    let moves = lines.map(|(line, seed)| {
                        Ok(options(&read(&*game, line)?.random_moves(1, seed)?) + "\n")
                    });
                    moves.collect()
                }
                ["random"] => each(&|line| {
                    let numbers = line.split(' ').map(number).collect::<Result<Vec<u64>, _>>();
                    let &[m, n, seed] = &numbers.map_err(failed)?[..] else {
                        return Err(failed("expected three numbers"));
                    };
                    // The game has no position of such sizes.
                    let drawn = game.drawn(&Draw { m, n, seed }, 0);
                    Ok(drawn.map_or_else(|_| String::new(), |drawn| one_line(&drawn.to_string())))
                }),
                ["input"] if game.about().layout == Layout::Input => Ok(input.to_owned()),
                _ => return Err(String::new()),
            };
            answer
                .map(String::into_bytes)
                .map_err(|error| error.to_string())
        })
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse()
        .map_err(|_| format!("expected a number, found {text}"))
}

/// The description of the game, as a rules program writes it.
fn about(game: &dyn Game) -> String {
    let about = game.about();
    let play = if about.misere { "misere" } else { "normal" };
    let mut lines = format!(
        "title: {}\nrules: {}\nsize: {}\nsmallest: {}\nplay: {play}\nanswer: {}\n",
        about.title, about.rules, about.size, about.smallest, about.answers,
    );
    if about.loops {
        lines += "loops: yes\n";
    }
    for limit in &*about.limits {
        lines += &format!("limits: {} {}\n", limit.m, limit.n);
    }
    lines
}

fn listed(game: &dyn Game, size: u32) -> Result<String, Error> {
    let count = game.positions(size)?;
    if count > MOST || size > game.about().largest {
        let name = &game.about().name;
        return Err(failed(format!(
            "{name}: size {size} has too many positions to compare each with a claim; at most {MOST} can be listed"
        )));
    }
    let listed = game.listed(size)?;
    Ok(listed.iter().map(|text| one_line(text) + "\n").collect())
}

fn read(game: &dyn Game, line: &str) -> Result<Arc<dyn Position>, Error> {
    let mut positions = game.read(of_line(line).as_bytes())?;
    positions
        .pop()
        .ok_or_else(|| failed(format!("no position in {line:?}")))
}

fn options(moves: &[Choice]) -> String {
    let options = moves.iter().map(|choice| {
        let parts = choice
            .leads_to
            .iter()
            .map(|part| one_line(&part.to_string()));
        let mut parts = parts.collect::<Vec<_>>().join(" + ");
        if parts.is_empty() {
            OVER.clone_into(&mut parts);
        }
        match &choice.name {
            Some(name) => format!("{} -> {parts}", name.replace("->", "to")),
            None => parts,
        }
    });
    options.collect::<Vec<_>>().join(" ; ")
}
