//! criterion's raw samples: as the real criterion writes them, and as it never does.

use std::fs;
use std::path::Path;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use grundy_bench::criterion_csv::records;
use grundy_records::benchmark::{BenchCase, Record};

use crate::machine;

const HEADER: &str = "group,function,value,throughput_num,throughput_type,sample_measured_value,unit,iteration_count";

fn write(folder: &Path, name: &str, rows: &str) {
    let folder = folder.join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("raw.csv"), format!("{HEADER}\n{rows}")).unwrap();
}

/// The rows of a record for these solvers of one workload.
fn rows(folder: &Path, workload: &str, solvers: &[&str]) -> anyhow::Result<Vec<Record>> {
    let case = BenchCase {
        game: "gra".into(),
        workload: workload.into(),
        m: Some(100),
        n: 10,
        seed: 1,
        input_bytes: 40,
        answer: "3".into(),
    };
    let cases = solvers.iter();
    let cases = cases.map(|solver| (case.clone(), solver.parse().unwrap()));
    records(folder, &cases.collect::<Vec<_>>(), &machine())
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
    let solvers = ["count/floor-sum", "count/core"];
    for solver in solvers {
        group.bench_function(solver, |b| b.iter(work));
    }
    group.finish();
    let rows = rows(folder.path(), "scale/1000", &solvers).unwrap();
    for (row, solver) in rows.iter().zip(solvers) {
        let name = format!("gra scale/1000 {solver}");
        assert_eq!(row.name().to_string(), name);
        assert_eq!((row.samples, &row.answer[..]), (12, "3"), "{name}");
        // A thousand additions take more than a nanosecond and less than a second.
        let (min, max) = (row.min_ns, row.max_ns);
        assert!(1.0 <= min && max < 1e9, "{name}: {min} to {max}");
    }
    assert_eq!(rows.len(), 2);
}

#[test]
fn samples_are_times_of_one_iteration() {
    let folder = tempfile::tempdir().unwrap();
    let line = "gra/sparse,count/core,,10/40,elements/bytes";
    let samples = format!("{line},200.0,ns,10\n{line},660.0,ns,20\n{line},870.0,ns,30\n");
    write(folder.path(), "a/new", &samples);
    write(folder.path(), "b/new", &samples.replace("core", "other"));
    // Neither what another run is compared with nor a stray file is a measurement.
    write(folder.path(), "a/base", "old");
    write(folder.path(), "", "stray");
    let row = &rows(folder.path(), "sparse", &["count/core"]).unwrap()[0];
    assert_eq!((row.median_ns, row.mad_ns, row.samples), (29.0, 4.0, 3));
    assert_eq!((row.min_ns, row.max_ns), (20.0, 33.0));
    let rate = row.items_per_s;
    assert!((rate - 10.0 / 29e-9).abs() < 1.0, "{rate}");
}

#[test]
fn what_criterion_never_writes_is_refused() {
    let no_time =
        "gra sparse count/core: there is no sample, or a time is not finite and more than 0";
    for (row, expected) in [
        ("gra/dense,count/core,,,,200.0,ns,10\n", no_time),
        ("gra/sparse,count/core,,,,0.0,ns,10\n", no_time),
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
    ] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "a/new", row);
        let error = rows(folder.path(), "sparse", &["count/core"]).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.ends_with(expected), "{row}: {error}");
    }
    let missing = rows(Path::new("/missing"), "sparse", &[]).unwrap_err();
    assert!(
        format!("{missing:#}").starts_with("/missing: "),
        "{missing}"
    );
}
