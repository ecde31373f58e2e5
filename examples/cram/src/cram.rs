//! Cram: a move puts a domino on two free squares that are neighbours.

use std::fmt;

use grundy::About;
use grundy::own::{Next, OwnGame};

use crate::board::{self, Board};
use crate::grid::Grid;

#[derive(Clone)]
pub struct Cram {
    /// Whether boards that are mirror images are one position, and squares that change no value are removed; without it values are found
    /// in another way.
    pub has_symmetry: bool,
}

/// A domino lies on a square and on the next one to the right, or below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Domino {
    row: u8,
    column: u8,
    lies: bool,
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.row + 1, self.column + 1);
        let next = if self.lies { "right" } else { "below" };
        write!(f, "row {row} column {column} and {next}")
    }
}

/// The squares on which a domino can begin, that lies or that stands.
fn begins(board: Board) -> [u128; 2] {
    let right = board.free & !board.first_column();
    let below = board.free >> board.columns;
    [board.free & right >> 1, board.free & below]
}

/// The moves, each with the squares that it leaves free.
fn dominoes(board: Board) -> impl Iterator<Item = (Domino, u128)> {
    let [lying, standing] = begins(board);
    // A search finds a known value a little sooner behind standing ones: boards have no more rows than columns.
    let begins = [(standing, false), (lying, true)].into_iter();
    begins.flat_map(move |(begins, lies)| {
        let begins = Board {
            free: begins,
            ..board
        };
        begins.squares().map(move |at| {
            let other = at + if lies { 1 } else { board.columns };
            let free = board.free & !(1 << at | 1 << other);
            let (row, column) = (at / board.columns, at % board.columns);
            (Domino { row, column, lies }, free)
        })
    })
}

/// Boards whose sum has the same value.
fn simpler(board: Board) -> Next<Board> {
    let mut form = Next::Sum(Vec::new());
    if u32::from(board.rows) * u32::from(board.columns) < u64::BITS {
        Grid::<u64>::of(board).add_simpler(board.free as u64, &mut form);
    } else {
        Grid::<u128>::of(board).add_simpler(board.free, &mut form);
    }
    form
}

impl OwnGame for Cram {
    type Position = Board;
    type Move = Domino;

    fn about(&self) -> About {
        let name = if self.has_symmetry {
            "cram"
        } else {
            "cram-plain"
        };
        board::about(name, "Cram")
    }

    fn positions(&self, size: u32) -> Vec<Board> {
        Board::of_size(size)
    }

    /// What a move leaves are the parts of the board in which there is room for a domino.
    fn moves(&self, board: &Board) -> impl IntoIterator<Item = (Domino, Next<Board>)> {
        let board = *board;
        let left = move |free| Next::Sum(Board { free, ..board }.parts(2));
        dominoes(board).map(move |(domino, free)| (domino, left(free)))
    }

    fn options(&self, board: &Board) -> impl IntoIterator<Item = Next<Board>> {
        let (board, has_symmetry) = (*board, self.has_symmetry);
        dominoes(board).map(move |(_, free)| {
            let left = Board { free, ..board };
            if has_symmetry {
                simpler(left)
            } else {
                Next::Sum(left.parts(2))
            }
        })
    }

    fn canonical(&self, board: &Board) -> Board {
        if self.has_symmetry {
            board.canonical()
        } else {
            *board
        }
    }

    /// The number of moves, less the free blocks of two by two squares, and with about half for each square whose four neighbours are
    /// free and an eighth for each move by which lying and standing dominoes differ. docs/performance.md compares it with others.
    fn weight(&self, board: &Board) -> u64 {
        let [lying, standing] = begins(*board);
        let blocks = (lying & lying >> board.columns & standing).count_ones();
        let centres = (lying & lying << 1 & standing & standing << board.columns).count_ones();
        let (lying, standing) = (lying.count_ones(), standing.count_ones());
        let edges = lying + standing - blocks;
        u64::from(16 * edges + 9 * centres + 2 * lying.abs_diff(standing))
    }
}
