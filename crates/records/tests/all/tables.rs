//! Tables on disk: what is written is read back, and nothing else is read at all.

use std::fs;
use std::path::Path;

use grundy_records::benchmark::Record;
use grundy_records::found::Findings;
use grundy_records::sweep::SweepRow;
use grundy_records::table::{TableRow, parse, read, to_csv, write};

use crate::fabricated::{machine, record, row};

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

/// Only a table with a game whose positions repeat has the number of draws.
#[test]
fn draws_are_an_eighth_column() {
    let head = "game,size,positions,losing,winning_moves,mismatches,seconds,draws";
    let text = format!("{head}\n./loops,2,9,4,3,0,0.5,3\nnim,2,2,1,1,0,0.25,0\n");
    let mut rows: Vec<SweepRow> = parse(Path::new("a.csv"), text.as_bytes()).unwrap();
    assert_eq!(rows[0].draws, Some(3));
    assert_eq!(to_csv(&rows).unwrap(), text.as_bytes());
    rows[1].draws = None;
    let found = Findings::new("0", [], rows);
    assert_eq!(to_csv(&found.rows).unwrap(), text.as_bytes());
    let wrong = error::<SweepRow>(format!("{head}\n./loops,2,9,4,3,0,0.5,6\n"));
    let expected = "a.csv:2: column `draws`: found `6`, expected at most positions, 5";
    assert_eq!(wrong, expected);
}

/// Rows behind the header, and what is wrong with them.
const WRONG_ROWS: &str = "\
nim,2,2,1,1,0 => number of cells: found 6, expected 7
nim,2,2,1,1,none,0.25 => column `mismatches`: found `none`, expected a whole number, not negative
nim,2,3,1,1,0,0.25 => column `positions`: found `3`, expected 2, the number of positions of nim at size 2
nim,2,2,3,1,0,0.25 => column `losing`: found `3`, expected at most positions, 2
nim,2,2,1,1,3,0.25 => column `mismatches`: found `3`, expected at most positions, 2";

#[test]
fn a_file_that_is_no_record_is_refused() {
    let head = SWEEP.lines().next().unwrap();
    for row in WRONG_ROWS.lines() {
        let (cells, problem) = row.split_once(" => ").unwrap();
        let found = error::<SweepRow>(format!("{head}\n{cells}\n"));
        assert_eq!(found, format!("a.csv:2: {problem}"));
    }
    let columns =
        "`game`, `size`, `positions`, `losing`, `winning_moves`, `mismatches`, `seconds`, `draws`";
    let no_row = "1: found no row, expected at least one";
    let unknown = |column| format!("1: unknown field `{column}`, expected one of {columns}");
    let cut_off = |line| format!("{line}: the last line has no end: the file was cut off");
    let one_more = SWEEP.replace("seconds\n", "seconds,note\n");
    let twice = "4: second row for nim size 3, the first is on line 3";
    for (text, problem) in [
        (String::new(), no_row),
        (format!("{head}\n"), no_row),
        ("no table\n1\n".into(), &*unknown("no table")),
        (one_more.replace("5\n", "5,\n"), &*unknown("note")),
        ("game,size\nnim,2\n".into(), "1: missing field `positions`"),
        (SWEEP.replace("losing", "size"), "1: duplicate field `size`"),
        (format!("{SWEEP}nim,3,4,2,3,0,0.5\n"), twice),
        (SWEEP.trim_end().into(), &*cut_off(3)),
        // In the middle of a row and of the header, where the number of cells is wrong as well.
        (SWEEP[..60 + 20].into(), &*cut_off(3)),
        (SWEEP[..20].into(), &*cut_off(1)),
    ] {
        let found = error::<SweepRow>(&text);
        assert_eq!(found, format!("a.csv:{problem}"), "{text}");
    }
    let not_utf8 = error::<SweepRow>([SWEEP.as_bytes(), b"nim,4,8,4,\xff,0,1\n"].concat());
    assert_eq!(not_utf8, "a.csv:4: the line is not UTF-8");
}

/// Every column refuses what does not belong there, and the error names line, column, found and expected content.
#[test]
fn a_cell_that_does_not_belong_is_refused() {
    let text = to_csv(&record(&machine())[..1]).unwrap();
    let text = String::from_utf8(text).unwrap();
    let cells: Vec<&str> = text.lines().nth(1).unwrap().split(',').collect();
    let whole = "expected a whole number, not negative";
    let line = "expected a text without blanks around it";
    let number = "expected a number, finite and not negative";
    let middle = "expected min_ns to max_ns";
    for (column, cell, expected) in [
        ("game", "", line),
        ("workload", " a", line),
        ("solver", "core", "expected GROUP/NAME with"),
        ("m", "1e9", whole),
        ("n", "0", "expected a whole number, at least 1"),
        (
            "n",
            "18446744073709551616",
            "expected a smaller whole number",
        ),
        ("seed", "", whole),
        ("seed", "-1", whole),
        ("input_bytes", "1.0", whole),
        ("answer", "", line),
        ("samples", "ten", whole),
        ("median_ns", "NaN", middle),
        ("median_ns", "fast", "expected a number"),
        ("median_ns", "1", middle),
        ("mad_ns", "-1", number),
        ("mad_ns", "1e9", "expected at most max_ns - min_ns"),
        ("mean_ns", "inf", middle),
        ("mean_ns", "1", middle),
        ("min_ns", "-1", number),
        ("max_ns", "inf", number),
        ("items_per_s", "1", "expected 7692307692.3, which follows"),
        (
            "bytes_per_s",
            "NaN",
            "expected 30769230769.2, which follows",
        ),
        ("version", "", "expected a version"),
        ("version", "unknown", "expected a version"),
        ("revision", "unknown", "expected a commit"),
        ("rustc", "", line),
        ("cpu", "a\tb", line),
        ("date", "2026-02-30T00:00:00Z", "expected a date like"),
    ] {
        let place = COLUMNS.split(',').position(|name| name == column).unwrap();
        let mut row = cells.clone();
        row[place] = cell;
        let error = error::<Record>(format!("{COLUMNS}\n{}\n", row.join(",")));
        let begins = match column {
            "solver" => format!("a.csv:2: found solver `{cell}`, {expected}"),
            _ => format!("a.csv:2: column `{column}`: found `{cell}`, {expected}"),
        };
        assert!(error.starts_with(&begins), "{begins}: {error}");
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
        let error = write(&file, &rows).unwrap_err().to_string();
        assert!(
            error.starts_with("the record would be refused on reading: "),
            "{error}"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
    write(&file, &[good]).unwrap();
}

/// A mean has a rounding error and a rate may be rounded to four digits: such a row is a record, and one that is farther off is not.
#[test]
fn numbers_may_be_rounded() {
    let mut alike = row("sparse", "count/core", 1000, 1e3, &machine());
    alike.mad_ns = 0.0;
    (alike.min_ns, alike.mean_ns, alike.max_ns) = (1e3, 1e3, 1e3);
    let refused = |change: fn(&mut Record)| {
        let mut row = alike.clone();
        change(&mut row);
        let error = error::<Record>(to_csv(&[row]).unwrap());
        let column = error.strip_prefix("a.csv:2: column `");
        column.map_or(error.clone(), |text| {
            text.split('`').next().unwrap().to_owned()
        })
    };
    for (change, column) in [
        ((|_| ()) as fn(&mut Record), "none"),
        (|row| row.mean_ns *= 1.0 + 5e-10, "none"),
        (|row| row.mean_ns *= 1.0 - 5e-10, "none"),
        (|row| row.mean_ns *= 1.0 + 5e-9, "mean_ns"),
        (|row| row.mean_ns *= 1.0 - 5e-9, "mean_ns"),
        (|row| (row.min_ns, row.mad_ns) = (900.0, 100.0), "none"),
        (|row| (row.min_ns, row.mad_ns) = (900.0, 100.1), "mad_ns"),
        (|row| row.items_per_s *= 1.0005, "none"),
        (|row| row.bytes_per_s *= 0.9995, "none"),
        (|row| row.items_per_s *= 1.002, "items_per_s"),
        (|row| row.bytes_per_s *= 0.998, "bytes_per_s"),
        (|row| (row.min_ns, row.median_ns) = (0.0, 0.0), "median_ns"),
    ] {
        assert_eq!(refused(change), column);
    }
}
