//! The readers of all games, on any bytes.

use std::io;

use grundy_games::{Entry, Error, InputError, rank};
use serde_json::Value;

/// What a reader did wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game}: {what}\nThe input:\n{}", input.escape_ascii())]
pub struct Misread {
    /// The game's name.
    pub game: String,
    /// What is wrong.
    pub what: String,
    /// The text.
    pub input: Vec<u8>,
}

/// Reads `input` as the game does. A text that is refused has its error inside the text, or at its
/// end, and says it in one line. Read whole, in pieces and as positions, it has the same answers or the
/// same error. A text that is accepted holds just the numbers that the positions are written with, and
/// writing and reading them gives the same positions.
///
/// # Errors
/// When it is not so.
pub fn check(game: &dyn Entry, input: &[u8]) -> Result<(), Misread> {
    let fail = |what: String| {
        Err(Misread {
            game: game.about().name.to_string(),
            what,
            input: input.to_vec(),
        })
    };
    if let Some(what) = pieces(game, input) {
        return fail(what);
    }
    let written = match game.rewritten(input) {
        Err(Error::Input(error)) => {
            return match misplaced(input, &error) {
                Some(what) => fail(format!("{error}: {what}")),
                None => Ok(()),
            };
        }
        Err(error) => return fail(error.to_string()),
        Ok(written) => written,
    };
    match numbers(input) {
        None => return fail("accepted, and it is more than numbers and white space".to_owned()),
        Some(numbers) if numbers != rank(&written) => {
            return fail(format!(
                "accepted as other numbers than it holds: {written:?}"
            ));
        }
        Some(_) => {}
    }
    match game.rewritten(written.as_bytes()) {
        Ok(again) if again == written => {}
        _ => return fail(format!("written as {written:?}, which is read otherwise")),
    }
    for solution in solutions(game, input).unwrap_or_default() {
        let listed = solution["winning_moves"].as_array().map_or(0, Vec::len);
        if solution["count"] != listed {
            return fail(format!("{}, and {listed} are listed", solution["count"]));
        }
    }
    Ok(())
}

/// What the game says of each position of an input.
fn solutions(game: &dyn Entry, input: &[u8]) -> Result<Vec<Value>, String> {
    let json = game.solve_json(input).map_err(|error| error.to_string())?;
    let solutions = json["solutions"].as_array();
    solutions.cloned().ok_or_else(|| "no solutions".to_owned())
}

/// A text that comes a few bytes at a time, with waits between that are no end.
struct Trickle<'a> {
    left: &'a [u8],
    piece: usize,
}

impl io::Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let piece = self.piece.min(self.left.len()).min(into.len());
        into[..piece].copy_from_slice(&self.left[..piece]);
        self.left = &self.left[piece..];
        Ok(piece)
    }
}

/// Answers and errors are the same for a text read whole, in pieces of any length, and as positions
/// first; how they differ otherwise.
fn pieces(game: &dyn Entry, input: &[u8]) -> Option<String> {
    let of_positions = solutions(game, input).map(|solutions| {
        let answers = solutions.iter().map(|of| of["answer"].as_str());
        answers.flatten().map(str::to_owned).collect()
    });
    let whole = game.solve(input).map(|solved| solved.answers);
    let whole: Result<Vec<_>, _> = whole.map_err(|error| error.to_string());
    if whole != of_positions {
        return Some(format!("solved as {whole:?}, read as {of_positions:?}"));
    }
    for piece in [1, 7] {
        let left = input;
        match (game.solve_from(&mut Trickle { left, piece }), &whole) {
            (Ok(solved), Ok(answers)) if solved.answers == *answers => {}
            (Err(error @ Error::Input(_)), Err(expected)) if error.to_string() == *expected => {}
            (solved, _) => {
                return Some(format!(
                    "in pieces of {piece}: {solved:?}, whole: {whole:?}"
                ));
            }
        }
    }
    None
}

/// What is wrong with the place or the words of an error.
fn misplaced(input: &[u8], error: &InputError) -> Option<&'static str> {
    let mut lines = input.split(|&byte| byte == b'\n');
    let at = usize::try_from(error.line).ok()?.checked_sub(1);
    let Some(line) = at.and_then(|at| lines.nth(at)) else {
        return Some("there is no such line");
    };
    if !(1..=line.len() as u64 + 1).contains(&error.column) {
        return Some("there is no such column");
    }
    let message = &error.message;
    if message.is_empty() || message.contains(char::is_control) || !message.is_ascii() {
        return Some("the message is not one line of plain text");
    }
    None
}

/// The numbers of a text, read the plain way; `None` when there is anything else in it. A carriage
/// return is white space in front of a line feed only.
fn numbers(input: &[u8]) -> Option<Vec<u64>> {
    let text = str::from_utf8(input).ok()?.replace("\r\n", "\n");
    let words = text
        .split([' ', '\t', '\n'])
        .filter(|word| !word.is_empty());
    words
        .map(|word| {
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| word.parse().ok())?
        })
        .collect()
}
