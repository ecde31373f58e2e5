//! `grundy compare` and `grundy report`: exit codes, messages, files. What they compare and show is tested in
//! `grundy-records`.

use std::fs;

use grundy_records::benchmark::Record;
use grundy_records::table;

use crate::support::{Folder, all_refused, json, shows};

/// Six rows of a machine that does not exist, and the same with `gra dense count/core` 30 % slower.
const BENCH: &str = include_str!("../data/bench.csv");
const SLOWER: &str = include_str!("../data/bench-slower.csv");

/// The rows of the record that have this text or have it not, behind the header.
fn rows(text: &str, have: bool) -> String {
    let rows = BENCH.lines().enumerate();
    let kept = rows.filter(|&(i, row)| i == 0 || row.contains(text) == have);
    kept.fold(String::new(), |kept, (_, row)| kept + row + "\n")
}

/// A folder with records: `old.csv`, one with a row 30 % slower, and two that lack rows.
fn records() -> Folder {
    let folder = Folder::new();
    folder.write("old.csv", BENCH);
    folder.write("slower.csv", SLOWER);
    folder.write("part.csv", rows(",dense,", true));
    folder.write("gone.csv", rows("count/core", false));
    for (side, second) in [("was", BENCH), ("is", SLOWER)] {
        fs::create_dir(folder.path(side)).unwrap();
        for (i, record) in [BENCH, second, BENCH].into_iter().enumerate() {
            folder.write(&format!("{side}/{i}.csv"), record);
        }
    }
    folder
}

/// An exit code, arguments, and a text on the page. A folder is all records in it, and their median.
const COMPARED: &str = "\
0 old.csv old.csv => ours: 0 slower, 0 faster, 2 within noise
1 old.csv slower.csv => slower: gra dense count/core: 1.30× the old time
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
old.csv sweep.csv => error: sweep.csv:1: unknown field `size`, expected one of `game`, `workload`";

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
    let others = BENCH.replace(",sparse,", ",sparser,");
    folder.write("others.csv", others.replace(",dense,", ",denser,"));
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

    folder.write("results/bench/a.csv", BENCH);
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
    all_refused("=> other.csv:1: unknown field `m`");
    fs::remove_file(folder.path("results/sweep/other.csv")).unwrap();
    fs::create_dir(folder.path("results/sweep/taken.csv")).unwrap();
    all_refused("=> taken.csv: it is no file");
}
