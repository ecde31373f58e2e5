//! What a page says about a row of heaps of a game that is said by a code.

use grundy_core::octal::{Code, Move, Position};

use crate::explain::heaps::drawing;
use crate::explain::page::{
    Page, Row, Table, counted, drawn_or_listed, list_moves, total, verdict, xor,
};
use crate::{Explanation, Line, Role};

/// Digits of a code that are said in words, at most.
const SAID: usize = 8;

pub(super) fn page(title: &str, position: &Position) -> Explanation {
    let (code, sizes) = (position.values().code(), position.heaps());
    let values: Vec<u64> = position.heap_values().collect();
    let x = position.grundy_value();
    let moves = position.winning_moves();
    let count = moves.len() as u64;
    let row = |at: usize| Row {
        cells: vec![
            (at + 1).to_string(),
            sizes[at].to_string(),
            values[at].to_string(),
        ],
        counts: Some(values[at]),
        note: (Role::Faint, String::new()),
    };
    let winning: Vec<usize> = moves.iter().map(|winning| winning.heap - 1).collect();
    let table = Table {
        thing: "heap",
        columns: &["heap", "stones", "value"],
        rows: sizes.len(),
        row: &row,
        first_of_all: &winning,
        nim_sum: Some(x),
    };
    let reason = |winning: &Move| {
        let value = values[winning.heap - 1];
        let of_left = winning.left.iter().map(|&part| position.values().get(part));
        match &of_left.map(|value| value.to_string()).collect::<Vec<_>>()[..] {
            [] | [_] => format!("the heap's value becomes {}", xor(value, x)),
            parts => format!(
                "the heap's value becomes {} = {}",
                xor(value, x),
                parts.join(" xor ")
            ),
        }
    };
    titled(title, sizes)
        .section(says(code))
        .section(table.lines())
        .section([verdict(x)])
        .section(list_moves(
            count,
            moves
                .iter()
                .map(|winning| (winning.to_string(), reason(winning))),
        ))
        .end()
}

pub(super) fn picture(title: &str, position: &Position) -> Explanation {
    let sizes = position.heaps();
    titled(title, sizes)
        .section(says(position.values().code()))
        .section(drawn_or_listed(drawing(sizes, &[]), "heaps", sizes))
        .end()
}

fn titled(title: &str, sizes: &[u64]) -> Page {
    Page::new(format!(
        "{title}: {} with {}",
        counted(sizes.len() as u64, "heap"),
        counted(total(sizes), "stone"),
    ))
}

/// What the code allows, in words.
fn says(code: &Code) -> Vec<Line> {
    let up_to = code.reach().unwrap_or(SAID as u64 + 1);
    let mut lines: Vec<Line> = code
        .moves(up_to)
        .take(SAID)
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
    if lines.len() == SAID || code.reach().is_none() {
        lines.push(Line::plain("  ..."));
    }
    if lines.is_empty() {
        lines.push(Line::plain("  no move at all"));
    }
    lines
}
