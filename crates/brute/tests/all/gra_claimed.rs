//! Claimed outcomes: moves are those of the rules, and each claim is computed once.

use std::sync::atomic::{AtomicU32, Ordering};

use grundy_brute::gra::{Boards, Claimed, Gra, Table, mask_of, squares_of};
use grundy_brute::{Outcome, Rules, Space, unwatched};

/// Winning moves follow from claims alone, right or wrong.
#[test]
fn moves_lead_to_claimed_boards() {
    let is_losing = |mask: u64| mask.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62 == 0;
    let mut compared = 0;
    for m in [2, 5, 7, 8, 13, 15] {
        let claim = |word: u64| {
            let flags = (0..64).map(|i| u64::from(is_losing(64 * word + i)) << i);
            flags.sum()
        };
        let claimed = Claimed::new(m, claim);
        for mask in 1..1_u64 << (m - 1) {
            let view = claimed.view(mask);
            assert_eq!(view.outcome(mask) == Outcome::P, is_losing(mask));
            let board = Gra.position(m, mask - 1);
            // A position without a mask has a pawn on the goal: the game is over.
            let winning = Gra
                .moves(&board)
                .into_iter()
                .filter(|(_, next)| mask_of(m, &next.squares).is_none_or(is_losing));
            let winning: Vec<u32> = winning.map(|(a_move, _)| a_move.from).collect();
            assert_eq!(squares_of(m, view.winning_moves(mask)), winning, "{mask:b}");
            compared += 1;
        }
    }
    assert_eq!(compared, 1 + 15 + 63 + 127 + 4095 + 16_383);
}

/// Right claims give the table itself, and each is computed once, when it is needed.
#[test]
fn no_claim_is_computed_twice() {
    let m = 20;
    let table = Table::build(m, None, unwatched).unwrap();
    let table = table.view(0).unwrap();
    let computed = AtomicU32::new(0);
    let claimed = Claimed::new(m, |word| {
        computed.fetch_add(1, Ordering::Relaxed);
        table.losing(word)
    });
    // The lowest block leads to no other.
    claimed.view(1);
    assert_eq!(computed.load(Ordering::Relaxed), 64);
    for mask in 1..1 << (m - 1) {
        let winning = claimed.view(mask).winning_moves(mask);
        assert_eq!(winning, table.winning_moves(mask));
    }
    assert_eq!(computed.into_inner(), 1 << (m - 1 - 6));
}
