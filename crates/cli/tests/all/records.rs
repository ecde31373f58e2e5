//! `grundy compare` and `grundy report` as their users meet them: exit codes, messages, files.

use std::fs;
use std::path::{Path, PathBuf};

use grundy_records::benchmark::{Case, Record};
use grundy_records::machine::Machine;
use grundy_records::statistics::Summary;
use grundy_records::table;

use crate::support::{self, Ended};

fn grundy(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = support::grundy("");
    let output = command.args(arguments).current_dir(folder).output();
    let Ended { code, out, err } = Ended::of(output.unwrap());
    (code, out, err)
}

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
            let case = Case {
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

fn write(folder: &Path, name: &str, rows: &[Record]) -> PathBuf {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    table::write(&file, rows).unwrap();
    file
}

#[test]
fn a_record_with_itself_is_within_noise() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "old.csv", &rows("", 1.0));
    let (code, said, errors) = grundy(folder.path(), &["compare", "old.csv", "old.csv"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(
        said.contains("ours: 0 slower, 0 faster, 2 within noise"),
        "{said}"
    );
}

#[test]
fn a_row_30_percent_slower_is_named_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "old.csv", &rows("", 1.0));
    write(folder.path(), "new.csv", &rows("gra dense count/core", 1.3));
    let compare = |arguments: &[&str]| {
        let arguments = [&["compare"], arguments].concat();
        grundy(folder.path(), &arguments)
    };
    let line = "slower: gra dense count/core: 1.30× the old time";
    for format in ["text", "markdown"] {
        let (code, said, errors) = compare(&["old.csv", "new.csv", "--format", format]);
        assert_eq!((code, errors.as_str()), (Some(1), ""));
        assert!(said.contains(line), "{said}");
        assert_eq!(said.matches("slower: ").count(), 1, "{said}");
    }
    let (code, said, _) = compare(&["old.csv", "new.csv", "--format", "json"]);
    assert_eq!(code, Some(1));
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    let verdicts: Vec<&str> = json["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts.iter().filter(|v| **v == "slower").count(), 1);
    // The other way round it is faster; and 30 % is not more than 50 %.
    let (code, said, _) = compare(&["new.csv", "old.csv"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("faster: gra dense count/core"), "{said}");
    let (code, _, _) = compare(&["old.csv", "new.csv", "--threshold", "50%"]);
    assert_eq!(code, Some(0));
    let (code, said, _) = compare(&["old.csv", "new.csv", "--threshold", "29%"]);
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn a_missing_row_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let all = rows("", 1.0);
    write(folder.path(), "old.csv", &all);
    write(folder.path(), "new.csv", &all[1..]);
    let (code, said, _) = grundy(folder.path(), &["compare", "old.csv", "new.csv"]);
    assert_eq!(code, Some(0));
    let line = "only in the old record: gra sparse count/floor-sum\n";
    assert!(said.contains(line), "{said}");
}

/// A solver that is gone, as one is that answered wrongly, or that answers otherwise is no success.
#[test]
fn a_solver_of_ours_that_is_gone_or_answers_otherwise_fails() {
    let folder = tempfile::tempdir().unwrap();
    let all = rows("", 1.0);
    write(folder.path(), "old.csv", &all);
    let is_core = |row: &Record| row.solver.name() == "core";
    let gone: Vec<Record> = all.iter().filter(|row| !is_core(row)).cloned().collect();
    write(folder.path(), "gone.csv", &gone);
    let mut other = all.clone();
    for row in other.iter_mut().filter(|row| is_core(row)) {
        row.answer = "7".into();
    }
    write(folder.path(), "other.csv", &other);
    for more in [&[][..], &["--part"]] {
        for (new, said) in [
            (
                "gone.csv",
                "failed: missing in the new record: gra sparse count/core\n",
            ),
            (
                "other.csv",
                "failed: another answer to the same input: gra sparse count/core\n",
            ),
        ] {
            let arguments = [&["compare", "old.csv", new][..], more].concat();
            let (code, printed, error) = grundy(folder.path(), &arguments);
            assert_eq!((code, error.as_str()), (Some(1), ""), "{printed}");
            assert!(printed.contains(said), "{printed}");
        }
    }
    // A whole workload less may be meant.
    write(folder.path(), "part.csv", &all[3..]);
    let part = |more: &[&str]| {
        let arguments = [&["compare", "old.csv", "part.csv"], more].concat();
        grundy(folder.path(), &arguments).0
    };
    assert_eq!([part(&[]), part(&["--part"])], [Some(1), Some(0)]);
}

/// A folder is all records in it.
#[test]
fn several_records_of_one_commit_are_compared_as_one() {
    let folder = tempfile::tempdir().unwrap();
    for (side, factors) in [("old", [1.0, 1.0, 1.0]), ("new", [1.0, 1.3, 1.0])] {
        for (i, factor) in factors.into_iter().enumerate() {
            let name = format!("{side}/{i}.csv");
            write(folder.path(), &name, &rows("gra dense count/core", factor));
        }
    }
    let (code, said, _) = grundy(folder.path(), &["compare", "old", "new"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said, _) = grundy(folder.path(), &["compare", "old", "new/1.csv"]);
    assert_eq!(code, Some(1), "{said}");
    fs::create_dir(folder.path().join("none")).unwrap();
    let (code, _, error) = grundy(folder.path(), &["compare", "old", "none"]);
    assert_eq!(code, Some(2));
    assert!(
        error.contains("none: no record (NAME.csv) in this folder"),
        "{error}"
    );
}

#[test]
fn what_is_no_record_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let good = write(folder.path(), "good.csv", &rows("", 1.0));
    let text = fs::read_to_string(&good).unwrap();
    let cut = |bytes: usize| text.as_bytes()[..text.len() - bytes].to_vec();
    let sweep = b"game,size,positions,losing,winning_moves,mismatches,seconds\ngra,2,1,0,1,0,0.5\n";
    for (content, said) in [
        (
            Vec::new(),
            "bad.csv:1: the file is empty, expected a benchmark record",
        ),
        (
            cut(1),
            "bad.csv:7: the last line has no end: the file was cut off",
        ),
        (cut(30), "bad.csv:7: number of cells: found"),
        (
            b"a,b\n1,2\n".to_vec(),
            "bad.csv:1: unknown column `a`, expected a benchmark record with",
        ),
        (
            sweep.to_vec(),
            "bad.csv:1: unknown column `size`, expected a benchmark record with the columns game,workload,",
        ),
        (
            text.replace(",12345,", ",12345,x").into_bytes(),
            "bad.csv:2: column `samples`: found `x5`",
        ),
    ] {
        fs::write(folder.path().join("bad.csv"), content).unwrap();
        for arguments in [
            &["compare", "bad.csv", "good.csv"][..],
            &["compare", "good.csv", "bad.csv"],
            &["compare", "--solvers", "bad.csv"],
        ] {
            let (code, printed, error) = grundy(folder.path(), arguments);
            assert_eq!((code, printed.as_str()), (Some(2), ""), "{error}");
            assert!(error.starts_with(&format!("error: {said}")), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
    let (code, _, error) = grundy(folder.path(), &["compare", "good.csv", "none.csv"]);
    assert_eq!(code, Some(2));
    assert!(error.starts_with("error: none.csv: "), "{error}");
    // Records of different inputs have nothing to say about each other.
    let mut others = rows("", 1.0);
    for row in &mut others {
        row.workload += "/other";
    }
    write(folder.path(), "others.csv", &others);
    let (code, _, error) = grundy(folder.path(), &["compare", "good.csv", "others.csv"]);
    assert_eq!(code, Some(2));
    assert!(
        error.contains("have no game, workload and solver in common"),
        "{error}"
    );
}

#[test]
fn bad_usage_of_compare_is_told() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "old.csv", &rows("", 1.0));
    for arguments in [
        &["compare"][..],
        &["compare", "old.csv"],
        &["compare", "old.csv", "old.csv", "--threshold", "5"],
        &["compare", "old.csv", "old.csv", "--format", "csv"],
        &["compare", "old.csv", "--solvers", "old.csv"],
        &["compare", "--solvers", "old.csv", "--threshold", "5%"],
    ] {
        let (code, printed, error) = grundy(folder.path(), arguments);
        assert_eq!((code, printed.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(error.starts_with("error: "), "{error}");
    }
}

#[test]
fn solvers_of_one_record_are_ranked() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "old.csv", &rows("", 1.0));
    let rank = |format| {
        let arguments = ["compare", "--solvers", "old.csv", "--format", format];
        let (code, said, errors) = grundy(folder.path(), &arguments);
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        said
    };
    let text = rank("text");
    assert!(text.contains("gra sparse: in-memory count\n"), "{text}");
    assert!(text.contains("6.67×     20.0×"), "{text}");
    assert!(rank("markdown").contains("| count/run-list"));
    let json: serde_json::Value = serde_json::from_str(&rank("json")).unwrap();
    assert_eq!(json["fields"][0]["places"][2]["solver"], "count/run-list");
}

#[test]
fn the_report_is_one_file_from_what_results_hold() {
    let folder = tempfile::tempdir().unwrap();
    let (code, printed, error) = grundy(folder.path(), &["report"]);
    assert_eq!((code, printed.as_str()), (Some(2), ""));
    assert!(
        error.starts_with("error: cannot report on `results/`"),
        "{error}"
    );
    fs::create_dir_all(folder.path().join("results/bench")).unwrap();
    fs::write(folder.path().join("results/bench/a.csv"), "no,record\n").unwrap();
    let (code, _, error) = grundy(folder.path(), &["report"]);
    assert!(
        code == Some(2) && error.starts_with("error: results/bench/a.csv:"),
        "{error}"
    );

    write(folder.path(), "results/bench/a.csv", &rows("", 1.0));
    let sweep = folder.path().join("results/sweep");
    fs::create_dir_all(&sweep).unwrap();
    let header = "game,size,positions,losing,winning_moves,mismatches,seconds\n";
    fs::write(
        sweep.join("gra.csv"),
        format!("{header}gra,2,1,0,1,0,0.5\n"),
    )
    .unwrap();
    fs::write(sweep.join("other.csv"), "m,boards\n2,1\n").unwrap();
    let (code, printed, error) = grundy(folder.path(), &["report"]);
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(
        printed,
        "report.html: sizes swept: 1, benchmark records: 1\n"
    );
    let skipped = "skipped: results/sweep/other.csv: no sweep record: ";
    assert!(
        error.starts_with(skipped) && error.lines().count() == 1,
        "{error}"
    );
    let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(page.contains("<svg ") && page.contains("count/run-list"));

    // As everywhere: a folder that is not there is a slip of the pen.
    let (code, _, error) = grundy(folder.path(), &["report", "--out", "made/page.html"]);
    assert_eq!(code, Some(2), "{error}");
    assert!(
        error.contains("error: cannot write made/page.html: No such"),
        "{error}"
    );

    let (code, _, error) = grundy(folder.path(), &["report", "--out", "results/bench/a.csv"]);
    assert_eq!(code, Some(2), "{error}");
    let expected = "error: cannot write results/bench/a.csv: this command reads it\n";
    assert!(error.ends_with(expected), "{error}");
    table::read::<Record>(&folder.path().join("results/bench/a.csv")).unwrap();

    // What is no file is not read, nor waited for if it is a pipe.
    let taken = sweep.join("taken.csv");
    fs::create_dir(&taken).unwrap();
    let (code, _, error) = grundy(folder.path(), &["report"]);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("taken.csv: it is no file"), "{error}");
    fs::remove_dir(&taken).unwrap();

    fs::write(sweep.join("gra.csv"), format!("{header}gra,2,1,0,1")).unwrap();
    let (code, _, error) = grundy(folder.path(), &["report"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("gra.csv:2: number of cells"), "{error}");
}
