//! Properties of what is read and written.

use grundy_games::{Entry, Role};
use serde_json::Value;

use crate::{Failure, Pick, Subject};

/// The input text of a position is read back as that position.
///
/// # Errors
/// When it is not.
pub fn round_trip<S: Subject>(game: &S, of: &S::Position, _: &[Pick]) -> Result<(), Failure> {
    let text = game.input(std::slice::from_ref(of));
    match game.parse(text.as_bytes()) {
        Ok(read) if read == [of.clone()] => Ok(()),
        Ok(_) => Err(Failure::new(game, of, "read back as something else")),
        Err(error) => Err(Failure::new(game, of, format!("not read back: {error}"))),
    }
}

/// The text is read as the same position with any white space between its numbers.
///
/// # Errors
/// When it is not.
pub fn spaced<S: Subject>(game: &S, of: &S::Position, picks: &[Pick]) -> Result<(), Failure> {
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
    match game.parse(spaced.as_bytes()) {
        Ok(read) if read == [of.clone()] => Ok(()),
        Ok(_) => Err(Failure::new(
            game,
            of,
            format!("read otherwise as {spaced:?}"),
        )),
        Err(error) => Err(Failure::new(game, of, format!("{spaced:?}: {error}"))),
    }
}

/// A text without its last number, and one with a number more, are no input; the error stands where
/// the text ends or the number begins.
///
/// # Errors
/// When such a text is read, or the error stands elsewhere.
pub fn cut_short<S: Subject>(game: &S, of: &S::Position, _: &[Pick]) -> Result<(), Failure> {
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
                return Err(Failure::new(game, of, what));
            }
            Ok(_) => return Err(Failure::new(game, of, format!("read {what}"))),
        }
    }
    Ok(())
}

/// The explanation says what the solver says: the page for people by its list of moves, the one for
/// machines by answer, claim and moves.
///
/// # Errors
/// When it says something else.
pub fn explained<S: Subject>(game: &S, of: &S::Position, _: &[Pick]) -> Result<(), Failure> {
    let fail = |what: String| Err(Failure::new(game, of, what));
    let claim = game.claim(of);
    let listed = game.winning_moves(of);

    let page = game.explain(of);
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
    // Where a game ends with the next move there is no nim-sum to give a verdict.
    let wrong = if claim.wins {
        "P-position"
    } else {
        "N-position"
    };
    if let Some(line) = lines.iter().find(|line| line.contains(wrong)) {
        return fail(format!("{claim}, and the page says: {line}"));
    }

    let text = game.input(std::slice::from_ref(of));
    let (Ok(solved), Ok(facts)) = (
        game.solve(text.as_bytes()),
        game.explain_json(text.as_bytes()),
    ) else {
        return fail("the position is not read".to_owned());
    };
    let facts = &facts[0];
    let agrees = [
        ("answer", Value::from(solved.answers.join("\n"))),
        ("answer", Value::from(game.answer(&claim))),
        ("wins", Value::from(claim.wins)),
        ("count", Value::from(claim.winning_moves)),
        ("grundy", Value::from(claim.grundy)),
        ("winning_moves", serde_json::json!(listed)),
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
