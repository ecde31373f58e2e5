//! Tables on disk: what is written is read back, and nothing else is read at all.

use std::fs;
use std::path::Path;

use crate::fabricated::{machine, record, row};
use grundy_records::RecordError;
use grundy_records::benchmark::Record;
use grundy_records::sweep::SweepRow;
use grundy_records::table::{TableRow, parse, read, to_csv, write};

const SWEEP: &str = "game,size,positions,losing,winning_moves,mismatches,seconds
nim,2,2,1,1,0,0.25
nim,3,4,2,3,0,0.5
";

/// As documented.
const COLUMNS: &str = "game,workload,solver,m,n,seed,input_bytes,answer,samples,median_ns,mad_ns,mean_ns,min_ns,max_ns,\
                       items_per_s,bytes_per_s,version,revision,rustc,cpu,date";

/// The error for a table with this text.
fn error<R: TableRow>(text: impl AsRef<[u8]>) -> String {
    match parse::<R>(Path::new("a.csv"), text.as_ref()) {
        Ok(_) => "none".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_written_is_read_back() {
    let rows: Vec<SweepRow> = parse(Path::new("a.csv"), SWEEP.as_bytes()).unwrap();
    assert_eq!((rows.len(), rows[1].size, rows[1].seconds), (2, 3, 0.5));
    assert_eq!(to_csv(&rows).unwrap(), SWEEP.as_bytes());

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
    let missing = read::<Record>(Path::new("no/such/file.csv"));
    let missing = missing.unwrap_err().to_string();
    assert!(missing.starts_with("no/such/file.csv: "), "{missing}");
}

#[test]
fn a_file_that_is_no_record_is_refused() {
    let head = SWEEP.lines().next().unwrap();
    let kind = format!("a sweep record with the columns {head}");
    let row = |cells: &str| format!("{head}\n{cells}\n");
    for (text, problem) in [
        (String::new(), "1: the file is empty, expected a sweep record".into()),
        (format!("{head}\n"), "1: found no row, expected at least one".into()),
        ("no table\n1\n".into(), format!("1: unknown column `no table`, expected {kind}")),
        (format!("{head},note\n"), format!("1: unknown column `note`, expected {kind}")),
        ("game,size\nnim,2\n".into(), "1: column `positions` is missing".into()),
        (format!("{head},size\n"), "1: column `size` stands there twice".into()),
        (row("nim,2,2,1,1,0"), "2: number of cells: found 6, expected 7".into()),
        (
            row("nim,2,2,1,1,none,0.25"),
            "2: column `mismatches`: found `none`, expected a whole number: invalid digit found in string".into(),
        ),
        (
            row("nim,2,2,3,1,0,0.25"),
            "2: column `losing`: found `3`, expected at most positions, 2".into(),
        ),
        (
            row("nim,2,2,1,1,3,0.25"),
            "2: column `mismatches`: found `3`, expected at most positions, 2".into(),
        ),
        (
            format!("{SWEEP}nim,3,4,2,3,0,0.5\n"),
            "4: second row for nim size 3, the first is on line 3".into(),
        ),
        (
            SWEEP.trim_end().into(),
            "3: the last line has no end: the file was cut off".into(),
        ),
        (SWEEP[..60 + 20].into(), "3: number of cells: found 1, expected 7".into()),
    ] {
        assert_eq!(error::<SweepRow>(&text), format!("a.csv:{problem}"), "{text}");
    }
    let not_utf8 = error::<SweepRow>([SWEEP.as_bytes(), b"nim,4,8,4,\xff,0,1\n"].concat());
    assert_eq!(not_utf8, "a.csv:4: the line is not UTF-8");
}

/// Every column refuses what does not belong there, and the error names column, found, expected.
#[test]
fn a_cell_that_does_not_belong_is_refused() {
    let text = to_csv(&record(&machine())[..1]).unwrap();
    let text = String::from_utf8(text).unwrap();
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
        let error = error::<Record>(format!("{COLUMNS}\n{}\n", row.join(",")));
        assert!(
            error.starts_with("a.csv:2: ") && error.contains(column) && error.contains(expected),
            "{column} = {cell:?}: {error}"
        );
    }
}

#[test]
fn a_record_that_could_not_be_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.csv");
    let good = row("sparse", "count/core", 1000, 1e3, &machine());
    let no_version = Record {
        version: String::new(),
        ..good.clone()
    };
    for rows in [vec![], vec![good.clone(), good.clone()], vec![no_version]] {
        let error = write(&file, &rows).unwrap_err();
        assert!(matches!(error, RecordError::Refused(_)), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
    write(&file, &[good]).unwrap();
}
