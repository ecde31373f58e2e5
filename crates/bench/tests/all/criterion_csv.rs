//! criterion's raw samples: as the real criterion writes them, and as it never does.

use std::fs;
use std::path::Path;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use grundy_bench::criterion_csv::{Measurement, collect, read, records};
use grundy_records::benchmark::Case;
use grundy_records::machine::Machine;

fn machine() -> Machine {
    Machine {
        version: "0.1.0".into(),
        revision: "0123456789ab".into(),
        rustc: "1.95.0 (59807616e 2026-04-14)".into(),
        cpu: "Imaginary 9000 8-Core Processor".into(),
        date: "2026-01-31T23:59:59Z".into(),
    }
}

const HEADER: &str = "group,function,value,throughput_num,throughput_type,sample_measured_value,unit,iteration_count";

fn write(folder: &Path, name: &str, rows: &str) {
    let folder = folder.join(name).join("new");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("raw.csv"), format!("{HEADER}\n{rows}")).unwrap();
}

fn case(workload: &str) -> Case {
    Case {
        game: "gra".into(),
        workload: workload.into(),
        m: Some(100),
        n: 10,
        seed: 1,
        input_bytes: 40,
        answer: "3".into(),
    }
}

/// The format is criterion's and may change with it: this runs the criterion that the benchmarks
/// use and reads what it leaves.
#[test]
fn reads_what_criterion_writes() {
    let folder = tempfile::tempdir().unwrap();
    let mut criterion = Criterion::default()
        .output_directory(folder.path())
        .sample_size(12)
        .warm_up_time(Duration::from_millis(1))
        .measurement_time(Duration::from_millis(20));
    let numbers: Vec<u32> = (0..1000).collect();
    let work = || std::hint::black_box(&numbers).iter().sum::<u32>();
    let mut group = criterion.benchmark_group("gra/scale/1000");
    group.throughput(Throughput::ElementsAndBytes {
        elements: 1000,
        bytes: 4000,
    });
    group.bench_function("count/floor-sum", |b| b.iter(work));
    group.bench_function("count/core", |b| b.iter(work));
    group.finish();
    criterion.bench_function("gra/sparse", |b| b.iter(work));

    let one = |name: &str| folder.path().join(name).join("new/raw.csv");
    let error = read(&one("gra_sparse")).unwrap_err().to_string();
    assert!(error.ends_with(":2: found solver ``, expected GROUP/NAME with count, read, solve or process for the group"), "{error}");
    fs::remove_dir_all(folder.path().join("gra_sparse")).unwrap();

    let measured = collect(folder.path()).unwrap();
    let names: Vec<String> = measured.iter().map(|one| one.name.to_string()).collect();
    assert_eq!(
        names,
        [
            "gra scale/1000 count/core",
            "gra scale/1000 count/floor-sum"
        ]
    );
    for Measurement { name, samples } in &measured {
        assert_eq!(samples.len(), 12, "{name}");
        // A thousand additions take more than a nanosecond and less than a second.
        assert!(
            samples.iter().all(|ns| (1.0..1e9).contains(ns)),
            "{name}: {samples:?}"
        );
    }
    let solvers = ["count/floor-sum", "count/core", "count/run-list"];
    let cases = solvers.map(|solver| (case("scale/1000"), solver.parse().unwrap()));
    let rows = records(measured, &cases, &machine()).unwrap();
    let names: Vec<String> = rows.iter().map(|row| row.name().to_string()).collect();
    assert_eq!(
        names,
        [
            "gra scale/1000 count/floor-sum",
            "gra scale/1000 count/core"
        ]
    );
    assert!(
        rows.iter()
            .all(|row| row.samples == 12 && row.answer == "3")
    );
}

#[test]
fn samples_are_times_of_one_iteration() {
    let folder = tempfile::tempdir().unwrap();
    let line = "gra/sparse,count/core,,10/40,elements/bytes";
    let rows = format!("{line},200.0,ns,10\n{line},660.0,ns,20\n{line},870.0,ns,30\n");
    write(folder.path(), "a", &rows);
    // Neither what another run is compared with nor a stray file is a measurement.
    fs::create_dir_all(folder.path().join("a/base")).unwrap();
    fs::write(folder.path().join("a/base/raw.csv"), "old").unwrap();
    fs::write(folder.path().join("raw.csv"), "stray").unwrap();
    let measured = collect(folder.path()).unwrap();
    assert_eq!(measured.len(), 1);
    assert_eq!(measured[0].samples, [20.0, 33.0, 29.0]);
    let cases = [(case("sparse"), "count/core".parse().unwrap())];
    let row = &records(measured, &cases, &machine()).unwrap()[0];
    assert_eq!((row.median_ns, row.mad_ns, row.samples), (29.0, 4.0, 3));
    assert!(
        (row.items_per_s - 10.0 / 29e-9).abs() < 1.0,
        "{}",
        row.items_per_s
    );
}

#[test]
fn what_criterion_never_writes_is_refused() {
    let good = "gra/sparse,count/core,,,,200.0,ns,10";
    for (rows, expected) in [
        ("", ":1: found no row, expected at least one"),
        (good, ":2: the last line has no end: the file was cut off"),
        (
            "gra/sparse,count/core,,,,200.0,ns\n",
            ":2: number of cells: found 7, expected 8",
        ),
        (
            "gra,count/core,,,,200.0,ns,10\n",
            ":2: column `group`: found `gra`, expected GAME/WORKLOAD",
        ),
        (
            "/gra,count/core,,,,200.0,ns,10\n",
            ":2: column `group`: found `/gra`, expected GAME/WORKLOAD",
        ),
        (
            "gra/sparse,core,,,,200.0,ns,10\n",
            ":2: found solver `core`, expected GROUP/NAME with count, read, solve or process for the group",
        ),
        (
            "gra/sparse,count/core,17,,,200.0,ns,10\n",
            ":2: column `value`: found `17`, expected nothing",
        ),
        (
            "gra/sparse,count/core,,,,200.0,cycles,10\n",
            ":2: column `unit`: found `cycles`, expected ns",
        ),
        (
            "gra/sparse,count/core,,,,NaN,ns,10\n",
            ":2: column `sample_measured_value`: found `NaN`, expected a number, finite and not negative",
        ),
        (
            "gra/sparse,count/core,,,,200.0,ns,0\n",
            ":2: column `iteration_count`: found `0`, expected a whole number, at least 1",
        ),
        (
            "gra/sparse,count/core,,,,2.0,ns,1\ngra/sparse,count/other,,,,2.0,ns,1\n",
            ":3: found a sample of gra sparse count/other, expected samples of gra sparse count/core only",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "a", rows);
        let file = folder.path().join("a/new/raw.csv");
        let error = collect(folder.path()).unwrap_err().to_string();
        assert_eq!(error, format!("{}{expected}", file.display()));
    }
}

#[test]
fn a_folder_without_samples_or_with_too_many_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let problem = |folder: &Path| collect(folder).unwrap_err().to_string();
    let empty = problem(folder.path());
    assert!(empty.contains(": no samples here;"), "{empty}");
    let missing = folder.path().join("missing");
    let unreadable = problem(&missing);
    assert!(
        unreadable.starts_with(missing.to_str().unwrap()),
        "{unreadable}"
    );
    let row = "gra/sparse,count/core,,,,200.0,ns,10\n";
    write(folder.path(), "a", row);
    write(folder.path(), "b", row);
    let file = |name: &str| {
        folder
            .path()
            .join(name)
            .join("new/raw.csv")
            .display()
            .to_string()
    };
    let twice = format!(
        "{}: samples of gra sparse count/core are in {}, too",
        file("b"),
        file("a")
    );
    assert_eq!(problem(folder.path()), twice);
}

#[test]
fn only_known_cases_with_real_times_become_rows() {
    let cases = [(case("sparse"), "count/core".parse().unwrap())];
    let measured = |workload: &str, samples: &[f64]| {
        let name = case(workload).name(&"count/core".parse().unwrap());
        vec![Measurement {
            name,
            samples: samples.to_vec(),
        }]
    };
    let error = records(measured("dense", &[1.0]), &cases, &machine()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "gra dense count/core: no case is known for this benchmark"
    );
    let error = records(measured("sparse", &[1.0, 0.0]), &cases, &machine()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "gra sparse count/core: sample 2 is 0 ns: a time is finite and more than 0"
    );
    assert_eq!(records(vec![], &cases, &machine()).unwrap(), []);
}
