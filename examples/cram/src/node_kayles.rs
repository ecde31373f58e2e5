//! Node Kayles on a board: a move takes a free square, and its neighbours with it.

use std::fmt;

use grundy::About;
use grundy::own::{Next, OwnGame};

use crate::board::Board;

#[derive(Clone)]
pub struct NodeKayles;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Square {
    row: u8,
    column: u8,
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
        About {
            name: "node-kayles".into(),
            title: "Node Kayles".into(),
            size: "the squares of an empty board".into(),
            smallest: 1,
            sweep_to: 12,
            answers: "grundy".parse().expect("this is a form"),
            ..About::default()
        }
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
        board.canonical()
    }

    /// The number of moves.
    fn weight(&self, board: &Board) -> u64 {
        board.free.count_ones().into()
    }
}
