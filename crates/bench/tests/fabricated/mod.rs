//! Records made up for tests: plausible, deterministic, and nobody's measurement.
#![allow(dead_code, reason = "each test file uses a part of it")]

use grundy_bench::machine::Machine;
use grundy_bench::record::{Case, Record};
use grundy_bench::statistics::Summary;

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
    let case = Case {
        game: "gra".into(),
        workload: workload.into(),
        m: Some(1_000_000_000),
        n,
        seed: 1,
        input_bytes: if solver.starts_with("count/") {
            4 * n
        } else {
            10 * n + 20
        },
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
        for (solver, ms) in [
            ("count/floor-sum", 0.13),
            ("count/core", 0.4),
            ("count/run-list", 2.6),
            ("count/ordered-map", 310.0),
            ("read/floor-copy", 0.9),
            ("read/core", 4.0),
            ("read/byte-loop", 14.0),
        ] {
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
