//! What the pages of all games share: sections, the table of heaps over their nim-sum in binary, the
//! verdict, and the list of winning moves.

use std::collections::BTreeSet;

use crate::{Explanation, Line, Role};

/// Rows of a table, and winning moves, shown at most.
const ROWS: usize = 16;

/// A page: a title, and sections with a blank line before each.
pub(crate) struct Page(Vec<Line>);

impl Page {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self(vec![Line::of(Role::Heading, title)])
    }

    /// The page with a section more, unless the section is empty.
    pub(crate) fn section(mut self, lines: impl IntoIterator<Item = Line>) -> Self {
        let mut lines = lines.into_iter().peekable();
        if lines.peek().is_some() {
            self.0.push(Line::default());
            self.0.extend(lines);
        }
        self
    }

    /// The page, no line ending in blanks.
    pub(crate) fn end(self) -> Explanation {
        Explanation {
            lines: self.0.into_iter().map(Line::trimmed).collect(),
        }
    }
}

/// A row of a table.
pub(crate) struct Row {
    /// What stands in the columns, set to the right.
    pub(crate) cells: Vec<String>,
    /// The number that goes into the nim-sum; `None` where the row does not count.
    pub(crate) counts: Option<u64>,
    /// What there is to say about the row.
    pub(crate) note: (Role, String),
}

/// A table of heaps, groups, steps or piles: the numbers that count in binary, and under them their
/// nim-sum.
pub(crate) struct Table<'a> {
    /// What a row is, in the singular.
    pub(crate) thing: &'a str,
    /// The headings of the columns. The last one holds the numbers that count.
    pub(crate) columns: &'a [&'a str],
    /// How many rows there are.
    pub(crate) rows: usize,
    /// A row by its number, counted from 0.
    pub(crate) row: &'a dyn Fn(usize) -> Row,
    /// The rows to be shown, with the rows beside them, when not all can be.
    pub(crate) first_of_all: &'a [usize],
    /// The nim-sum of all rows that count, where it decides.
    pub(crate) nim_sum: Option<u64>,
}

impl Table<'_> {
    pub(crate) fn lines(&self) -> Vec<Line> {
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

    /// The rows to show: all of a few, else those that matter and their neighbours, and rows from
    /// the beginning.
    fn shown(&self) -> impl Iterator<Item = usize> {
        let mut shown = BTreeSet::new();
        for &at in self.first_of_all {
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

    /// As wide as what stands in each column, the nim-sum and its label included.
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
        let text = || format!("  ... {}", counted(rows as u64, self.thing));
        (rows > 0).then(|| Line::of(Role::Faint, text()))
    }
}

/// A drawing; numbers in its place where the position was too large for one.
pub(crate) fn drawn_or_listed(drawing: Vec<Line>, things: &str, sizes: &[u64]) -> Vec<Line> {
    if !drawing.is_empty() {
        return drawing;
    }
    let shown = sizes.len().min(8 * ROWS);
    let mut lines = vec![Line::of(Role::Faint, format!("  {things}"))];
    lines.extend(sizes[..shown].chunks(8).map(|row| {
        let row: Vec<String> = row.iter().map(u64::to_string).collect();
        Line::plain(format!("    {}", row.join(" ")))
    }));
    if shown < sizes.len() {
        let more = sizes.len() - shown;
        lines.push(Line::of(Role::Faint, format!("    ... and {more} more")));
    }
    lines
}

/// What the nim-sum says.
pub(crate) fn verdict(x: u64) -> Line {
    if x == 0 {
        Line::plain("The nim-sum is 0: a P-position, the player to move loses.")
    } else {
        Line::plain("The nim-sum is not 0: an N-position, the player to move wins.")
    }
}

/// How many winning moves there are, and the first of them, each with its reason.
pub(crate) fn list_moves(
    count: u64,
    moves: impl IntoIterator<Item = (String, String)>,
) -> Vec<Line> {
    let mut lines = vec![Line::of(
        Role::Heading,
        match count {
            0 => "No winning move".to_owned(),
            _ => counted(count, "winning move"),
        },
    )];
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

/// `9 xor 13 = 4`: where a component has to go.
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

/// Things on heaps, steps or piles taken together: more than a u64 may hold.
pub(crate) fn total(sizes: &[u64]) -> u128 {
    sizes.iter().map(|&size| u128::from(size)).sum()
}
