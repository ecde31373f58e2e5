//! The readers of CSV records and checkpoints, on any bytes.

use std::fmt::{Debug, Display};
use std::path::Path;

use grundy_records::RecordError;
use grundy_records::benchmark::Record;
use grundy_records::checkpoint::Checkpoint;
use grundy_records::sealed;
use grundy_records::sweep::SweepRow;
use grundy_records::table;
use grundy_sweep::VERSION;
use serde::Serialize;

use crate::Violation;

/// Reads `input` as a sweep record. What is accepted is written, and the written record has the same
/// rows. An error names a line of the file.
///
/// # Errors
/// When one of these does not hold.
pub fn sweep(input: &[u8]) -> Result<(), Violation> {
    rows_of::<SweepRow>("sweep record", input)
}

/// Reads `input` as a benchmark record, with the same checks as [`sweep`].
///
/// # Errors
/// As [`sweep`].
pub fn bench(input: &[u8]) -> Result<(), Violation> {
    rows_of::<Record>("benchmark record", input)
}

/// Reads `input` as a checkpoint, as it is and as the content of one: behind a first line with the
/// right hash, and with `VERSION` in it replaced by the version of the code. What is accepted is
/// written, and the written checkpoint is the same.
///
/// # Errors
/// When it is another checkpoint.
pub fn checkpoint(input: &[u8]) -> Result<(), Violation> {
    let sealed = str::from_utf8(input).ok().map(behind_a_hash);
    for file in [Some(input), sealed.as_deref()].into_iter().flatten() {
        let read = |file: &[u8]| Checkpoint::from_bytes(file, VERSION);
        if let Ok(first) = read(file) {
            same_again("checkpoint", file, &first, &read(&first.to_bytes()))?;
        }
    }
    Ok(())
}

/// A checkpoint with that content: a first line with the right hash, and the version of the code in place
/// of the word `VERSION`.
pub fn behind_a_hash(content: &str) -> Vec<u8> {
    let content = content.replace("VERSION", VERSION);
    sealed::seal("checkpoint", content.as_bytes())
}

fn rows_of<R: table::TableRow + Serialize + Debug>(
    kind: &str,
    input: &[u8],
) -> Result<(), Violation> {
    let parse = |text: &[u8]| table::parse::<R>(Path::new("record.csv"), text);
    match parse(input) {
        Err(error) => {
            let lines = input.split(|&byte| byte == b'\n' || byte == b'\r').count() as u64;
            match error {
                RecordError::Line { line, .. } if !(1..=lines).contains(&line) => {
                    let what = format!("{error}: the file has {lines} lines");
                    Err(Violation::new(kind, what, input))
                }
                _ => Ok(()),
            }
        }
        Ok(rows) => match table::to_csv(&rows) {
            Ok(written) => same_again(kind, input, &rows, &parse(&written)),
            Err(error) => {
                let what = format!("accepted, but not written again: {error}");
                Err(Violation::new(kind, what, input))
            }
        },
    }
}

/// Compares what was read first with what was read from the file written from it: as text, so that a
/// NaN equals itself.
fn same_again<R: Debug, E: Display>(
    kind: &str,
    input: &[u8],
    first: &R,
    again: &Result<R, E>,
) -> Result<(), Violation> {
    let what = match again {
        Ok(again) if format!("{again:?}") == format!("{first:?}") => return Ok(()),
        Ok(again) => format!("accepted and written, but read again as {again:?}, not {first:?}"),
        Err(error) => format!("accepted and written, but not read again: {error}"),
    };
    Err(Violation::new(kind, what, input))
}
