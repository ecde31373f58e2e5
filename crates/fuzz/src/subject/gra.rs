//! Gra: blocks of pawns from right to left, each with the free squares between it and the block (or
//! the goal) on its right; the recipe's bound is the number of empty squares on the left.

use grundy_core::gra::{Board, Move};
use grundy_games::gra::Gra;
#[cfg(test)]
use grundy_games::{Next, TypedGame as _};

use super::{Subject, Variation, binomial, place};
use crate::{Pick, Reach, Recipe};

/// The longest block, and the most pawns on a board: several times what vectors hold.
const BLOCK: u64 = 700;
const PAWNS: usize = 2500;

impl Subject for Gra {
    fn build(&self, recipe: &Recipe, reach: Reach) -> Board {
        let mut from_goal: Vec<u32> = Vec::new();
        let mut marks = Vec::new();
        let mut next = 1;
        for (i, part) in recipe.parts.iter().enumerate() {
            let (longest, widest) = match reach {
                Reach::Tiny | Reach::Small => (5, 4),
                Reach::Large => (BLOCK, u64::from(u32::MAX - next) / 2),
            };
            // Blocks have a free square between them; the first may stand next to the goal.
            let least = u64::from(i > 0);
            let gap = part.gap.up_to(widest, &[1, 2, 3]).max(least);
            let size = part.size.up_to(longest, &marks).max(1);
            let first = next + gap as u32;
            let end = first + size as u32;
            let pawns = from_goal.len() + size as usize;
            let fits = match reach.positions() {
                Some(reached) => binomial(u128::from(end), pawns as u128) <= reached,
                None => pawns <= PAWNS && end < u32::MAX - 2 * BLOCK as u32,
            };
            if !fits {
                break;
            }
            marks.push(size);
            from_goal.extend(first..end);
            next = end;
        }
        if from_goal.is_empty() {
            from_goal.push(1);
            next = 2;
        }
        let left = recipe.bound.up_to(u64::from(u32::MAX - next), &[]) as u32;
        let m = next + left;
        let squares = from_goal.iter().rev().map(|distance| m - distance);
        board(m, squares.collect())
    }

    fn a_move(&self, board: &Board, pick: &Pick) -> Option<Move> {
        let pawn = place(pick, board.squares().len())?;
        let from = board.squares()[pawn];
        let (_, to) = first_free(board.squares(), pawn);
        Some(Move { from, to })
    }

    fn before(&self, on: &Board, pick: &Pick) -> Option<(Board, Move)> {
        let mut squares = on.squares().to_vec();
        let pawn = place(pick, squares.len())?;
        let to = squares[pawn];
        // The pawn came from the first free square on its left, over those between.
        let mut first = pawn;
        while first > 0 && squares[first - 1] == squares[first] - 1 {
            first -= 1;
        }
        let from = squares[first] - 1;
        if from == 0 {
            return None;
        }
        squares[first..=pawn].rotate_right(1);
        squares[first] = from;
        // Had a pawn stood next to the goal, the game could have been over; it is a board all the same.
        Some((board(on.m(), squares), Move { from, to }))
    }

    fn variations(&self, on: &Board, pick: &Pick) -> Vec<Variation<Board>> {
        let (m, squares) = (on.m(), on.squares());
        let shift = pick.amount.up_to(u64::from(u32::MAX - m), &[]) as u32;
        let shifted = squares.iter().map(|square| square + shift).collect();
        let what = "more empty squares on the left";
        let mut variations = vec![Variation::count(what, board(m + shift, shifted))];
        let first = squares.first().copied().unwrap_or(1);
        let fewer = squares.iter().map(|square| square - (first - 1)).collect();
        let what = "no empty squares on the left";
        variations.push(Variation::count(what, board(m - (first - 1), fewer)));
        // A free square other than the goal: to its right, blocks stay where they are from the goal.
        let pawn = usize::from(pick.at) % squares.len();
        let (beyond, free) = first_free(squares, pawn);
        if free < m && m <= u32::MAX - 2 {
            let right = squares[beyond..].iter().map(|square| square + 2);
            let wider = squares[..beyond].iter().copied().chain(right).collect();
            let what = "two free squares beside a free square";
            variations.push(Variation::value(what, board(m + 2, wider)));
        }
        variations
    }

    fn split(&self, _board: &Board, _pick: &Pick) -> Option<(Board, Board)> {
        // A pawn next to the goal ends the game for all: strips are no sums of strips.
        None
    }
}

/// The first free square above a pawn's, and the first pawn beyond it.
fn first_free(squares: &[u32], pawn: usize) -> (usize, u32) {
    let mut beyond = pawn + 1;
    while squares
        .get(beyond)
        .is_some_and(|&square| square == squares[beyond - 1] + 1)
    {
        beyond += 1;
    }
    (beyond, squares[beyond - 1] + 1)
}

fn board(m: u32, squares: Vec<u32>) -> Board {
    Board::new(m, squares).expect("squares increase and stay left of square m")
}

#[test]
fn moves_forwards_and_backwards() {
    let on = board(9, vec![2, 3, 4, 7]);
    let pick = Pick {
        at: 1,
        amount: crate::Amount::Tiny(0),
    };
    let (before, a_move) = Gra.before(&on, &pick).unwrap();
    assert_eq!(before.squares(), [1, 2, 4, 7]);
    assert_eq!(a_move, Move { from: 1, to: 3 });
    assert_eq!(Gra.play(&before, &a_move), Some(Next::Position(on)));
}
