//! The plain table of gra against plain recursion over the rules.

use std::collections::HashMap;

use grundy_brute::gra::{Gra, Position, mask_of, squares_of};
use grundy_brute::{Outcome, Rules};

use crate::plain::PlainTable;

/// Recursion over the rules, each position solved once.
fn outcome(position: &Position, known: &mut HashMap<Position, Outcome>) -> Outcome {
    if let Some(&outcome) = known.get(position) {
        return outcome;
    }
    let mut result = Outcome::P;
    for (_, next) in Gra.moves(position) {
        if outcome(&next, known) == Outcome::P {
            result = Outcome::N;
        }
    }
    known.insert(position.clone(), result);
    result
}

fn winning_squares(m: u32, squares: &[u32]) -> Vec<u32> {
    let table = PlainTable::build(m);
    squares_of(m, table.winning_moves(mask_of(m, squares).unwrap()))
}

#[test]
fn samples() {
    assert_eq!(winning_squares(5, &[1, 3]).len(), 1);
    assert_eq!(winning_squares(5, &[2, 3]).len(), 0);
    assert_eq!(winning_squares(7, &[2, 3, 6]), [6]);
}

#[test]
fn moves_of_the_worked_example() {
    let position = Position {
        m: 7,
        squares: vec![2, 3, 6],
    };
    let moves: Vec<_> = Gra
        .moves(&position)
        .into_iter()
        .map(|(m, next)| (m.from, m.to, next.squares))
        .collect();
    assert_eq!(
        moves,
        [
            (2, 4, vec![3, 4, 6]),
            (3, 4, vec![2, 4, 6]),
            (6, 7, vec![2, 3, 7]),
        ]
    );
}

#[test]
fn every_board_to_m_13() {
    let mut compared = 0;
    let table = PlainTable::build(13);
    assert_eq!(table.masks(), 1 << 12);
    for m in 2..=13 {
        let mut known = HashMap::new();
        for mask in 1..1 << (m - 1) {
            let position = Position {
                m,
                squares: squares_of(m, mask),
            };
            assert_eq!(mask_of(m, &position.squares), Some(mask));
            let expected: Vec<u32> = Gra
                .moves(&position)
                .iter()
                .filter(|(_, next)| outcome(next, &mut known) == Outcome::P)
                .map(|(m, _)| m.from)
                .collect();
            assert_eq!(
                squares_of(m, table.winning_moves(mask)),
                expected,
                "{position:?}"
            );
            assert_eq!(
                table.outcome(mask),
                outcome(&position, &mut known),
                "{position:?}"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, (2..=13_u64).map(|m| (1 << (m - 1)) - 1).sum());
}

#[test]
fn one_table_serves_every_m() {
    // Squares added on the far side of the goal change nothing.
    let (small, large) = (PlainTable::build(9), PlainTable::build(14));
    for mask in 0..small.masks() {
        assert_eq!(small.outcome(mask), large.outcome(mask), "{mask:b}");
    }
}

#[test]
fn what_is_no_board_has_no_mask() {
    assert_eq!(mask_of(5, &[0]), None);
    assert_eq!(mask_of(5, &[5]), None);
    assert_eq!(mask_of(5, &[6]), None);
    assert_eq!(mask_of(0, &[1]), None);
    assert_eq!(mask_of(100, &[1]), None);
    assert_eq!(mask_of(100, &[36, 99]), Some(1 << 63 | 1));
    assert_eq!(squares_of(100, 1 << 63 | 1), [36, 99]);
    assert_eq!(mask_of(2, &[]), Some(0));
}
