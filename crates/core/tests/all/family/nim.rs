use grundy_core::nim::{Move, Position};

use crate::family::naive::{Naive, claim, lists, takes};

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
