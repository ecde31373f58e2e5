use grundy_core::staircase::{Move, Position};
use grundy_core::stairs::{self, Stair};

use crate::family::lists::lists;

#[test]
fn empty_stairs_may_be_left_out() {
    for coins in lists(5, 3) {
        let position = Position::new(coins.clone()).unwrap();
        let stairs = (1..)
            .zip(&coins)
            .map(|(number, &size)| Stair { number, size });
        let full = (1..).zip(stairs).filter(|(_, stair)| stair.size > 0);
        let sizes = full.clone().map(|(_, stair)| stair);
        assert_eq!(stairs::nim_sum(sizes), position.grundy_value());
        let moves = stairs::winning_moves(full, position.grundy_value());
        let moves = moves.map(|(step, coins)| Move { step, coins });
        assert!(moves.eq(position.winning_moves()), "{coins:?}");
    }
}

/// The count by pairs is the length of the list, for sizes as large as they come, too.
#[test]
fn pairs_of_stairs_are_counted_as_listed() {
    const SIZES: [u64; 7] = [0, 1, 2, 8, 1 << 63, u64::MAX - 8, u64::MAX];
    let mut won = 0;
    for i in 0..7_usize.pow(4) {
        let coins: Vec<u64> = (0..4)
            .map(|place| SIZES[i / 7_usize.pow(place) % 7])
            .collect();
        let pairs = coins.chunks(2).map(|pair| (pair[0], pair[1]));
        let position = Position::new(coins.clone()).unwrap();
        let listed = position.winning_moves().count() as u64;
        let counted = stairs::count_winning_moves(pairs, position.grundy_value());
        assert_eq!(counted, listed, "{coins:?}");
        won += counted;
    }
    assert!(won > 1000, "{won}");
}

#[test]
fn a_step_and_the_one_below_may_together_exceed_u64() {
    // Step 2 reaches as far as t + s, which no u64 holds; what it has to reach, a u64 does.
    const MAX: u64 = u64::MAX;
    for (steps, expected) in [
        (vec![MAX, MAX], vec![(1, MAX)]),
        (vec![1, MAX, MAX], vec![(2, MAX - 1), (3, MAX - 1)]),
    ] {
        let position = Position::new(steps).unwrap();
        let moves: Vec<(usize, u64)> = position
            .winning_moves()
            .map(|Move { step, coins }| (step, coins))
            .collect();
        assert_eq!(moves, expected);
    }
}
