//! Positions as lines of text.

use grundy_games::{Detail, Error, Line, Role, Span};

use crate::play::sum::{PLUS, PositionSum};

/// Returns the drawing of a position without its winning moves ([`Detail::Brief`]), or its explanation with them
/// ([`Detail::Full`]).
pub fn lines(position: &PositionSum, detail: Detail) -> Result<Vec<Line>, Error> {
    let mut pages = Vec::new();
    for part in &position.parts {
        pages.push(part.page(detail)?.lines);
    }
    if pages.is_empty() {
        return Ok(vec![Line::of(Role::Faint, "The game has come to its end.")]);
    }
    let are_short = detail == Detail::Brief && pages.iter().all(|page| page.len() == 1);
    if !are_short {
        return Ok(pages.join(&Line::default()));
    }
    // Parts of one line each stand beside each other, as such a sum is typed.
    let plus = Span {
        text: PLUS.to_owned(),
        role: Role::Plain,
    };
    let parts: Vec<&[Span]> = pages.iter().map(|page| &page[0].0[..]).collect();
    Ok(vec![Line(parts.join(&[plus][..]))])
}

/// Returns the reason for a winning move, as the explanation of the position has it.
pub fn reason(position: &PositionSum, name: &str) -> Result<Option<String>, Error> {
    let lines = lines(position, Detail::Full)?;
    Ok(lines.into_iter().find_map(|Line(spans)| {
        let is_move = |span: &Span| span.role == Role::Winning && span.text.trim() == name;
        let at = spans.iter().position(is_move)?;
        let reason: String = (spans[at + 1..].iter())
            .map(|span| span.text.as_str())
            .collect();
        let reason = reason.trim();
        (!reason.is_empty()).then(|| reason.to_owned())
    }))
}
