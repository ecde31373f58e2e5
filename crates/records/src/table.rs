//! Tables as CSV: `csv` and `serde` read and write them from the type of their rows.
//!
//! A misread record is worse than none, so reading is strict. It refuses a column that the row's type does not have
//! (each type says `deny_unknown_fields`), a column that occurs twice or is missing, a file without rows, a last line
//! without an end (the file was cut off), two rows about the same subject, and a row that contradicts itself. Only a
//! column whose field is an `Option` may be missing: a column that is added to a table has such a field, so that older
//! records can still be read. Every error names the file and the line. The names of the columns are checked with the first
//! row.

use std::collections::HashMap;
use std::io;
use std::num::IntErrorKind;
use std::path::Path;

use csv::{DeserializeErrorKind, Error, ErrorKind, Position, Reader, StringRecord, Writer};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::RecordError;
use crate::files;

/// A requirement on a cell: its column, whether the cell meets it, and what errors say was expected.
pub type CellCheck = (&'static str, bool, String);

/// A row of a table. The columns are the fields, in their order.
pub trait TableRow: DeserializeOwned {
    /// What has to hold beyond the types of the fields. The first requirement that is not met is the error.
    fn checks(&self) -> Vec<CellCheck> {
        Vec::new()
    }

    /// What the row is about, where a table may have only one row about it.
    fn subject(&self) -> Option<String> {
        None
    }
}

/// A requirement on a cell.
pub fn cell(column: &'static str, is_met: bool, expected: impl Into<String>) -> CellCheck {
    (column, is_met, expected.into())
}

/// The requirement that a cell [is one line of text](is_text).
pub(crate) fn text(column: &'static str, text: &str) -> CellCheck {
    cell(column, is_text(text), "a text without blanks around it")
}

/// Whether a text is one line that is not empty, without control characters or white space around it.
pub(crate) fn is_text(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.contains(char::is_control)
}

/// The requirement that a cell is a finite number that is not negative.
pub fn number(column: &'static str, number: f64) -> CellCheck {
    let is_number = number.is_finite() && number >= 0.0;
    cell(column, is_number, "a number, finite and not negative")
}

/// The requirement that a cell is at least 1.
pub fn at_least_1(column: &'static str, number: u64) -> CellCheck {
    cell(column, number >= 1, "a whole number, at least 1")
}

/// The requirement that a number of positions is not larger than that of all positions.
pub(crate) fn part(column: &'static str, part: u64, positions: u64) -> CellCheck {
    let expected = format!("at most positions, {positions}");
    cell(column, part <= positions, expected)
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
    let at = RecordError::of_line(file);
    if !text.is_empty() && !text.ends_with(b"\n") {
        let last = text.split(|&byte| byte == b'\n').count() as u64;
        let problem = "the last line has no end: the file was cut off";
        return Err(at(last, problem.to_owned()));
    }
    let unread = |error: Error| at(error.position().map_or(1, Position::line), told(&error));
    let mut reader = Reader::from_reader(text);
    let header = reader.headers().map_err(unread)?.clone();
    let mut rows = Vec::new();
    let mut subjects: HashMap<String, u64> = HashMap::new();
    for record in reader.records() {
        let record = record.map_err(unread)?;
        let line = record.position().map_or(1, Position::line);
        let row = row(&header, &record).map_err(|problem| {
            let is_of_header = OF_HEADER.iter().any(|begin| problem.starts_with(begin));
            at(if is_of_header { 1 } else { line }, problem)
        })?;
        if let Some(what) = R::subject(&row) {
            if let Some(first) = subjects.get(&what) {
                let problem = format!("second row for {what}, the first is on line {first}");
                return Err(at(line, problem));
            }
            subjects.insert(what, line);
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(at(1, "found no row, expected at least one".to_owned()));
    }
    Ok(rows)
}

/// How errors of `serde` about the names of columns begin.
const OF_HEADER: [&str; 3] = ["unknown field", "missing field", "duplicate field"];

/// A row from its cells, or what is wrong with them.
fn row<R: TableRow>(header: &StringRecord, record: &StringRecord) -> Result<R, String> {
    let refused = |column: &str, cell: &str, expected: &str| {
        format!("column `{column}`: found `{cell}`, expected {expected}")
    };
    let row: R = record.deserialize(Some(header)).map_err(|error| {
        let ErrorKind::Deserialize { err, .. } = error.kind() else {
            return told(&error);
        };
        let expected = match err.kind() {
            DeserializeErrorKind::ParseInt(why) => match why.kind() {
                IntErrorKind::PosOverflow => "a smaller whole number",
                _ => "a whole number, not negative",
            },
            DeserializeErrorKind::ParseFloat(_) => "a number",
            other => return other.to_string(),
        };
        let field = err.field().and_then(|field| usize::try_from(field).ok());
        let cell = field.and_then(|field| header.get(field).zip(record.get(field)));
        let (column, cell) = cell.unwrap_or_default();
        refused(column, cell, expected)
    })?;
    let mut checks = row.checks().into_iter();
    let Some((column, _, expected)) = checks.find(|(_, is_met, _)| !is_met) else {
        return Ok(row);
    };
    let mut cells = header.iter().zip(record);
    let cell = cells.find(|(name, _)| *name == column);
    let found = cell.map_or("", |(_, cell)| cell);
    Err(refused(column, found, &expected))
}

/// The message of an error of the CSV reader, which in memory fails on bytes that are not UTF-8 and on the number of
/// cells only.
fn told(error: &Error) -> String {
    match error.kind() {
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("number of cells: found {len}, expected {expected_len}"),
        _ => "the line is not UTF-8".to_owned(),
    }
}

/// Writes a table, to a temporary name first. O(rows).
///
/// # Errors
/// When [`read`] would not accept the table, or when the system refuses. No file is left behind then.
pub fn write<R: TableRow + Serialize>(file: &Path, rows: &[R]) -> Result<(), RecordError> {
    let text = to_csv(rows)?;
    parse::<R>(file, &text).map_err(|error| {
        RecordError::Unusable(format!("the record would be refused on reading: {error}"))
    })?;
    Ok(files::write(file, &text)?)
}

/// The text of a table, whether or not [`parse`] would accept it. O(rows).
///
/// # Errors
/// When the rows have no form in CSV.
pub fn to_csv<R: Serialize>(rows: &[R]) -> Result<Vec<u8>, RecordError> {
    let mut writer = Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(io::Error::from)?;
    }
    let text = writer.into_inner();
    Ok(text.map_err(|error| io::Error::other(error.to_string()))?)
}
