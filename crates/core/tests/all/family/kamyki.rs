use grundy_core::Outcome;
use grundy_core::kamyki::{Position, read_outcomes};
use grundy_core::text::Numbers;

use crate::family::lists::lists;

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
