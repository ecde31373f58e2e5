use grundy_core::bounded::{Move, Position};

use crate::family::naive::{Naive, claim, lists, takes};

#[test]
fn every_small_position_for_every_k() {
    let mut compared = 0;
    for k in (1..=9).chain([u64::MAX - 1, u64::MAX]) {
        let mut naive = Naive::new(|heaps: &[u64]| {
            let made = |heap, stones, _: &mut [u64]| (stones <= k).then_some(Move { heap, stones });
            takes(heaps, made)
        });
        for heaps in lists(3, 8).chain(lists(2, 24)) {
            let position = Position::new(k, heaps.clone()).unwrap();
            let values: Vec<u64> = position.heap_values().collect();
            for (&heap, value) in heaps.iter().zip(values) {
                assert_eq!(value, naive.grundy_value(&[heap]), "k = {k}, heap {heap}");
            }
            naive.compare(&heaps, claim!(position));
        }
        compared += naive.compared;
    }
    assert_eq!(compared, 11 * (9 + 81 + 729 + 25 + 625));
}

#[test]
fn the_largest_numbers() {
    let max = u64::MAX;
    // With k = 2^64 - 1 this is Nim; with k = 2^64 - 2 the period is 2^64 - 1.
    let moves =
        |k, heaps| -> Vec<Move> { Position::new(k, heaps).unwrap().winning_moves().collect() };
    let take = |heap, stones| Move { heap, stones };
    assert_eq!(moves(max, vec![max, 1]), [take(1, max - 1)]);
    assert_eq!(moves(max - 1, vec![max]), []);
    assert_eq!(
        moves(max - 1, vec![max, max - 1]),
        [take(1, 1), take(2, max - 1)]
    );
    // The residue of the first heap rises from 0 to 1, by k = 2^64 - 2 stones.
    assert_eq!(moves(max - 1, vec![max, 1]), [take(1, max - 1), take(2, 1)]);
}
