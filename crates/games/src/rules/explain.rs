//! Explains a position: its value, its options, and which of them win.

use crate::{Explanation, Line, Role};
use grundy_brute::interned::Play;

use crate::rules::claims::claim_of;
use crate::rules::error::RulesError;
use crate::rules::moves::Move;
use crate::rules::opened::Opened;

/// The most options that are shown; winning ones come first.
const SHOWN: usize = 60;

/// Returns the page of one position.
pub(crate) fn page(game: &Opened, position: &str) -> Result<Explanation, RulesError> {
    let unchecked = game.unchecked(position)?;
    let number = game.solved(&[position])?[0];
    let moves = game.moves(&[position])?.concat();
    let Some(value) = game.known().value(number) else {
        return Ok(Explanation { lines: Vec::new() });
    };
    let mut lines = vec![
        Line::of(Role::Heading, format!("{}: {position}", game.about().title)),
        Line::default(),
    ];
    if let Some(unchecked) = unchecked {
        lines.push(Line::plain(format!("unchecked: {unchecked}")));
    }
    let mut verdict = claim_of(&value).to_string();
    verdict += if value.outcome.is_win() {
        ": the player to move wins"
    } else {
        ": the player to move loses"
    };
    lines.push(Line::plain(verdict));
    if let Some(remoteness) = value.remoteness {
        let s = if remoteness == 1 { "" } else { "s" };
        lines.push(Line::plain(format!(
            "The game lasts {remoteness} move{s} when the winner hurries and the loser does not."
        )));
    }
    if moves.is_empty() {
        let who = match game.play() {
            Play::Normal => "whoever cannot move loses",
            Play::Misere => "under misère play whoever cannot move wins",
        };
        lines.push(Line::plain(format!("There is no move: {who}.")));
        return Ok(Explanation { lines });
    }
    lines.push(Line::default());
    let shown: Vec<&Move> = if moves.len() <= SHOWN {
        moves.iter().collect()
    } else {
        let (winning, others) = (
            moves.iter().filter(|m| m.wins),
            moves.iter().filter(|m| !m.wins),
        );
        winning.chain(others).take(SHOWN).collect()
    };
    let width = shown
        .iter()
        .map(|a_move| a_move.shown().chars().count())
        .max()
        .unwrap_or(0);
    for a_move in &shown {
        lines.push(row(a_move, width));
    }
    if moves.len() > shown.len() {
        let left = moves.len() - shown.len();
        lines.push(Line::of(Role::Faint, format!("  ... and {left} more")));
    }
    Ok(Explanation { lines })
}

fn row(a_move: &Move, width: usize) -> Line {
    let text = a_move.shown();
    let blanks = " ".repeat(width - text.chars().count());
    let (role, leads) = if a_move.wins {
        (Role::Winning, "P-position: this move wins")
    } else {
        (Role::Plain, "N-position")
    };
    let line = Line::plain("  ")
        .and(role, text)
        .and(Role::Plain, blanks + "  ")
        .and(role, leads);
    let values: Vec<String> = match &a_move.grundy {
        Some(values) => values.iter().map(u32::to_string).collect(),
        None => return line,
    };
    let sum = a_move
        .grundy
        .iter()
        .flatten()
        .fold(0, |sum, value| sum ^ value);
    line.and(
        Role::Faint,
        match values.len() {
            1 => format!(", Grundy value {sum}"),
            _ => format!(", Grundy value {} = {sum}", values.join(" xor ")),
        },
    )
}
