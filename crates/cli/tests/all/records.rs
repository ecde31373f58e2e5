//! `grundy compare` and `grundy report`: exit codes, messages, files. What they compare and show is tested in
//! `grundy-records`.

use std::fs;

use grundy_records::benchmark::{BenchCase, Record};
use grundy_records::machine::Machine;
use grundy_records::statistics::Summary;
use grundy_records::table;
use serde_json::Value;

use crate::support::{Folder, refused};

/// Six rows of a machine that does not exist, at `factor` times the time for one of them.
fn rows(slower: &str, factor: f64) -> Vec<Record> {
    let machine = Machine {
        version: "0.1.0".into(),
        revision: "0123456789ab".into(),
        rustc: "1.95.0 (59807616e 2026-04-14)".into(),
        cpu: "Imaginary 9000".into(),
        date: "2026-01-31T23:59:59Z".into(),
    };
    let mut rows = Vec::new();
    for workload in ["sparse", "dense"] {
        for (solver, median) in [
            ("count/floor-sum", 1e5),
            ("count/core", 3e5),
            ("count/run-list", 2e6),
        ] {
            let case = BenchCase {
                game: "gra".into(),
                workload: workload.into(),
                m: Some(1_000_000_000),
                n: 1_000_000,
                seed: 1,
                input_bytes: 4_000_000,
                answer: "12345".into(),
            };
            let solver = solver.parse().unwrap();
            let name = case.name(&solver).to_string();
            let median = if name == slower {
                median * factor
            } else {
                median
            };
            let samples = [0.98, 0.99, 1.0, 1.01, 1.02].map(|share| share * median);
            let times = Summary::of(&samples).unwrap();
            rows.push(Record::new(&case, solver, &times, &machine));
        }
    }
    rows
}

fn write(folder: &Folder, name: &str, rows: &[Record]) {
    let file = folder.path(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    table::write(&file, rows).unwrap();
}

const SLOWER: &str = "gra dense count/core";

/// A folder with records: `old.csv`, one with a row 30 % slower, and two that lack rows.
fn records() -> Folder {
    let folder = Folder::new();
    let all = rows("", 1.0);
    write(&folder, "old.csv", &all);
    write(&folder, "slower.csv", &rows(SLOWER, 1.3));
    write(&folder, "part.csv", &all[3..]);
    let is_core = |row: &Record| row.solver.name() == "core";
    let gone: Vec<Record> = all.into_iter().filter(|row| !is_core(row)).collect();
    write(&folder, "gone.csv", &gone);
    for (side, factor) in [("was", 1.0), ("is", 1.3)] {
        for (i, factor) in [1.0, factor, 1.0].into_iter().enumerate() {
            write(&folder, &format!("{side}/{i}.csv"), &rows(SLOWER, factor));
        }
    }
    folder
}

#[test]
fn comparisons_have_exit_codes_and_name_rows() {
    let folder = records();
    for (line, code, said) in [
        (
            "old.csv old.csv",
            0,
            "ours: 0 slower, 0 faster, 2 within noise",
        ),
        (
            "old.csv slower.csv",
            1,
            "slower: gra dense count/core: 1.30× the old time",
        ),
        ("slower.csv old.csv", 0, "faster: gra dense count/core"),
        (
            "slower.csv old.csv --threshold 30.5%",
            0,
            "ours: 0 slower, 0 faster",
        ),
        ("old.csv slower.csv --threshold 50%", 0, "ours: 0 slower"),
        ("old.csv slower.csv --threshold 29%", 1, "ours: 1 slower"),
        (
            "old.csv gone.csv --part",
            1,
            "failed: missing in the new record: gra sparse count/core\n",
        ),
        ("old.csv part.csv", 1, ""),
        ("old.csv part.csv --part", 0, ""),
        // A folder is all records in it, and their median.
        ("was is", 0, ""),
        ("was is/1.csv", 1, ""),
    ] {
        let ended = folder.run(&format!("compare {line}"));
        assert_eq!(ended.err, "", "{line}");
        let out = ended.with(code);
        assert!(out.contains(said), "{line}: {out}");
        assert!(out.matches("slower: ").count() <= 1, "{line}: {out}");
    }
    let json = folder
        .run("compare old.csv slower.csv --format json")
        .with(1);
    let json: Value = serde_json::from_str(&json).unwrap();
    let rows = json["rows"].as_array().unwrap().iter();
    assert_eq!(rows.filter(|row| row["verdict"] == "slower").count(), 1);
}

#[test]
fn solvers_of_one_record_are_ranked() {
    let folder = records();
    let rank = |format| {
        let line = format!("compare --solvers old.csv --format {format}");
        folder.run(&line).with(0)
    };
    let text = rank("text");
    assert!(text.contains("gra sparse: in-memory count\n"), "{text}");
    assert!(text.contains("6.67×     20.0×"), "{text}");
    let json: Value = serde_json::from_str(&rank("json")).unwrap();
    assert_eq!(json["fields"][0]["places"][2]["solver"], "count/run-list");
}

#[test]
fn what_cannot_be_compared_is_an_error() {
    let folder = records();
    fs::create_dir(folder.path("none")).unwrap();
    let text = folder.read("old.csv");
    folder.write("cut.csv", &text[..text.len() - 1]);
    folder.write(
        "sweep.csv",
        "game,size,positions,losing,winning_moves,mismatches,seconds\nnim,2,2,1,1,0,0.5\n",
    );
    let mut others = rows("", 1.0);
    for row in &mut others {
        row.workload += "/other";
    }
    write(&folder, "others.csv", &others);
    for (line, message) in [
        ("", "error: the following required arguments"),
        ("old.csv", "error: the following required arguments"),
        ("old.csv old.csv --threshold 5", "error: invalid value '5'"),
        (
            "old.csv old.csv --threshold 0.05",
            "expected a percentage such as 5%",
        ),
        (
            "old.csv old.csv --threshold=-1%",
            "error: invalid value '-1%'",
        ),
        (
            "old.csv old.csv --threshold NaN%",
            "error: invalid value 'NaN%'",
        ),
        ("old.csv old.csv --format csv", "error: invalid value 'csv'"),
        ("old.csv --solvers old.csv", "cannot be used with"),
        ("--solvers old.csv --threshold 5%", "cannot be used with"),
        ("old.csv none", "none: no record (NAME.csv) in this folder"),
        ("old.csv none.csv", "error: none.csv: "),
        (
            "old.csv others.csv",
            "have no game, workload and solver in common",
        ),
        (
            "old.csv cut.csv",
            "error: cut.csv:7: the last line has no end: the file was cut off",
        ),
        (
            "old.csv sweep.csv",
            "error: sweep.csv:1: unknown field `size`, expected one of `game`, `workload`",
        ),
    ] {
        refused(folder.run(&format!("compare {line}")), message);
    }
}

#[test]
fn a_report_is_one_page_of_the_results() {
    let folder = Folder::new();
    refused(folder.run("report"), "error: cannot report on `results/`");
    fs::create_dir_all(folder.path("results/bench")).unwrap();
    folder.write("results/bench/a.csv", "no,record\n");
    refused(folder.run("report"), "error: results/bench/a.csv:");

    write(&folder, "results/bench/a.csv", &rows("", 1.0));
    fs::create_dir_all(folder.path("results/sweep")).unwrap();
    let header = "game,size,positions,losing,winning_moves,mismatches,seconds\n";
    folder.write(
        "results/sweep/gra.csv",
        format!("{header}gra,2,1,0,1,0,0.5\n"),
    );
    let ended = folder.run("report");
    assert_eq!(ended.err, "");
    assert_eq!(
        ended.with(0),
        "report.html: sizes swept: 1, benchmark records: 1\n"
    );
    let page = folder.read("report.html");
    assert!(page.contains("<svg ") && page.contains("run-list"));

    // A command creates no folder for its page, and does not replace its input.
    let ended = folder.run("report --out made/page.html");
    refused(ended, "error: cannot write made/page.html: No such");
    let ended = folder.run("report --out results/bench/a.csv");
    refused(
        ended,
        "error: cannot write results/bench/a.csv: this command reads it\n",
    );
    table::read::<Record>(&folder.path("results/bench/a.csv")).unwrap();

    // A file of another kind is an error, and a folder or a pipe is not read.
    folder.write("results/sweep/other.csv", "m,boards\n2,1\n");
    refused(folder.run("report"), "other.csv:1: unknown field `m`");
    fs::remove_file(folder.path("results/sweep/other.csv")).unwrap();
    fs::create_dir(folder.path("results/sweep/taken.csv")).unwrap();
    refused(folder.run("report"), "taken.csv: it is no file");
    fs::remove_dir(folder.path("results/sweep/taken.csv")).unwrap();
    folder.write("results/sweep/gra.csv", format!("{header}gra,2,1,0,1"));
    refused(folder.run("report"), "gra.csv:2: number of cells");
}
