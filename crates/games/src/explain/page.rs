//! The form of all pages: the position drawn, the theory, a table of what counts over its nim-sum in binary, the
//! verdict, and the winning moves with their reasons.

use std::collections::BTreeSet;

use crate::{Detail, Explanation, Line, Role};

/// Rows of a table, and winning moves, shown at most.
const ROWS: usize = 16;

/// What a page shows of a position that is a nim-sum of parts, with moves of type `M`.
pub(crate) struct Page<'a, M> {
    pub(crate) title: String,
    /// The moves that the rules allow, where the title does not tell them.
    pub(crate) rules: Vec<Line>,
    /// The position drawn; empty where it is too large.
    pub(crate) drawing: Vec<Line>,
    /// What replaces a drawing of a large position: a heading and numbers.
    pub(crate) listed: (&'a str, &'a [u64]),
    /// Text before the table.
    pub(crate) theory: Vec<Line>,
    /// The headings of the table. The first one names a row, the last one the numbers that count.
    pub(crate) columns: &'a [&'a str],
    /// The number of rows.
    pub(crate) rows: usize,
    /// Returns a row by its number, counted from 0.
    pub(crate) row: &'a dyn Fn(usize) -> Row,
    /// Text before the verdict.
    pub(crate) judgement: Vec<Line>,
    /// The nim-sum of all rows that count, where it decides.
    pub(crate) nim_sum: Option<u64>,
    /// The number of winning moves.
    pub(crate) count: u64,
    /// The winning moves, or the first of them; none for a page in brief.
    pub(crate) moves: &'a [M],
    /// Returns the row that a move changes.
    pub(crate) row_of: &'a dyn Fn(&M) -> usize,
    /// Returns the name of a move and why it wins.
    pub(crate) reason: &'a dyn Fn(&M) -> (String, String),
}

/// A row of a table.
pub(crate) struct Row {
    /// The columns, set to the right.
    pub(crate) cells: Vec<String>,
    /// The number that goes into the nim-sum; `None` where the row does not count.
    pub(crate) counts: Option<u64>,
    /// A remark.
    pub(crate) note: (Role, String),
}

/// A page of a title and sections; empty sections are left out.
pub(crate) fn page(title: &str, sections: impl IntoIterator<Item = Vec<Line>>) -> Explanation {
    let mut lines = vec![Line::of(Role::Heading, title)];
    for section in sections {
        if !section.is_empty() {
            lines.push(Line::default());
            lines.extend(section.into_iter().map(Line::trimmed));
        }
    }
    Explanation { lines }
}

impl<M> Page<'_, M> {
    /// Returns the page; in brief, the position and what a player does not have to find out.
    pub(crate) fn show(self, detail: Detail) -> Explanation {
        if detail == Detail::Brief {
            let drawing = if self.drawing.is_empty() {
                listed(self.listed.0, self.listed.1)
            } else {
                self.drawing
            };
            return page(&self.title, [self.rules, drawing]);
        }
        let (table, reasons) = (self.table(), self.moves.iter().map(self.reason));
        let moves = list_moves(self.count, reasons);
        let mut judgement = self.judgement;
        judgement.extend(self.nim_sum.map(verdict));
        let sections = [
            self.rules,
            self.drawing,
            self.theory,
            table,
            judgement,
            moves,
        ];
        page(&self.title, sections)
    }

    fn table(&self) -> Vec<Line> {
        let shown: Vec<(usize, Row)> = self.shown().map(|at| (at, (self.row)(at))).collect();
        let widths = self.widths(&shown);
        let counting = shown.iter().filter_map(|(_, row)| row.counts);
        let bits = counting
            .chain(self.nim_sum)
            .map(|number| u64::BITS - number.leading_zeros())
            .max();
        // Without anything that counts there is no column for it.
        let bits = bits.map(|bits| bits.max(1) as usize);
        let binary_width = bits.map(|bits| bits.max("binary".len()));
        let binary = |number: Option<u64>| match (bits, binary_width, number) {
            (Some(bits), Some(width), Some(number)) => {
                format!("  {:>width$}", format!("{number:0>bits$b}"))
            }
            (_, Some(width), None) => " ".repeat(width + 2),
            _ => String::new(),
        };

        let mut heading = String::new();
        for (column, &width) in self.columns.iter().zip(&widths) {
            heading += &format!("  {column:>width$}");
        }
        if let Some(width) = binary_width {
            heading += &format!("  {:>width$}", "binary");
        }
        let mut lines = vec![Line::of(Role::Faint, heading)];
        let mut next = 0;
        for (at, row) in &shown {
            lines.extend(self.left_out(at - next));
            next = at + 1;
            let mut cells = String::new();
            for (cell, &width) in row.cells.iter().zip(&widths) {
                cells += &format!("  {cell:>width$}");
            }
            let (role, note) = &row.note;
            let line = Line::plain(cells).and(Role::Counts, binary(row.counts));
            lines.push(line.and(*role, format!("  {note}")));
        }
        lines.extend(self.left_out(self.rows - next));
        if let Some(x) = self.nim_sum {
            let last = widths.last().copied().unwrap_or(0);
            let before: usize = widths.iter().map(|width| width + 2).sum::<usize>() - last;
            let label = format!("{:>1$}", "nim-sum", before - 2);
            let line = Line::of(Role::Heading, format!("{label}  {x:>last$}"));
            lines.push(line.and(Role::Counts, binary(Some(x))));
        }
        lines
    }

    /// The rows to show: all of a few; of many, those that winning moves change with their neighbours, and the
    /// first ones.
    fn shown(&self) -> impl Iterator<Item = usize> {
        let mut shown = BTreeSet::new();
        for at in self.moves.iter().map(self.row_of) {
            if shown.len() + 3 > ROWS {
                break;
            }
            shown.extend(at.saturating_sub(1)..(at + 2).min(self.rows));
        }
        for at in 0..self.rows {
            if shown.len() >= ROWS {
                break;
            }
            shown.insert(at);
        }
        shown.into_iter()
    }

    /// The width of each column, the nim-sum and its label included.
    fn widths(&self, shown: &[(usize, Row)]) -> Vec<usize> {
        let mut widths: Vec<usize> = self.columns.iter().map(|column| column.len()).collect();
        for (_, row) in shown {
            for (width, cell) in widths.iter_mut().zip(&row.cells) {
                *width = (*width).max(cell.len());
            }
        }
        if let (Some(x), Some((last, before))) = (self.nim_sum, widths.split_last_mut()) {
            *last = (*last).max(x.to_string().len());
            let label: usize = before.iter().map(|width| width + 2).sum();
            if let Some(first) = before.first_mut() {
                *first += "  nim-sum".len().saturating_sub(label);
            }
        }
        widths
    }

    fn left_out(&self, rows: usize) -> Option<Line> {
        let text = || format!("  ... {}", counted(rows as u64, self.columns[0]));
        (rows > 0).then(|| Line::of(Role::Faint, text()))
    }
}

/// The numbers of a position that is too large for a drawing.
fn listed(heading: &str, numbers: &[u64]) -> Vec<Line> {
    let shown = numbers.len().min(8 * ROWS);
    let mut lines = vec![Line::of(Role::Faint, format!("  {heading}"))];
    lines.extend(numbers[..shown].chunks(8).map(|row| {
        let row: Vec<String> = row.iter().map(u64::to_string).collect();
        Line::plain(format!("    {}", row.join(" ")))
    }));
    if shown < numbers.len() {
        let more = numbers.len() - shown;
        lines.push(Line::of(Role::Faint, format!("    ... and {more} more")));
    }
    lines
}

fn verdict(x: u64) -> Line {
    if x == 0 {
        Line::plain("The nim-sum is 0: a P-position, the player to move loses.")
    } else {
        Line::plain("The nim-sum is not 0: an N-position, the player to move wins.")
    }
}

/// The number of winning moves, and the first of them, each with its reason.
pub(crate) fn list_moves(
    count: u64,
    moves: impl IntoIterator<Item = (String, String)>,
) -> Vec<Line> {
    let heading = match count {
        0 => "No winning move".to_owned(),
        _ => counted(count, "winning move"),
    };
    let mut lines = vec![Line::of(Role::Heading, heading)];
    let shown: Vec<(String, String)> = moves.into_iter().take(ROWS).collect();
    let widest = shown.iter().map(|(winning, _)| winning.len()).max();
    let width = widest.unwrap_or(0);
    for (winning, reason) in shown {
        let line = Line::plain("  ").and(Role::Winning, format!("{winning:<width$}"));
        lines.push(line.and(Role::Plain, format!("  {reason}")));
    }
    if count > ROWS as u64 {
        let more = count - ROWS as u64;
        lines.push(Line::of(Role::Faint, format!("  ... and {more} more")));
    }
    lines
}

/// The key of a drawing, with the sign of what winning moves change where there are any.
pub(crate) fn key(key: Line, has_winning: bool, sign_of_winning: &str) -> Line {
    if !has_winning {
        return key;
    }
    let key = key.and(Role::Plain, "   ").and(Role::Winning, "O");
    key.and(Role::Plain, format!(" {sign_of_winning}"))
}

/// `9 xor 13 = 4`: the value that a winning move gives to a component.
pub(crate) fn xor(value: u64, x: u64) -> String {
    format!("{value} xor {x} = {}", value ^ x)
}

/// A row of a table about a stair of Staircase Nim: whether it counts.
pub(crate) fn stair_row(cells: Vec<String>, number: u64, size: u64) -> Row {
    let (counts, note) = match number {
        0 => (None, "stair 0, the foot: out of play".to_owned()),
        _ if number % 2 == 1 => (Some(size), format!("stair {number}")),
        _ => (None, format!("stair {number}, even: does not count")),
    };
    Row {
        cells,
        counts,
        note: (Role::Faint, note),
    }
}

/// `count` things in words: `1 pawn`, `3 pawns`.
pub(crate) fn counted(count: impl Into<u128>, thing: &str) -> String {
    let count = count.into();
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// `3 heaps with 12 stones`. The sum may exceed 64 bits.
pub(crate) fn counted_with(sizes: &[u64], part: &str, thing: &str) -> String {
    let total: u128 = sizes.iter().map(|&size| u128::from(size)).sum();
    let parts = counted(sizes.len() as u64, part);
    format!("{parts} with {}", counted(total, thing))
}
