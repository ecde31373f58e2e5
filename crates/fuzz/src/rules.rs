//! Games whose rules program writes any bytes.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy_game::{Draw, Error, Game as _, LetterCase, Place, Request, Sizes as _, unwatched};
use grundy_program::{RulesGame, Settings};
use grundy_sandbox::Launcher;

use crate::Violation;

/// The sizes that are looked at, from the smallest one on.
const SIZES: u32 = 3;
/// The largest number of sizes that are looked at where the program says how many there are.
const FEW_SIZES: u32 = 20;
/// The memory for positions.
const MEMORY: u64 = 64 << 20;
/// The largest number of positions of which everything is looked at.
const LOOKED_AT: usize = 8;

/// The large positions that are looked at.
const DRAW: Draw = Draw {
    m: 9,
    n: 2,
    seed: 1,
};

/// Takes `input` as what a rules program writes, and does everything with the game that a user may do. Every error is safe to
/// print. The values of all positions are those that follow from the options which the positions have themselves.
///
/// A line `$ WORDS` begins what the program writes when it is called with these words, or with these and others behind
/// them; the more words the better. Where the line ends with `:`, a line `POSITION : LINE` has what it writes about a position. All
/// other calls fail.
///
/// # Errors
/// When one of these does not hold.
pub fn check(input: &[u8]) -> Result<(), Violation> {
    let fail = |what: String| Err(Violation::new("rules program", what, input));
    let mut errors = Errors::default();
    let contradiction = errors.kept(game("answered", input)).and_then(|game| {
        errors.kept(solved(&game));
        errors.kept(claimed(&game));
        looked_at(&game, &mut errors)
    });
    if let Some(what) = contradiction {
        return fail(what);
    }
    let mut texts = errors.0.iter().map(Error::to_string);
    let is_unsafe = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    match texts.find(|text| text.contains(is_unsafe)) {
        Some(text) => fail(format!("a terminal acts on the error {text:?}")),
        None => Ok(()),
    }
}

/// The errors of all that was done with a game.
#[derive(Default)]
struct Errors(Vec<Error>);

impl Errors {
    /// What a result has; `None` where it has an error, which is kept.
    fn kept<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        result.map_err(|error| self.0.push(error)).ok()
    }
}

/// The game of the rules program at `path` that writes `input`.
pub(crate) fn game(path: &str, input: &[u8]) -> Result<RulesGame, Error> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let script = Script::of(input);
    let settings = Settings {
        // It is never started.
        launcher: Launcher::default(),
        time: Duration::from_secs(1),
        jobs: 1,
        memory: Some(MEMORY),
        notes: None,
        stop: &STOP,
    };
    let answering =
        move |words: &[&str], input: &str| script.answer(words, input).ok_or_else(String::new);
    RulesGame::answered(path, Arc::new(answering), settings)
}

/// What a rules program writes.
struct Script {
    /// By the words of a call.
    outputs: HashMap<Vec<u8>, Vec<u8>>,
}

impl Script {
    fn of(input: &[u8]) -> Self {
        let mut outputs: HashMap<Vec<u8>, Vec<u8>> = HashMap::new();
        let mut written = &mut Vec::new();
        for line in input.split_inclusive(|&byte| byte == b'\n') {
            match line.strip_prefix(b"$ ") {
                Some(words) => written = outputs.entry(words.trim_ascii().to_vec()).or_default(),
                None => written.extend_from_slice(line),
            }
        }
        Self { outputs }
    }

    /// What the program writes, by the largest number of first words for which there is something.
    fn answer(&self, words: &[&str], input: &str) -> Option<Vec<u8>> {
        let mut calls = (1..=words.len())
            .rev()
            .map(|number| words[..number].join(" "));
        calls.find_map(|call| {
            let plain = self.outputs.get(call.as_bytes());
            plain.cloned().or_else(|| {
                let table = self.outputs.get((call + ":").as_bytes())?;
                Some(about_each(table, input))
            })
        })
    }
}

/// The lines about the positions of `input`, by a table of lines `POSITION : LINE`; empty lines about others.
fn about_each(table: &[u8], input: &str) -> Vec<u8> {
    let lines = table.split(|&byte| byte == b'\n');
    let pairs = lines.filter_map(|line| {
        let at = line.windows(3).position(|part| part == b" : ")?;
        Some((line[..at].trim_ascii(), &line[at + 3..]))
    });
    let pairs: HashMap<&[u8], &[u8]> = pairs.collect();
    let lines = input.lines().flat_map(|position| {
        let line = pairs.get(position.as_bytes()).copied();
        [line.unwrap_or_default(), b"\n"].concat()
    });
    lines.collect()
}

fn sizes(game: &RulesGame) -> std::ops::RangeInclusive<u32> {
    let smallest = game.about().smallest;
    smallest..=smallest.saturating_add(SIZES - 1)
}

/// The oracle, and what needs it.
fn solved(game: &RulesGame) -> Result<(), Error> {
    let solved = game.solved(*sizes(game).end(), &Place::Memory, &mut unwatched)?;
    for size in sizes(game) {
        solved.check(size, 0..game.positions(size)?)?;
        solved.cases(size)?;
    }
    Ok(())
}

/// The claim: against the oracle, against itself, and in the oracle's place.
fn claimed(game: &RulesGame) -> Result<(), Error> {
    let up_to = *sizes(game).end();
    for size in sizes(game) {
        game.closure(size)?(0..game.positions(size)?)?;
    }
    game.behaviour(up_to)?;
    let Some(relying) = relying(game)? else {
        return Ok(());
    };
    relying.random_closure(&DRAW, 0..4)?;
    for number in 0..3 {
        relying.drawn(&DRAW, number)?.case()?;
    }
    Ok(())
}

/// The game that relies on its claim; `None` where the claim is wrong.
pub(crate) fn relying(game: &RulesGame) -> Result<Option<RulesGame>, Error> {
    let up_to = *sizes(game).end();
    let Ok(reliance) = game.confirm(up_to, &mut unwatched)? else {
        return Ok(None);
    };
    let request = Request {
        shape: "random",
        m: DRAW.m,
        n: DRAW.n,
        seed: DRAW.seed,
    };
    let held = game.hold(&[request])?;
    Ok(Some(game.clone().relying(reliance, held.as_ref().ok())))
}

/// Some positions: what a user may ask about each. Adds the errors, and returns how the value of a position contradicts its
/// options.
fn looked_at(game: &RulesGame, errors: &mut Errors) -> Option<String> {
    let mut values = Vec::new();
    errors.kept(
        game.values(*sizes(game).end(), &mut unwatched, &mut |value| {
            values.push(value);
            ControlFlow::Continue(())
        }),
    );
    for value in values.iter().take(LOOKED_AT) {
        let text = &value.position;
        for position in errors
            .kept(game.read(text.as_bytes()))
            .into_iter()
            .flatten()
        {
            errors.kept(position.input());
            errors.kept(position.case());
            errors.kept(position.played(text.trim_end(), LetterCase::Fold));
            errors.kept(position.random_moves(2, 1));
            let Some(options) = errors.kept(position.options()) else {
                continue;
            };
            let winning = options.iter().filter(|option| option.is_winning()).count() as u64;
            let wins = winning > 0 || game.about().misere && options.is_empty();
            if (wins, Some(winning)) != (value.known.wins(), value.known.winning_moves) {
                return Some(format!("{value:?}, and {winning} of its options win"));
            }
        }
    }
    // It looks at all sizes to which the program wants a sweep to go.
    if game.about().sweep_to.saturating_sub(game.about().smallest) <= FEW_SIZES {
        errors.kept(game.check_inputs());
    }
    None
}
