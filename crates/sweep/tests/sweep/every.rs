//! Sweeps of every game.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundy_features::tier;
use grundy_sweep::{Run, SweepError, SweepProgress, positions, sweep};

use crate::{UNDISTURBED, by_closure, by_oracle, found, game, part_of, plain};

/// Sweeps every game: each size once, and as many positions as formulas tell.
#[test]
fn every_position_of_every_game() {
    let (strips, rows) = (tier(17, 20), tier(14, 18));
    let (pairs, compared) = tier((3, 64 * 39), (4, 1024 * 84));
    for (name, up_to, compared) in [
        ("gra", strips, (1 << strips) - 1 - u64::from(strips)),
        ("nim", rows, (1 << rows) - 1),
        ("staircase", rows, (1 << rows) - 1),
        ("kamyki", rows, (1 << rows) - 1),
        ("bounded", rows, (1 << rows) - 1 - u64::from(rows)),
        ("constrained", pairs, compared),
    ] {
        let game = &*game(name);
        let report = plain(game, by_oracle(up_to)).unwrap();
        assert!(report.is_confirmed(), "{:?}", report.total.smallest);
        let sizes = report.rows.iter().map(|row| row.size);
        assert!(sizes.eq(game.about().smallest..=up_to), "{name}");
        assert_eq!(report.positions(), compared, "{name}");
    }
}

#[test]
fn positions_are_numbered_from_the_smallest_size_to_the_largest() {
    let gra = &*game("gra");
    let numbered = |up_to| positions(gra, by_closure(up_to)).unwrap();
    assert_eq!([2, 3, 10].map(numbered), [1, 4, 1013]);
    // 2^(m-1) - 1 boards of m squares, m from 2 to 64.
    assert_eq!(numbered(64), u64::MAX - 64);
    let parts = (1..=3).map(|index| positions(gra, part_of(by_closure(10), index, 3)).unwrap());
    assert_eq!(parts.sum::<u64>(), 1013);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = &*game("kamyki");
    let mut seen = Vec::new();
    for jobs in [1, 2, 5] {
        let told = AtomicU64::new(0);
        let run = Run {
            jobs: Some(jobs),
            progress: &|progress| {
                if let SweepProgress::Checked { positions } = progress {
                    told.fetch_add(positions, Ordering::Relaxed);
                }
            },
            ..UNDISTURBED
        };
        let report = sweep(game, by_oracle(15), run).unwrap();
        assert_eq!(told.into_inner(), report.positions());
        seen.push(found(&report));
    }
    assert!(seen[0] == seen[1] && seen[0] == seen[2]);
}

#[test]
fn sizes_that_no_sweep_has_and_too_much_memory() {
    let nim = &*game("nim");
    let message = |up_to| plain(nim, by_oracle(up_to)).unwrap_err().to_string();
    assert_eq!(
        message(0),
        "nim has no positions up to size 0: the smallest size is 1"
    );
    assert_eq!(
        message(65),
        "nim: size 65: positions are numbered up to size 64"
    );
    let error = message(50);
    let is_said = error.starts_with("nim: size 50 needs 20480.0 TiB, ");
    assert!(is_said && error.ends_with(" are free"), "{error}");
}

/// A stop request ends the oracle before its last position, in every game.
#[test]
fn a_stop_reaches_the_oracle() {
    for (name, up_to) in [("nim", 19), ("kamyki", 18), ("gra", 28)] {
        let game = &*game(name);
        let (stop, solved) = (AtomicBool::new(false), AtomicU64::new(0));
        let run = Run {
            stop: &stop,
            progress: &|progress| {
                if let SweepProgress::Oracle { positions, of } = progress {
                    assert!(positions < of, "{name}: solved to the end");
                    solved.store(positions, Ordering::Relaxed);
                    stop.store(true, Ordering::Relaxed);
                }
            },
            ..UNDISTURBED
        };
        let stopped = sweep(game, by_oracle(up_to), run);
        let is_stopped = matches!(stopped, Err(SweepError::Stopped { checked: 0 }));
        assert!(is_stopped, "{name}: {stopped:?}");
        assert!(solved.into_inner() > 0, "{name}");
    }
}
