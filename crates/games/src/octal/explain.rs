//! The page of a row of heaps of a game with a code.

use grundy_core::octal::{Code, Move, Position};

use crate::explain::heaps::drawing;
use crate::explain::page::{Page, Row, counted_with, xor};
use crate::{Detail, Explanation, Line, Role};

/// Digits of a code that a page explains, at most.
const DIGITS: usize = 8;

pub(super) fn page(title: &str, position: &Position, detail: Detail) -> Explanation {
    let sizes = position.heaps();
    let values: Vec<u64> = position.heap_values().collect();
    let x = position.grundy_value();
    let moves = detail.shown(position.winning_moves());
    let row = |at: usize| Row {
        cells: [at as u64 + 1, sizes[at], values[at]]
            .map(|cell| cell.to_string())
            .to_vec(),
        counts: Some(values[at]),
        note: (Role::Faint, String::new()),
    };
    let reason = |winning: &Move| {
        let changed = xor(values[winning.heap - 1], x);
        let of_left = winning.left.iter().map(|&part| position.values().get(part));
        let of_left: Vec<String> = of_left.map(|value| value.to_string()).collect();
        let sum = match &of_left[..] {
            [] | [_] => String::new(),
            parts => format!(" = {}", parts.join(" xor ")),
        };
        let reason = format!("the heap's value becomes {changed}{sum}");
        (winning.to_string(), reason)
    };
    Page {
        title: format!("{title}: {}", counted_with(sizes, "heap", "stone")),
        rules: rules(position.values().code()),
        drawing: match detail {
            Detail::Brief => drawing(sizes, &[]),
            Detail::Full => Vec::new(),
        },
        listed: ("heaps", sizes),
        theory: Vec::new(),
        columns: &["heap", "stones", "value"],
        rows: sizes.len(),
        row: &row,
        judgement: Vec::new(),
        nim_sum: Some(x),
        count: moves.len() as u64,
        moves: &moves,
        row_of: &|winning| winning.heap - 1,
        reason: &reason,
    }
    .show(detail)
}

/// The moves that the code allows, in words.
fn rules(code: &Code) -> Vec<Line> {
    let up_to = code.reach().unwrap_or(DIGITS as u64 + 1);
    let mut lines: Vec<Line> = code
        .moves(up_to)
        .take(DIGITS)
        .map(|(stones, digit)| {
            let left: Vec<&str> = (0..)
                .zip([
                    "a whole heap",
                    "leaving one heap",
                    "leaving two",
                    "leaving three",
                ])
                .filter(|&(parts, _)| digit.allows(parts))
                .map(|(_, words)| words)
                .collect();
            let unequal = if digit.is_unequal() {
                " of different sizes"
            } else {
                ""
            };
            Line::plain(format!("  take {stones}: {}{unequal}", left.join(", or ")))
        })
        .collect();
    if lines.len() == DIGITS || code.reach().is_none() {
        lines.push(Line::plain("  ..."));
    }
    if lines.is_empty() {
        lines.push(Line::plain("  no move at all"));
    }
    lines
}
