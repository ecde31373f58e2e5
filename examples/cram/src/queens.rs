//! Queens: a move puts a queen on a square that no other queen attacks. It is Node Kayles on the graph of a queen's moves.

use std::fmt;
use std::str::FromStr;

use grundy::About;
use grundy::own::{Next, OwnGame};

use crate::board;
use crate::node_kayles::Square;

/// The most rows and columns.
const MOST: usize = 16;

#[derive(Clone)]
pub struct Queens {
    /// As in [`NodeKayles`](crate::node_kayles::NodeKayles).
    pub has_symmetry: bool,
}

/// Squares that no queen attacks: bit `column` of `free[row]` says whether a square is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Squares {
    rows: u8,
    columns: u8,
    free: [u16; MOST],
}

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, free) in self.of_rows().iter().enumerate() {
            let end = if row == 0 { "" } else { "/" };
            let squares = (0..self.columns).map(|column| match free >> column & 1 {
                1 => '.',
                _ => '#',
            });
            write!(f, "{end}{}", squares.collect::<String>())?;
        }
        Ok(())
    }
}

impl FromStr for Squares {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rows: Vec<&str> = text.split('/').collect();
        let columns = rows[0].len();
        if columns == 0 || columns > MOST || rows.len() > MOST {
            return Err(format!(
                "found {} rows of {columns}, expected at most {MOST} rows and columns",
                rows.len()
            ));
        }
        let mut free = [0; MOST];
        for (row, free) in rows.iter().zip(&mut free) {
            if row.len() != columns || row.contains(|square| !matches!(square, '.' | '#')) {
                return Err(format!(
                    "found `{row}`, expected {columns} squares, each `.` or `#`"
                ));
            }
            for (column, square) in row.bytes().enumerate() {
                *free |= u16::from(square == b'.') << column;
            }
        }
        Ok(Self::new(rows.len(), columns, free))
    }
}

impl Squares {
    const fn new(rows: usize, columns: usize, free: [u16; MOST]) -> Self {
        Self {
            rows: rows as u8,
            columns: columns as u8,
            free,
        }
    }

    fn of_rows(&self) -> &[u16] {
        &self.free[..self.rows.into()]
    }

    /// Row and column of each free square.
    fn squares(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows.into()).flat_map(move |row| {
            let columns = 0..self.columns.into();
            let columns = columns.filter(move |column| self.free[row] >> column & 1 == 1);
            columns.map(move |column| (row, column))
        })
    }

    /// The squares of a row that a queen attacks from so many rows away.
    fn attacked(column: usize, rows: usize) -> u16 {
        let square = 1_u16 << column;
        let aside = |by: Option<u16>| by.unwrap_or(0);
        let rows = rows as u32;
        square | aside(square.checked_shl(rows)) | aside(square.checked_shr(rows))
    }

    /// What a queen on a square leaves free.
    fn after(mut self, row: usize, column: usize) -> Self {
        for (at, free) in self.free.iter_mut().enumerate() {
            *free &= !Self::attacked(column, at.abs_diff(row));
        }
        self.free[row] = 0;
        self
    }

    /// The groups of squares from which queens attack each other.
    fn groups(mut self) -> Vec<Self> {
        let mut groups = Vec::new();
        while let Some(first) = self.squares().next() {
            let mut group = Self {
                free: [0; MOST],
                ..self
            };
            let mut new = vec![first];
            self.free[first.0] &= !(1 << first.1);
            while let Some((row, column)) = new.pop() {
                group.free[row] |= 1 << column;
                let left = self.after(row, column);
                for (at, left) in left.free.iter().enumerate() {
                    let mut found = self.free[at] & !left;
                    self.free[at] &= left;
                    while found != 0 {
                        new.push((at, found.trailing_zeros() as usize));
                        found &= found - 1;
                    }
                }
            }
            groups.push(group.trimmed());
        }
        groups
    }

    /// Without the rows and columns at its edges that have no free square; there is one.
    fn trimmed(self) -> Self {
        let any = self.free.iter().fold(0, |any, free| any | free);
        let is_free = |free: &u16| *free != 0;
        let first = self.free.iter().position(is_free).unwrap_or(0);
        let end = MOST - self.free.iter().rev().position(is_free).unwrap_or(0);
        let mut free = [0; MOST];
        for (to, from) in free.iter_mut().zip(&self.free[first..end]) {
            *to = from >> any.trailing_zeros();
        }
        let columns = u16::BITS - any.leading_zeros() - any.trailing_zeros();
        Self::new(end - first, columns as usize, free)
    }

    /// With rows as columns.
    fn turned(self) -> Self {
        let mut free = [0; MOST];
        for (row, column) in self.squares() {
            free[column] |= 1 << row;
        }
        Self::new(self.columns.into(), self.rows.into(), free)
    }

    /// With the first row last, or each row in reverse.
    fn mirrored(mut self, rows: bool) -> Self {
        let unused = u16::BITS - u32::from(self.columns);
        if rows {
            self.free[..self.rows.into()].reverse();
        } else {
            self.free = self.free.map(|free| free.reverse_bits() >> unused);
        }
        self
    }
}

impl OwnGame for Queens {
    type Position = Squares;
    type Move = Square;

    fn about(&self) -> About {
        let name = if self.has_symmetry {
            "queens"
        } else {
            "queens-plain"
        };
        board::about(name, "Queens")
    }

    fn positions(&self, size: u32) -> Vec<Squares> {
        let boards = board::Board::of_size(size).into_iter();
        let boards = boards.filter(|board| usize::from(board.columns) <= MOST);
        let squares = boards.map(|board| {
            let mut free = [0; MOST];
            for (row, free) in free.iter_mut().enumerate().take(board.rows.into()) {
                let columns = usize::from(board.columns);
                *free = (board.free >> (row * columns)) as u16 & (u16::MAX >> (MOST - columns));
            }
            Squares::new(board.rows.into(), board.columns.into(), free)
        });
        squares.collect()
    }

    fn moves(&self, squares: &Squares) -> impl IntoIterator<Item = (Square, Next<Squares>)> {
        let squares = *squares;
        squares.squares().map(move |(row, column)| {
            let left = squares.after(row, column);
            (Square::new(row, column), Next::Sum(left.groups()))
        })
    }

    /// The first of the eight mirror images.
    fn canonical(&self, squares: &Squares) -> Squares {
        if !self.has_symmetry {
            return *squares;
        }
        let turned = [*squares, squares.turned()].into_iter();
        let rows = turned.flat_map(|one| [one, one.mirrored(true)]);
        let all = rows.flat_map(|one| [one, one.mirrored(false)]);
        all.min().unwrap_or(*squares)
    }

    /// The number of moves.
    fn weight(&self, squares: &Squares) -> u64 {
        squares
            .of_rows()
            .iter()
            .map(|free| u64::from(free.count_ones()))
            .sum()
    }
}
