//! The bit-parallel table of gra against its naive twin and against the rules.

use std::ops::ControlFlow;

use grundy_brute::gra::{Boards, Table, mask_of, squares_of};
use grundy_brute::{SolveError, unwatched};
use grundy_features::tier;

use crate::plain::PlainTable;

fn table(m: u32) -> Table {
    Table::build(m, None, unwatched).unwrap()
}

#[test]
fn every_board() {
    let m = tier(19, 22);
    let plain = PlainTable::build(m);
    let table = table(m);
    assert_eq!(table.masks(), plain.masks());
    let table = table.view(0).unwrap();
    let mut compared = 0;
    for word in table.words() {
        for (mask, count) in (word * 64..).zip(table.counts(word).to_bytes()) {
            let expected = plain.winning_moves(mask);
            assert_eq!(table.outcome(mask), plain.outcome(mask), "{mask:b}");
            assert_eq!(table.winning_moves(mask), expected, "{mask:b}");
            assert_eq!(u32::from(count), expected.count_ones(), "{mask:b}");
            compared += 1;
        }
    }
    assert_eq!(compared, 1 << (m - 1));
}

/// Also tables with fewer words than a block.
#[test]
fn small_tables_agree() {
    let largest = table(13);
    for m in 0..13 {
        let table = table(m);
        assert_eq!(table.view(0).unwrap().words(), 0..1 << m.saturating_sub(7));
        for word in table.view(0).unwrap().words() {
            assert_eq!(
                table.view(0).unwrap().losing(word),
                largest.view(0).unwrap().losing(word)
            );
        }
    }
}

#[test]
fn what_is_no_board_has_no_mask() {
    for (m, square) in [(5, 0), (5, 5), (5, 6), (0, 1), (100, 1)] {
        assert_eq!(mask_of(m, &[square]), None);
    }
    assert_eq!(mask_of(100, &[36, 99]), Some(1 << 63 | 1));
    assert_eq!(squares_of(100, 1 << 63 | 1), [36, 99]);
    assert_eq!(mask_of(2, &[]), Some(0));
}

#[test]
fn refused_before_it_is_allocated() {
    let error = Table::build(52, None, unwatched).err().unwrap().to_string();
    assert!(error.starts_with("m = 52 needs 256.2 TiB, "), "{error}");
    assert!(error.ends_with(" are free"), "{error}");
    assert!(Table::build(64, None, unwatched).is_err());
    assert!(Table::build(u32::MAX, None, unwatched).is_err());
}

#[test]
fn progress_is_reported_and_can_stop_the_work() {
    let mut reports = Vec::new();
    Table::build(23, None, |progress| {
        reports.push(progress);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(reports.is_sorted_by_key(|progress| progress.boards));
    assert!(reports.iter().all(|progress| progress.of == 1 << 22));
    assert_eq!(reports.last().unwrap().boards, 1 << 22);

    let error = Table::build(23, None, |_| ControlFlow::Break(()))
        .err()
        .unwrap();
    assert_eq!(error, SolveError::Stopped { positions: 1 << 18 });
}
