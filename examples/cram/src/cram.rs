//! Cram: a move puts a domino on two free squares that are neighbours.

use std::fmt;

use grundy::About;
use grundy::own::{Next, OwnGame};

use crate::board::{self, Board};

#[derive(Clone)]
pub struct Cram;

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
    let below = board.free.checked_shr(board.columns.into()).unwrap_or(0);
    [board.free & right >> 1, board.free & below]
}

impl OwnGame for Cram {
    type Position = Board;
    type Move = Domino;

    fn about(&self) -> About {
        board::about("cram", "Cram")
    }

    fn positions(&self, size: u32) -> Vec<Board> {
        Board::of_size(size)
    }

    /// What a move leaves are the parts of the board in which there is room for a domino.
    fn moves(&self, board: &Board) -> impl IntoIterator<Item = (Domino, Next<Board>)> {
        let board = *board;
        let begins = begins(board).into_iter().zip([true, false]);
        begins.flat_map(move |(begins, lies)| {
            let begins = Board {
                free: begins,
                ..board
            };
            begins.squares().map(move |at| {
                let other = at + if lies { 1 } else { board.columns };
                let free = board.free & !(1 << at | 1 << other);
                let (row, column) = (at / board.columns, at % board.columns);
                let left = Board { free, ..board }.parts(2);
                (Domino { row, column, lies }, Next::Sum(left))
            })
        })
    }

    fn canonical(&self, board: &Board) -> Board {
        board.canonical()
    }

    /// The number of moves.
    fn weight(&self, board: &Board) -> u64 {
        let [lying, standing] = begins(*board);
        u64::from(lying.count_ones() + standing.count_ones())
    }
}
