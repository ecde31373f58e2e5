//! How far a comparison can be trusted: false alarms, and what is missed.
//!
//! Repeated records of one commit are simulated. What the floors and baselines of the two committed
//! records moved by is what a run can do to a row: each row of a simulated record moves by what one of
//! its group did, drawn at random, and each group by a drift of its own. The two records are of
//! different builds, which moves more than two runs of one build do.

#[path = "../../examples/false_alarms.rs"]
#[expect(dead_code, reason = "its main is for records from the command line")]
mod false_alarms;

use std::collections::HashMap;
use std::f64::consts::SQRT_2;
use std::path::Path;

use grundy_games::generate::Random;
use grundy_records::benchmark::{Name, Record};
use grundy_records::solver::{Group, Role};
use grundy_records::table;

use false_alarms::{timed, together, trust};

fn committed(name: &str) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/bench");
    table::read(&folder.join(name)).unwrap()
}

/// What single rows moved by that nobody changed, beyond the drift of their group, as logarithms.
fn moves(old: &[Record], new: &[Record]) -> HashMap<Group, Vec<f64>> {
    let before: HashMap<Name, f64> = old.iter().map(|row| (row.name(), row.median_ns)).collect();
    let mut moves: HashMap<Group, Vec<f64>> = HashMap::new();
    for row in new.iter().filter(|row| row.solver.role() != Role::Ours) {
        let ratio = row.median_ns / before[&row.name()];
        moves
            .entry(row.solver.group())
            .or_default()
            .push(ratio.ln());
    }
    for moves in moves.values_mut() {
        moves.sort_by(f64::total_cmp);
        let drift = moves[moves.len() / 2];
        for ratio in &mut *moves {
            *ratio -= drift;
        }
    }
    moves
}

/// A record of the same commit, made on the same machine at another time.
fn again(rows: &[Record], moves: &HashMap<Group, Vec<f64>>, seed: u64) -> Vec<Record> {
    let mut random = Random::new(seed);
    let drifts: HashMap<Group, f64> = Group::ALL
        .into_iter()
        .map(|group| (group, random.below(81) as f64 / 1000.0 - 0.04))
        .collect();
    let moved = |row: &Record| {
        let of_group = &moves[&row.solver.group()];
        let drawn = of_group[random.below(of_group.len() as u64) as usize];
        // Two of them make the difference between two records.
        timed(row, (drifts[&row.solver.group()] + drawn / SQRT_2).exp())
    };
    rows.iter().map(moved).collect()
}

#[test]
fn with_more_records_fewer_alarms_are_false_and_more_is_seen() {
    let old = committed("2026-11-21T105342Z-96fc407b1840.csv");
    let new = committed("2026-11-21T113704Z-cab429d50ac9.csv");
    let moves = moves(&old, &new);
    let records: Vec<_> = (1..=40).map(|seed| again(&new, &moves, seed)).collect();
    // By records on a side: false alarms and rows that are seen, in a thousand of all.
    let of = |size: usize| {
        let sides = together(&records[..8 * size], size).unwrap();
        let trust = trust(&sides).unwrap();
        assert_eq!((trust.comparisons, trust.rows), (56, 56 * 97));
        println!("{size} on a side: {trust:?}");
        [trust.alarms, trust.seen].map(|rows| 1000 * rows / trust.rows)
    };
    let [[alarms_1, seen_1], [alarms_3, seen_3], [alarms_5, seen_5]] = [1, 3, 5].map(of);
    assert!(alarms_1 < 55 && alarms_3 < 20 && alarms_5 < 15);
    assert!(seen_1 > 650 && seen_3 > 900 && seen_5 > 970);
}
