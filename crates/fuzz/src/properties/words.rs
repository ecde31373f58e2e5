//! Properties of the text that is read and written.

use std::slice;

use grundy_core::text::Numbers;
use grundy_game::{Detail, Game as _, Line, Role, TypedGame};

use crate::{Pick, Violation, text};

/// The input text of a position is read back as that position, with any white space between its numbers. Without its last
/// number and with a number more it is refused. All four are read as [`text::check`] says.
///
/// # Errors
/// When one is read otherwise.
pub fn round_trip<G: TypedGame>(
    game: &G,
    of: &G::Position,
    picks: &[Pick],
) -> Result<(), Violation> {
    const SPACES: [&str; 8] = [" ", "\n", "\t", "\r\n", "  ", "\n\n", " \r\n\t", "\r\n\r\n"];
    let input = game.input(slice::from_ref(of));
    let mut spaces = picks.iter().map(|pick| usize::from(pick.at)).cycle();
    let mut space = || SPACES[spaces.next().unwrap_or(0) % SPACES.len()];
    let words = input.split_ascii_whitespace();
    let spaced: String = words.flat_map(|number| [space(), number]).collect();
    let less = input
        .trim_end()
        .trim_end_matches(|c: char| c.is_ascii_digit());
    let more = format!("{} 1", input.trim_end());
    for (text, is_whole) in [
        (&*input, true),
        (&spaced, true),
        (less, false),
        (&more, false),
    ] {
        text::check(game, text.as_bytes())?;
        let read = game.parse(&mut Numbers::new(text.as_bytes()));
        let read = read.ok().map(|read| game.input(&read));
        if read.as_ref() != is_whole.then_some(&input) {
            let what = format!("{text:?} is read as {read:?}");
            return Err(Violation::at(game, of, what));
        }
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
    let claim = game.counted(of)?;
    let input = game.input(slice::from_ref(of));
    let read = game.read(input.as_bytes());
    let page = match read.and_then(|read| read[0].page(Detail::Full)) {
        Ok(page) => page,
        Err(error) => return fail(format!("there is no page: {error}")),
    };
    let lines: Vec<String> = page.lines.iter().map(Line::text).collect();
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
    let listed = game.winning_moves(of)?;
    let listed: Vec<String> = listed.iter().map(ToString::to_string).collect();
    if shown.is_empty() != listed.is_empty() {
        return fail("winning moves are not shown, or there are none".to_owned());
    }
    let is_listed = |shown: &&str| listed.iter().any(|listed| listed == shown);
    if let Some(other) = shown.into_iter().find(|shown| !is_listed(shown)) {
        return fail(format!("`{other}` is shown as a winning move"));
    }
    let wrong = ["N-position", "P-position"][usize::from(claim.wins())];
    // What the moves lead to stands below.
    let wrong = lines[..at].iter().find(|line| line.contains(wrong));
    wrong.map_or(Ok(()), |line| {
        fail(format!("{claim}, and the page says: {line}"))
    })
}
