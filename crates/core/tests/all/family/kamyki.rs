use grundy_core::Outcome;
use grundy_core::kamyki::{Move, Position};
use proptest::prelude::*;

use crate::family::naive::{Naive, assert_errors, assert_sound, claim, lists};

/// The rules: any positive number of stones from one pile, which does not become smaller than its
/// left neighbour.
fn moves(piles: &[u64]) -> Vec<(Move, Vec<u64>)> {
    let mut moves = Vec::new();
    for (i, &size) in piles.iter().enumerate() {
        for stones in 1..=size {
            let left = size - stones;
            if i == 0 || left >= piles[i - 1] {
                let mut next = piles.to_vec();
                next[i] = left;
                moves.push((
                    Move {
                        pile: i + 1,
                        stones,
                    },
                    next,
                ));
            }
        }
    }
    moves
}

#[test]
fn every_small_position() {
    let mut naive = Naive::new(moves);
    for piles in lists(6, 6).chain(lists(2, 40)) {
        let position = Position::new(piles.clone());
        if piles.is_sorted() {
            naive.compare(&piles, claim!(position.unwrap()));
        } else {
            assert!(position.is_err(), "{piles:?}");
        }
    }
    // Rows of n piles up to 6 that do not decrease: as many as n-multisets of 7 numbers.
    let up_to_six = 7 + 28 + 84 + 210 + 462 + 924;
    assert_eq!(naive.compared, up_to_six + 41 + 41 * 42 / 2);
}

#[test]
fn bad_input() {
    assert_errors(
        Position::parse_all,
        r"
         => 1:1: the input ends here, expected u, the number of rows
        0 => 1:1: 0 rows: u must be at least 1
        2\n1\n5\n => 4:1: the input ends here, expected n, the number of piles in row 2 of 2
        2\n1\n5\n0\n => 4:1: 0 piles: n must be at least 1
        1\n3\n1 2 => 3:4: the input ends here, expected the size of pile 3 of 3 in row 1
        1\n3\n1 3 2 => 3:5: 2 on pile 3 after 3 on pile 2: piles must not decrease
        2\n1\n5\n2\n4\n3\n => 6:1: 3 on pile 2 after 4 on pile 1: piles must not decrease
        1\n2\n1 2\n3 => 4:1: found 3 after the size of pile 2 of 2 in row 1, expected the end of the input
        18446744073709551615\n18446744073709551615\n1 => 3:2: the input ends here, expected the size of pile 2 of 18446744073709551615 in row 1
        ",
    );
}

proptest! {
    #[test]
    fn winning_moves_win_at_any_size(
        differences in prop::collection::vec(
            prop_oneof![0..4_u64, 0..1000_u64, 0..u64::MAX / 64],
            1..40,
        ),
        lost in any::<bool>(),
    ) {
        let mut piles: Vec<u64> = differences
            .iter()
            .scan(0, |sum, difference| {
                *sum += difference;
                Some(*sum)
            })
            .collect();
        if lost {
            // Two more piles leave every stair's parity as it is; the second of them adds the nim-sum
            // to itself.
            let x = Position::new(piles.clone()).unwrap().grundy_value();
            let last = piles[piles.len() - 1];
            piles.extend([last, last + x]);
        }
        let position = Position::new(piles.clone()).unwrap();
        let text = format!("2\n{position}{position}");
        prop_assert_eq!(
            Position::parse_all(text.as_bytes()),
            Ok(vec![position.clone(), position.clone()])
        );
        if lost {
            prop_assert_eq!(position.outcome(), Outcome::P);
        }
        assert_sound(claim!(position), |Move { pile, stones }| {
            let mut next = piles.clone();
            next[pile - 1] = next[pile - 1].checked_sub(stones)?;
            Position::new(next).ok().map(|next| next.grundy_value())
        });
    }
}
