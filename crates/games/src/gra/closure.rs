//! The closure check of gra, 64 boards at a time.
//!
//! It checks the same as [`grundy_game::closure`], with the same closed form and the same rules. It is faster because the
//! outcome of each board is computed once, and not again for every move that leads there, and because the rules
//! follow the moves of 64 boards together.

use std::mem;
use std::ops::Range;

use grundy_brute::gra::Claimed;
use grundy_core::gra::{Board, Move};
use grundy_game::closure::moves_agree;
use grundy_game::{Followed, Known, Outcome, Tally};

use super::bulk::Strip;

/// The boards of a word.
const WORD: u64 = 64;

/// Checks the boards of `m` squares with some indices. A board that fails is checked again by `one_by_one`, which
/// takes its index and whose tally counts instead.
pub(super) fn checker(
    m: u32,
    one_by_one: impl Fn(u64) -> Tally + Send + Sync,
) -> impl Fn(Range<u64>) -> Tally + Send + Sync {
    let masks = 1_u64 << (m - 1);
    let strip = Strip::new(m);
    let claimed_strip = strip.clone();
    let claimed = Claimed::new(m, move |word| {
        let mut lost = 0;
        let boards = (word * WORD).max(1)..((word + 1) * WORD).min(masks);
        let mut room = Vec::new();
        claimed_strip.each(boards, |mask, squares| {
            let board = board(m, squares, mem::take(&mut room));
            lost |= u64::from(!board.outcome().is_win()) << (mask % WORD);
            room = board.into_squares();
        });
        lost
    });
    move |indices| {
        let mut tally = Tally::default();
        let mut room = Vec::new();
        let mut next = indices.start + 1;
        let end = (indices.end + 1).min(masks);
        while next < end {
            let view = claimed.view(next);
            let here = next..end.min(view.words().end * WORD);
            next = here.end;
            for word in here.start / WORD..here.end.div_ceil(WORD) {
                // By board, the pawns whose moves are to win.
                let mut winning = [0_u64; WORD as usize];
                for (pawn, mut flags) in view.winning_flags(word) {
                    while flags != 0 {
                        winning[flags.trailing_zeros() as usize] |= 1 << pawn;
                        flags &= flags - 1;
                    }
                }
                let boards = here.start.max(word * WORD)..here.end.min((word + 1) * WORD);
                strip.each(boards, |mask, squares| {
                    let place = mask % WORD;
                    let winning = winning[place as usize];
                    let board = board(m, squares, mem::take(&mut room));
                    let outcome = Outcome::of(view.losing(word) >> place & 1 == 0);
                    let claim = Known::new(outcome, board.count_winning_moves().into());
                    let followed = followed(mask, winning);
                    let is_list = lists(m, mask, winning, board.winning_moves());
                    if is_list && moves_agree(followed, 0, false, claim) {
                        tally.count(&claim);
                        tally.followed.add(followed);
                    } else {
                        tally.add(one_by_one(mask - 1));
                    }
                    room = board.into_squares();
                });
            }
        }
        tally
    }
}

/// The board of these squares, in the allocation of another board.
fn board(m: u32, squares: &[u32], mut room: Vec<u32>) -> Board {
    room.clear();
    room.extend_from_slice(squares);
    Board::new(m, room).expect("squares of a mask increase and stay left of square m")
}

/// The moves of a board to boards that are claimed to be lost, or to the goal, and the others. `winning` is the pawns of
/// the first.
fn followed(mask: u64, winning: u64) -> Followed {
    let winning = u64::from(winning.count_ones());
    Followed {
        draws: 0,
        winning,
        others: u64::from(mask.count_ones()) - winning,
    }
}

/// Returns whether these are the moves of the pawns `winning`, each once.
fn lists(m: u32, mask: u64, winning: u64, moves: impl Iterator<Item = Move>) -> bool {
    // The pawns that are listed, and whether each is there once and lands where it has to.
    let (mut listed, mut is_list) = (0_u64, true);
    for a_move in moves {
        let pawn = m.wrapping_sub(1).wrapping_sub(a_move.from);
        let bit = 1_u64.checked_shl(pawn).unwrap_or(0);
        is_list &= mask & bit & !listed != 0 && a_move.to == lands(m, mask, bit);
        listed |= bit;
    }
    is_list && listed == winning
}

/// The square on which the pawn of that bit of a mask lands: that of the highest free bit below it, or the goal.
fn lands(m: u32, mask: u64, pawn: u64) -> u32 {
    let free = !mask & pawn.wrapping_sub(1);
    free.checked_ilog2().map_or(m, |bit| m - 1 - bit)
}

#[cfg(test)]
mod tests {
    use grundy_brute::Space;
    use grundy_brute::gra::Gra as Rules;

    use super::*;
    use grundy_game::closure::exhaust;
    use grundy_games::gra::Gra;

    /// The same tally as one board at a time, wherever the boards are cut.
    #[test]
    fn as_one_board_at_a_time() {
        let mut checked = 0;
        for m in 2..=15 {
            let positions = Rules.positions(m);
            let check = checker(m, |index| panic!("board {index} of {m} squares fails"));
            for cut in [0, 1, 62, 63, 64, 65, 4095, 4096, positions / 2, positions] {
                let cut = cut.min(positions);
                for part in [0..cut, cut..positions] {
                    let tally = check(part.clone());
                    assert_eq!(tally.positions, part.end - part.start);
                    assert_eq!(
                        tally,
                        exhaust(&Gra, m, part).unwrap(),
                        "m = {m}, cut at {cut}"
                    );
                    checked += tally.positions;
                }
            }
            let beyond = check(positions - 1..positions + 100);
            assert_eq!(beyond.positions, 1);
        }
        assert_eq!(checked, 10 * ((1 << 15) - 2 - 14));
    }

    /// A board with one winning move, 6 -> 7, and all that a closed form may get wrong about it.
    #[test]
    fn whatever_is_wrong_about_a_board_is_found() {
        let board = Board::new(7, vec![2, 3, 6]).unwrap();
        let agrees = |wins, winning_moves, winning, moves: &[(u32, u32)]| {
            let claim = Known::new(Outcome::of(wins), winning_moves);
            let moves = moves.iter().map(|&(from, to)| Move { from, to });
            let followed = followed(0b1_1001, winning);
            lists(7, 0b1_1001, winning, moves) && moves_agree(followed, 0, false, claim)
        };
        let moves: Vec<Move> = board.winning_moves().collect();
        assert_eq!(moves, [Move { from: 6, to: 7 }]);
        assert!(agrees(true, 1, 1, &[(6, 7)]));
        assert!(!agrees(true, 2, 1, &[(6, 7)]) && !agrees(false, 1, 1, &[(6, 7)]));
        for winning in [0, 0b1_0000, 0b1_0001] {
            assert!(!agrees(true, 1, winning, &[(6, 7)]), "{winning}");
        }
        let (twice, no_move) = ([(6, 7), (6, 7)], [(0, 9), (6, 7)]);
        for moves in [&[][..], &twice, &[(2, 4)], &[(6, 6)], &no_move] {
            assert!(!agrees(true, 1, 1, moves), "{moves:?}");
        }
    }
}
