//! Moves on boards of any size.

use grundy_core::gra::{Board, Move, count_winning_moves};

use crate::Next;
use crate::generate::Random;

/// The last pawn of the block in which pawn number `pawn` stands. O(log n): squares increase, so
/// within a block, and nowhere behind it, they grow no faster than the pawns' numbers.
fn end_of_block(squares: &[u32], pawn: usize) -> usize {
    let from = &squares[pawn..];
    let first = from[0] as usize;
    let mut low = 0;
    let mut high = from.len();
    // At `low` the block goes on, at `high` it has ended.
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if from[middle] as usize - first == middle {
            low = middle;
        } else {
            high = middle;
        }
    }
    pawn + low
}

/// The pawn of a legal move and the last one of its block; `None` when the move is not legal.
fn pawns(squares: &[u32], a_move: Move) -> Option<(usize, usize)> {
    let pawn = squares.binary_search(&a_move.from).ok()?;
    let last = end_of_block(squares, pawn);
    (squares[last] + 1 == a_move.to).then_some((pawn, last))
}

pub(super) fn play(board: &Board, a_move: Move) -> Option<Next<Board>> {
    let (pawn, last) = pawns(board.squares(), a_move)?;
    if a_move.to == board.m() {
        return Some(Next::Over);
    }
    let mut squares = board.squares().to_vec();
    // The pawn jumps over those between, which keep their squares.
    squares[pawn..=last].rotate_left(1);
    squares[last] = a_move.to;
    Some(Next::Position(
        Board::new(board.m(), squares).expect("a legal move leads to a board"),
    ))
}

pub(super) fn random_move(board: &Board, random: &mut Random) -> Option<Move> {
    let squares = board.squares();
    let pawn = random.below(squares.len() as u64) as usize;
    Some(Move {
        from: *squares.get(pawn)?,
        to: squares[end_of_block(squares, pawn)] + 1,
    })
}

/// Makes each move on one copy of the board and takes it back again. A board is lost when the core
/// counts no winning move on it.
pub(super) fn wins_after(board: &Board, moves: &[Move]) -> Vec<Option<bool>> {
    let mut squares = board.squares().to_vec();
    let wins = |&a_move: &Move| {
        let (pawn, last) = pawns(&squares, a_move)?;
        if a_move.to == board.m() {
            return Some(false);
        }
        squares[pawn..=last].rotate_left(1);
        squares[last] = a_move.to;
        let wins = count_winning_moves(board.m(), &squares) > 0;
        squares[last] = a_move.from;
        squares[pawn..=last].rotate_right(1);
        Some(wins)
    };
    moves.iter().map(wins).collect()
}
