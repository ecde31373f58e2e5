//! Properties of the text that is read and written.

use grundy_games::{Detail, Game as _, Role, TypedGame};
use serde_json::{Value, json};

use super::counted;
use crate::{Pick, Violation, text};

/// The input text of a position is read back as that position.
///
/// # Errors
/// When it is read as another one, or refused.
pub fn round_trip<G: TypedGame>(game: &G, of: &G::Position, _: &[Pick]) -> Result<(), Violation> {
    let text = game.input(std::slice::from_ref(of));
    text::check(game, text.as_bytes())?;
    read_as(game, of, &text)
}

/// The text is read as the same position with any white space between its numbers.
///
/// # Errors
/// When it is not.
pub fn spaced<G: TypedGame>(game: &G, of: &G::Position, picks: &[Pick]) -> Result<(), Violation> {
    const SPACES: [&str; 8] = [" ", "\n", "\t", "\r\n", "  ", "\n\n", " \r\n\t", "\r\n\r\n"];
    let text = game.input(std::slice::from_ref(of));
    let mut spaces = picks.iter().map(|pick| usize::from(pick.at)).cycle();
    let mut space = || SPACES[spaces.next().unwrap_or(0) % SPACES.len()];
    let mut spaced = String::new();
    for (i, number) in text.split_ascii_whitespace().enumerate() {
        if i > 0 || picks.len() % 2 == 1 {
            spaced += space();
        }
        spaced += number;
    }
    if picks.len() > 2 {
        spaced += space();
    }
    read_as(game, of, &spaced)
}

fn read_as<G: TypedGame>(game: &G, of: &G::Position, text: &str) -> Result<(), Violation> {
    let what = match game.parse(text.as_bytes()) {
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
        match game.parse(text.as_bytes()) {
            Err(error) if (error.line, error.column) == place => {}
            Err(error) => {
                let what = format!("{what}: {error}, expected at {place:?}");
                return Err(Violation::at(game, of, what));
            }
            Ok(_) => return Err(Violation::at(game, of, format!("read {what}"))),
        }
    }
    Ok(())
}

/// The explanation agrees with the solver: the page for people by its list of moves, the JSON by
/// answer, claim and moves.
///
/// # Errors
/// When they differ.
pub fn explained<G: TypedGame>(game: &G, of: &G::Position, _: &[Pick]) -> Result<(), Violation> {
    let fail = |what: String| Err(Violation::at(game, of, what));
    let claim = game.claim(of);
    let listed = game.winning_moves(of);

    let page = game.page(of, Detail::Full);
    let lines: Vec<String> = page.lines.iter().map(grundy_games::Line::text).collect();
    let heading = match claim.winning_moves {
        0 => "No winning move".to_owned(),
        1 => "1 winning move".to_owned(),
        count => format!("{count} winning moves"),
    };
    let Some(at) = lines.iter().position(|line| *line == heading) else {
        return fail(format!("no line says `{heading}`"));
    };
    let mut shown = page.lines[at + 1..]
        .iter()
        .flat_map(|line| &line.0)
        .filter(|span| span.role == Role::Winning)
        .map(|span| span.text.trim().to_owned())
        .peekable();
    if shown.peek().is_none() && !listed.is_empty() {
        return fail("no winning move is shown".to_owned());
    }
    let moves: Vec<String> = listed.iter().map(ToString::to_string).collect();
    if let Some(other) = shown.find(|shown| !moves.contains(shown)) {
        return fail(format!("`{other}` is shown as a winning move"));
    }
    let wrong = if claim.wins {
        "P-position"
    } else {
        "N-position"
    };
    if let Some(line) = lines.iter().find(|line| line.contains(wrong)) {
        return fail(format!("{claim}, and the page says: {line}"));
    }

    let text = game.input(std::slice::from_ref(of));
    let read = game.read(text.as_bytes());
    let Ok([position]) = read.as_deref() else {
        return fail("the position is not read".to_owned());
    };
    let (Ok(solution), Ok(facts)) = (position.solve(), position.facts(Detail::Full)) else {
        return fail("the position has no solution".to_owned());
    };
    let agrees = [
        ("answer", Value::from(solution.answer)),
        (
            "answer",
            Value::from(TypedGame::about(game).answers.of(&claim)),
        ),
        ("wins", Value::from(claim.wins)),
        ("count", Value::from(claim.winning_moves)),
        ("grundy", Value::from(claim.grundy)),
        ("winning_moves", json!(listed)),
    ];
    for (name, expected) in agrees {
        if facts[name] != expected {
            return fail(format!(
                "{name} is {} and should be {expected}",
                facts[name]
            ));
        }
    }
    Ok(())
}
