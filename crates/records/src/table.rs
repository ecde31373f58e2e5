//! Strict reading and writing of CSV tables: the columns are known, and so is what may stand in them.
//!
//! A record that is read wrongly is worse than none, so nothing is guessed: the header must name
//! exactly the columns expected, in their order; every row has as many cells; the file ends with a
//! line end, since one that was cut off usually does not. Every error names file and line, what
//! stands there and what was expected.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use csv::{ErrorKind, ReaderBuilder, StringRecord};
use grundy_files::ReadError;
use serde::Serialize;

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

/// What can be wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// There is not even a header.
    #[error("the file is empty, expected a {expected}")]
    Empty {
        /// The kind of table.
        expected: &'static str,
    },
    /// The header has nothing in common with the one expected.
    #[error("found `{found}`, expected a {kind}, which begins with the columns {columns}")]
    Foreign {
        /// The first line, shortened.
        found: String,
        /// The kind of table expected.
        kind: &'static str,
        /// Its first columns.
        columns: String,
    },
    /// A column that the table does not have.
    #[error("unknown column `{found}`, expected {expected}")]
    UnknownColumn {
        /// The column's name.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// A column is missing.
    #[error("column `{expected}` is missing")]
    MissingColumn {
        /// The column's name.
        expected: &'static str,
    },
    /// A column stands in another's place, or stands there twice.
    #[error("found column `{found}` as number {number}, expected {expected}")]
    ColumnOrder {
        /// Place of the column, counted from 1.
        number: usize,
        /// The column there.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// There is a header and nothing else.
    #[error("found no row, expected at least one")]
    NoRows,
    /// The last line has no end.
    #[error("the last line has no end: the file was cut off")]
    CutOff,
    /// A line is not UTF-8.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// A row has too few or too many cells; too few in the last row is what a cut leaves.
    #[error("number of cells: found {found}, expected {expected}")]
    Cells {
        /// How many cells there are.
        found: u64,
        /// How many columns there are.
        expected: u64,
    },
    /// A cell holds something else than its column allows.
    #[error("column `{column}`: found {found}, expected {expected}")]
    Cell {
        /// The column.
        column: &'static str,
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// A second row for the same thing.
    #[error("second row for {what}, the first is on line {first}")]
    Duplicate {
        /// What both rows are about.
        what: String,
        /// The line of the first row.
        first: u64,
    },
}

impl Problem {
    /// Whether the header says that this is another kind of table, however well that is written.
    pub const fn is_of_header(&self) -> bool {
        matches!(
            self,
            Self::Foreign { .. }
                | Self::UnknownColumn { .. }
                | Self::MissingColumn { .. }
                | Self::ColumnOrder { .. }
        )
    }
}

/// A row of a table with known columns. What is to be written, too, is serialized with a field for
/// every column, in their order.
pub trait Row: Sized {
    /// What the table is called in errors.
    const KIND: &'static str;
    /// The columns, in order.
    const COLUMNS: &'static [&'static str];

    /// Reads and checks the cells of one row.
    ///
    /// # Errors
    /// The first cell that is not what it should be.
    fn from_cells(cells: &Cells<'_>) -> Result<Self, Problem>;

    /// What the row is about, where no two rows may be about the same thing.
    fn subject(&self) -> Option<String>;
}

/// The cells of one row.
pub struct Cells<'a> {
    columns: &'static [&'static str],
    record: &'a StringRecord,
}

impl Cells<'_> {
    /// The error that `column` holds something else than `expected`.
    pub fn wrong(&self, column: &'static str, expected: impl Into<String>) -> Problem {
        let found = match self.raw(column) {
            "" => "nothing".to_owned(),
            cell => format!("`{}`", shortened(cell)),
        };
        let expected = expected.into();
        Problem::Cell {
            column,
            found,
            expected,
        }
    }

    fn raw(&self, column: &'static str) -> &str {
        let place = self.columns.iter().position(|name| *name == column);
        place.and_then(|i| self.record.get(i)).unwrap_or_default()
    }

    /// Some text without control characters or white space around it.
    ///
    /// # Errors
    /// As [`wrong`](Self::wrong) has it; so for all that follow.
    pub fn text(&self, column: &'static str, expected: &str) -> Result<String, Problem> {
        let cell = self.raw(column);
        if cell.is_empty() || cell.trim() != cell || cell.contains(char::is_control) {
            return Err(self.wrong(column, expected));
        }
        Ok(cell.to_owned())
    }

    /// Nothing at all.
    ///
    /// # Errors
    /// When there is something.
    pub fn nothing(&self, column: &'static str) -> Result<(), Problem> {
        match self.raw(column) {
            "" => Ok(()),
            _ => Err(self.wrong(column, "nothing")),
        }
    }

    /// A whole number of at least `min`, digits only.
    ///
    /// # Errors
    /// When there is something else.
    pub fn whole(&self, column: &'static str, min: u64) -> Result<u64, Problem> {
        let cell = self.raw(column);
        let digits = cell.bytes().all(|byte| byte.is_ascii_digit());
        match cell.parse() {
            Ok(number) if digits && number >= min => Ok(number),
            _ => Err(self.wrong(column, format!("a whole number, at least {min}"))),
        }
    }

    /// A whole number below 2^32, digits only.
    ///
    /// # Errors
    /// When there is something else.
    pub fn short(&self, column: &'static str) -> Result<u32, Problem> {
        let number = self.whole(column, 0)?;
        u32::try_from(number).map_err(|_| self.wrong(column, "a whole number below 2^32"))
    }

    /// Any text on one line without white space around it.
    ///
    /// # Errors
    /// When there is something else.
    pub fn line(&self, column: &'static str, expected: &str) -> Result<String, Problem> {
        let cell = self.raw(column);
        if cell.is_empty() || cell.trim_ascii() != cell || cell.contains('\n') {
            return Err(self.wrong(column, expected));
        }
        Ok(cell.to_owned())
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// When there is something else.
    pub fn truth(&self, column: &'static str) -> Result<bool, Problem> {
        let cell = self.raw(column);
        cell.parse()
            .map_err(|_| self.wrong(column, "`true` or `false`"))
    }

    /// A whole number, or nothing.
    ///
    /// # Errors
    /// When there is something else.
    pub fn whole_or_nothing(&self, column: &'static str) -> Result<Option<u64>, Problem> {
        if self.raw(column).is_empty() {
            return Ok(None);
        }
        self.whole(column, 0).map(Some)
    }

    /// A finite number that is not negative.
    ///
    /// # Errors
    /// When there is something else.
    pub fn number(&self, column: &'static str) -> Result<f64, Problem> {
        match self.raw(column).parse() {
            Ok(number) if f64::is_finite(number) && number >= 0.0 => Ok(number),
            _ => Err(self.wrong(column, "a number, finite and not negative")),
        }
    }
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

/// Reads a table from a file, at least one row. O(bytes).
///
/// # Errors
/// The first thing wrong with the file: see [`Problem`].
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
    let mut reader = ReaderBuilder::new().from_reader(text);
    check_header::<R>(reader.headers().map_err(|error| from_csv(&error))?)
        .map_err(|problem| (1, problem))?;
    let mut rows = Vec::new();
    let mut subjects: HashMap<String, u64> = HashMap::new();
    let mut line = 1;
    for record in reader.records() {
        let record = record.map_err(|error| from_csv(&error))?;
        line = record.position().map_or(line + 1, csv::Position::line);
        let cells = Cells {
            columns: R::COLUMNS,
            record: &record,
        };
        let row = R::from_cells(&cells).map_err(|problem| (line, problem))?;
        if let Some(what) = row.subject() {
            if let Some(&first) = subjects.get(&what) {
                return Err((line, Problem::Duplicate { what, first }));
            }
            subjects.insert(what, line);
        }
        rows.push(row);
    }
    if !text.ends_with(b"\n") {
        return Err((line, Problem::CutOff));
    }
    if rows.is_empty() {
        return Err((line, Problem::NoRows));
    }
    Ok(rows)
}

fn check_header<R: Row>(header: &StringRecord) -> Result<(), Problem> {
    let expected_at = |i: usize| match R::COLUMNS.get(i) {
        Some(name) => format!("`{name}`"),
        None => "the end of the line".to_owned(),
    };
    let known = |name: &&str| R::COLUMNS.contains(name);
    if header.is_empty() {
        return Err(Problem::Empty { expected: R::KIND });
    }
    if !header.iter().any(|name| known(&name)) {
        let first: Vec<&str> = header.iter().collect();
        return Err(Problem::Foreign {
            found: shortened(&first.join(",")),
            kind: R::KIND,
            columns: format!("`{}`", R::COLUMNS[..R::COLUMNS.len().min(3)].join(",")),
        });
    }
    if let Some((i, found)) = header.iter().enumerate().find(|(_, name)| !known(name)) {
        return Err(Problem::UnknownColumn {
            found: shortened(found),
            expected: expected_at(i),
        });
    }
    for expected in R::COLUMNS {
        if !header.iter().any(|name| name == *expected) {
            return Err(Problem::MissingColumn { expected });
        }
    }
    for (i, found) in header.iter().enumerate() {
        if R::COLUMNS.get(i) != Some(&found) {
            return Err(Problem::ColumnOrder {
                number: i + 1,
                found: shortened(found),
                expected: expected_at(i),
            });
        }
    }
    Ok(())
}

/// What the CSV reader can complain about in memory: bytes that are not UTF-8, and row lengths.
fn from_csv(error: &csv::Error) -> (u64, Problem) {
    let line = error.position().map_or(1, csv::Position::line);
    let problem = match error.kind() {
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => Problem::Cells {
            found: *len,
            expected: *expected_len,
        },
        _ => Problem::NotUtf8,
    };
    (line, problem)
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
    let mut writer = Writer::new()?;
    for row in rows {
        writer.push(row)?;
    }
    writer.finish()
}

/// Makes the text of a table row by row, so that the rows need not be kept.
pub struct Writer<R> {
    csv: csv::Writer<Vec<u8>>,
    rows: PhantomData<R>,
}

impl<R: Row + Serialize> Writer<R> {
    /// A table with its header and no row.
    ///
    /// # Errors
    /// Never, for columns that are there.
    pub fn new() -> Result<Self, csv::Error> {
        let mut csv = csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(Vec::new());
        csv.write_record(R::COLUMNS)?;
        let rows = PhantomData;
        Ok(Self { csv, rows })
    }

    /// One more row.
    ///
    /// # Errors
    /// Never, for rows that have been measured or read.
    pub fn push(&mut self, row: &R) -> Result<(), csv::Error> {
        self.csv.serialize(row)
    }

    /// The text.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn finish(self) -> Result<Vec<u8>, csv::Error> {
        let text = self.csv.into_inner();
        text.map_err(|error| error.into_error().into())
    }
}
