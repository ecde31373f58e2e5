//! The table of octal codes in `results/octal`: whole, right where that is soon found out, and beside what
//! others have published.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use grundy_games::heaps::{Code, Sequence, period};
use grundy_records::heaps::{PeriodRow, PublishedPeriod};
use grundy_records::table::{self, TableRow};
use serde::Deserialize;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../results/octal")
        .join(name)
}

fn rows() -> BTreeMap<String, PeriodRow> {
    let mut all = BTreeMap::new();
    for first in [0, 4] {
        let rows: Vec<PeriodRow> = table::read(&file(&format!("{first}.csv"))).unwrap();
        assert_eq!(rows.len(), 512);
        for (digits, row) in (0..512).zip(rows) {
            let code: Code = format!("{first}.{digits:03o}").parse().unwrap();
            assert_eq!(row.game, code.to_string());
            all.insert(row.game.clone(), row);
        }
    }
    assert_eq!(all.len(), 1024);
    // Codes with the same standard form have the same values, some heaps later.
    for long in fs::read_to_string(file("long.jsonl")).unwrap().lines() {
        let long: Long = serde_json::from_str(long).unwrap();
        let (form, shift) = long.game.parse::<Code>().unwrap().standard();
        let Some(period) = long.period else { continue };
        let is_open = |row: &&mut PeriodRow| row.status == "open";
        for row in all.values_mut().filter(is_open) {
            let (of, by) = row.game.parse::<Code>().unwrap().standard();
            if of == form {
                "proved".clone_into(&mut row.status);
                row.up_to = long.up_to - shift as u64 + by as u64;
                row.start = Some(period.start - shift as u64 + by as u64);
                row.length = Some(period.length);
            }
        }
    }
    all
}

/// A run to a far heap: the line that `grundy values --format json` printed.
#[derive(Deserialize)]
struct Long {
    game: String,
    up_to: u64,
    period: Option<LongPeriod>,
}

#[derive(Deserialize)]
struct LongPeriod {
    start: u64,
    length: u64,
}

fn values(code: &str, up_to: usize) -> Sequence {
    let mut sequence = Sequence::new(code.parse().unwrap());
    sequence.extend(up_to);
    sequence
}

/// Short periods are found anew, and of the others the first values are looked at.
#[test]
fn the_table_is_right() {
    let (mut proved, mut open) = (0, 0);
    for (game, row) in rows() {
        let Some((start, length)) = row.start.zip(row.length) else {
            assert!(row.up_to >= 4096, "{game}: {}", row.up_to);
            open += 1;
            continue;
        };
        proved += 1;
        let (start, length) = (start as usize, length as usize);
        // The period of `same_as` proves it, which is the standard form.
        let code: Code = game.parse().unwrap();
        let (of, shift) = match &row.same_as {
            Some(_) => code.standard(),
            None => (code.clone(), 0),
        };
        assert!(
            row.same_as.is_none_or(|same| same == of.to_string()),
            "{game}"
        );
        assert_eq!(row.shift.unwrap_or(0), shift as u64, "{game}");
        let needed = period::needed(&of, start.saturating_sub(shift), length).unwrap();
        assert!(needed as u64 + shift as u64 <= row.up_to, "{game}");
        let needed = period::needed(&code, start, length).unwrap();
        if needed > 4096 {
            continue;
        }
        let sequence = values(&game, needed);
        let found = period::find(sequence.code(), sequence.cells()).unwrap();
        assert_eq!(
            (found.start, found.length, found.is_proved()),
            (start, length, true),
            "{game}"
        );
        let largest = sequence.largest().unwrap();
        assert_eq!(
            (largest.0.into(), largest.1 as u64),
            (row.largest, row.largest_at),
            "{game}"
        );
    }
    assert_eq!((proved, open), (750, 274));
    // OEIS A071509: the last exception of 0.1777 is 160,949,017.
    let row = &rows()["0.454"];
    assert_eq!(
        (row.start, row.length),
        (Some(160_949_019), Some(60_620_715))
    );
}

/// Published preperiods count from heap 0, or from the heap before the first one that is not lost.
#[test]
fn published_periods_are_these() {
    let rows = rows();
    let published: Vec<PublishedPeriod> = table::read(&file("published.csv")).unwrap();
    let (mut confirmed, mut open) = (0, Vec::new());
    for PublishedPeriod {
        game,
        start,
        length,
        ..
    } in published
    {
        let code: Code = game.parse().unwrap();
        let row = &rows[&code.to_string()];
        let Some(found) = row.start.zip(row.length) else {
            open.push(row.game.clone());
            continue;
        };
        let sequence = values(&row.game, 20);
        let first = sequence.cells().iter().position(|value| value > 0).unwrap() as u64;
        let shift = first - 1;
        assert_eq!(found.1, length, "{code}");
        let agrees = [start, start + shift].contains(&found.0) || (start == 0 && found.0 <= shift);
        assert!(
            agrees,
            "{code}: {} with {shift} before it, and {start}",
            found.0
        );
        confirmed += 1;
    }
    assert!(
        confirmed >= 75 && open.is_empty(),
        "{confirmed} confirmed, open: {open:?}"
    );
}

/// Two games that a published table takes for one: a heap of `other` that is larger by `shift` has the value of a heap
/// of `one`, for all heaps below `differ`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Alike {
    one: String,
    other: String,
    shift: u64,
    differ: u64,
    #[serde(rename = "source")]
    _source: String,
}

impl TableRow for Alike {}

/// Where tables take two games for one, the smallest heap that tells them apart.
#[test]
fn contradictions_are_shown_by_their_smallest_heap() {
    let alike: Vec<Alike> = table::read(&file("contradictions.csv")).unwrap();
    assert_eq!(alike.len(), 3);
    for row in alike {
        let (shift, differ) = (row.shift as usize, row.differ as usize);
        let (one, other) = (values(&row.one, differ), values(&row.other, differ + shift));
        let same = |heap: usize| one.cells().get(heap) == other.cells().get(heap + shift);
        assert!((0..differ).all(same) && !same(differ), "{row:?}");
    }
}
