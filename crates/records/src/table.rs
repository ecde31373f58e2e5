//! Tables as CSV: `csv` and `serde` read and write them from the type of their rows.
//!
//! A misread record is worse than none, so reading is strict. It refuses a column that the row's type does not have, a
//! column that occurs twice, a file without rows, a last line without an end (the file was cut off), two rows about
//! the same subject, and a row that contradicts itself. Only the columns in [`TableRow::ADDED`] may be missing, so
//! that records from before a column was added can still be read. Every error names the file and the line.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use csv::{DeserializeErrorKind, ErrorKind, ReaderBuilder, StringRecord};
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor, value};
use serde::{Serialize, forward_to_deserialize_any};

use crate::error::RecordError;
use crate::files;

/// A requirement on a cell: its column, whether the cell meets it, and what errors say was expected.
pub type CellCheck = (&'static str, bool, Cow<'static, str>);

/// A row of a table. The columns are the fields, in their order.
pub trait TableRow: DeserializeOwned {
    /// What the table is called in errors.
    const KIND: &'static str;

    /// Columns that older tables do not have: `#[serde(default)]` stands at their fields.
    const ADDED: &'static [&'static str] = &[];

    /// What has to hold beyond the types of the fields. The first requirement that is not met is the error.
    fn checks(&self) -> Vec<CellCheck>;

    /// What the row is about, where a table may have only one row about it.
    fn subject(&self) -> Option<String> {
        None
    }
}

/// The requirement that a cell is one line of text, without control characters or white space around it.
pub(crate) fn text(column: &'static str, text: &str, expected: &'static str) -> CellCheck {
    let is_text = !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
    (column, is_text, expected.into())
}

/// The requirement that a cell is a finite number that is not negative.
pub fn number(column: &'static str, number: f64) -> CellCheck {
    let is_number = number.is_finite() && number >= 0.0;
    (
        column,
        is_number,
        "a number, finite and not negative".into(),
    )
}

/// The requirement that a cell is at least 1.
pub fn at_least_1(column: &'static str, number: u64) -> CellCheck {
    (column, number >= 1, "a whole number, at least 1".into())
}

/// The requirement that a number of positions is not larger than that of all positions.
pub(crate) fn part(column: &'static str, part: u64, positions: u64) -> CellCheck {
    let expected = format!("at most positions, {positions}");
    (column, part <= positions, expected.into())
}

/// Reads a table from a file, at least one row. O(bytes).
///
/// # Errors
/// The first thing wrong with the file.
pub fn read<R: TableRow>(file: &Path) -> Result<Vec<R>, RecordError> {
    parse(file, &files::read(file)?)
}

/// Reads a table from text; `file` is the name for errors. O(bytes).
///
/// # Errors
/// As [`read`].
pub fn parse<R: TableRow>(file: &Path, text: &[u8]) -> Result<Vec<R>, RecordError> {
    let at = |line, problem| RecordError::Line {
        file: file.to_owned(),
        line,
        problem,
    };
    let of_csv = |error| {
        let (line, problem) = from_csv(&error);
        at(line, problem)
    };
    let mut reader = ReaderBuilder::new().from_reader(text);
    let header = reader.headers().map_err(of_csv)?.clone();
    if header.is_empty() {
        return Err(at(1, format!("the file is empty, expected a {}", R::KIND)));
    }
    if let Some(problem) = header_problem::<R>(&header) {
        let file = file.to_owned();
        return Err(RecordError::Header { file, problem });
    }
    let mut rows = Vec::new();
    let mut subjects: HashMap<String, u64> = HashMap::new();
    let mut line = 1;
    for record in reader.records() {
        let record = record.map_err(of_csv)?;
        line = record.position().map_or(line + 1, csv::Position::line);
        let row: R = record
            .deserialize(Some(&header))
            .map_err(|error| at(line, unreadable_cell(&error, &header, &record)))?;
        if let Some((column, _, expected)) = row.checks().into_iter().find(|check| !check.1) {
            let place = header.iter().position(|name| name == column);
            return Err(at(line, wrong_cell(column, place, &record, &expected)));
        }
        if let Some(what) = row.subject() {
            if let Some(first) = subjects.get(&what) {
                let problem = format!("second row for {what}, the first is on line {first}");
                return Err(at(line, problem));
            }
            subjects.insert(what, line);
        }
        rows.push(row);
    }
    if !text.ends_with(b"\n") {
        let problem = "the last line has no end: the file was cut off";
        return Err(at(line, problem.to_owned()));
    }
    if rows.is_empty() {
        let problem = "found no row, expected at least one";
        return Err(at(line, problem.to_owned()));
    }
    Ok(rows)
}

/// The first column of a header that the rows do not have, or that is there twice or missing.
fn header_problem<R: TableRow>(header: &StringRecord) -> Option<String> {
    let (kind, columns) = (R::KIND, columns::<R>());
    for (i, found) in header.iter().enumerate() {
        let shown = shortened(found);
        if !columns.contains(&found) {
            let columns = columns.join(",");
            return Some(format!(
                "unknown column `{shown}`, expected a {kind} with the columns {columns}"
            ));
        }
        if header.iter().take(i).any(|before| before == found) {
            return Some(format!("column `{shown}` stands there twice"));
        }
    }
    let is_missing = |column: &&str| header.iter().all(|name| name != *column);
    let mut needed = columns.iter().filter(|name| !R::ADDED.contains(name));
    let missing = needed.find(|name| is_missing(name))?;
    Some(format!("column `{missing}` is missing"))
}

/// The names of the fields that serde reads for a type. O(1).
fn columns<R: DeserializeOwned>() -> &'static [&'static str] {
    struct Fields<'a>(&'a mut &'static [&'static str]);

    impl<'de> Deserializer<'de> for Fields<'_> {
        type Error = value::Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
            Err(value::Error::custom("only structs have columns"))
        }

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            *self.0 = fields;
            self.deserialize_any(visitor)
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }

    let mut columns: &[&str] = &[];
    // Always an error: `Fields` has only the names and no values.
    let _ = R::deserialize(Fields(&mut columns));
    columns
}

/// The message about a row that serde refused.
fn unreadable_cell(error: &csv::Error, header: &StringRecord, record: &StringRecord) -> String {
    let ErrorKind::Deserialize { err, .. } = error.kind() else {
        return error.to_string();
    };
    let expected = match err.kind() {
        DeserializeErrorKind::ParseBool(_) => "`true` or `false`".to_owned(),
        DeserializeErrorKind::ParseInt(error) => format!("a whole number: {error}"),
        DeserializeErrorKind::ParseFloat(_) => "a number".to_owned(),
        kind => return kind.to_string(),
    };
    let place = err.field().and_then(|field| usize::try_from(field).ok());
    let column = place.and_then(|place| header.get(place));
    wrong_cell(column.unwrap_or_default(), place, record, &expected)
}

fn wrong_cell(column: &str, place: Option<usize>, record: &StringRecord, expected: &str) -> String {
    let found = match place.and_then(|place| record.get(place)) {
        None | Some("") => "nothing".to_owned(),
        Some(cell) => format!("`{}`", shortened(cell)),
    };
    format!("column `{column}`: found {found}, expected {expected}")
}

/// A cell as shown in an error.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    let shown: String = text.chars().take(SHOWN).collect();
    let more = if shown.len() < text.len() { "..." } else { "" };
    format!("{}{more}", shown.escape_debug())
}

/// The line and the message for an error of the CSV reader, which in memory fails on bytes that are not
/// UTF-8 and on the number of cells only.
fn from_csv(error: &csv::Error) -> (u64, String) {
    let line = error.position().map_or(1, csv::Position::line);
    let problem = match error.kind() {
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("number of cells: found {len}, expected {expected_len}"),
        _ => "the line is not UTF-8".to_owned(),
    };
    (line, problem)
}

/// Writes a table, to a temporary name first. O(rows).
///
/// # Errors
/// [`RecordError::Refused`] when [`read`] would not accept the table, or when the system refuses. No file is left
/// behind then.
pub fn write<R: TableRow + Serialize>(file: &Path, rows: &[R]) -> Result<(), RecordError> {
    let text = to_csv(rows)?;
    parse::<R>(file, &text).map_err(|error| RecordError::Refused(Box::new(error)))?;
    Ok(files::write(file, &text)?)
}

/// The text of a table, whether or not [`parse`] would accept it. O(rows).
///
/// # Errors
/// Never, for rows that have been measured or read.
pub fn to_csv<R: TableRow + Serialize>(rows: &[R]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    let text = writer.into_inner();
    text.map_err(|error| error.into_error().into())
}
