//! The page: what it says, and how a browser takes it.

mod fabricated;

use std::fs;
use std::path::Path;

use fabricated::{machine, row};
use grundy_bench::machine::Machine;
use grundy_bench::record::{self, Record};
use grundy_bench::report::Results;

/// Every group with its floor, its solver and its baselines; times in milliseconds at n = 10^6.
const SOLVERS: [(&str, f64); 18] = [
    ("count/floor-sum", 0.13),
    ("count/core", 0.41),
    ("count/run-list", 2.6),
    ("count/per-pawn", 4.4),
    ("count/dense-3n", 9.8),
    ("count/ordered-map", 312.0),
    ("read/floor-copy", 0.92),
    ("read/core", 4.1),
    ("read/byte-loop", 14.2),
    ("read/split-whitespace", 31.0),
    ("solve/floor-copy", 0.92),
    ("solve/core", 4.4),
    ("solve/byte-loop+run-list", 17.1),
    ("solve/split-whitespace+ordered-map", 350.0),
    ("process/floor-cat", 1.6),
    ("process/grundy", 5.2),
    ("process/byte-loop+run-list", 22.0),
    ("process/split-whitespace+ordered-map", 371.0),
];

/// A full record: workloads, a series of tests and a series of growing inputs.
fn full(machine: &Machine, speed: f64) -> Vec<Record> {
    let mut rows = Vec::new();
    let workloads = ["sparse", "dense", "runs", "alternating", "block"];
    for (i, workload) in workloads.into_iter().enumerate() {
        for (solver, ms) in SOLVERS {
            let ours = if solver.contains("core") || solver.contains("grundy") {
                speed
            } else {
                1.0
            };
            let factor = ours * (1.0 - 0.12 * i as f64);
            rows.push(row(workload, solver, 1_000_000, ms * factor * 1e6, machine));
        }
    }
    for (test, n) in [
        ("poi/gra9", 193_363),
        ("poi/gra10", 801_226),
        ("poi/gra15", 999_240),
    ] {
        for (solver, ms) in &SOLVERS[..10] {
            rows.push(row(test, solver, n, ms * n as f64, machine));
        }
    }
    for n in (3..=8).map(|digits| 10_u64.pow(digits)) {
        for (solver, ms) in &SOLVERS[..10] {
            let cache = 1.0 + 0.08 * (n as f64).log10();
            let log = if solver.ends_with("map") {
                (n as f64).log10() / 6.0
            } else {
                1.0
            };
            rows.push(row(
                &format!("scale/{n}"),
                solver,
                n,
                ms * n as f64 * cache * log,
                machine,
            ));
        }
    }
    rows
}

/// A results folder with three benchmark records and sweeps of all games.
fn fabricate(folder: &Path) {
    for (i, (date, revision)) in [
        ("2026-01-31T10:00:00Z", "0123456789ab"),
        ("2026-02-14T10:00:00Z", "123456789abc-dirty"),
        ("2026-03-02T10:00:00Z", "23456789abcd"),
    ]
    .into_iter()
    .enumerate()
    {
        let machine = Machine {
            date: date.into(),
            revision: revision.into(),
            ..machine()
        };
        let file = folder.join("bench").join(machine.file_name());
        record::write(&file, &full(&machine, [3.1, 1.7, 1.0][i])).unwrap();
    }
    let sweep = folder.join("sweep");
    fs::create_dir_all(&sweep).unwrap();
    for (game, sizes, base) in [
        ("gra", 2..=32_u32, 2.0_f64),
        ("nim", 1..=12, 3.0),
        ("bounded", 1..=10, 3.5),
        ("staircase", 1..=11, 3.2),
        ("constrained", 1..=5, 30.0),
        ("kamyki", 1..=16, 2.4),
    ] {
        let mut text = "game,size,positions,losing,winning_moves,mismatches,seconds\n".to_owned();
        for size in sizes {
            let positions = base.powi(size as i32 - 1).max(2.0) as u64 - 1;
            let losing = positions / u64::from(size + 2);
            let seconds = positions as f64 / 4e7;
            text += &format!(
                "{game},{size},{positions},{losing},{},0,{seconds}\n",
                positions * 2
            );
        }
        fs::write(sweep.join(format!("{game}.csv")), text).unwrap();
    }
}

#[test]
fn look() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    let _ = fs::remove_dir_all(&folder);
    fabricate(&folder);
    Results::read(&folder)
        .unwrap()
        .write(&folder.join("report.html"))
        .unwrap();
}
