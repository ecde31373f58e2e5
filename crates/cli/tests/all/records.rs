//! `grundy compare` and `grundy report`: exit codes, messages, files. What they compare and show is tested in
//! `grundy-records`.

use std::fs;

use crate::support::{Folder, all_refused, all_shown};

/// Six rows of a machine that does not exist, and the same with `gra dense count/core` 30 % slower.
pub const BENCH: &str = include_str!("../data/bench.csv");
pub const SLOWER: &str = include_str!("../data/bench-slower.csv");
/// A record of another kind.
const SWEEP: &str =
    "game,size,positions,losing,winning_moves,mismatches,seconds\ngra,2,1,0,1,0,0.5\n";

/// A folder with records: `old.csv`, one with a row 30 % slower, one that lacks rows, and two folders of three records.
fn records() -> Folder {
    let folder = Folder::new();
    for of in ["was", "is"] {
        fs::create_dir(folder.path(of)).unwrap();
    }
    let rows = BENCH.split_inclusive('\n');
    let part: String = rows.filter(|row| !row.contains(",sparse,")).collect();
    for (name, record) in [
        ("old.csv", BENCH),
        ("slower.csv", SLOWER),
        ("part.csv", &part),
        ("was/0.csv", BENCH),
        ("is/0.csv", BENCH),
        ("is/1.csv", SLOWER),
        ("is/2.csv", BENCH),
    ] {
        folder.write(name, record);
    }
    folder
}

/// An exit code, arguments, and a text on the page. A folder is all records in it, and their median.
const COMPARED: &str = r#"0 old.csv old.csv => ours: 0 slower, 0 faster, 2 within noise
1 old.csv slower.csv => slower: gra dense count/core: 1.30× the old time
1 old.csv slower.csv --format json => "verdict":"slower"
0 old.csv slower.csv --threshold 30.5% => ours: 0 slower, 0 faster
1 old.csv slower.csv --threshold 29% => ours: 1 slower
1 old.csv part.csv => missing
0 old.csv part.csv --part => ours: 0 slower
0 was is => ours: 0 slower
1 was is/1.csv => ours: 1 slower
0 --solvers old.csv => gra sparse: in-memory count
0 --solvers old.csv --format json => "solver":"count/run-list""#;

#[test]
fn comparisons_have_exit_codes_and_name_rows() {
    all_shown(&records(), "compare", COMPARED);
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
    folder.write("cut.csv", BENCH.trim_end());
    folder.write("sweep.csv", SWEEP);
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
    folder.write("results/sweep/gra.csv", SWEEP);
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
    assert_eq!(folder.read("results/bench/a.csv"), BENCH);

    // A file of another kind is an error, and a folder is not read.
    folder.write("results/sweep/other.csv", "m,boards\n2,1\n");
    all_refused("=> other.csv:1: unknown field `m`");
    fs::remove_file(folder.path("results/sweep/other.csv")).unwrap();
    fs::create_dir(folder.path("results/sweep/taken.csv")).unwrap();
    all_refused("=> taken.csv: it is no file");
}
