//! `grundy compare` and `grundy report`: exit codes, messages, files. What they compare and show is tested in
//! `grundy-records`.

use std::fs;

use grundy_records::benchmark::{BenchCase, Record};
use grundy_records::machine::Machine;
use grundy_records::statistics::Summary;
use grundy_records::table;

use crate::support::{Folder, all_refused, json, shows};

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

/// An exit code, arguments, and a text on the page. A folder is all records in it, and their median.
const COMPARED: &str = "\
0 old.csv old.csv => ours: 0 slower, 0 faster, 2 within noise
1 old.csv slower.csv => slower: gra dense count/core: 1.30× the old time
1 old.csv slower.csv --format markdown => * slower: gra dense count/core: 1.30× the old time
0 slower.csv old.csv => faster: gra dense count/core
0 slower.csv old.csv --threshold 30.5% => ours: 0 slower, 0 faster
0 old.csv slower.csv --threshold 50% => ours: 0 slower
1 old.csv slower.csv --threshold 29% => ours: 1 slower
1 old.csv gone.csv --part => failed: missing in the new record: gra sparse count/core
1 old.csv part.csv => missing
0 old.csv part.csv --part => ours: 0 slower
0 was is => ours: 0 slower
1 was is/1.csv => ours: 1 slower";

#[test]
fn comparisons_have_exit_codes_and_name_rows() {
    let folder = records();
    for row in COMPARED.lines() {
        let (code, row) = row.split_once(' ').unwrap();
        let (line, said) = row.split_once("=> ").unwrap();
        let ended = folder.run(&format!("compare {line}"));
        assert_eq!(ended.err, "", "{line}");
        let out = ended.with(code.parse().unwrap());
        shows(&out, said);
        assert!(out.matches("slower: ").count() <= 1, "{line}: {out}");
    }
    let line = "compare old.csv slower.csv --format json";
    let json = json(&folder.run(line).with(1));
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
    shows(&text, "gra sparse: in-memory count\n");
    shows(&text, "6.67×     20.0×");
    shows(&rank("markdown"), "| count/run-list");
    let json = json(&rank("json"));
    assert_eq!(json["fields"][0]["places"][2]["solver"], "count/run-list");
}

const REFUSED: &str = "\
=> error: the following required arguments
old.csv => error: the following required arguments
old.csv old.csv --threshold 5 => error: invalid value '5'
old.csv old.csv --threshold 0.05 => expected a percentage such as 5%
old.csv old.csv --threshold=-1% => error: invalid value '-1%'
old.csv old.csv --threshold NaN% => error: invalid value 'NaN%'
old.csv old.csv --format csv => error: invalid value 'csv'
old.csv --solvers old.csv => cannot be used with
--solvers old.csv --threshold 5% => cannot be used with
old.csv none => none: no record (NAME.csv) in this folder
old.csv none.csv => error: none.csv:
old.csv others.csv => have no game, workload and solver in common
old.csv cut.csv => error: cut.csv:7: the last line has no end: the file was cut off
old.csv sweep.csv => error: sweep.csv:2: unknown field `size`, expected one of `game`, `workload`";

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
    all_refused(&folder, "compare", REFUSED);
}

#[test]
fn a_report_is_one_page_of_the_results() {
    let folder = Folder::new();
    let all_refused = |table| all_refused(&folder, "report", table);
    all_refused("=> error: cannot report on `results/`");
    fs::create_dir_all(folder.path("results/bench")).unwrap();
    folder.write("results/bench/a.csv", "no,record\n");
    all_refused("=> error: results/bench/a.csv:");

    write(&folder, "results/bench/a.csv", &rows("", 1.0));
    fs::create_dir_all(folder.path("results/sweep")).unwrap();
    let header = "game,size,positions,losing,winning_moves,mismatches,seconds\n";
    let gra = format!("{header}gra,2,1,0,1,0,0.5\n");
    folder.write("results/sweep/gra.csv", gra);
    let ended = folder.run("report");
    assert_eq!(ended.err, "");
    let said = "report.html: sizes swept: 1, benchmark records: 1\n";
    assert_eq!(ended.with(0), said);
    let page = folder.read("report.html");
    assert!(page.contains("<svg ") && page.contains("run-list"));

    // A command creates no folder for its page, and does not replace its input.
    let places = "--out made/page.html => error: cannot write made/page.html: No such
--out results/bench/a.csv => error: cannot write results/bench/a.csv: this command reads it\\n";
    all_refused(places);
    table::read::<Record>(&folder.path("results/bench/a.csv")).unwrap();

    // A file of another kind is an error, and a folder is not read.
    folder.write("results/sweep/other.csv", "m,boards\n2,1\n");
    all_refused("=> other.csv:2: unknown field `m`");
    fs::remove_file(folder.path("results/sweep/other.csv")).unwrap();
    fs::create_dir(folder.path("results/sweep/taken.csv")).unwrap();
    all_refused("=> taken.csv: it is no file");
}
