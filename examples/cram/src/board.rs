//! Boards of squares, of which some are free.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter;
use std::str::FromStr;

use grundy::About;

use crate::grid::Grid;

/// By number of columns, the squares of the first one.
const FIRST_COLUMNS: [u128; 129] = {
    let mut first = [1; 129];
    let mut columns = 1;
    while columns < 128 {
        let mut at = columns;
        while at < 128 {
            first[columns] |= 1 << at;
            at += columns;
        }
        columns += 1;
    }
    first
};

/// A board of at most 127 squares in all; bit `row * columns + column` of `free` says whether a square is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    pub rows: u8,
    pub columns: u8,
    pub free: u128,
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (low, high) = (self.free as u64, (self.free >> 64) as u64);
        (self.rows, self.columns, low).hash(state);
        // Most boards are small, and make shorter keys.
        if high != 0 {
            high.hash(state);
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            let end = if row == 0 { "" } else { "/" };
            let row =
                (0..self.columns).map(|column| match self.free >> self.bit(row, column) & 1 {
                    1 => '.',
                    _ => '#',
                });
            write!(f, "{end}{}", row.collect::<String>())?;
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rows: Vec<&str> = text.split('/').collect();
        let columns = rows[0].len();
        if columns == 0 || rows.len() * columns > 127 {
            return Err(format!(
                "found {} rows of {columns}, expected at most 127 squares",
                rows.len()
            ));
        }
        let mut free = 0;
        for (at, row) in rows.iter().enumerate() {
            let wrong = row.find(|square| !matches!(square, '.' | '#'));
            if row.len() != columns || wrong.is_some() {
                return Err(format!(
                    "found `{row}`, expected {columns} squares, each `.` or `#`"
                ));
            }
            for (column, square) in row.bytes().enumerate() {
                free |= u128::from(square == b'.') << (at * columns + column);
            }
        }
        Ok(Self {
            rows: rows.len() as u8,
            columns: columns as u8,
            free,
        })
    }
}

impl Board {
    pub const fn bit(self, row: u8, column: u8) -> u32 {
        row as u32 * self.columns as u32 + column as u32
    }

    /// The squares of the first column.
    pub const fn first_column(self) -> u128 {
        FIRST_COLUMNS[self.columns as usize]
    }

    /// The numbers of the free squares.
    pub fn squares(self) -> impl Iterator<Item = u8> {
        let mut rest = self.free;
        iter::from_fn(move || {
            let at = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(at)
        })
    }

    /// The neighbours of some squares.
    pub fn beside(self, squares: u128) -> u128 {
        Grid::of(self).beside(squares)
    }

    /// The groups of at least so many free squares that are neighbours, each a board of its own.
    pub fn parts(self, least: u32) -> Vec<Self> {
        let (grid, mut parts) = (Grid::of(self), Vec::new());
        grid.each_group(self.free, 0, |group| {
            if group.count_ones() >= least {
                parts.push(grid.trimmed(group));
            }
        });
        parts
    }

    /// The boards with `size` squares that have at least as many columns as rows, with every set of free squares.
    pub fn of_size(size: u32) -> Vec<Self> {
        let boards = (1..=size).filter(|rows| rows * rows <= size && size.is_multiple_of(*rows));
        let boards = boards.flat_map(|rows| {
            (0..1_u128 << size).map(move |free| Self {
                rows: rows as u8,
                columns: (size / rows) as u8,
                free,
            })
        });
        boards.collect()
    }

    /// The first of the board's eight mirror images.
    pub fn canonical(self) -> Self {
        match self.free {
            0 => self,
            free => Grid::of(self).canonical(free),
        }
    }
}

/// Names and sizes of a game on boards, whose answers are Grundy values.
pub fn about(name: &'static str, title: &'static str) -> About {
    About {
        name: name.into(),
        title: title.into(),
        size: "the squares of an empty board".into(),
        smallest: 1,
        sweep_to: 12,
        answers: "grundy".parse().expect("this is a form"),
        ..About::default()
    }
}
