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

    fn moves(&self, board: &Board) -> Vec<(Square, Next<Board>)> {
        let (mut moves, mut rest) = (Vec::new(), board.free);
        while rest != 0 {
            let at = rest.trailing_zeros();
            let free = board.free & !board.beside(1_u128 << at) & !(1 << at);
            let (row, column) = (at as u8 / board.columns, at as u8 % board.columns);
            let left = Board { free, ..*board }.parts(1);
            moves.push((Square { row, column }, Next::Sum(left)));
            rest &= rest - 1;
        }
        moves
    }

    fn canonical(&self, board: &Board) -> Board {
        board.canonical()
    }

    /// The number of moves.
    fn weight(&self, board: &Board) -> u64 {
        board.free.count_ones().into()
    }
}
