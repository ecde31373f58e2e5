use grundy_core::Outcome;
use grundy_core::kamyki::{Move, Position, read_outcomes};
use grundy_core::text::Numbers;

use crate::family::naive::{Naive, claim, lists, takes};

/// The rules: any positive number of stones from one pile, which does not become smaller than its
/// left neighbour.
fn moves(piles: &[u64]) -> Vec<(Move, Vec<u64>)> {
    takes(piles, |pile, stones, next| {
        let is_in_order = pile == 1 || next[pile - 2] <= next[pile - 1];
        is_in_order.then_some(Move { pile, stones })
    })
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

/// Inputs of one row, of a few and of all rows, read at once and as a stream. Texts of the other games, and of one row,
/// are compared in `grundy-fuzz`.
#[test]
fn outcomes_of_many_rows() {
    let rows = lists(5, 5).filter(|piles| piles.is_sorted());
    let rows: Vec<Position> = rows.map(|piles| Position::new(piles).unwrap()).collect();
    for some in rows.chunks(1).chain(rows.chunks(7)).chain([&rows[..]]) {
        let text: String = some.iter().map(ToString::to_string).collect();
        let text = format!("{}\n{text}", some.len());
        assert_eq!(Position::parse_all(text.as_bytes()).unwrap(), some);
        let outcomes: Vec<Outcome> = some.iter().map(Position::outcome).collect();
        let whole = read_outcomes(&mut Numbers::new(text.as_bytes()));
        assert_eq!(whole.as_ref(), Ok(&outcomes), "{text}");
        let mut pipe = text.as_bytes();
        assert_eq!(read_outcomes(&mut Numbers::stream(&mut pipe)), whole);
    }
}
