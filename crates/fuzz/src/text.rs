//! The readers of all games, on any bytes.

use std::io;

use grundy_game::{Error, Game, InputError, rank};

use crate::Violation;

/// Reads `input` as the game does. The error of a text that is refused has a place inside the text, or
/// at its end, and a message of one line. Read whole, in pieces and as positions, the text has the same
/// answers or the same error. A text that is accepted has exactly the numbers that the positions are
/// written with, and these are read as the same positions.
///
/// # Errors
/// When one of these does not hold.
pub fn check(game: &dyn Game, input: &[u8]) -> Result<(), Violation> {
    let fail = |what: String| Err(Violation::new(&game.about().name, what, input));
    let parsed = game.read(input);
    let of_positions = parsed.as_ref().map_err(Error::to_string);
    let of_positions = of_positions.and_then(|positions| {
        let answers = positions.iter().map(|position| position.solve());
        let answers = answers.map(|solution| solution.map(|solution| solution.answer));
        answers
            .collect::<Result<Vec<String>, Error>>()
            .map_err(|error| error.to_string())
    });
    for piece in [usize::MAX, 1, 7] {
        let solved = game.answer(&mut Trickle { left: input, piece });
        let solved = solved.map_err(|error| error.to_string());
        if solved != of_positions {
            let how = format!("in pieces of {piece}");
            return fail(format!("{how}: {solved:?}, as positions: {of_positions:?}"));
        }
    }
    let written = match parsed {
        Ok(positions) => game.write(&positions),
        Err(Error::Input(error)) => {
            let what = misplaced(input, &error);
            return what.map_or(Ok(()), |what| fail(format!("{error}: {what}")));
        }
        Err(error) => return fail(format!("not read: {error}")),
    };
    let Some(numbers) = numbers(input) else {
        return fail("accepted, and it is more than numbers and white space".to_owned());
    };
    if numbers != rank(&written) {
        return fail(format!(
            "accepted as other numbers than it holds: {written:?}"
        ));
    }
    match game.read(written.as_bytes()) {
        Ok(again) if game.write(&again) == written => Ok(()),
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
