//! What a page consists of.

use crate::{Line, Role};

/// A row of a table.
pub(crate) struct Row {
    /// The columns, set to the right.
    pub(crate) cells: Vec<String>,
    /// The number that goes into the nim-sum; `None` where the row does not count.
    pub(crate) counts: Option<u64>,
    /// A remark.
    pub(crate) note: String,
}

impl Row {
    /// A row of numbers.
    pub(crate) fn new(numbers: &[u64], counts: Option<u64>, note: String) -> Self {
        Self {
            cells: numbers.iter().map(u64::to_string).collect(),
            counts,
            note,
        }
    }

    /// A row about a stair of Staircase Nim: whether the last of its numbers counts.
    pub(crate) fn of_stair(numbers: &[u64], stair: u64) -> Self {
        let counts = numbers.last().copied().filter(|_| stair % 2 == 1);
        let note = match stair {
            0 => "stair 0, the foot: out of play".to_owned(),
            _ if stair % 2 == 1 => format!("stair {stair}"),
            _ => format!("stair {stair}, even: does not count"),
        };
        Self::new(numbers, counts, note)
    }
}

/// A winning move.
pub(crate) struct Winning {
    /// The name of the move.
    pub(crate) name: String,
    /// The part that it lowers, counted from 0; on a strip the square of the pawn.
    pub(crate) place: usize,
    /// By how much it lowers that part; not used for strips.
    pub(crate) amount: u64,
}

/// The key of a drawing, with the sign of what winning moves change where there are any.
pub(crate) fn key(key: Line, has_winning: bool, sign_of_winning: &str) -> Line {
    if !has_winning {
        return key;
    }
    let key = key.and(Role::Plain, "   ").and(Role::Winning, "O");
    key.and(Role::Plain, format!(" {sign_of_winning}"))
}

/// `count` things in words: `1 pawn`, `3 pawns`.
pub fn counted(count: impl Into<u128>, thing: &str) -> String {
    let count = count.into();
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// The line about what a list leaves out, if it leaves out anything.
pub fn and_more(left: u64) -> Option<Line> {
    (left > 0).then(|| Line::of(Role::Faint, format!("  ... and {left} more")))
}
