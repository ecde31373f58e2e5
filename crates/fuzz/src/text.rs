//! The readers of all games, on any bytes.

use std::io;

use grundy_core::text::Numbers;
use grundy_games::{Game, InputError, TypedGame, rank};

use crate::Violation;

/// Reads `input` as the game does. The error of a text that is refused has a place inside the text, or
/// at its end, and a message of one line. Read whole, in pieces and as positions, the text has the same
/// answers or the same error. A text that is accepted has exactly the numbers that the positions are
/// written with, and these are read as the same positions.
///
/// # Errors
/// When one of these does not hold.
pub fn check<G: TypedGame>(game: &G, input: &[u8]) -> Result<(), Violation> {
    let fail = |what: String| Err(Violation::new(&TypedGame::about(game).name, what, input));
    let parsed = game.parse(input);
    let of_positions = parsed.as_ref().map(|positions| {
        let claims = positions.iter().map(|position| game.claim(position));
        claims
            .map(|claim| TypedGame::about(game).answers.of(&claim))
            .collect::<Vec<_>>()
    });
    let of_positions = of_positions.map_err(ToString::to_string);
    let in_memory = game.answers(&mut Numbers::new(input));
    let read = |piece| {
        let answers = Game::answer(game, &mut Trickle { left: input, piece });
        answers.map_err(|error| error.to_string())
    };
    for (how, solved) in [
        ("whole", in_memory.map_err(|error| error.to_string())),
        ("in pieces of 1", read(1)),
        ("in pieces of 7", read(7)),
    ] {
        if solved != of_positions {
            return fail(format!("{how}: {solved:?}, as positions: {of_positions:?}"));
        }
    }
    let written = match &parsed {
        Ok(positions) => game.input(positions),
        Err(error) => {
            return match misplaced(input, error) {
                Some(what) => fail(format!("{error}: {what}")),
                None => Ok(()),
            };
        }
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
    match game.parse(written.as_bytes()) {
        Ok(again) if game.input(&again) == written => Ok(()),
        _ => fail(format!("written as {written:?}, which is read otherwise")),
    }
}

/// A text that is read a few bytes at a time.
struct Trickle<'a> {
    left: &'a [u8],
    piece: usize,
}

impl io::Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let piece = self.piece.min(into.len());
        io::Read::read(&mut self.left, &mut into[..piece])
    }
}

/// What is wrong with the place or the message of an error.
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

/// The numbers of a text, or `None` when the text has anything else than decimal numbers and white
/// space. A carriage return is white space in front of a line feed only.
fn numbers(input: &[u8]) -> Option<Vec<u64>> {
    let text = str::from_utf8(input).ok()?.replace("\r\n", "\n");
    let words = text.split([' ', '\t', '\n']);
    let number = |word: &str| {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| word.parse().ok())?
    };
    words.filter(|word| !word.is_empty()).map(number).collect()
}
