//! The text about a strip.

use super::row::{Row, Winning, key};
use crate::{Group, Line, Role};

/// What decides when group 1 holds pawns.
pub(super) const AT_THE_GOAL: [&str; 2] = [
    "Group 1 holds pawns, so the game ends with this move: its pawns win, and",
    "any other move leaves them to the opponent.",
];
/// What every move does where all pawns are in group 2,
pub(super) const BESIDE_THE_GOAL: [&str; 1] =
    ["Every move brings a pawn into group 1, and the opponent brings it to the goal."];
/// and where some are in other groups and the nim-sum is 0.
pub(super) const AGAIN: [&str; 2] = [
    "Every move brings a pawn into group 1, or makes the nim-sum another number that",
    "the opponent can make 0 again.",
];
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
        let group = Group::at(groups, square);
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

impl Group {
    /// Returns the group of the pawn on a square, if one is there.
    pub fn at(groups: &[Self], square: u64) -> Option<&Self> {
        let is_there = |group: &&Self| (group.first..=group.last).contains(&square);
        groups.iter().find(is_there)
    }
}

/// The index of the group of a pawn. Groups are ordered from right to left.
pub(super) fn group_at(groups: &[Group], square: usize) -> usize {
    groups.partition_point(|group| group.first > square as u64)
}

pub(super) fn row(group: &Group) -> Row {
    let &Group { first, last, .. } = group;
    let numbers = [group.number, last, group.size];
    let at_the_goal = || "next to the goal: every pawn here wins at once".to_owned();
    let mut row = match group.stair {
        Some(stair) => Row::of_stair(&numbers, stair),
        None => Row::new(&numbers, None, at_the_goal()),
    };
    if first < last {
        row.cells[1] = format!("{first}-{last}");
    }
    row
}

/// Number and size of a group, or, where its number is even, of the group below it.
pub(super) fn odd_group(groups: &[Group], at: usize) -> (usize, u64) {
    let number = (groups[at].number - 1) | 1;
    let mut near = groups[..=at].iter().rev().take(2);
    let odd = near.find(|group| group.number == number);
    (number as usize, odd.map_or(0, |group| group.size))
}
