use grundy_core::Outcome;
use grundy_core::kamyki::{Move, Position, read_outcomes};
use grundy_core::text::Numbers;

use crate::family::naive::{Naive, assert_errors, claim, lists, takes};

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
