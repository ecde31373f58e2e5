//! Simpler boards: fewer pawns with their squares or without, then a shorter strip, then pawns further
//! left.

use std::ops::Range;
use std::rc::Rc;

use grundy_core::gra::Board;

use grundy_game::Simpler;
use grundy_game::simpler::{fewer, lower, removals};

/// Boards one step simpler. A strip is shortened by free squares between two neighbouring pawns, before the first or
/// behind the last. A step never increases pawns and squares together, and where it keeps them, the squares' numbers
/// have a smaller sum.
pub(super) fn simpler(board: &Board) -> Simpler<Board> {
    let m = board.m();
    let squares: Rc<[u32]> = board.squares().into();
    let cut_out = cut_out(m, Rc::clone(&squares));
    let fewer = fewer(Rc::clone(&squares)).map(move |squares| (m, squares));
    let gaps = gaps(board);
    let shortest = shortest(&gaps);
    let shorter = shortest.into_iter().chain(lower(gaps.into(), 0));
    let left = (0..squares.len()).filter_map(move |i| {
        let before = i.checked_sub(1).map_or(0, |i| squares[i]);
        let mut squares = squares.to_vec();
        squares[i] -= 1;
        (squares[i] > before).then_some((m, squares))
    });
    let fewer = one_group(board).into_iter().chain(cut_out).chain(fewer);
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
fn gaps(board: &Board) -> Vec<u64> {
    let mut beyond = 0;
    let ends = board.squares().iter().copied().chain([board.m()]);
    let gaps = ends.map(|end| {
        let gap = end - beyond - 1;
        beyond = end;
        u64::from(gap)
    });
    gaps.collect()
}

fn of_gaps(gaps: &[u64]) -> (u32, Vec<u32>) {
    let mut square = 0;
    let ends = gaps.iter().map(|&gap| {
        square += gap as u32 + 1;
        square
    });
    let mut squares: Vec<u32> = ends.collect();
    // The last of them is square m.
    let m = squares.pop().unwrap_or(0);
    (m, squares)
}

/// All gaps as short as possible without joining two blocks and without changing the parity of a group's number; `None`
/// when they are.
fn shortest(gaps: &[u64]) -> Option<Vec<u64>> {
    let shortest = |&gap: &u64| if gap > 2 { 2 - gap % 2 } else { gap };
    let all: Vec<u64> = gaps.iter().map(shortest).collect();
    (all[..] != *gaps).then_some(all)
}
