//! The readers of CSV records, on any bytes.

use std::convert::Infallible;
use std::fmt::Debug;
use std::path::Path;

use grundy_records::RecordError;
use grundy_records::benchmark::Record;
use grundy_records::checkpoint::Checkpoint;
use grundy_records::sealed;
use grundy_records::sweep::SweepRow;
use grundy_records::table;
use grundy_sweep::VERSION;
use serde::Serialize;

/// What a reader of records did wrong.
#[derive(Debug, thiserror::Error)]
pub enum Misread {
    /// The record was accepted, but what was read cannot be written as a record.
    #[error("accepted, but not written again: {0}")]
    NotWritten(String),
    /// The record was accepted, written and then refused.
    #[error("accepted and written, but not read again: {0}")]
    NotReadAgain(String),
    /// The record was accepted and written, and the rows are other ones.
    #[error("accepted and written, but read again as {again}, not {first}")]
    Otherwise {
        /// What was read first.
        first: String,
        /// What was read from the file written from that.
        again: String,
    },
    /// The error is at a line that the file does not have.
    #[error("{error}: the file has {lines} lines")]
    Misplaced {
        /// The error.
        error: String,
        /// How many lines there are.
        lines: u64,
    },
}

/// Reads `input` as a sweep record; what is accepted is written and read again, and an error names a
/// line of the file.
///
/// # Errors
/// When it is not so.
pub fn sweep(input: &[u8]) -> Result<(), Misread> {
    table_of::<SweepRow>(input)
}

/// Reads `input` as a benchmark record, in the same way.
///
/// # Errors
/// When it is not so.
pub fn bench(input: &[u8]) -> Result<(), Misread> {
    table_of::<Record>(input)
}

fn table_of<R: table::TableRow + Serialize + Debug>(input: &[u8]) -> Result<(), Misread> {
    let file = Path::new("record.csv");
    let parse = |text: &[u8]| table::parse::<R>(file, text);
    match parse(input) {
        Err(error) => placed(input, &error),
        Ok(rows) => same_again(&rows, table::to_csv(&rows), parse),
    }
}

/// Reads `input` as a checkpoint, as it is and as the content of one: after a first line with the
/// right hash, and with `VERSION` in it replaced by the version of the code. What is accepted is
/// written and read again.
///
/// # Errors
/// When that gives another checkpoint.
pub fn checkpoint(input: &[u8]) -> Result<(), Misread> {
    again(input)?;
    let Ok(content) = str::from_utf8(input) else {
        return Ok(());
    };
    again(&behind_a_hash(content))
}

/// A checkpoint with that content, in which `VERSION` stands for this version of the code: after a first line
/// with the hash that belongs to it.
pub fn behind_a_hash(content: &str) -> Vec<u8> {
    let content = content.replace("VERSION", VERSION);
    sealed::seal("checkpoint", content.as_bytes())
}

fn again(file: &[u8]) -> Result<(), Misread> {
    let read = |file: &[u8]| Checkpoint::from_bytes(file, VERSION);
    match read(file) {
        Err(_) => Ok(()),
        Ok(first) => {
            let written = Ok::<_, Infallible>(first.to_bytes());
            same_again(&first, written, read)
        }
    }
}

fn placed(input: &[u8], error: &RecordError) -> Result<(), Misread> {
    let lines = input.split(|&byte| byte == b'\n' || byte == b'\r').count() as u64;
    match error {
        RecordError::Line { line, .. } if !(1..=lines).contains(line) => Err(Misread::Misplaced {
            error: error.to_string(),
            lines,
        }),
        _ => Ok(()),
    }
}

fn same_again<R, W, E>(
    first: &R,
    written: Result<Vec<u8>, W>,
    read: impl FnOnce(&[u8]) -> Result<R, E>,
) -> Result<(), Misread>
where
    R: Debug,
    W: std::fmt::Display,
    E: std::fmt::Display,
{
    let written = written.map_err(|error| Misread::NotWritten(error.to_string()))?;
    let again = read(&written).map_err(|error| Misread::NotReadAgain(error.to_string()))?;
    // Compared as shown, so that a NaN equals itself.
    let (first, again) = (format!("{first:?}"), format!("{again:?}"));
    if first == again {
        Ok(())
    } else {
        Err(Misread::Otherwise { first, again })
    }
}
