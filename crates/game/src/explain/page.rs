//! The page of a position: the position drawn, the theory, a table of its parts over their nim-sum in binary, the
//! verdict, and the winning moves with their reasons. All of it follows from the [`Reduction`].

use std::collections::BTreeSet;
use std::fmt::Display;

use super::best_play::shown_play;
use super::parts::{AGAIN, MOST_PAIRS, SOME_PAIRS};
use super::row::{Row, Winning, and_more, counted};
use crate::{About, Explanation, Known, Line, Outcome, Position, Reduction, Role};

/// Rows of a table, and winning moves, shown at most.
const ROWS: usize = 16;
/// The longest text of a position that stands beside its row, in bytes.
const NOTE: usize = 40;

/// A page of a title and sections; empty sections are left out.
fn sections(title: &str, sections: impl IntoIterator<Item = Vec<Line>>) -> Explanation {
    let mut lines = vec![Line::of(Role::Heading, title)];
    for section in sections {
        if !section.is_empty() {
            lines.push(Line::default());
            lines.extend(section.into_iter().map(Line::trimmed));
        }
    }
    Explanation { lines }
}

/// Returns the page of a position, which follows from its [`Reduction`]; without one it shows the input, the theory, the
/// outcome, and the moves without reasons. `solution` is the claim, the first of the winning moves and the positions of best
/// play where they are known; without it the page has the position and what a player does not have to find out.
pub(crate) fn page(
    position: &dyn Position,
    about: &About,
    solution: Option<(Known, Vec<Winning>, Option<Vec<String>>)>,
) -> Explanation {
    let title = &about.title;
    let allowed = about.allowed.iter().map(Line::plain).collect();
    match (position.reduction(), solution) {
        (None, None) => Explanation::of_text(&position.to_string()),
        (None, Some((claim, moves, best))) => {
            let input = Explanation::of_text(&position.to_string()).lines;
            let value = claim.grundy.map(|value| format!(", Grundy value {value}"));
            let value = value.unwrap_or_default();
            let verdict = match claim.outcome {
                Outcome::N => format!("An N-position{value}: the player to move wins."),
                Outcome::Draw => "A draw: neither player can win if the other plays right.".into(),
                Outcome::P => format!("A P-position{value}: the player to move loses."),
            };
            let (count, reason) = match claim.outcome {
                Outcome::Draw => (moves.len() as u64, "leads to a draw"),
                _ => (claim.winning_moves.unwrap_or(0), "leads to a P-position"),
            };
            let mut moves = list_moves(count, &moves, |_| reason.to_owned());
            if claim.outcome == Outcome::Draw {
                moves[0] = Line::of(Role::Heading, "No winning move; these keep the draw");
            }
            let theory = about.theory.iter().map(Line::plain).collect();
            let mut verdict = vec![Line::plain(verdict)];
            verdict.extend(shown_play(best.as_deref()));
            sections(title, [input, theory, verdict, moves])
        }
        (Some(reduction), None) => {
            let mut drawing = reduction.drawing(&[]);
            if drawing.is_empty() {
                drawing = reduction.listed(8 * ROWS);
            }
            let title = reduction.title(title);
            sections(&title, [allowed, drawing, reduction.forbidden(MOST_PAIRS)])
        }
        (Some(reduction), Some((claim, moves, _))) => {
            let (drawing, forbidden) = (reduction.drawing(&moves), reduction.forbidden(SOME_PAIRS));
            let (theory, mut table) = (reduction.theory(&about.theory), reduction.table(&moves));
            if let Some(x) = reduction.nim_sum() {
                table.extend(verdict(x, reduction.why_lost()));
            }
            let reason = |winning: &Winning| reduction.reason(winning);
            let moves = list_moves(claim.winning_moves.unwrap_or(0), &moves, reason);
            let title = reduction.title(title);
            sections(&title, [allowed, drawing, forbidden, theory, table, moves])
        }
    }
}

/// Returns the table of a sum of positions, with who wins it and by which moves. `parts` are the texts of the positions and
/// their Grundy values; the places of `moves`, which all win, are the indices of the parts.
pub(crate) fn explained_sum(parts: &[(String, u64)], moves: &[Winning]) -> Vec<Line> {
    let x = parts.iter().fold(0, |sum, (_, value)| sum ^ value);
    let row = |at: usize| {
        let (text, value) = &parts[at];
        let note = Some(text).filter(|text| text.len() <= NOTE).cloned();
        let numbers = [at as u64 + 1, *value];
        Row::new(&numbers, Some(*value), note.unwrap_or_default())
    };
    let shown = shown(parts.len(), moves.iter().map(|winning| winning.place));
    let mut lines = table(&["part", "value"], parts.len(), &shown, row, Some(x));
    lines.extend(verdict(x, &AGAIN));
    lines.push(Line::default());
    lines.extend(list_moves(moves.len() as u64, moves, |winning| {
        let (part, value) = (winning.place + 1, parts[winning.place].1);
        format!("value of part {part}: {value} xor {x} = {}", value ^ x)
    }));
    lines.into_iter().map(Line::trimmed).collect()
}

impl Reduction {
    fn table(&self, moves: &[Winning]) -> Vec<Line> {
        let of_moves = moves.iter().map(|winning| self.row_of(winning));
        let (columns, rows) = (self.columns(), self.rows());
        let shown = shown(rows, of_moves);
        table(columns, rows, &shown, |at| self.row(at), self.nim_sum())
    }
}

/// A table of those of `all` rows that are shown, over their nim-sum.
fn table(
    columns: &[&str],
    all: usize,
    shown: &BTreeSet<usize>,
    row: impl Fn(usize) -> Row,
    nim_sum: Option<u64>,
) -> Vec<Line> {
    let mut rows: Vec<Row> = shown.iter().map(|&at| row(at)).collect();
    rows.extend(nim_sum.map(|x| {
        let mut cells = vec!["nim-sum".to_owned()];
        cells.resize(columns.len() - 1, String::new());
        cells.push(x.to_string());
        let (counts, note) = (Some(x), String::new());
        Row {
            cells,
            counts,
            note,
        }
    }));
    let width = |at: usize| {
        let cells = rows.iter().map(|row| row.cells[at].len());
        cells.max().max(Some(columns[at].len())).unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    // Without anything that counts there is no column for it.
    let largest = rows.iter().filter_map(|row| row.counts).max();
    let bits = largest.map(|largest| 1 + largest.checked_ilog2().unwrap_or(0) as usize);
    let last_column = |text: &str| match bits {
        Some(bits) => format!("  {text:>0$}", bits.max("binary".len())),
        None => String::new(),
    };
    let line = |role, row: &Row| {
        let counts = row.counts;
        let binary = counts.map(|counts| format!("{counts:0>0$b}", bits.unwrap_or(0)));
        Line::of(role, in_columns(&row.cells, &widths))
            .and(Role::Counts, last_column(&binary.unwrap_or_default()))
            .and(Role::Faint, format!("  {}", row.note))
    };

    let heading = in_columns(columns, &widths) + &last_column("binary");
    let mut lines = vec![Line::of(Role::Faint, heading)];
    let (mut next, mut rows) = (0, rows.iter());
    for &at in shown.iter().chain([&all]) {
        lines.extend(left_out(at - next, columns[0]));
        next = at + 1;
        // The last row is the nim-sum.
        let role = if at == all {
            Role::Heading
        } else {
            Role::Plain
        };
        lines.extend(rows.next().map(|row| line(role, row)));
    }
    lines
}

/// The rows to show: all of a few; of many, those that winning moves change, and the first ones.
fn shown(rows: usize, of_moves: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    let mut shown = BTreeSet::new();
    for at in of_moves.take(ROWS / 2).chain(0..rows) {
        if shown.len() == ROWS {
            break;
        }
        shown.insert(at);
    }
    shown
}

/// The cells of a row, each set to the right.
fn in_columns(cells: &[impl Display], widths: &[usize]) -> String {
    let cells = cells.iter().zip(widths);
    let cells = cells.map(|(cell, &width)| format!("  {cell:>width$}"));
    cells.collect::<Vec<_>>().concat()
}

fn left_out(rows: usize, thing: &str) -> Option<Line> {
    let text = || format!("  ... {}", counted(rows as u64, thing));
    (rows > 0).then(|| Line::of(Role::Faint, text()))
}

/// What the nim-sum says. `why_lost` says what every move does where it is 0.
fn verdict(x: u64, why_lost: &[&str]) -> Vec<Line> {
    let key = "The nim-sum has a 1 below each column with an odd number of 1s.";
    let mut lines = vec![Line::default(), Line::of(Role::Faint, key)];
    if x == 0 {
        let lost = "The nim-sum is 0: a P-position, the player to move loses.";
        lines.extend([lost].iter().chain(why_lost).copied().map(Line::plain));
    } else {
        let won = "The nim-sum is not 0: an N-position, the player to move wins by making it 0.";
        lines.push(Line::plain(won));
    }
    lines
}

/// The number of winning moves, and the first of them, each with its reason.
fn list_moves(count: u64, moves: &[Winning], reason: impl Fn(&Winning) -> String) -> Vec<Line> {
    let heading = match count {
        0 => "No winning move".to_owned(),
        _ => counted(count, "winning move"),
    };
    let mut lines = vec![Line::of(Role::Heading, heading)];
    let shown = &moves[..moves.len().min(ROWS)];
    let widest = shown.iter().map(|winning| winning.name.len()).max();
    let width = widest.unwrap_or(0);
    for winning in shown {
        let name = format!("{:<width$}", winning.name);
        let line = Line::plain("  ").and(Role::Winning, name);
        lines.push(line.and(Role::Plain, format!("  {}", reason(winning))));
    }
    lines.extend(and_more(count.saturating_sub(ROWS as u64)));
    lines
}
