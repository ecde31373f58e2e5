//! The text about a strip.

use super::row::{Row, Winning, counted, key, xor};
use crate::{Group, Line, Role};

/// Strips up to this length are drawn.
const SQUARES_DRAWN: u64 = 24;

/// The squares' numbers, their pawns, the groups' numbers, and a key.
pub(super) fn drawing(m: u64, groups: &[Group], moves: &[Winning]) -> Vec<Line> {
    if m > SQUARES_DRAWN {
        return Vec::new();
    }
    let width = m.to_string().len() + 1;
    let mut numbers = Line::of(Role::Faint, "  square");
    let mut squares = Line::plain("   board");
    let mut names = Line::of(Role::Faint, "   group");
    for square in 1..=m {
        let mut all = groups.iter();
        let group = all.find(|group| (group.first..=group.last).contains(&square));
        let is_winning = || moves.iter().any(|winning| winning.place as u64 == square);
        let (sign, role) = match group {
            Some(_) if is_winning() => ("O", Role::Winning),
            Some(_) => ("o", Role::Piece),
            None if square == m => ("*", Role::Heading),
            None => (".", Role::Faint),
        };
        let ended = group.filter(|group| group.last == square);
        let name = ended.map_or(String::new(), |group| group.number.to_string());
        numbers = numbers.and(Role::Faint, format!("{square:>width$}"));
        squares = squares.and(role, format!("{sign:>width$}"));
        names = names.and(Role::Counts, format!("{name:>width$}"));
    }
    let signs = Line::plain("          o pawn").and(Role::Faint, "   . free   * the goal");
    let key = key(signs, !moves.is_empty(), "pawn with a winning move");
    vec![numbers, squares, names, key]
}

/// The index of the group of a pawn. Groups are ordered from right to left.
pub(super) fn group_at(groups: &[Group], square: usize) -> usize {
    groups.partition_point(|group| group.first > square as u64)
}

pub(super) fn row(group: &Group) -> Row {
    let &Group { first, last, .. } = group;
    let numbers = [group.number, last, group.size];
    let mut row = match group.stair {
        Some(stair) => Row::of_stair(&numbers, stair, group.size),
        None => Row::new(
            &numbers,
            None,
            "next to the goal: every pawn here wins at once".to_owned(),
        ),
    };
    if first < last {
        row.cells[1] = format!("{first}-{last}");
    }
    row
}

pub(super) const fn theory(nim_sum: Option<u64>) -> &'static [&'static str] {
    match nim_sum {
        None => &[
            "Group 1 holds pawns, so the game ends with this move: its pawns win, and",
            "any other move leaves them to the opponent.",
        ],
        Some(_) => &[
            "Group 1 is empty, and a move that puts pawns there loses at once. Without such",
            "moves this is Staircase Nim: the odd groups 3, 5, 7, ... count.",
        ],
    }
}

/// Why the move of the pawn on a square wins.
pub(super) fn reason(groups: &[Group], square: usize, nim_sum: Option<u64>) -> String {
    let Some(x) = nim_sum else {
        return "reaches the goal".to_owned();
    };
    let at = group_at(groups, square);
    let Group {
        number, size, last, ..
    } = groups[at];
    let pawns = counted(last - square as u64 + 1, "pawn");
    if number % 2 == 1 {
        let left = xor(size, x);
        return format!("takes {pawns} from group {number}, which keeps {left}");
    }
    let below = number - 1;
    let lower = groups[..at].last().filter(|lower| lower.number == below);
    let then = xor(lower.map_or(0, |lower| lower.size), x);
    format!("brings {pawns} from group {number} to group {below}, which then has {then}")
}
