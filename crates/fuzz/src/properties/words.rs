//! Properties of the text that is read and written.

use grundy_core::text::Numbers;
use grundy_game::{Detail, Game as _, Role, TypedGame};

use super::counted;
use crate::{Pick, Violation, text};

/// The input text of a position is read back as that position, with any white space between its numbers.
///
/// # Errors
/// When it is read as another one, or refused.
pub fn round_trip<G: TypedGame>(
    game: &G,
    of: &G::Position,
    picks: &[Pick],
) -> Result<(), Violation> {
    const SPACES: [&str; 8] = [" ", "\n", "\t", "\r\n", "  ", "\n\n", " \r\n\t", "\r\n\r\n"];
    let text = game.input(std::slice::from_ref(of));
    text::check(game, text.as_bytes())?;
    let mut spaces = picks.iter().map(|pick| usize::from(pick.at)).cycle();
    let mut spaced = String::new();
    for number in text.split_ascii_whitespace() {
        spaced += SPACES[spaces.next().unwrap_or(0) % SPACES.len()];
        spaced += number;
    }
    read_as(game, of, &text)?;
    read_as(game, of, &spaced)
}

fn read_as<G: TypedGame>(game: &G, of: &G::Position, text: &str) -> Result<(), Violation> {
    let what = match game.parse(&mut Numbers::new(text.as_bytes())) {
        Ok(read) if game.input(&read) == game.input(std::slice::from_ref(of)) => return Ok(()),
        Ok(_) => format!("read as another position from {text:?}"),
        Err(error) => format!("{text:?} is refused: {error}"),
    };
    Err(Violation::at(game, of, what))
}

/// Simpler positions, of which shrinking takes one after the other, are valid.
///
/// # Errors
/// When one is not read back, or its claim and list of moves differ.
pub fn simplified<G: TypedGame>(game: &G, of: &G::Position, _: &[Pick]) -> Result<(), Violation> {
    /// Simpler positions that are checked.
    const SIMPLER: usize = 8;
    for simpler in game.simpler(of).take(SIMPLER) {
        read_as(game, &simpler, &game.input(std::slice::from_ref(&simpler)))?;
        counted(game, &simpler, &[])?;
    }
    Ok(())
}

/// A text without its last number and one with a number more are refused, and the error's place is
/// where the text ends or the number begins.
///
/// # Errors
/// When such a text is accepted, or the error has another place.
pub fn cut_short<G: TypedGame>(game: &G, of: &G::Position, _: &[Pick]) -> Result<(), Violation> {
    let text = game.input(std::slice::from_ref(of));
    let text = text.trim_end();
    let kept = text.trim_end_matches(|c: char| c.is_ascii_digit());
    for (what, text, at) in [
        ("without its last number", kept.to_owned(), kept.len()),
        ("with a number more", format!("{text} 1"), text.len() + 1),
    ] {
        let lines: Vec<&str> = text[..at].split('\n').collect();
        let place = (lines.len() as u64, lines[lines.len() - 1].len() as u64 + 1);
        let found = match game.parse(&mut Numbers::new(text.as_bytes())) {
            Err(error) if (error.line, error.column) == place => continue,
            Err(error) => format!("{what}: {error}, expected at {place:?}"),
            Ok(_) => format!("read {what}"),
        };
        return Err(Violation::at(game, of, found));
    }
    Ok(())
}

/// The page for people agrees with the solver: it has the number of winning moves, shows none but these, and does not
/// contradict the outcome.
///
/// # Errors
/// When they differ.
pub fn explained<G: TypedGame>(game: &G, of: &G::Position, _: &[Pick]) -> Result<(), Violation> {
    let fail = |what: String| Err(Violation::at(game, of, what));
    let claim = game.counted(of);
    let input = game.input(std::slice::from_ref(of));
    let read = game.read(input.as_bytes());
    let page = match read.and_then(|read| read[0].page(Detail::Full)) {
        Ok(page) => page,
        Err(error) => return fail(format!("there is no page: {error}")),
    };
    let lines: Vec<String> = page.lines.iter().map(grundy_game::Line::text).collect();
    let heading = match claim.winning_moves.unwrap_or(0) {
        0 => "No winning move".to_owned(),
        1 => "1 winning move".to_owned(),
        count => format!("{count} winning moves"),
    };
    let Some(at) = lines.iter().position(|line| *line == heading) else {
        return fail(format!("no line says `{heading}`"));
    };
    let spans = page.lines[at + 1..].iter().flat_map(|line| &line.0);
    let shown = spans.filter(|span| span.role == Role::Winning);
    let shown: Vec<&str> = shown.map(|span| span.text.trim()).collect();
    let listed = game.winning_moves(of);
    let listed: Vec<String> = listed.iter().map(ToString::to_string).collect();
    if shown.is_empty() != listed.is_empty() {
        return fail("winning moves are not shown, or there are none".to_owned());
    }
    let is_listed = |shown: &&str| listed.iter().any(|listed| listed == shown);
    if let Some(other) = shown.into_iter().find(|shown| !is_listed(shown)) {
        return fail(format!("`{other}` is shown as a winning move"));
    }
    let wrong = if claim.wins() {
        "P-position"
    } else {
        "N-position"
    };
    // What the moves lead to stands below.
    match lines[..at].iter().find(|line| line.contains(wrong)) {
        Some(line) => fail(format!("{claim}, and the page says: {line}")),
        None => Ok(()),
    }
}
