//! Records on disk: what is written is read back, and nothing else is read at all.

use crate::fabricated;

use std::fs;
use std::path::Path;

use fabricated::{machine, record, row};
use grundy_records::RecordError;
use grundy_records::benchmark::Record;
use grundy_records::table::{read, write};

/// As documented.
const COLUMNS: &str = "game,workload,solver,m,n,seed,input_bytes,answer,samples,median_ns,mad_ns,mean_ns,min_ns,max_ns,\
                       items_per_s,bytes_per_s,version,revision,rustc,cpu,date";

fn written(rows: &[Record]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.csv");
    write(&file, rows).unwrap();
    fs::read_to_string(&file).unwrap()
}

/// The error for a file of this content, without the file's folder.
fn error(content: impl AsRef<[u8]>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.csv");
    fs::write(&file, content).unwrap();
    let error = read::<Record>(&file).unwrap_err().to_string();
    let here = format!("{}/", folder.path().display());
    error.replace(&here, "")
}

#[test]
fn what_is_written_is_read_back() {
    let mut rows = record(&machine());
    rows[0].median_ns = 0.1 + 0.2 + 129_999.7; // a number with all its digits
    rows[0].m = None;
    rows[1].answer = "TAK, \"NIE\" | \u{17c}".into();
    rows[0].items_per_s = 1e9 * rows[0].n as f64 / rows[0].median_ns;
    rows[0].bytes_per_s = 1e9 * rows[0].input_bytes as f64 / rows[0].median_ns;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.csv");
    write(&file, &rows).unwrap();
    assert_eq!(read::<Record>(&file).unwrap(), rows);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().next(), Some(COLUMNS));
    assert_eq!(text.lines().count(), rows.len() + 1);
}

#[test]
fn a_file_that_is_no_record_is_refused() {
    let text = written(&record(&machine()));
    let header = COLUMNS;
    let kind = format!("a benchmark record with the columns {COLUMNS}");
    let first = text.lines().nth(1).unwrap();
    let without_date = text
        .replace(",date", "")
        .replace(",2026-01-31T23:59:59Z", "");
    let line_4 = text.lines().nth(3).unwrap();
    let cut = &text[..text.find(line_4).unwrap() + 40];
    for (content, expected) in [
        (
            "",
            "a.csv:1: the file is empty, expected a benchmark record".to_owned(),
        ),
        (
            "not a table at all\n1\n",
            format!("a.csv:1: unknown column `not a table at all`, expected {kind}"),
        ),
        (
            "game,size,positions,losing,winning_moves,mismatches,seconds\ngra,2,1,0,1,0,0.1\n",
            format!("a.csv:1: unknown column `size`, expected {kind}"),
        ),
        (
            &format!("{header},colour\n{first},red\n"),
            format!("a.csv:1: unknown column `colour`, expected {kind}"),
        ),
        (&without_date, "a.csv:1: column `date` is missing".into()),
        (
            &text.replace(",date\n", ",date,date\n"),
            "a.csv:1: column `date` stands there twice".into(),
        ),
        (
            &format!("{header}\n"),
            "a.csv:1: found no row, expected at least one".into(),
        ),
        (cut, "a.csv:4: number of cells: found 5, expected 21".into()),
        (
            text.trim_end_matches("9:59Z\n"),
            "a.csv:15: column `date`: found `2026-01-31T23:5`, expected a date like \
             2026-01-31T23:59:59Z"
                .into(),
        ),
        (
            text.trim_end(),
            "a.csv:15: the last line has no end: the file was cut off".into(),
        ),
        (
            &format!("{text}{first}\n"),
            "a.csv:16: second row for gra sparse count/floor-sum, the first is on line 2".into(),
        ),
    ] {
        assert_eq!(error(content), expected, "{content}");
    }
    assert_eq!(
        error(
            [
                text.as_bytes(),
                first.replace("12345", "J").as_bytes(),
                b"\xff\n"
            ]
            .concat()
        ),
        "a.csv:16: the line is not UTF-8"
    );
    let missing = read::<Record>(Path::new("no/such/file.csv"))
        .unwrap_err()
        .to_string();
    assert!(missing.starts_with("no/such/file.csv: "), "{missing}");
}

/// Every column refuses what does not belong there, and the error says column, found, expected.
#[test]
fn a_cell_that_does_not_belong_is_refused() {
    let text = written(&record(&machine())[..1]);
    let cells: Vec<&str> = text.lines().nth(1).unwrap().split(',').collect();
    let whole = "expected a whole number: ";
    let number = "expected a number, finite and not negative";
    for (column, cell, expected) in [
        ("game", "", "found nothing, expected the name of a game"),
        (
            "workload",
            " a",
            "found ` a`, expected the name of a workload",
        ),
        (
            "solver",
            "core",
            "found solver `core`, expected GROUP/NAME with",
        ),
        (
            "solver",
            "sum/core",
            "found solver `sum/core`, expected GROUP/NAME with",
        ),
        ("m", "1e9", whole),
        ("n", "0", "found `0`, expected a whole number, at least 1"),
        ("n", "18446744073709551616", whole),
        ("seed", "", "found nothing, expected a whole number"),
        ("seed", "-1", whole),
        ("input_bytes", "1.0", whole),
        ("answer", "", "found nothing, expected the solver's answer"),
        ("samples", "ten", "found `ten`, expected a whole number"),
        ("median_ns", "NaN", number),
        ("median_ns", "fast", "found `fast`, expected a number"),
        ("median_ns", "0", "found `0`, expected more than 0"),
        ("mad_ns", "-1", number),
        ("mad_ns", "1e9", "expected at most max_ns - min_ns"),
        ("mean_ns", "inf", number),
        ("mean_ns", "1", "expected a number from min_ns to max_ns"),
        ("min_ns", "130001", "expected at most median_ns, 130000"),
        ("max_ns", "1", "expected at least median_ns, 130000"),
        (
            "items_per_s",
            "1",
            "found `1`, expected 7692307692.3, which follows",
        ),
        ("bytes_per_s", "1", "expected 30769230769.2, which follows"),
        (
            "version",
            "",
            "found nothing, expected the version that was measured",
        ),
        (
            "version",
            "unknown",
            "found `unknown`, expected the version",
        ),
        ("revision", "", "found nothing, expected a commit"),
        ("revision", "unknown", "found `unknown`, expected a commit"),
        (
            "rustc",
            "",
            "found nothing, expected the compiler's version",
        ),
        ("cpu", "", "found nothing, expected the processor's model"),
        (
            "date",
            "yesterday",
            "found `yesterday`, expected a date like",
        ),
        ("date", "2026-02-30T00:00:00Z", "expected a date like"),
    ] {
        let place = COLUMNS.split(',').position(|name| name == column).unwrap();
        let mut row = cells.clone();
        row[place] = cell;
        let error = error(format!("{COLUMNS}\n{}\n", row.join(",")));
        assert!(
            error.starts_with("a.csv:2: ") && error.contains(column) && error.contains(expected),
            "{column} = {cell:?}: {error}"
        );
    }
}

#[test]
fn a_record_that_nobody_could_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.csv");
    let good = row("sparse", "count/core", 1000, 1e3, &machine());
    let no_version = Record {
        version: String::new(),
        ..good.clone()
    };
    let no_revision = Record {
        revision: "unknown".into(),
        ..good.clone()
    };
    for rows in [
        vec![],
        vec![good.clone(), good.clone()],
        vec![no_version],
        vec![no_revision],
    ] {
        let error = write(&file, &rows).unwrap_err();
        assert!(matches!(error, RecordError::Refused(_)), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
    write(&file, &[good]).unwrap();
}
