//! Boards of squares, of which some are free.

use std::cmp::Ordering;
use std::fmt;
use std::iter;
use std::str::FromStr;

use grundy::About;

/// A board of at most 128 squares in all; bit `row * columns + column` of `free` says whether a square is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    pub rows: u8,
    pub columns: u8,
    pub free: u128,
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
        if columns == 0 || rows.len() * columns > 128 {
            return Err(format!(
                "found {} rows of {columns}, expected at most 128 squares",
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
    pub fn first_column(self) -> u128 {
        (0..self.rows).map(|row| 1 << self.bit(row, 0)).sum()
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
        let (first, columns) = (self.first_column(), u32::from(self.columns));
        let last = first << (columns - 1);
        let sides = (squares & !last) << 1 | (squares & !first) >> 1;
        let above = squares.checked_shr(columns).unwrap_or(0);
        sides | above | squares.checked_shl(columns).unwrap_or(0)
    }

    /// The groups of at least so many free squares that are neighbours, each a board of its own.
    pub fn parts(self, least: u32) -> Vec<Self> {
        let (mut rest, mut parts) = (self.free, Vec::new());
        while rest != 0 {
            let mut group = rest & rest.wrapping_neg();
            loop {
                let larger = group | self.beside(group) & rest;
                if larger == group {
                    break;
                }
                group = larger;
            }
            rest &= !group;
            if group.count_ones() >= least {
                parts.push(
                    Self {
                        free: group,
                        ..self
                    }
                    .trimmed(),
                );
            }
        }
        parts
    }

    /// The same without the rows and columns at the edges that have no free square.
    fn trimmed(self) -> Self {
        let width = u32::from(self.columns);
        let row = |row: u8| self.free >> self.bit(row, 0) & (u128::MAX >> (128 - width));
        let top = self.free.trailing_zeros() / width;
        let bottom = (127 - self.free.leading_zeros()) / width;
        let any = (top..=bottom).fold(0, |any, at| any | row(at as u8));
        let (left, columns) = (
            any.trailing_zeros(),
            u128::BITS - any.leading_zeros() - any.trailing_zeros(),
        );
        let free = (top..=bottom)
            .map(|at| (row(at as u8) >> left) << ((at - top) * columns))
            .sum();
        Self {
            rows: (bottom - top + 1) as u8,
            columns: columns as u8,
            free,
        }
    }

    /// The board with its rows and columns exchanged.
    fn turned(self) -> Self {
        let mut turned = Self {
            rows: self.columns,
            columns: self.rows,
            free: 0,
        };
        for at in self.squares() {
            turned.free |= 1 << turned.bit(at % self.columns, at / self.columns);
        }
        turned
    }

    /// The first of the board and those mirrored at either axis or at both.
    fn first_mirrored(self) -> Self {
        let width = u32::from(self.columns);
        let mut mirrored = [self.free, 0, 0, 0];
        for row in 0..self.rows {
            let squares = self.free >> self.bit(row, 0) & (u128::MAX >> (128 - width));
            let reversed = squares.reverse_bits() >> (128 - width);
            let below = self.bit(self.rows - 1 - row, 0);
            mirrored[1] |= reversed << self.bit(row, 0);
            mirrored[2] |= squares << below;
            mirrored[3] |= reversed << below;
        }
        let free = mirrored.into_iter().min().unwrap_or(self.free);
        Self { free, ..self }
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
        match self.rows.cmp(&self.columns) {
            Ordering::Less => self.first_mirrored(),
            Ordering::Greater => self.turned().first_mirrored(),
            Ordering::Equal => self.first_mirrored().min(self.turned().first_mirrored()),
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
