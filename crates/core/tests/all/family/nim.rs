use grundy_core::nim::{Move, Position};

use crate::family::naive::{Naive, assert_errors, claim, lists, takes};

#[test]
fn every_small_position() {
    let mut naive =
        Naive::new(|heaps: &[u64]| takes(heaps, |heap, stones, _| Some(Move { heap, stones })));
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
