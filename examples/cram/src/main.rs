//! Cram: a move puts a domino on two free squares of a board that are neighbours.

use std::fmt;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;

use grundy::About;
use grundy::own::{Next, Own, OwnGame};

#[derive(Clone)]
struct Cram;

/// A board of at most 64 squares in all; bit `row * columns + column` of `free` says whether a square is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Board {
    rows: u8,
    columns: u8,
    free: u64,
}

/// A domino lies on a square and on the next one to the right, or below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
struct Domino {
    row: u8,
    column: u8,
    lies: bool,
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let next = if self.lies { "right" } else { "below" };
        write!(
            f,
            "row {} column {} and {next}",
            self.row + 1,
            self.column + 1
        )
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
        if columns == 0 || rows.len() * columns > 64 {
            return Err(format!(
                "found {} rows of {columns}, expected at most 64 squares",
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
                free |= u64::from(square == b'.') << (at * columns + column);
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
    const fn bit(self, row: u8, column: u8) -> u32 {
        row as u32 * self.columns as u32 + column as u32
    }

    /// The squares of the first column.
    fn first_column(self) -> u64 {
        (0..self.rows).map(|row| 1 << self.bit(row, 0)).sum()
    }

    /// The squares on which a domino can begin, that lies or that stands.
    fn begins(self) -> [u64; 2] {
        let right = self.free & !self.first_column();
        [
            self.free & right >> 1,
            self.free & self.free.checked_shr(self.columns.into()).unwrap_or(0),
        ]
    }

    /// The groups of free squares that are neighbours, each a board of its own; a single square is none.
    fn parts(self) -> Vec<Self> {
        let (first, columns) = (self.first_column(), u32::from(self.columns));
        let last = first << (columns - 1);
        let (mut rest, mut parts) = (self.free, Vec::new());
        while rest != 0 {
            let mut group = rest & rest.wrapping_neg();
            loop {
                let sides = (group & !last) << 1 | (group & !first) >> 1;
                let above = group.checked_shl(columns).unwrap_or(0)
                    | group.checked_shr(columns).unwrap_or(0);
                let larger = group | (sides | above) & rest;
                if larger == group {
                    break;
                }
                group = larger;
            }
            rest &= !group;
            if !group.is_power_of_two() {
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
        let row = |row: u8| self.free >> self.bit(row, 0) & (u64::MAX >> (64 - width));
        let top = self.free.trailing_zeros() / width;
        let bottom = (63 - self.free.leading_zeros()) / width;
        let any = (top..=bottom).fold(0, |any, at| any | row(at as u8));
        let (left, columns) = (
            any.trailing_zeros(),
            u64::BITS - any.leading_zeros() - any.trailing_zeros(),
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
        let mut rest = self.free;
        while rest != 0 {
            let at = rest.trailing_zeros() as u8;
            turned.free |= 1 << turned.bit(at % self.columns, at / self.columns);
            rest &= rest - 1;
        }
        turned
    }

    /// The first of the board and those mirrored at either axis or at both.
    fn first_mirrored(self) -> Self {
        let width = u32::from(self.columns);
        let mut mirrored = [self.free, 0, 0, 0];
        for row in 0..self.rows {
            let squares = self.free >> self.bit(row, 0) & (u64::MAX >> (64 - width));
            let reversed = squares.reverse_bits() >> (64 - width);
            let below = self.bit(self.rows - 1 - row, 0);
            mirrored[1] |= reversed << self.bit(row, 0);
            mirrored[2] |= squares << below;
            mirrored[3] |= reversed << below;
        }
        let free = mirrored.into_iter().min().unwrap_or(self.free);
        Self { free, ..self }
    }
}

impl OwnGame for Cram {
    type Position = Board;
    type Move = Domino;

    fn about(&self) -> About {
        About {
            name: "cram".into(),
            title: "Cram".into(),
            size: "the squares of an empty board".into(),
            smallest: 1,
            sweep_to: 12,
            answers: "grundy".parse().expect("this is a form"),
            ..About::default()
        }
    }

    /// The boards with `size` squares that have at least as many columns as rows, with every set of free squares.
    fn positions(&self, size: u32) -> Vec<Board> {
        let boards = (1..=size).filter(|rows| rows * rows <= size && size % rows == 0);
        let boards = boards.flat_map(|rows| {
            (0..1_u64 << size).map(move |free| Board {
                rows: rows as u8,
                columns: (size / rows) as u8,
                free,
            })
        });
        boards.collect()
    }

    fn moves(&self, board: &Board) -> Vec<(Domino, Next<Board>)> {
        let mut moves = Vec::new();
        for (begins, lies) in board.begins().into_iter().zip([true, false]) {
            let mut rest = begins;
            while rest != 0 {
                let at = rest.trailing_zeros();
                let other = at + if lies { 1 } else { u32::from(board.columns) };
                let free = board.free & !(1 << at | 1 << other);
                let (row, column) = (at as u8 / board.columns, at as u8 % board.columns);
                let next = Board { free, ..*board }.parts();
                moves.push((Domino { row, column, lies }, Next::Sum(next)));
                rest &= rest - 1;
            }
        }
        moves
    }

    /// The first of its eight mirror images.
    fn canonical(&self, board: &Board) -> Board {
        match board.rows.cmp(&board.columns) {
            std::cmp::Ordering::Less => board.first_mirrored(),
            std::cmp::Ordering::Greater => board.turned().first_mirrored(),
            std::cmp::Ordering::Equal => {
                board.first_mirrored().min(board.turned().first_mirrored())
            }
        }
    }

    /// The number of moves.
    fn weight(&self, board: &Board) -> u64 {
        let [lying, standing] = board.begins();
        u64::from(lying.count_ones() + standing.count_ones())
    }
}

fn main() -> ExitCode {
    grundy::main(vec![Arc::new(Own::new(Cram))])
}
