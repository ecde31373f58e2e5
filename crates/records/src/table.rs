//! Records as CSV tables: `csv` and `serde` read and write them from the type of their rows.
//!
//! A record that is read wrongly is worse than none. A column that the row's type does not have is refused, and so are
//! a column that stands there twice, a file without rows, a file whose last line has no end (it was cut off), two rows
//! about the same thing, and a row that contradicts itself. Only the columns in [`Row::ADDED`] may be missing, so that a
//! record that was made before a column was added can still be read. Every error names the
//! file and the line.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use csv::{DeserializeErrorKind, ErrorKind, ReaderBuilder, StringRecord};
use grundy_files::ReadError;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor, value};
use serde::{Serialize, forward_to_deserialize_any};

/// A table that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file itself cannot be read.
    #[error(transparent)]
    File(#[from] ReadError),
    /// The file holds something else than the table expected.
    #[error("{}:{line}: {problem}", file.display())]
    Content {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong there.
        problem: Problem,
    },
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The header is that of another kind of table.
    #[error("{0}")]
    Header(String),
    /// Anything else.
    #[error("{0}")]
    Content(String),
}

/// A cell whose value is not possible, for an error that shows the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The column.
    pub column: &'static str,
    /// What the cell should hold.
    pub expected: String,
}

impl Wrong {
    /// The error when `is_right` is false.
    ///
    /// # Errors
    /// When `is_right` is false.
    pub fn unless(
        is_right: bool,
        column: &'static str,
        expected: impl Into<String>,
    ) -> Result<(), Self> {
        if is_right {
            return Ok(());
        }
        let expected = expected.into();
        Err(Self { column, expected })
    }

    /// That a cell holds some text on one line, without control characters or white space around it.
    ///
    /// # Errors
    /// When it holds anything else.
    pub fn unless_text(text: &str, column: &'static str, expected: &str) -> Result<(), Self> {
        let is_text = !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
        Self::unless(is_text, column, expected)
    }

    /// That a cell holds a finite number that is not negative.
    ///
    /// # Errors
    /// When it holds anything else.
    pub fn unless_number(number: f64, column: &'static str) -> Result<(), Self> {
        let is_number = number.is_finite() && number >= 0.0;
        Self::unless(is_number, column, "a number, finite and not negative")
    }
}

/// A row of a table. The columns are the fields, in their order.
pub trait Row: DeserializeOwned {
    /// What the table is called in errors.
    const KIND: &'static str;

    /// Columns that older tables do not have: `#[serde(default)]` stands at their fields.
    const ADDED: &'static [&'static str] = &[];

    /// Checks what the types of the fields do not say.
    ///
    /// # Errors
    /// The first cell that is not possible.
    fn check(&self) -> Result<(), Wrong>;

    /// What the row is about, where no two rows may be about the same thing.
    fn subject(&self) -> Option<String>;
}

/// Reads a table from a file, at least one row. O(bytes).
///
/// # Errors
/// The first thing wrong with the file.
pub fn read<R: Row>(file: &Path) -> Result<Vec<R>, TableError> {
    let text = std::fs::read(file).map_err(|problem| ReadError {
        file: file.to_owned(),
        problem,
    })?;
    parse(file, &text)
}

/// Reads a table from text; `file` is what errors call it. O(bytes).
///
/// # Errors
/// As [`read`].
pub fn parse<R: Row>(file: &Path, text: &[u8]) -> Result<Vec<R>, TableError> {
    parse_text(text).map_err(|(line, problem)| TableError::Content {
        file: file.to_owned(),
        line,
        problem,
    })
}

fn parse_text<R: Row>(text: &[u8]) -> Result<Vec<R>, (u64, Problem)> {
    let content = |text: &str| Problem::Content(text.to_owned());
    let mut reader = ReaderBuilder::new().from_reader(text);
    let header = reader.headers().map_err(|error| from_csv(&error))?.clone();
    if header.is_empty() {
        let problem = format!("the file is empty, expected a {}", R::KIND);
        return Err((1, Problem::Content(problem)));
    }
    check_header::<R>(&header).map_err(|problem| (1, Problem::Header(problem)))?;
    let mut rows = Vec::new();
    let mut subjects: HashMap<String, u64> = HashMap::new();
    let mut line = 1;
    for record in reader.records() {
        let record = record.map_err(|error| from_csv(&error))?;
        line = record.position().map_or(line + 1, csv::Position::line);
        let wrong = |problem| (line, Problem::Content(problem));
        let row: R = record
            .deserialize(Some(&header))
            .map_err(|error| wrong(wrong_cell(&error, &header, &record)))?;
        row.check().map_err(|Wrong { column, expected }| {
            let place = header.iter().position(|name| name == column);
            wrong(wrong_at(column, place, &record, &expected))
        })?;
        if let Some(what) = row.subject() {
            if let Some(first) = subjects.get(&what) {
                let problem = format!("second row for {what}, the first is on line {first}");
                return Err(wrong(problem));
            }
            subjects.insert(what, line);
        }
        rows.push(row);
    }
    if !text.ends_with(b"\n") {
        let problem = content("the last line has no end: the file was cut off");
        return Err((line, problem));
    }
    if rows.is_empty() {
        return Err((line, content("found no row, expected at least one")));
    }
    Ok(rows)
}

/// That a header has columns of the row's type only, and each once.
fn check_header<R: Row>(header: &StringRecord) -> Result<(), String> {
    let (kind, columns) = (R::KIND, columns::<R>());
    for (i, found) in header.iter().enumerate() {
        let found = shortened(found);
        if !columns.contains(&&*found) {
            let columns = columns.join(",");
            return Err(format!(
                "unknown column `{found}`, expected a {kind} with the columns {columns}"
            ));
        }
        if header.iter().take(i).any(|before| before == found) {
            return Err(format!("column `{found}` stands there twice"));
        }
    }
    let is_there = |column: &str| header.iter().any(|name| name == column);
    let mut needed = columns.iter().filter(|name| !R::ADDED.contains(name));
    match needed.find(|name| !is_there(name)) {
        Some(missing) => Err(format!("column `{missing}` is missing")),
        None => Ok(()),
    }
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
    // It never makes a value: it fails as soon as the names are known.
    let _ = R::deserialize(Fields(&mut columns));
    columns
}

/// What is wrong with a row that serde refused.
fn wrong_cell(error: &csv::Error, header: &StringRecord, record: &StringRecord) -> String {
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
    wrong_at(column.unwrap_or_default(), place, record, &expected)
}

fn wrong_at(column: &str, place: Option<usize>, record: &StringRecord, expected: &str) -> String {
    let found = match place.and_then(|place| record.get(place)) {
        None | Some("") => "nothing".to_owned(),
        Some(cell) => format!("`{}`", shortened(cell)),
    };
    format!("column `{column}`: found {found}, expected {expected}")
}

/// A cell or line as shown in an error.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown += "...";
    }
    shown
}

/// What the CSV reader can complain about in memory: bytes that are not UTF-8, and row lengths.
fn from_csv(error: &csv::Error) -> (u64, Problem) {
    let line = error.position().map_or(1, csv::Position::line);
    let problem = match error.kind() {
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("number of cells: found {len}, expected {expected_len}"),
        _ => "the line is not UTF-8".to_owned(),
    };
    (line, Problem::Content(problem))
}

/// Why a table was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The rows make no table that [`read`] would accept; nothing was written.
    #[error("the record would be refused on reading: {0}")]
    Refused(TableError),
    /// The rows cannot be turned into CSV.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// The system refused.
    #[error(transparent)]
    File(#[from] grundy_files::WriteError),
}

/// Writes a table, to a temporary name first. O(rows).
///
/// # Errors
/// When the rows are not what [`read`] accepts, or the system refuses. Nothing is left behind then.
pub fn write<R: Row + Serialize>(file: &Path, rows: &[R]) -> Result<(), WriteError> {
    let text = to_csv(rows)?;
    parse::<R>(file, &text).map_err(WriteError::Refused)?;
    Ok(grundy_files::write(file, &text)?)
}

/// The text of a table, whether or not [`parse`] would take it. O(rows).
///
/// # Errors
/// Never, for rows that have been measured or read.
pub fn to_csv<R: Row + Serialize>(rows: &[R]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    let text = writer.into_inner();
    text.map_err(|error| error.into_error().into())
}
