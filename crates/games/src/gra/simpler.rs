//! Simpler boards: fewer pawns with their squares or without, then a shorter strip, then pawns further
//! left.

use std::ops::Range;
use std::rc::Rc;

use grundy_core::gra::Board;

use crate::Simpler;
use crate::simpler::{fewer, reductions, removals};

/// Boards one step simpler. A strip is shortened by free squares between two neighbouring pawns, before the first or
/// behind the last. A step never increases pawns and squares together, and where it keeps them, the squares' numbers
/// have a smaller sum.
pub(super) fn simpler(board: &Board) -> Simpler<Board> {
    let m = board.m();
    let squares: Rc<[u32]> = board.squares().into();
    let gaps: Rc<[u32]> = gaps(board).into();
    let cut_out = cut_out(m, Rc::clone(&squares));
    let fewer = fewer(Rc::clone(&squares)).map(move |squares| (m, squares));
    let shorter = all_shorter(&gaps).into_iter().chain(one_shorter(gaps));
    let left = (0..squares.len()).filter_map(move |i| {
        let before = i.checked_sub(1).map_or(0, |i| squares[i]);
        let mut squares = squares.to_vec();
        squares[i] -= 1;
        (squares[i] > before).then_some((m, squares))
    });
    let fewer = cut_out.chain(fewer);
    let fewer = one_group(board).into_iter().chain(fewer);
    let boards = fewer.chain(shorter.map(|gaps| of_gaps(&gaps))).chain(left);
    Box::new(boards.filter_map(|(m, squares)| Board::new(m, squares).ok()))
}

/// One group in place of all groups, with the nim-sum of the odd ones; if that is simpler.
fn one_group(board: &Board) -> Option<(u32, Vec<u32>)> {
    let x = board.nim_sum().filter(|&x| x > 0)? as u32;
    let m = x + 3;
    (m < board.m()).then(|| (m, (1..=x).collect()))
}

/// Pawns removed together with their squares: every other pawn stays in its group, and a full strip stays full.
fn cut_out(m: u32, squares: Rc<[u32]>) -> impl Iterator<Item = (u32, Vec<u32>)> {
    removals(squares.len()).map(move |Range { start, end }| {
        let cut = (end - start) as u32;
        let before = squares[..start].iter().copied();
        let beyond = squares[end..].iter().map(|square| square - cut);
        (m - cut, before.chain(beyond).collect())
    })
}

/// The numbers of free squares before the first pawn, between pawns, and behind the last one, square
/// m not among them.
fn gaps(board: &Board) -> Vec<u32> {
    let mut beyond = 0;
    let mut gaps: Vec<u32> = board
        .squares()
        .iter()
        .map(|&square| {
            let gap = square - beyond - 1;
            beyond = square;
            gap
        })
        .collect();
    gaps.push(board.m() - beyond - 1);
    gaps
}

fn of_gaps(gaps: &[u32]) -> (u32, Vec<u32>) {
    let mut square = 0;
    let mut squares: Vec<u32> = gaps
        .iter()
        .map(|gap| {
            square += gap + 1;
            square
        })
        .collect();
    // The last of them is square m.
    let m = squares.pop().unwrap_or(0);
    (m, squares)
}

/// All gaps shorter at once: as short as possible without joining two blocks and without changing the parity of a
/// group's number; and half as long.
fn all_shorter(gaps: &[u32]) -> Vec<Vec<u32>> {
    let shortest = |gap: u32| if gap > 2 { 2 - gap % 2 } else { gap };
    let by = |shorter: fn(u32) -> u32| gaps.iter().map(|&gap| shorter(gap)).collect::<Vec<u32>>();
    let mut all = vec![by(shortest), by(|gap| gap / 2)];
    all.retain(|shorter| shorter[..] != *gaps);
    all
}

fn one_shorter(gaps: Rc<[u32]>) -> impl Iterator<Item = Vec<u32>> {
    (0..gaps.len()).flat_map(move |i| {
        let gaps = Rc::clone(&gaps);
        reductions(gaps[i].into()).map(move |amount| {
            let mut shorter = gaps.to_vec();
            shorter[i] -= amount as u32;
            shorter
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(m: u32, squares: &[u32]) -> Board {
        Board::new(m, squares.to_vec()).unwrap()
    }

    #[test]
    fn every_simplification_by_one_is_among_them() {
        let all: Vec<Board> = simpler(&board(9, &[2, 3, 6])).collect();
        for one_less in [
            board(8, &[2, 3]),
            board(8, &[2, 5]),
            board(9, &[2, 3]),
            board(9, &[2, 6]),
            board(9, &[3, 6]),
            board(8, &[1, 2, 5]),
            board(8, &[2, 3, 5]),
            board(8, &[2, 3, 6]),
            board(9, &[1, 3, 6]),
            board(9, &[2, 3, 5]),
        ] {
            assert!(all.contains(&one_less), "{one_less}");
        }
        assert_eq!(simpler(&board(2, &[1])).count(), 0);
    }
}
