//! How far a comparison can be trusted: false alarms, and what is missed.
//!
//! Repeated records of one commit are simulated. What the floors and baselines of the two committed records moved by is
//! what a run can do to a row: each row of a simulated record moves by what one of its group did, drawn at random, and
//! each group by a drift of its own. The two records are of different builds, which moves more than two runs of one
//! build do.
//!
//! Nothing changed between the simulated records, so a row of ours that is called slower is a false alarm. Each
//! comparison is made again with all rows of ours 15 % slower: a row that is not called slower then is missed.

use std::collections::HashMap;
use std::f64::consts::SQRT_2;
use std::path::Path;

use grundy_game::generate::Random;
use grundy_records::benchmark::{Record, RowName};
use grundy_records::compare::{Comparison, side};
use grundy_records::solver::{Origin, SolverGroup};
use grundy_records::table;

use crate::fabricated::{is_ours, slower};

fn committed(name: &str) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/bench");
    table::read(&folder.join(name)).unwrap()
}

const GROUPS: [SolverGroup; 4] = [
    SolverGroup::Count,
    SolverGroup::Read,
    SolverGroup::Solve,
    SolverGroup::Process,
];

/// What single rows moved by that nothing changed, beyond the drift of their group, as logarithms.
fn moves(old: &[Record], new: &[Record]) -> HashMap<SolverGroup, Vec<f64>> {
    let before: HashMap<RowName, f64> = old.iter().map(|row| (row.name(), row.median_ns)).collect();
    let mut moves: HashMap<SolverGroup, Vec<f64>> = HashMap::new();
    for row in new.iter().filter(|row| row.solver.role() != Origin::Ours) {
        let ratio = row.median_ns / before[&row.name()];
        let of_group = moves.entry(row.solver.group()).or_default();
        of_group.push(ratio.ln());
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
fn again(rows: &[Record], moves: &HashMap<SolverGroup, Vec<f64>>, seed: u64) -> Vec<Record> {
    let mut random = Random::new(seed);
    let drifts = GROUPS.map(|group| (group, random.below(81) as f64 / 1000.0 - 0.04));
    let drifts = HashMap::from(drifts);
    slower(rows, |row| {
        let of_group = &moves[&row.solver.group()];
        let drawn = of_group[random.below(of_group.len() as u64) as usize];
        // Two of them make the difference between two records.
        (drifts[&row.solver.group()] + drawn / SQRT_2).exp()
    })
}

/// Compares each side with each other one: rows of ours that are called slower, and those that are once they are 15 %
/// slower, in a thousand of all.
fn alarms_and_seen(sides: &[Vec<Record>]) -> [usize; 2] {
    let (mut rows, mut called) = (0, [0; 2]);
    for (i, old) in sides.iter().enumerate() {
        for (_, new) in sides.iter().enumerate().filter(|(j, _)| i != *j) {
            rows += new.iter().filter(|row| is_ours(row)).count();
            for (called, factor) in called.iter_mut().zip([1.0, 1.15]) {
                let new = slower(new, |row| if is_ours(row) { factor } else { 1.0 });
                let comparison = Comparison::new(old, &new, 0.05, false).unwrap();
                *called += comparison.failures.len();
            }
        }
    }
    assert_eq!(rows, 56 * 97);
    called.map(|called| 1000 * called / rows)
}

#[test]
fn with_more_records_fewer_alarms_are_false_and_more_is_seen() {
    let old = committed("2026-11-21T105342Z-96fc407b1840.csv");
    let new = committed("2026-11-21T113704Z-cab429d50ac9.csv");
    let moves = moves(&old, &new);
    let records: Vec<_> = (1..=40).map(|seed| again(&new, &moves, seed)).collect();
    let of = |size: usize| {
        let sides = records[..8 * size].chunks_exact(size).map(side);
        let sides: Vec<Vec<Record>> = sides.collect::<Result<_, _>>().unwrap();
        let [alarms, seen] = alarms_and_seen(&sides);
        println!("{size} on a side: {alarms} false alarms and {seen} seen in a thousand rows");
        (alarms, seen)
    };
    let [(alarms_1, seen_1), (alarms_3, seen_3), (alarms_5, seen_5)] = [1, 3, 5].map(of);
    assert!(alarms_1 < 55 && alarms_3 < 20 && alarms_5 < 15);
    assert!(seen_1 > 650 && seen_3 > 900 && seen_5 > 970);
}
