//! Every small position as text: the outcome while it is read is that of the position; and the text of moves.

use grundy_core::Outcome;
use grundy_core::text::Numbers;
use grundy_core::{bounded, constrained, kamyki, nim, staircase};

use crate::family::naive::lists;

/// Asserts that a function of `Numbers` says of a text what is expected, at once and as a stream.
macro_rules! assert_read {
    ($read:path, $text:expr, $expected:expr) => {
        let text: String = $text;
        let expected = $expected;
        let whole = $read(&mut Numbers::new(text.as_bytes()));
        assert_eq!(whole.unwrap(), expected, "{text}");
        let mut pipe = text.as_bytes();
        let stream = $read(&mut Numbers::stream(&mut pipe));
        assert_eq!(stream.unwrap(), expected, "{text}");
    };
}

#[test]
fn outcomes_of_one_row() {
    for row in lists(4, 5) {
        let position = nim::Position::new(row.clone()).unwrap();
        assert_read!(nim::read_outcome, position.to_string(), position.outcome());
        let position = staircase::Position::new(row.clone()).unwrap();
        assert_read!(
            staircase::read_outcome,
            position.to_string(),
            position.outcome()
        );
        for k in 1..=4 {
            let position = bounded::Position::new(k, row.clone()).unwrap();
            assert_read!(
                bounded::read_outcome,
                position.to_string(),
                position.outcome()
            );
        }
    }
}

#[test]
fn kamyki_piles() {
    let rows: Vec<kamyki::Position> = lists(5, 5)
        .filter(|piles| piles.is_sorted())
        .map(|piles| kamyki::Position::new(piles).unwrap())
        .collect();
    // In inputs of one row, of all rows, and of a few.
    for some in rows.chunks(1).chain(rows.chunks(7)).chain([&rows[..]]) {
        let text: String = some.iter().map(ToString::to_string).collect();
        let text = format!("{}\n{text}", some.len());
        let outcomes: Vec<Outcome> = some.iter().map(kamyki::Position::outcome).collect();
        assert_read!(kamyki::read_outcomes, text, outcomes);
    }
}

#[test]
fn constrained_heaps_and_pairs() {
    let pair = |x, y| constrained::Pair { x, y };
    for heaps in lists(2, 4).filter(|heaps| !heaps.contains(&0)) {
        for pairs in [
            vec![],
            vec![pair(2, 1)],
            vec![pair(2, 2), pair(4, 1), pair(1, 1)],
        ] {
            let position = constrained::Position::new(heaps.clone(), pairs).unwrap();
            assert_read!(
                constrained::read_outcome,
                position.to_string(),
                position.outcome()
            );
        }
    }
}
