//! The page of a strip.

use std::collections::BTreeSet;

use grundy_core::gra::{Board, Group, Move};

use crate::explain::page::{Page, Row, counted, key, stair_row, xor};
use crate::{Detail, Explanation, Line, Role};

/// Strips up to this length are drawn whole.
const WHOLE: u32 = 24;
/// Squares drawn of a longer strip.
const WINDOW: u32 = 20;

pub(super) fn page(board: &Board, detail: Detail) -> Explanation {
    let groups: Vec<Group> = board.groups().collect();
    let moves = detail.shown(board.winning_moves());
    let pawns = counted(board.squares().len() as u64, "pawn");
    Page {
        title: format!("A strip of {} with {pawns}", counted(board.m(), "square")),
        rules: Vec::new(),
        drawing: strip(board, &groups, &moves),
        listed: ("squares", &[]),
        theory: Vec::new(),
        columns: &["group", "squares", "pawns"],
        rows: groups.len(),
        row: &|at| row(groups[at]),
        judgement: judgement(board.nim_sum()),
        nim_sum: board.nim_sum(),
        count: moves.len() as u64,
        moves: &moves,
        row_of: &|winning| at_square(&groups, winning.from),
        reason: &|&winning| (winning.to_string(), reason(board, &groups, winning)),
    }
    .show(detail)
}

/// The squares' numbers, their pawns, the groups' numbers, and a key. Where the numbers are too wide for their
/// squares, only the first and the last one are named.
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
            .get(at_square(groups, square))
            .filter(|group| pawn && group.last == square);
        let name = group.map_or(String::new(), |group| group.number.to_string());
        if numbered {
            numbers = numbers.and(Role::Faint, format!("{square:>width$}"));
        }
        squares = squares.and(role, format!("{sign:>width$}"));
        names = names.and(Role::Counts, format!("{name:>width$}"));
    }
    squares = cut(squares, to < m);
    let has_winning = starts.range(from..=to).next().is_some();
    let signs = Line::plain("          o pawn").and(Role::Faint, "   . free   * the goal");
    let key = key(signs, has_winning, "pawn with a winning move");
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

fn row(group: Group) -> Row {
    let squares = match group.size {
        1 => group.last.to_string(),
        _ => format!("{}-{}", group.first(), group.last),
    };
    let cells = vec![group.number.to_string(), squares, group.size.to_string()];
    match group.number.checked_sub(2) {
        Some(stair) => stair_row(cells, u64::from(stair), u64::from(group.size)),
        None => Row {
            cells,
            counts: None,
            note: (
                Role::Winning,
                "next to the goal: every pawn here wins at once".to_owned(),
            ),
        },
    }
}

/// The index of the group on a pawn's square. Groups are ordered from right to left.
fn at_square(groups: &[Group], square: u32) -> usize {
    groups.partition_point(|group| group.first() > square)
}

fn judgement(nim_sum: Option<u64>) -> Vec<Line> {
    let lines = match nim_sum {
        None => [
            "Group 1 holds pawns, so the game ends with this move: its pawns win, and",
            "any other move leaves them to the opponent.",
        ],
        Some(_) => [
            "Group 1 is empty, and whoever puts pawns there loses at once. Without such",
            "moves this is Staircase Nim: the odd groups 3, 5, 7, ... count.",
        ],
    };
    lines.map(Line::plain).to_vec()
}

fn reason(board: &Board, groups: &[Group], winning: Move) -> String {
    let Some(x) = board.nim_sum() else {
        return "reaches the goal".to_owned();
    };
    let at = at_square(groups, winning.from);
    let Group { number, size, last } = groups[at];
    let pawns = counted(last - winning.from + 1, "pawn");
    if number % 2 == 1 {
        let left = xor(u64::from(size), x);
        format!("takes {pawns} from group {number}, which keeps {left}")
    } else {
        let below = number - 1;
        let lower = groups[..at].last().filter(|lower| lower.number == below);
        let held = lower.map_or(0, |lower| lower.size);
        let then = xor(u64::from(held), x);
        format!("brings {pawns} from group {number} to group {below}, which then has {then}")
    }
}
