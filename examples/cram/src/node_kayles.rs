//! Node Kayles on a board: a move takes a free square, and its neighbours with it.

use std::fmt;

use grundy::About;
use grundy::own::{Next, OwnGame};

use crate::board::{self, Board};

#[derive(Clone)]
pub struct NodeKayles {
    /// Whether boards that are mirror images are one position; without it values are found in another way.
    pub has_symmetry: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Square {
    row: u8,
    column: u8,
}

impl Square {
    /// The square in a row and a column, from 0 on.
    pub const fn new(row: usize, column: usize) -> Self {
        Self {
            row: row as u8,
            column: column as u8,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", self.row + 1, self.column + 1)
    }
}

impl OwnGame for NodeKayles {
    type Position = Board;
    type Move = Square;

    fn about(&self) -> About {
        let name = if self.has_symmetry {
            "node-kayles"
        } else {
            "node-kayles-plain"
        };
        board::about(name, "Node Kayles")
    }

    fn positions(&self, size: u32) -> Vec<Board> {
        Board::of_size(size)
    }

    fn moves(&self, board: &Board) -> impl IntoIterator<Item = (Square, Next<Board>)> {
        let board = *board;
        board.squares().map(move |at| {
            let square = 1_u128 << at;
            let free = board.free & !board.beside(square) & !square;
            let (row, column) = (at / board.columns, at % board.columns);
            let left = Board { free, ..board }.parts(1);
            (Square { row, column }, Next::Sum(left))
        })
    }

    fn canonical(&self, board: &Board) -> Board {
        if self.has_symmetry {
            board.canonical()
        } else {
            *board
        }
    }

    /// The number of moves.
    fn weight(&self, board: &Board) -> u64 {
        board.free.count_ones().into()
    }
}
