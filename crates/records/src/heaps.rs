//! Grundy values: those of positions and of single heaps, and the table of many games' periods.

use std::cmp::Reverse;
use std::path::Path;

use grundy_game::Evaluated;
use grundy_games::heaps::conjecture::{Ruler, Split};
use grundy_games::heaps::period::Proof;
use grundy_games::heaps::{Cells, Code, Period, Sequence, naive};
use serde::{Deserialize, Serialize};

use crate::error::RecordError;
use crate::files::{self, Held, PathError};
use crate::sealed;
use crate::table::{self, CellCheck, TableRow};

/// What `grundy values` prints of a game as JSON.
#[derive(Debug, Serialize)]
pub struct PositionValues<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The largest size.
    pub up_to: u32,
    /// Every position, each on one line.
    pub positions: &'a [Evaluated],
    /// Where each size has one position, the period of the values as far as they were looked at.
    pub period: Option<PeriodFields>,
}

/// What `grundy values` prints of a game's heaps as JSON.
#[derive(Debug, Serialize)]
pub struct HeapValues<'a> {
    /// The code.
    pub game: &'a str,
    /// The largest heap.
    pub up_to: u32,
    /// The values of heaps 0 to `up_to`, unless they are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u32>>,
    /// The largest of them.
    pub largest: u32,
    /// Where they repeat, if they do.
    pub period: Option<PeriodFields>,
    /// Without a period, how they split into values that repeat and values that rise, if they do: a conjecture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<Split>,
    /// Without either, the ruler that is missing from values that rise, if there is one: a conjecture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruler: Option<Ruler>,
}

/// A period as a record has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PeriodFields {
    /// The smallest heap from which on it holds.
    pub start: u64,
    /// Its length.
    pub length: u64,
    /// What is added after each period.
    pub saltus: u64,
    /// The number of periods for which it has held in the values that were looked at.
    pub held: u64,
    /// Whether a theorem proves it.
    pub proved: bool,
}

impl PeriodFields {
    /// The period of this many values.
    pub const fn of(period: Period, values: usize) -> Self {
        Self {
            start: period.start as u64,
            length: period.length as u64,
            saltus: period.saltus,
            held: ((values - period.start) / period.length) as u64,
            proved: period.is_proved(),
        }
    }
}

/// Writes values as CSV: `heap,grundy`, a row for each heap.
///
/// # Errors
/// When the file cannot be written.
pub fn write_csv(path: &Path, cells: &Cells) -> Result<(), PathError> {
    files::write_by(path, |file| {
        writeln!(file, "heap,grundy")?;
        (0..)
            .zip(cells.iter())
            .try_for_each(|(heap, value): (usize, u32)| writeln!(file, "{heap},{value}"))
    })
}

/// The header of a checkpoint of values. The file is a line with a hash, this as a line of JSON, and then the
/// values, each in `width` bytes, the lowest first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    version: String,
    game: String,
    heaps: usize,
    width: usize,
}

/// At most this number of sums of heaps is looked at when values are read back.
const BUDGET: u64 = 20_000_000;

/// What messages about a file of values begin with.
const CANNOT_READ: &str = "cannot read ";

/// What the first line calls a checkpoint of values.
const VALUES: &str = "values";

/// Writes the values of a sequence, so that [`resume`] can go on from them. O(heaps).
///
/// # Errors
/// When the system refuses.
pub fn keep(held: &mut Held, version: &str, sequence: &Sequence) -> Result<(), PathError> {
    let cells = sequence.cells();
    let header = Header {
        version: version.to_owned(),
        game: sequence.code().to_string(),
        heaps: cells.len(),
        width: cells.width(),
    };
    let header = serde_json::json!(header).to_string() + "\n";
    let values = || cells.iter().map(u32::to_le_bytes);
    let mut hasher = sealed::Hasher::new();
    hasher.write(header.as_bytes());
    values().for_each(|value| hasher.write(&value[..cells.width()]));
    let line = sealed::first_line(VALUES, hasher.finish_128());
    held.replace_by(|file| {
        write!(file, "{line}{header}")?;
        values().try_for_each(|value| file.write_all(&value[..cells.width()]))
    })
}

/// The sequence that [`keep`] wrote for this game with this version of the code, and the file, which this
/// process holds from now on. Where there is no file, or an empty one, no value has been found. A part of the values
/// is computed anew to check them. O(heaps).
///
/// # Errors
/// When the file cannot be read, is not what [`keep`] has written, or has a value that is not the game's.
pub fn resume(path: &Path, version: &str, code: &Code) -> Result<(Sequence, Held), RecordError> {
    let (held, file) = Held::open(path).map_err(PathError::of(CANNOT_READ, path))?;
    if file.is_empty() {
        return Ok((Sequence::new(code.clone()), held));
    }
    let sequence = unpack(&file, version, code).map_err(RecordError::of_file(path))?;
    Ok((sequence, held))
}

fn unpack(file: &[u8], version: &str, code: &Code) -> Result<Sequence, RecordError> {
    let body = sealed::unseal(VALUES, "a checkpoint of values", file)?;
    let (header, values) = sealed::split_line(body).ok_or(RecordError::Damaged)?;
    let header: Header = serde_json::from_slice(header).map_err(|_| RecordError::Damaged)?;
    if header.version != version {
        return Err(RecordError::of_version(&header.version, version));
    }
    if header.game != code.to_string() {
        return Err(RecordError::of_game(&header.game, &code.to_string()));
    }
    if ![1, 2, 4].contains(&header.width)
        || header.heaps.checked_mul(header.width) != Some(values.len())
    {
        return Err(RecordError::Damaged);
    }
    let values = values.chunks_exact(header.width).map(|bytes| {
        let bytes = bytes.iter().rev();
        bytes.fold(0, |value, &byte| value << 8 | u32::from(byte))
    });
    let sequence = Sequence::resume(code.clone(), values);
    match naive::spot_check(code, sequence.cells(), BUDGET) {
        Ok(()) => Ok(sequence),
        Err(wrong) => Err(RecordError::Unusable(wrong.to_string())),
    }
}

/// A row of the table of many games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodRow {
    /// The code.
    pub game: String,
    /// The largest heap whose value the proof needs, or that was found.
    pub up_to: u64,
    /// `proved`, or `open`.
    pub status: String,
    /// The preperiod, where the period is proved.
    pub start: Option<u64>,
    /// The period.
    pub length: Option<u64>,
    /// The largest value.
    pub largest: u64,
    /// The smallest heap that has it.
    pub largest_at: u64,
    /// Heaps with a rare value.
    pub rare: u64,
    /// Sums of two heaps that were looked at.
    pub work: u64,
    /// The standard form of the code, where it is another code: a heap of `shift` stones more has its values. What the
    /// row says is found by them.
    pub same_as: Option<String>,
    /// By how much heaps are larger than those of `same_as`.
    pub shift: Option<u64>,
    /// What is added after each period; nothing where the values repeat.
    pub saltus: Option<u64>,
}

impl PeriodRow {
    /// The row of a code from that of its standard form, in which heaps are smaller by `shift`. `value` returns the values of
    /// the standard form.
    ///
    /// ```
    /// use grundy_games::heaps::Sequence;
    /// use grundy_records::heaps::PeriodRow;
    /// let chess = Sequence::to("0.137".parse()?, 300);
    /// let row = PeriodRow::of(&chess);
    /// assert_eq!((row.start, row.length, row.up_to), (Some(52), Some(34), 174));
    /// let later = row.shifted("0.4", 2, |heap| chess.get(heap));
    /// assert_eq!((later.start, later.length, later.up_to), (Some(54), Some(34), 176));
    /// assert_eq!((later.same_as.as_deref(), later.shift), (Some("0.137"), Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shifted(&self, game: &str, shift: u64, value: impl Fn(u64) -> u64) -> Self {
        let of_game = |heap: u64| heap.checked_sub(shift).map_or(0, &value);
        let earliest = |start: u64, length: u64| {
            let saltus = self.saltus.unwrap_or(0);
            let repeats = |&heap: &u64| of_game(heap) + saltus == of_game(heap + length);
            start - (0..start).rev().take_while(repeats).count() as u64
        };
        let start = self.start.map(|start| start + shift);
        Self {
            game: game.to_owned(),
            up_to: self.up_to + shift,
            start: start
                .zip(self.length)
                .map(|(start, length)| earliest(start, length)),
            largest_at: if self.largest > 0 {
                self.largest_at + shift
            } else {
                0
            },
            same_as: (game != self.game).then(|| self.game.clone()),
            shift: (game != self.game).then_some(shift),
            ..self.clone()
        }
    }

    /// The row of a code by its values.
    pub fn of(sequence: &Sequence) -> Self {
        let proved = sequence.period().filter(Period::is_proved);
        let needed = proved.and_then(|period| match period.proof {
            Proof::Proved { needed, .. } => Some(needed as u64),
            _ => None,
        });
        let saltus = proved.map_or(0, |period| period.saltus);
        let up_to = needed.unwrap_or((sequence.cells().len() as u64).saturating_sub(1));
        let (largest, at) = if saltus > 0 {
            // Later ones are larger.
            let values = sequence.cells().iter().zip(0..=up_to as usize);
            let first = values.max_by_key(|&(value, heap)| (value, Reverse(heap)));
            first.unwrap_or((0, 0))
        } else {
            sequence.largest().unwrap_or((0, 0))
        };
        Self {
            game: sequence.code().to_string(),
            up_to,
            status: if proved.is_some() { "proved" } else { "open" }.to_owned(),
            start: proved.map(|period| period.start as u64),
            length: proved.map(|period| period.length as u64),
            largest: largest.into(),
            largest_at: at as u64,
            rare: sequence.rare() as u64,
            work: sequence.work(),
            same_as: None,
            shift: None,
            saltus: Some(saltus).filter(|&saltus| saltus > 0),
        }
    }
}

impl TableRow for PeriodRow {
    fn checks(&self) -> Vec<CellCheck> {
        let is_proved = self.status == "proved";
        let is_known = is_proved || self.status == "open";
        let expected = "a number exactly where the period is proved";
        vec![
            table::cell("game", self.game.parse::<Code>().is_ok(), "a code"),
            table::cell("status", is_known, "`proved` or `open`"),
            table::cell("start", self.start.is_some() == is_proved, expected),
            table::cell("length", self.length.is_some() == is_proved, expected),
            table::cell(
                "saltus",
                is_proved || self.saltus.is_none(),
                "nothing where it is open",
            ),
            table::cell(
                "shift",
                self.shift.is_some() == self.same_as.is_some(),
                "a number exactly where there is another code in `same_as`",
            ),
        ]
    }

    fn subject(&self) -> Option<String> {
        Some(self.game.clone())
    }
}

/// A published period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedPeriod {
    /// The code.
    pub game: String,
    /// The preperiod, as the source counts it.
    pub start: u64,
    /// The period.
    pub length: u64,
    /// Where it was published.
    pub source: String,
}

impl TableRow for PublishedPeriod {
    fn checks(&self) -> Vec<CellCheck> {
        let length = table::at_least_1("length", self.length);
        vec![table::text("game", &self.game), length]
    }
}

/// The value of a heap: a row of what [`write_csv`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapValue {
    /// The heap.
    pub heap: u64,
    /// Its Grundy value.
    pub grundy: u32,
}

impl TableRow for HeapValue {
    fn subject(&self) -> Option<String> {
        Some(format!("heap {}", self.heap))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;
    use std::slice;

    use super::*;

    fn kayles(up_to: usize) -> Sequence {
        Sequence::to("0.77".parse().unwrap(), up_to)
    }

    fn file() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        (folder, path)
    }

    /// Values of one byte each, and of two: those of nim are the heaps.
    #[test]
    fn kept_values_are_resumed() {
        for (code, heaps, width) in [("0.77", 1000, 1), ("4.0", 0, 1), ("0.[3]", 700, 2)] {
            let code: Code = code.parse().unwrap();
            let (_folder, path) = file();
            let (empty, mut held) = resume(&path, "1", &code).unwrap();
            assert_eq!(empty.cells().len(), 0);
            let sequence = Sequence::to(code.clone(), heaps);
            assert_eq!(sequence.cells().width(), width);
            keep(&mut held, "1", &sequence).unwrap();
            drop(held);
            let (resumed, held) = resume(&path, "1", &code).unwrap();
            assert!(resumed.cells().iter().eq(sequence.cells().iter()));
            drop(held);
            let refused = |version, code: &str| {
                let code = code.parse().unwrap();
                resume(&path, version, &code).unwrap_err().to_string()
            };
            let game = format!("made for {code}, not for 0.7");
            assert!(refused("1", "0.7").ends_with(&game));
            let version = "made by grundy 1, and this is 2";
            assert!(refused("2", &code.to_string()).ends_with(version));
        }
    }

    /// Files whose hash is right, with a header or values that [`keep`] does not write.
    #[test]
    fn forged_values_are_refused() {
        let forged = |heaps: usize, width: usize, values: &[u8]| {
            let header = Header {
                version: "1".to_owned(),
                game: "0.77".to_owned(),
                heaps,
                width,
            };
            let header = serde_json::json!(header).to_string() + "\n";
            let file = sealed::seal(VALUES, &[header.as_bytes(), values].concat());
            unpack(&file, "1", &"0.77".parse().unwrap()).map(|sequence| sequence.cells().len())
        };
        assert_eq!(forged(4, 1, &[0, 1, 2, 3]).unwrap(), 4);
        assert_eq!(forged(2, 2, &[0, 0, 1, 0]).unwrap(), 2);
        assert_eq!(forged(2, 4, &[0, 0, 0, 0, 1, 0, 0, 0]).unwrap(), 2);
        let is_damaged = |found| matches!(found, Err(RecordError::Damaged));
        assert!(is_damaged(forged(3, 1, &[0, 1, 2, 3])));
        assert!(is_damaged(forged(5, 1, &[0, 1, 2, 3])));
        assert!(is_damaged(forged(1, 3, &[0, 0, 0])));
        assert!(is_damaged(forged(0, 0, &[])));
        assert!(is_damaged(forged(usize::MAX, 2, &[0, 0])));
        let wrong = forged(4, 1, &[0, 1, 2, 1]);
        assert!(matches!(wrong, Err(RecordError::Unusable(_))), "{wrong:?}");
    }

    #[test]
    fn values_as_csv_are_read_back() {
        let (_folder, path) = file();
        write_csv(&path, kayles(9).cells()).unwrap();
        let rows: Vec<HeapValue> = table::read(&path).unwrap();
        let values: Vec<_> = rows.iter().map(|row| (row.heap, row.grundy)).collect();
        let known = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4];
        assert!(values.into_iter().eq((0..).zip(known)));
        assert_eq!(rows[7].subject().as_deref(), Some("heap 7"));
    }

    fn row(code: &str, up_to: usize) -> PeriodRow {
        PeriodRow::of(&Sequence::to(code.parse().unwrap(), up_to))
    }

    #[test]
    fn rows_have_the_period_and_the_largest_value() {
        let kayles = row("0.77", 1000);
        assert_eq!((kayles.status.as_str(), kayles.up_to), ("proved", 167));
        assert_eq!((kayles.start, kayles.length), (Some(71), Some(12)));
        assert_eq!((kayles.largest, kayles.largest_at), (8, 27));
        assert_eq!(
            (kayles.saltus, &kayles.same_as, kayles.shift),
            (None, &None, None)
        );
        let open = row("0.77", 100);
        assert_eq!((open.status.as_str(), open.up_to), ("open", 100));
        assert_eq!((open.start, open.length, open.saltus), (None, None, None));
        // The values of nim rise for ever. The largest one is that of the heaps that the proof needs, not of all.
        let nim = row("0.[3]", 900);
        assert_eq!((nim.saltus, nim.length), (Some(1), Some(1)));
        assert!(nim.up_to < 900, "{nim:?}");
        assert_eq!((nim.largest, nim.largest_at), (nim.up_to, nim.up_to));
        // No move at all: the largest value is that of heap 0.
        let none = row("0.0", 100);
        assert_eq!((none.largest, none.largest_at), (0, 0));
    }

    #[test]
    fn rows_of_shifted_codes_are_those_of_their_own_values() {
        for (form, code, shift) in [("0.137", "0.4", 2), ("0.77", "0.77", 0), ("0.0", "0.0", 0)] {
            let values = Sequence::to(form.parse().unwrap(), 1000);
            let shifted = PeriodRow::of(&values).shifted(code, shift, |heap| values.get(heap));
            let own = row(code, 1000);
            let facts = |row: &PeriodRow| {
                let period = (row.start, row.length, row.saltus);
                (row.game.clone(), period, row.largest, row.largest_at)
            };
            assert_eq!(facts(&shifted), facts(&own));
            let other = (form != code).then(|| form.to_owned());
            assert_eq!(shifted.shift, other.as_ref().map(|_| shift));
            assert_eq!(shifted.same_as, other);
        }
        // Heaps of one stone and two have no move in this code, and value 0 as the empty one; the values rise by 1.
        let nim = Sequence::to("0.[3]".parse().unwrap(), 100);
        let row = PeriodRow::of(&nim).shifted("0.00[3]", 2, |heap| nim.get(heap));
        assert_eq!((row.start, row.saltus), (Some(2), Some(1)));
        assert_eq!(row.up_to, PeriodRow::of(&nim).up_to + 2);
        // The values 0 of small heaps may belong to the period: 0, 0, 0, 1, 0, 0, 1, 0, ... repeat from heap 1 on.
        let row = PeriodRow {
            start: Some(0),
            length: Some(3),
            saltus: None,
            ..row
        };
        let row = row.shifted("0.004", 2, |heap| [0, 1, 0][heap as usize % 3]);
        assert_eq!(row.start, Some(1));
    }

    #[test]
    fn rows_that_contradict_themselves_are_refused() {
        let proved = row("0.77", 1000);
        let open = row("0.77", 100);
        let spoil = |row: &PeriodRow, spoil: fn(&mut PeriodRow)| {
            let mut row = row.clone();
            spoil(&mut row);
            row
        };
        let shifted = proved.shifted("0.007", 1, |_| 0);
        let columns = [
            ("", proved.clone()),
            ("", open.clone()),
            ("", shifted.clone()),
            ("game", spoil(&proved, |row| row.game.clear())),
            ("status", spoil(&open, |row| row.status.clear())),
            ("start", spoil(&proved, |row| row.start = None)),
            ("length", spoil(&open, |row| row.length = Some(1))),
            ("saltus", spoil(&open, |row| row.saltus = Some(1))),
            ("shift", spoil(&shifted, |row| row.shift = None)),
            ("shift", spoil(&proved, |row| row.shift = Some(1))),
        ];
        for (column, row) in columns {
            let (_folder, path) = file();
            // What could not be read back is not written.
            match table::write(&path, slice::from_ref(&row)) {
                Ok(()) => {
                    assert_eq!(column, "");
                    assert_eq!(table::read::<PeriodRow>(&path).unwrap(), [row]);
                }
                Err(error) => {
                    let error = error.to_string();
                    let place = format!("column `{column}`");
                    assert!(error.contains(&place), "{column}: {error}");
                }
            }
        }
        assert_eq!(proved.subject().as_deref(), Some("0.77"));
    }

    #[test]
    fn a_published_period_has_at_least_one_heap() {
        let (_folder, path) = file();
        let read = |length: u32| {
            let text = format!("game,start,length,source\n0.77,71,{length},a book\n");
            fs::write(&path, text).unwrap();
            table::read::<PublishedPeriod>(&path).map(|rows| rows[0].length)
        };
        assert_eq!(read(12).unwrap(), 12);
        assert!(read(0).unwrap_err().to_string().contains("column `length`"));
    }
}
