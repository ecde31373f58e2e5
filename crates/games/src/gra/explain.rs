//! A strip drawn, its groups numbered, its winning moves with their reasons.

use std::collections::BTreeSet;

use grundy_core::gra::{Board, Group, Move};
use serde_json::json;

use crate::explain::{counted, first_few};
use crate::{Explanation, Line, Role};

/// Strips up to this length are drawn whole.
const WHOLE: u32 = 24;
/// Squares drawn of a longer strip.
const WINDOW: u32 = 20;
/// Rows of the table of groups, and winning moves, shown at most.
const ROWS: usize = 16;

pub(super) fn explain(board: &Board) -> Explanation {
    let groups: Vec<Group> = board.groups().collect();
    let moves: Vec<Move> = board.winning_moves().collect();
    let mut lines = vec![
        Line::of(
            Role::Heading,
            format!(
                "A strip of {} with {}",
                counted(u64::from(board.m()), "square"),
                counted(board.squares().len() as u64, "pawn")
            ),
        ),
        Line::default(),
    ];
    lines.extend(strip(board, &groups, &moves));
    lines.push(Line::default());
    lines.extend(table(&groups, &moves));
    lines.push(Line::default());
    lines.extend(verdict(board, &groups));
    lines.push(Line::default());
    lines.extend(list_moves(board, &groups, &moves));
    let facts = json!({
        "game": "gra",
        "m": board.m(),
        "n": board.squares().len(),
        "groups": groups.iter().map(|group| json!({
            "number": group.number,
            "first": group.first(),
            "last": group.last,
            "size": group.size,
            "stair": group.number.checked_sub(2),
        })).collect::<Vec<_>>(),
        "nim_sum": board.nim_sum(),
        "wins": board.outcome().is_win(),
        "count": moves.len(),
        "winning_moves": moves,
    });
    Explanation { lines, facts }
}

/// The squares' numbers, what stands there, the groups' numbers, and a key. Where the numbers are
/// too wide to stand over their squares, the first and last are named and the rest are counted.
fn strip(board: &Board, groups: &[Group], moves: &[Move]) -> Vec<Line> {
    let m = board.m();
    let (from, to) = window(board, moves);
    let digits = to.to_string().len();
    let numbered = digits <= 3;
    let width = if numbered { digits + 1 } else { 2 };
    let mut numbers = Line::of(Role::Faint, "  square");
    let mut squares = Line::plain("   board");
    let mut names = Line::of(Role::Faint, "   group");
    let cut = |line: Line, here: bool| {
        if here {
            line.and(Role::Faint, " ...")
        } else {
            line
        }
    };
    if numbered {
        squares = cut(squares, from > 1);
        let blank = if from > 1 { "    " } else { "" };
        numbers = numbers.and(Role::Faint, blank);
        names = names.and(Role::Faint, blank);
    } else {
        numbers = numbers.and(Role::Faint, format!("s {from} to {to}"));
        squares = cut(squares, from > 1);
    }
    let starts: BTreeSet<u32> = moves.iter().map(|winning| winning.from).collect();
    for square in from..=to {
        let pawn = board.squares().binary_search(&square).is_ok();
        let (sign, role) = match square {
            _ if starts.contains(&square) => ("O", Role::Winning),
            _ if pawn => ("o", Role::Piece),
            _ if square == m => ("*", Role::Heading),
            _ => (".", Role::Faint),
        };
        // Groups run from right to left, so their last squares decrease.
        let group = groups
            .get(groups.partition_point(|group| group.first() > square))
            .filter(|group| pawn && group.last == square);
        let name = group.map_or(String::new(), |group| group.number.to_string());
        if numbered {
            numbers = numbers.and(Role::Faint, format!("{square:>width$}"));
        }
        squares = squares.and(role, format!("{sign:>width$}"));
        names = names.and(Role::Counts, format!("{name:>width$}"));
    }
    squares = cut(squares, to < m);
    let mut key = Line::plain("          o pawn").and(Role::Faint, "   . free   * the goal");
    if moves
        .iter()
        .any(|winning| (from..=to).contains(&winning.from))
    {
        key = key
            .and(Role::Plain, "   ")
            .and(Role::Winning, "O")
            .and(Role::Plain, " pawn with a winning move");
    }
    if numbered {
        vec![numbers, squares, names, key]
    } else {
        vec![numbers, squares, key]
    }
}

/// The squares to draw: all of a short strip, else those around the first winning move, or the
/// rightmost pawns when there is none.
fn window(board: &Board, moves: &[Move]) -> (u32, u32) {
    let m = board.m();
    if m <= WHOLE {
        return (1, m);
    }
    let rightmost = board.squares().last().copied().unwrap_or(1);
    let centre = moves.first().map_or(rightmost, |winning| winning.from);
    let to = centre.saturating_add(WINDOW / 2).clamp(WINDOW, m);
    (to - WINDOW + 1, to)
}

/// The groups in a table: those that can win first of all, then the ones nearest to the goal.
fn table(groups: &[Group], moves: &[Move]) -> Vec<Line> {
    let mut shown = BTreeSet::new();
    for winning in moves.iter().take(ROWS / 2) {
        let at = groups.partition_point(|group| group.first() > winning.from);
        shown.insert(at);
        shown.insert((at + 1).min(groups.len() - 1));
        shown.insert(at.saturating_sub(1));
    }
    shown.extend(
        0..groups
            .len()
            .min(ROWS.saturating_sub(shown.len()).max(ROWS / 2)),
    );
    let shown_groups = || shown.iter().map(|&at| groups[at]);
    let digits = |value: u32| value.to_string().len();
    let number_width = shown_groups()
        .map(|group| digits(group.number))
        .max()
        .unwrap_or(1)
        .max(5);
    let squares_width = shown_groups()
        .map(|group| squares_of(group).len())
        .max()
        .unwrap_or(1)
        .max(7);
    let pawns_width = shown_groups()
        .map(|group| digits(group.size))
        .max()
        .unwrap_or(1)
        .max(5);
    let bits = shown_groups()
        .map(|group| u32::BITS - group.size.leading_zeros())
        .max()
        .unwrap_or(1);
    let mut lines = vec![Line::of(
        Role::Faint,
        format!(
            "  {:>number_width$}  {:>squares_width$}  {:>pawns_width$}  ",
            "group", "squares", "pawns"
        ),
    )];
    let mut previous = None;
    for &at in &shown {
        if let Some(left_out) = previous
            .map(|previous| at - previous - 1)
            .filter(|&n| n > 0)
        {
            lines.push(Line::of(
                Role::Faint,
                format!("  ... {}", counted(left_out as u64, "group")),
            ));
        }
        previous = Some(at);
        let group = groups[at];
        let role = if counts(group) {
            Role::Counts
        } else {
            Role::Faint
        };
        let line = Line::plain(format!(
            "  {:>number_width$}  {:>squares_width$}  {:>pawns_width$}  ",
            group.number,
            squares_of(group),
            group.size,
        ));
        lines.push(match group.number {
            1 => line.and(
                Role::Winning,
                "next to the goal: every pawn here wins at once",
            ),
            number if counts(group) => line.and(
                role,
                format!(
                    "stair {}, counts: {:0>2$b}",
                    number - 2,
                    group.size,
                    bits as usize
                ),
            ),
            2 => line.and(role, "stair 0, the foot: out of play"),
            number => line.and(role, format!("stair {}, even: does not count", number - 2)),
        });
    }
    let left_out = groups.len() - 1 - previous.unwrap_or(0);
    if left_out > 0 {
        lines.push(Line::of(
            Role::Faint,
            format!("  ... {}", counted(left_out as u64, "group")),
        ));
    }
    lines
}

fn squares_of(group: Group) -> String {
    if group.size == 1 {
        group.last.to_string()
    } else {
        format!("{}-{}", group.first(), group.last)
    }
}

/// Whether the group is a heap of the nim-sum.
const fn counts(group: Group) -> bool {
    group.number >= 3 && group.number % 2 == 1
}

fn verdict(board: &Board, groups: &[Group]) -> Vec<Line> {
    let Some(x) = board.nim_sum() else {
        return vec![
            Line::plain("Group 1 holds pawns, so the game ends with this move: its pawns win, and"),
            Line::plain("any other move leaves them to the opponent."),
        ];
    };
    let mut line = Line::plain("Group 1 is empty, and whoever puts pawns there loses at once: ");
    line = line.and(Role::Plain, "Staircase Nim.");
    let heaps = groups.iter().filter(|&&group| counts(group)).count();
    let sum = Line::plain("nim-sum of ")
        .and(Role::Counts, counted(heaps as u64, "odd group"))
        .and(Role::Plain, " (3, 5, 7, ...): ")
        .and(Role::Counts, format!("{x} = {x:b} in binary"));
    let meaning = if x == 0 {
        Line::plain("The nim-sum is 0: a P-position, the player to move loses.")
    } else {
        Line::plain("The nim-sum is not 0: an N-position, the player to move wins.")
    };
    vec![line, sum, meaning]
}

fn list_moves(board: &Board, groups: &[Group], moves: &[Move]) -> Vec<Line> {
    let mut lines = vec![Line::of(
        Role::Heading,
        match moves.len() {
            0 => "No winning move".to_owned(),
            count => counted(count as u64, "winning move"),
        },
    )];
    let (shown, left_out) = first_few(moves, ROWS);
    for &winning in shown {
        lines.push(
            Line::plain("  ")
                .and(Role::Winning, winning.to_string())
                .and(Role::Plain, format!("  {}", reason(board, groups, winning))),
        );
    }
    if left_out > 0 {
        lines.push(Line::of(Role::Faint, format!("  ... and {left_out} more")));
    }
    lines
}

fn reason(board: &Board, groups: &[Group], winning: Move) -> String {
    let at = groups.partition_point(|group| group.first() > winning.from);
    let group = groups[at];
    let Some(x) = board.nim_sum() else {
        return "reaches the goal".to_owned();
    };
    let coins = group.last - winning.from + 1;
    let below = group.number - 1;
    if counts(group) {
        let left = group.size - coins;
        format!(
            "takes {} from group {}: {} xor {x} = {left} stay",
            counted(u64::from(coins), "pawn"),
            group.number,
            group.size,
        )
    } else {
        let held = at
            .checked_sub(1)
            .map(|at| groups[at])
            .filter(|lower| lower.number == below)
            .map_or(0, |lower| lower.size);
        format!(
            "brings {} from group {} down to group {below}: {held} xor {x} = {} stand there then",
            counted(u64::from(coins), "pawn"),
            group.number,
            held + coins,
        )
    }
}
