//! Sweeps of every game.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundy_records::plan::{Check, Shard, SweepPlan};
use grundy_sweep::{Progress, Run, SweepError, positions, sweep};

use crate::{UNDISTURBED, sweep_to};

/// Sweeps a game and checks each size against a formula for the number of its positions. Returns how
/// many positions were compared.
fn confirm(name: &str, up_to: u32, formula: impl Fn(u64) -> u64) -> u64 {
    let game = &*grundy_games::find(name).unwrap();
    let report = sweep_to(game, up_to).unwrap();
    assert!(report.is_confirmed(), "{:?}", report.total.smallest);
    let sizes = game.about().smallest..=up_to;
    assert_eq!(report.rows.len(), sizes.clone().count());
    for (size, row) in sizes.zip(&report.rows) {
        let positions = formula(u64::from(size));
        assert_eq!((row.size, row.positions), (size, positions), "{name}");
        assert!(row.losing <= row.positions, "{name}");
    }
    report.positions()
}

#[test]
fn every_board_of_gra_to_20_squares() {
    assert_eq!(confirm("gra", 20, |m| (1 << (m - 1)) - 1), 1_048_555);
}

#[test]
fn every_row_of_heaps_steps_and_piles() {
    let rows = |size| 1_u64 << (size - 1);
    assert_eq!(confirm("nim", 18, rows), (1 << 18) - 1);
    assert_eq!(confirm("staircase", 18, rows), (1 << 18) - 1);
    assert_eq!(confirm("kamyki", 18, rows), (1 << 18) - 1);
    let with_a_bound = |size| (1_u64 << (size - 1)) - 1;
    assert_eq!(confirm("bounded", 18, with_a_bound), (1 << 18) - 1 - 18);
}

#[test]
fn every_set_of_pairs_with_every_row_of_up_to_three_heaps() {
    // Positions whose numbers are at most s, less those whose numbers are at most s - 1.
    let at_most = |s: u64| (1 << (s * (s + 1) / 2)) * (s + s.pow(2) + s.pow(3));
    let compared = confirm("constrained", 4, |s| at_most(s) - at_most(s - 1));
    assert_eq!(compared, 1024 * 84);
}

#[test]
fn sweeps_that_nobody_bounds_are_large_enough() {
    let mut all = 0;
    for game in grundy_games::all() {
        let about = game.about();
        let sizes = about.smallest..=about.sweep_to;
        let positions: u64 = sizes.map(|size| game.positions(size).unwrap()).sum();
        assert!(positions >= 100_000, "{}: {positions}", about.name);
        if let Some(below) = about.smallest.checked_sub(1) {
            assert_eq!(game.positions(below).unwrap(), 0, "{}", about.name);
        }
        assert_ne!(game.positions(about.smallest).unwrap(), 0, "{}", about.name);
        all += positions;
    }
    assert!(all > 10_000_000, "{all}");
}

#[test]
fn positions_are_numbered_from_the_smallest_size_to_the_largest() {
    let gra = &*grundy_games::find("gra").unwrap();
    let numbered = |up_to| positions(gra, SweepPlan::whole(Check::Closure { up_to })).unwrap();
    assert_eq!([2, 3, 10].map(numbered), [1, 4, 1013]);
    // 2^(m-1) - 1 boards of m squares, m from 2 to 64.
    assert_eq!(numbered(64), u64::MAX - 64);
    assert_eq!([0, 1, 65, u32::MAX].map(numbered), [u64::MAX; 4]);
    let parts = (1..=3).map(|index| {
        let (check, shard) = (Check::Closure { up_to: 10 }, Shard::new(index, 3).unwrap());
        positions(gra, SweepPlan { check, shard }).unwrap()
    });
    assert_eq!(parts.sum::<u64>(), 1013);
    assert!(sweep_to(gra, 2).unwrap().is_confirmed());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = &*grundy_games::find("kamyki").unwrap();
    let mut seen = Vec::new();
    for jobs in [1, 2, 5] {
        let told = AtomicU64::new(0);
        let run = Run {
            jobs: Some(jobs),
            progress: &|progress| {
                if let Progress::Checked { positions } = progress {
                    told.fetch_add(positions, Ordering::Relaxed);
                }
            },
            ..UNDISTURBED
        };
        let report = sweep(game, SweepPlan::whole(Check::Oracle { up_to: 15 }), run).unwrap();
        assert_eq!(told.into_inner(), report.positions());
        let rows = report.rows.into_iter();
        seen.push(
            rows.map(|row| (row.losing, row.winning_moves))
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

#[test]
fn what_ends_a_sweep() {
    let nim = &*grundy_games::find("nim").unwrap();
    let message = |up_to| sweep_to(nim, up_to).unwrap_err().to_string();
    assert_eq!(
        message(0),
        "nim has no positions up to size 0: the smallest size is 1"
    );
    assert_eq!(
        message(65),
        "nim: size 65: positions are numbered up to size 64"
    );
    let error = message(50);
    assert!(
        error.starts_with("nim: size 50 needs 20480.0 TiB, ") && error.ends_with(" are free"),
        "{error}"
    );
    let stop = AtomicBool::new(true);
    let run = Run {
        stop: &stop,
        ..UNDISTURBED
    };
    let stopped = sweep(nim, SweepPlan::whole(Check::Oracle { up_to: 5 }), run);
    assert!(matches!(stopped, Err(SweepError::Stopped { checked: 0 })));
}

/// A stop request ends the oracle before its last position, in every game.
#[test]
fn a_stop_reaches_the_oracle() {
    for (name, up_to) in [("nim", 19), ("kamyki", 18), ("gra", 28)] {
        let game = &*grundy_games::find(name).unwrap();
        let (stop, solved) = (AtomicBool::new(false), AtomicU64::new(0));
        let run = Run {
            stop: &stop,
            progress: &|progress| {
                if let Progress::Oracle { positions, of } = progress {
                    assert!(positions < of, "{name}: solved to the end");
                    solved.store(positions, Ordering::Relaxed);
                    stop.store(true, Ordering::Relaxed);
                }
            },
            ..UNDISTURBED
        };
        let stopped = sweep(game, SweepPlan::whole(Check::Oracle { up_to }), run);
        let is_stopped = matches!(stopped, Err(SweepError::Stopped { checked: 0 }));
        assert!(is_stopped, "{name}: {stopped:?}");
        assert!(solved.into_inner() > 0, "{name}");
    }
}
