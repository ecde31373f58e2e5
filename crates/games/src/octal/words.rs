//! The rules of a code in words.

use grundy_core::octal::Code;

/// Digits of a code that a page explains, at most.
const DIGITS: usize = 8;

/// What a move leaves of a heap, by the number of its parts.
const LEFT: [&str; 4] = [
    "a whole heap",
    "leaving one heap",
    "leaving two",
    "leaving three",
];

/// The moves that the code allows, in words.
pub(super) fn rules(code: &Code) -> Vec<String> {
    let up_to = code.reach().unwrap_or(DIGITS as u64 + 1);
    let mut lines: Vec<String> = code
        .moves(up_to)
        .take(DIGITS)
        .map(|(stones, digit)| {
            let left = (0..).zip(LEFT).filter(|&(parts, _)| digit.allows(parts));
            let left: Vec<&str> = left.map(|(_, words)| words).collect();
            let unequal = if digit.is_unequal() {
                " of different sizes"
            } else {
                ""
            };
            format!("  take {stones}: {}{unequal}", left.join(", or "))
        })
        .collect();
    if lines.len() == DIGITS || code.reach().is_none() {
        lines.push("  ...".to_owned());
    }
    if lines.is_empty() {
        lines.push("  no move at all".to_owned());
    }
    lines
}
