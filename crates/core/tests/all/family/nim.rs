use grundy_core::Outcome;
use grundy_core::nim::{Move, Position};
use proptest::prelude::*;

use crate::family::naive::{Naive, assert_errors, assert_sound, claim, lists, takes};

#[test]
fn every_small_position() {
    let mut naive = Naive::new(|heaps: &[u64]| takes(heaps, |_, _| true));
    for heaps in lists(4, 7).chain(lists(2, 40)) {
        let position = Position::new(heaps.clone()).unwrap();
        naive.compare(&heaps, claim!(position));
    }
    assert_eq!(naive.compared, 8 + 64 + 512 + 4096 + 41 + 41 * 41);
}

#[test]
fn bad_input() {
    assert_errors(
        Position::parse,
        r"
         => 1:1: the input ends here, expected n, the number of heaps
        \n0\n => 2:1: 0 heaps: n must be at least 1
        18446744073709551615\n1 2\n => 3:1: the input ends here, expected the size of heap 3 of 18446744073709551615
        2\n1 2 3 => 2:5: found 3 after the size of heap 2 of 2, expected the end of the input
        ",
    );
}

proptest! {
    #[test]
    fn winning_moves_win_at_any_size(
        mut heaps in prop::collection::vec(any::<u64>(), 1..40),
        lost in any::<bool>(),
    ) {
        if lost {
            let x = heaps.iter().fold(0, |x, heap| x ^ heap);
            heaps.push(x);
        }
        let position = Position::new(heaps.clone()).unwrap();
        prop_assert_eq!(Position::parse(position.to_string().as_bytes()), Ok(position.clone()));
        if lost {
            prop_assert_eq!(position.outcome(), Outcome::P);
        }
        assert_sound(claim!(position), |Move { heap, stones }| {
            let mut next = heaps.clone();
            next[heap - 1] = next[heap - 1].checked_sub(stones)?;
            Some(Position::new(next).unwrap().grundy_value())
        });
    }
}
