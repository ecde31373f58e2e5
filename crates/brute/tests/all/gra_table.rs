//! The bit-parallel table of gra against its naive twin and against the rules.

use std::ops::ControlFlow;

use grundy_brute::gra::{Boards, Gra, Position, Table, View, mask_of, squares_of};
use grundy_brute::{Outcome, Progress, Rules, SolveError};

use crate::plain::PlainTable;

fn table(m: u32) -> Table {
    Table::build(m, |_| ControlFlow::Continue(())).unwrap()
}

/// Winning moves of the 64 boards of a word, as masks.
fn winning_moves(table: &View<'_>, word: u64) -> [u64; 64] {
    let mut winning = [0; 64];
    for (pawn, flags) in table.winning_flags(word) {
        for (board, winning) in winning.iter_mut().enumerate() {
            *winning |= (flags >> board & 1) << pawn;
        }
    }
    winning
}

#[test]
fn every_board_to_m_22() {
    let plain = PlainTable::build(22);
    let table = table(22);
    assert_eq!(table.masks(), plain.masks());
    let table = table.view();
    let mut compared = 0;
    for word in table.words() {
        let winning = winning_moves(&table, word);
        let counts = table.counts(word);
        let mut total = 0;
        for (board, count) in counts.to_bytes().into_iter().enumerate() {
            let mask = word * 64 + board as u64;
            let expected = plain.winning_moves(mask);
            assert_eq!(table.outcome(mask), plain.outcome(mask), "{mask:b}");
            assert_eq!(winning[board], expected, "{mask:b}");
            assert_eq!(u32::from(count), expected.count_ones(), "{mask:b}");
            total += u64::from(expected.count_ones());
            compared += 1;
        }
        assert_eq!(counts.total(), total);
    }
    assert_eq!(compared, 1 << 21);
}

#[test]
fn tables_of_every_size_agree() {
    let largest = table(24);
    let largest = largest.view();
    for m in 0..24 {
        let table = table(m);
        let table = table.view();
        assert_eq!(table.words(), 0..1 << m.saturating_sub(7));
        for word in table.words() {
            assert_eq!(table.losing(word), largest.losing(word), "m = {m}");
        }
    }
}

/// A small generator of pseudo-random numbers (splitmix64), so that every run takes the same boards.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[test]
fn random_words_of_m_29_follow_the_rules() {
    let m = 29;
    let table = table(m);
    let table = table.view();
    let mut state = 0;
    let mut compared = 0;
    for _ in 0..2000 {
        let word = random(&mut state) % table.words().end;
        let winning = winning_moves(&table, word);
        let counts = table.counts(word).to_bytes();
        for board in 0..64 {
            let mask = word * 64 + board as u64;
            let squares = squares_of(m, mask);
            let mut expected = Vec::new();
            for (a_move, next) in Gra.moves(&Position { m, squares }) {
                // A position without a mask has a pawn on the goal: the game is over.
                let loses =
                    mask_of(m, &next.squares).is_none_or(|next| table.outcome(next) == Outcome::P);
                if loses {
                    expected.push(a_move.from);
                }
            }
            assert_eq!(squares_of(m, winning[board]), expected, "{mask:b}");
            assert_eq!(squares_of(m, table.winning_moves(mask)), expected);
            assert_eq!(usize::from(counts[board]), expected.len());
            assert_eq!(table.outcome(mask).is_win(), !expected.is_empty());
            compared += 1;
        }
    }
    assert_eq!(compared, 128_000);
}

#[test]
fn refused_before_it_is_allocated() {
    let go_on = |_: Progress| ControlFlow::Continue(());
    let error = Table::build(52, go_on).unwrap_err().to_string();
    assert!(error.starts_with("m = 52 needs 256.2 TiB, "), "{error}");
    assert!(error.ends_with(" are free"), "{error}");
    assert!(Table::build(64, go_on).is_err());
    assert!(Table::build(u32::MAX, go_on).is_err());
    assert_eq!(Table::bytes_needed(u32::MAX), u64::MAX);
}

#[test]
fn progress_is_told_and_can_stop_the_work() {
    let mut reports = Vec::new();
    Table::build(23, |progress| {
        reports.push(progress);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(reports.is_sorted_by_key(|progress| progress.boards));
    assert!(reports.iter().all(|progress| progress.of == 1 << 22));
    assert_eq!(reports.last().unwrap().boards, 1 << 22);

    let error = Table::build(23, |_| ControlFlow::Break(())).unwrap_err();
    assert_eq!(error, SolveError::Stopped { positions: 1 << 18 });
}
