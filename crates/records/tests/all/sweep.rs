//! Sweep records on disk: what is written is read back, and nothing else is read at all.

use std::fs;
use std::path::Path;

use grundy_records::sweep::SweepRow;
use grundy_records::table::{parse, read, to_csv, write};

const TEXT: &str = "game,size,positions,losing,winning_moves,mismatches,seconds
nim,2,2,1,1,0,0.25
nim,3,4,2,3,0,0.5
";

fn parsed(text: &str) -> Result<Vec<SweepRow>, String> {
    parse(Path::new("a.csv"), text.as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn a_record_is_what_was_written() {
    let rows = parsed(TEXT).unwrap();
    assert_eq!((rows.len(), rows[1].size, rows[1].seconds), (2, 3, 0.5));
    assert_eq!(to_csv(&rows).unwrap(), TEXT.as_bytes());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.csv");
    write(&file, &rows).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);
    assert_eq!(read::<SweepRow>(&file).unwrap(), rows);
}

#[test]
fn a_record_has_rows_of_its_columns() {
    let head = TEXT.lines().next().unwrap();
    for (wrong, said) in [
        (
            String::new(),
            "a.csv:1: the file is empty, expected a sweep record",
        ),
        (
            format!("{head}\n"),
            "a.csv:1: found no row, expected at least one",
        ),
        (
            "game,size\nnim,2\n".into(),
            "a.csv:1: column `positions` is missing",
        ),
        (
            format!("{head}\nnim,2,2,1,1,0\n"),
            "a.csv:2: number of cells: found 6, expected 7",
        ),
        (
            format!("{head}\nnim,2,2,1,1,none,0.25\n"),
            "a.csv:2: column `mismatches`: found `none`, expected a whole number: invalid digit found in string",
        ),
        (
            format!("{head}\nnim,4294967296,2,1,1,0,0.25\n"),
            "a.csv:2: column `size`: found `4294967296`, expected a whole number: number too large to fit in target type",
        ),
        (
            format!("{head}\nnim,2,2,3,1,0,0.25\n"),
            "a.csv:2: column `losing`: found `3`, expected at most positions, 2",
        ),
        (
            format!("{head}\nnim,2,2,1,1,0,-1\n"),
            "a.csv:2: column `seconds`: found `-1`, expected a number, finite and not negative",
        ),
        (
            format!("{TEXT}nim,3,4,2,3,0,0.5\n"),
            "a.csv:4: second row for nim size 3, the first is on line 3",
        ),
        (
            TEXT.trim_end().to_owned(),
            "a.csv:3: the last line has no end: the file was cut off",
        ),
        (
            format!("{head},note\nnim,2,2,1,1,0,0.25,mine\n"),
            "a.csv:1: unknown column `note`, expected a sweep record with the columns \
             game,size,positions,losing,winning_moves,mismatches,seconds",
        ),
    ] {
        assert_eq!(parsed(&wrong).unwrap_err(), said);
    }
}
