use grundy_core::bounded::{Move, Position};

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
