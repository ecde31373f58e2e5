//! Closure of gra, 64 boards at a time.
//!
//! What is asked of whom is the same as in [`crate::closure`]: of the core, for every board of the size, who
//! wins, how many moves win, and which; of the oracle's rules, where the moves lead. What makes it fast is that
//! the core is asked who wins a board once and not again for every move that leads there, and that the rules
//! follow the moves of 64 boards together.

use std::mem;
use std::ops::Range;

use grundy_brute::gra::Claimed;
use grundy_core::gra::{Board, Move};

use super::bulk::Strip;
use crate::typed::describe;
use crate::{Claim, Mismatch, Tally};

/// The boards of a word.
const WORD: u64 = 64;

/// A closed form of gra.
pub(super) trait ClosedForm {
    /// What mismatches call it.
    fn name(&self) -> &str;
    /// Whether the player to move wins.
    fn wins(&self, board: &Board) -> bool;
    /// How many moves win.
    fn count(&self, board: &Board) -> u32;
    /// The moves that win, in any order.
    fn list(&self, board: &Board) -> impl Iterator<Item = Move>;
}

/// Checks the boards of `m` squares with some indices, of which each call has its own.
pub(super) fn checker(
    game: &(impl ClosedForm + Sync),
    m: u32,
) -> impl Fn(Range<u64>) -> Tally + Send + Sync {
    let masks = 1_u64 << (m - 1);
    let strip = Strip::new(m);
    let said = strip.clone();
    let claimed = Claimed::new(m, move |word| {
        let mut lost = 0;
        let boards = (word * WORD).max(1)..((word + 1) * WORD).min(masks);
        let mut room = Vec::new();
        said.each(boards, |mask, squares| {
            let board = board(m, squares, mem::take(&mut room));
            lost |= u64::from(!game.wins(&board)) << (mask % WORD);
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
                    let said = Said {
                        mask,
                        wins: view.losing(word) >> place & 1 == 0,
                        winning: winning[place as usize],
                    };
                    let board = board(m, squares, mem::take(&mut room));
                    said.look(game, &board, &mut tally);
                    room = board.into_squares();
                });
            }
        }
        tally
    }
}

/// The board of these squares, in `room` that was there before.
fn board(m: u32, squares: &[u32], mut room: Vec<u32>) -> Board {
    room.clear();
    room.extend_from_slice(squares);
    Board::new(m, room).expect("squares of a mask increase and stay left of square m")
}

/// What is said of a board, and of those one move further.
struct Said {
    mask: u64,
    /// Whether it is won.
    wins: bool,
    /// The pawns that move to boards that are lost, or reach the goal.
    winning: u64,
}

impl Said {
    /// Whether all that the closed form says of the board follows.
    fn look(self, game: &impl ClosedForm, board: &Board, tally: &mut Tally) {
        let Self {
            mask,
            wins,
            winning,
        } = self;
        let m = board.m();
        let (count, expected) = (game.count(board), winning.count_ones());
        // The pawns that are listed, and whether each is there once and lands where it has to.
        let (mut listed, mut is_list) = (0_u64, true);
        for a_move in game.list(board) {
            let pawn = m.wrapping_sub(1).wrapping_sub(a_move.from);
            let bit = 1_u64.checked_shl(pawn).unwrap_or(0);
            is_list &= mask & bit & !listed != 0 && a_move.to == lands(m, mask, bit);
            listed |= bit;
        }
        tally.positions += 1;
        tally.losing += u64::from(!wins);
        tally.winning_moves += u64::from(count);
        tally.followed.winning += u64::from(expected);
        tally.followed.others += u64::from(mask.count_ones() - expected);
        if is_list && listed == winning && count == expected && wins == (expected > 0) {
            return;
        }
        let claim = |wins, count: u32| Claim {
            wins,
            winning_moves: count.into(),
            grundy: None,
        };
        let moves = board.squares().iter().filter_map(|&from| {
            let bit = 1 << (m - 1 - from);
            let to = lands(m, mask, bit);
            (winning & bit != 0).then_some(Move { from, to })
        });
        let moves: Vec<Move> = moves.collect();
        let mut listed: Vec<Move> = game.list(board).collect();
        listed.sort_unstable();
        tally.fail(Mismatch {
            game: game.name().to_owned(),
            size: m,
            rank: vec![mask - 1],
            input: board.to_string(),
            expected: describe(&claim(expected > 0, expected), &moves),
            got: describe(&claim(wins, count), &listed),
        });
    }
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
    use crate::closure::exhaust;
    use crate::gra::Gra;

    /// The same tally as one board at a time, wherever the boards are cut.
    #[test]
    fn as_one_board_at_a_time() {
        let mut checked = 0;
        for m in 2..=15 {
            let positions = Rules.positions(m);
            let check = checker(&Gra, m);
            for cut in [0, 1, 62, 63, 64, 65, 4095, 4096, positions / 2, positions] {
                let cut = cut.min(positions);
                for part in [0..cut, cut..positions] {
                    let tally = check(part.clone());
                    assert_eq!(tally.positions, part.end - part.start);
                    assert_eq!(tally, exhaust(&Gra, m, part), "m = {m}, cut at {cut}");
                    checked += tally.positions;
                }
            }
            let beyond = check(positions - 1..positions + 100);
            assert_eq!(beyond.positions, 1);
        }
        assert_eq!(checked, 10 * ((1 << 15) - 2 - 14));
    }

    /// What is wrong with the closed form on one board.
    #[derive(Clone, Copy, Debug)]
    enum Wrong {
        Wins,
        Count,
        Missing,
        Twice,
        Other,
        Lands,
        Nowhere,
    }

    struct Spoilt {
        board: Board,
        wrong: Wrong,
    }

    impl ClosedForm for Spoilt {
        fn name(&self) -> &'static str {
            "spoilt"
        }

        fn wins(&self, board: &Board) -> bool {
            Gra.wins(board) != (*board == self.board && matches!(self.wrong, Wrong::Wins))
        }

        fn count(&self, board: &Board) -> u32 {
            let more = *board == self.board && matches!(self.wrong, Wrong::Count);
            Gra.count(board) + u32::from(more)
        }

        fn list(&self, board: &Board) -> impl Iterator<Item = Move> {
            let mut moves: Vec<Move> = Gra.list(board).collect();
            if *board == self.board {
                match self.wrong {
                    Wrong::Wins | Wrong::Count => {}
                    Wrong::Missing => _ = moves.pop(),
                    Wrong::Twice => moves.push(moves[0]),
                    Wrong::Other => moves[0] = Move { from: 2, to: 4 },
                    Wrong::Lands => moves[0].to -= 1,
                    Wrong::Nowhere => moves.push(Move { from: 0, to: 9 }),
                }
            }
            moves.into_iter()
        }
    }

    #[test]
    fn a_single_wrong_board_is_found() {
        let got = "N-position, 1 winning move: 6 -> 7";
        for (wrong, expected) in [
            (Wrong::Wins, "P-position, 1 winning move: 6 -> 7"),
            (Wrong::Count, "N-position, 2 winning moves: 6 -> 7"),
            (Wrong::Missing, "N-position, 1 winning move"),
            (Wrong::Twice, "N-position, 1 winning move: 6 -> 7, 6 -> 7"),
            (Wrong::Other, "N-position, 1 winning move: 2 -> 4"),
            (Wrong::Lands, "N-position, 1 winning move: 6 -> 6"),
            (Wrong::Nowhere, "N-position, 1 winning move: 0 -> 9, 6 -> 7"),
        ] {
            let board = Board::new(7, vec![2, 3, 6]).unwrap();
            let spoilt = Spoilt { board, wrong };
            let tally = checker(&spoilt, 7)(0..63);
            // A board that is called lost makes others fail that lead there.
            assert_eq!(
                tally.mismatches > 1,
                matches!(wrong, Wrong::Wins),
                "{wrong:?}"
            );
            let first = tally.smallest.unwrap();
            assert_eq!(first.input, "7 3\n2 3 6\n", "{wrong:?}");
            assert_eq!((first.game.as_str(), first.size), ("spoilt", 7));
            assert_eq!(
                (first.expected.as_str(), first.got.as_str()),
                (got, expected)
            );
            // What is right is right on the boards of other sizes.
            assert_eq!(checker(&spoilt, 8)(0..127).mismatches, 0);
        }
    }
}
