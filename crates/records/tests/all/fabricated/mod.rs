//! Records made up for tests: plausible, deterministic, and not measured.

use std::fs;
use std::path::Path;

use grundy_games::heaps::Sequence;
use grundy_records::benchmark::{BenchCase, Record};
use grundy_records::heaps::write_csv;
use grundy_records::machine::Machine;
use grundy_records::solver::Origin;
use grundy_records::statistics::Summary;
use grundy_records::sweep::SweepRow;
use grundy_records::table;

/// A machine that does not exist.
pub fn machine() -> Machine {
    Machine {
        version: "0.1.0".into(),
        revision: "0123456789ab".into(),
        rustc: "1.95.0 (59807616e 2026-04-14)".into(),
        cpu: "Imaginary 9000 8-Core Processor".into(),
        date: "2026-01-31T23:59:59Z".into(),
    }
}

/// Ten samples around `median` (nanoseconds), the farthest `spread` away from it, as a share.
pub fn times(median: f64, spread: f64) -> Summary {
    let steps = [-1.0, -0.6, -0.3, -0.2, -0.1, 0.1, 0.2, 0.3, 0.6, 1.0];
    Summary::of(&steps.map(|step| median * (1.0 + spread * step))).unwrap()
}

/// A row of a board with n pawns.
pub fn row(workload: &str, solver: &str, n: u64, median: f64, machine: &Machine) -> Record {
    let case = BenchCase {
        game: "gra".into(),
        workload: workload.into(),
        m: Some(1_000_000_000),
        n,
        seed: 1,
        input_bytes: 4 * n,
        answer: "12345".into(),
    };
    Record::new(
        &case,
        solver.parse().unwrap(),
        &times(median, 0.02),
        machine,
    )
}

/// Two workloads with counters and readers, floors and baselines among them.
pub fn record(machine: &Machine) -> Vec<Record> {
    let mut rows = Vec::new();
    for (workload, factor) in [("sparse", 1.0), ("dense", 0.7)] {
        for (solver, ms) in &SOLVERS[..7] {
            rows.push(row(workload, solver, 1_000_000, ms * factor * 1e6, machine));
        }
    }
    rows
}

/// The same row, measured again and `factor` times as slow.
pub fn scaled(record: &Record, factor: f64) -> Record {
    Record {
        median_ns: record.median_ns * factor,
        mad_ns: record.mad_ns * factor,
        mean_ns: record.mean_ns * factor,
        min_ns: record.min_ns * factor,
        max_ns: record.max_ns * factor,
        items_per_s: record.items_per_s / factor,
        bytes_per_s: record.bytes_per_s / factor,
        ..record.clone()
    }
}

pub fn is_ours(row: &Record) -> bool {
    row.solver.role() == Origin::Ours
}

/// The record with each row `factor` times as slow.
pub fn slower(rows: &[Record], mut factor: impl FnMut(&Record) -> f64) -> Vec<Record> {
    rows.iter().map(|row| scaled(row, factor(row))).collect()
}

/// Counters and readers with their floors, and two groups more; times in milliseconds at n = 10^6.
const SOLVERS: [(&str, f64); 14] = [
    ("count/floor-sum", 0.13),
    ("count/core", 0.4),
    ("count/run-list", 2.6),
    ("count/ordered-map", 310.0),
    ("read/floor-copy", 0.9),
    ("read/core", 4.0),
    ("read/byte-loop", 14.0),
    ("solve/floor-copy", 0.92),
    ("solve/core", 4.4),
    ("solve/split-whitespace+ordered-map", 350.0),
    ("process/floor-cat", 1.6),
    ("process/grundy", 5.2),
    ("process/byte-loop+run-list", 22.0),
    ("process/WWWWWWW with a name that has no room", 1234.0),
];

/// A full record: workloads, a series of tests and a series of growing inputs.
pub fn full(machine: &Machine, speed: f64) -> Vec<Record> {
    let mut rows = Vec::new();
    let mut add = |workload: &str, n: u64, factor: f64, solvers: usize| {
        for (solver, ms) in &SOLVERS[..solvers] {
            let is_ours = solver.contains("core") || solver.contains("grundy");
            let factor = if is_ours { speed * factor } else { factor };
            rows.push(row(workload, solver, n, ms * n as f64 * factor, machine));
        }
    };
    let plain = ["sparse", "dense", "runs", "alternating", "block"];
    for (i, workload) in plain.into_iter().enumerate() {
        add(workload, 1_000_000, 1.0 - 0.12 * i as f64, SOLVERS.len());
    }
    for (test, n) in [("gra9", 193_363), ("gra10", 801_226), ("gra15", 999_240)] {
        add(&format!("poi/{test}"), n, 1.0, 7);
    }
    for digits in 3..=8 {
        let n = 10_u64.pow(digits);
        add(&format!("scale/{n}"), n, 1.0 + 0.08 * f64::from(digits), 7);
    }
    rows
}

/// A results folder with three benchmark records, sweeps of all games and the values of three.
pub fn fabricate(folder: &Path) {
    let values = folder.join("octal/values");
    fs::create_dir_all(&values).unwrap();
    for (code, heaps) in [("0.77", 200), ("0.16", 4000), ("4.[3]", 30)] {
        let sequence = Sequence::to(code.parse().unwrap(), heaps);
        write_csv(&values.join(format!("{code}.csv")), sequence.cells()).unwrap();
    }
    let bench = folder.join("bench");
    fs::create_dir_all(&bench).unwrap();
    for (date, revision, speed) in [
        ("2026-01-31T10:00:00Z", "0123456789ab", 3.1),
        ("2026-02-14T10:00:00Z", "123456789abc-dirty", 1.7),
        ("2026-03-02T10:00:00Z", "23456789abcd", 1.0),
    ] {
        let machine = Machine {
            date: date.into(),
            revision: revision.into(),
            ..machine()
        };
        let file = bench.join(machine.file_name());
        table::write(&file, &full(&machine, speed)).unwrap();
    }
    let sweep = folder.join("sweep");
    fs::create_dir_all(&sweep).unwrap();
    for (game, sizes) in [
        ("gra", 2..=32_u32),
        ("nim", 1..=12),
        ("bounded", 2..=10),
        ("staircase", 1..=11),
        ("constrained", 1..=5),
        ("kamyki", 1..=16),
    ] {
        let row = |size| {
            let positions = grundy_games::find(game).unwrap().positions(size).unwrap();
            SweepRow {
                game: game.to_owned(),
                size,
                positions,
                losing: positions / u64::from(size + 2),
                winning_moves: positions * 2,
                mismatches: 0,
                seconds: positions as f64 / 4e7,
                draws: None,
            }
        };
        let rows: Vec<SweepRow> = sizes.map(row).collect();
        table::write(&sweep.join(format!("{game}.csv")), &rows).unwrap();
    }
}
