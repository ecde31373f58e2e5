//! A position shown in lines, and explained.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use grundy_games::generate::Random;
use grundy_games::{Draw, Entry, Error, Explanation, Failed, Line, Progress, Role, Span};

use crate::{PlayError, Position, position};

/// The extent and the number of parts of a position that is drawn: what fits on a table, and then what games
/// of few parts have.
const EXTENT: u64 = 12;
const PARTS: [u64; 3] = [5, 2, 1];
/// Sizes beyond the smallest, and positions, among which one is drawn of a game that draws none itself.
const SIZES: u32 = 6;
const POSITIONS: usize = 2000;
/// A position is drawn from a size up to which no more positions than these can be reached, so that the first
/// one is there within a second; of the smallest size there may be more.
const REACHED: u64 = 5000;

/// A position to begin with, drawn at random.
///
/// # Errors
/// When the game fails, or has no position.
pub(crate) fn draw(game: &dyn Entry, random: &mut Random) -> Result<Position, PlayError> {
    let seed = random.between(0, u64::MAX);
    let number = random.below(1 << 16);
    // A game that draws none has no shapes, or no verb for it.
    for n in PARTS {
        let order = Draw { m: EXTENT, n, seed };
        if let Ok(text) = game.random_position(&order, number) {
            return Ok(Position::of(&text));
        }
    }
    // Larger ones are better, unless too many positions can be reached from them.
    let mut up_to = reasonable(game)?;
    let smallest = game.about().smallest;
    let last = loop {
        let reached = if up_to > smallest { REACHED } else { u64::MAX };
        match with_moves(game, up_to, reached)? {
            Some(last) => break last,
            None => up_to = u32::midpoint(smallest, up_to),
        }
    };
    let second_half = last.len() / 2 + random.below((last.len() as u64).div_ceil(2)) as usize;
    match last.get(second_half) {
        Some(text) => Ok(Position::of(text)),
        None => {
            let why = format!("no position up to size {up_to} to begin with");
            Err(Error::from(Failed(why)).into())
        }
    }
}

/// The last positions up to a size in which there is a move; `None` when more than `reached` positions have to
/// be solved for that.
fn with_moves(
    game: &dyn Entry,
    up_to: u32,
    reached: u64,
) -> Result<Option<VecDeque<String>>, PlayError> {
    let mut last = VecDeque::new();
    let mut are_many = false;
    let mut watch = |progress: Progress| {
        are_many = progress.of > reached;
        if are_many {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let solved = game.values_watched(up_to, &mut watch, &mut |evaluated| {
        if evaluated.remoteness != Some(0) {
            last.push_back(evaluated.position);
        }
        if last.len() > POSITIONS {
            last.pop_front();
        }
        ControlFlow::Continue(())
    });
    if are_many {
        return Ok(None);
    }
    solved?;
    Ok(Some(last))
}

/// The largest size to draw from: with it there are not very many positions, and the game does not say that
/// this is too far.
fn reasonable(game: &dyn Entry) -> Result<u32, PlayError> {
    let about = game.about();
    let last = about.smallest.saturating_add(SIZES).min(about.sweep_to);
    let mut all = 0;
    for size in about.smallest..=last {
        all += game.positions(size)?;
        if all > POSITIONS as u64 {
            return Ok(size.saturating_sub(1).max(about.smallest));
        }
    }
    Ok(last)
}

/// The position drawn, its winning moves not given away.
pub(crate) fn lines(game: &dyn Entry, position: &Position) -> Result<Vec<Line>, PlayError> {
    let pages = pages(position, |part| Ok(game.picture(part)?))?;
    if pages.len() > 1 && pages.iter().all(|page| page.len() == 1) {
        // Parts of a line each stand beside each other, as such a sum is typed.
        let beside = [Span {
            text: position::PARTS.to_owned(),
            role: Role::Plain,
        }];
        let parts: Vec<&[Span]> = pages.iter().map(|page| &page[0].0[..]).collect();
        return Ok(vec![Line(parts.join(&beside[..]))]);
    }
    Ok(one_under_the_other(&pages))
}

/// The position explained, winning moves and all.
pub(crate) fn explained(game: &dyn Entry, position: &Position) -> Result<Vec<Line>, PlayError> {
    let pages = pages(position, |part| Ok(game.explain(part)?))?;
    Ok(one_under_the_other(&pages))
}

/// The reason for a winning move, in the words of the position's explanation.
pub(crate) fn reason(
    game: &dyn Entry,
    position: &Position,
    name: &str,
) -> Result<Option<String>, PlayError> {
    let lines = explained(game, position)?;
    Ok(lines.into_iter().find_map(|line| {
        let spans = line.0;
        let at = spans
            .iter()
            .position(|span| span.role == Role::Winning && span.text.trim() == name)?;
        let reason: String = spans[at + 1..]
            .iter()
            .map(|span| span.text.as_str())
            .collect();
        let reason = reason.trim();
        (!reason.is_empty()).then(|| reason.to_owned())
    }))
}

/// What there is to say about each part.
fn pages(
    position: &Position,
    page: impl Fn(&[u8]) -> Result<Vec<Explanation>, PlayError>,
) -> Result<Vec<Vec<Line>>, PlayError> {
    let mut pages = Vec::new();
    for part in &position.0 {
        pages.extend(page(part.as_bytes())?.into_iter().map(|page| page.lines));
    }
    Ok(pages)
}

fn one_under_the_other(pages: &[Vec<Line>]) -> Vec<Line> {
    if pages.is_empty() {
        return vec![Line::of(Role::Faint, "The game has come to its end.")];
    }
    pages.join(&Line::default())
}
