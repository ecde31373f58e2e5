//! The readers of CSV records, checkpoints and b-files, on any bytes.

use std::fmt::{Debug, Display};
use std::path::Path;

use grundy_records::RecordError;
use grundy_records::benchmark::Record;
use grundy_records::bfile::{self, MOST_SHIFTED, Term};
use grundy_records::checkpoint::SweepCheckpoint;
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
        let read = |file: &[u8]| SweepCheckpoint::from_bytes(file, VERSION);
        if let Ok(first) = read(file) {
            same_again("checkpoint", file, &first, &read(&first.to_bytes()))?;
        }
    }
    Ok(())
}

/// Reads `input` as a b-file. What is accepted has one index after the other, and is the same when it is written and read
/// again; its comparison with numbers of which many are equal finds the best shift. An error names a line of the file.
///
/// # Errors
/// When one of these does not hold.
pub fn b_file(input: &[u8]) -> Result<(), Violation> {
    let kind = "b-file";
    let parse = |text: &[u8]| bfile::parse(Path::new("b.txt"), text);
    let terms = match parse(input) {
        Err(error) => return named_line(kind, input, &error),
        Ok(terms) => terms,
    };
    let lines = terms
        .iter()
        .map(|term| format!("{} {}", term.n, term.value));
    let written = lines.collect::<Vec<_>>().join("\n");
    same_again(kind, input, &terms, &parse(written.as_bytes()))?;
    let value = |heap: u64| (heap / 3).count_ones().into();
    let agreeing = |shift: i64| {
        let heap = |term: &Term| u64::try_from(term.n + shift).ok();
        heap(&terms[0])?;
        let agrees = |term: &&Term| heap(term).is_some_and(|heap| value(heap) == term.value);
        Some(terms.iter().take_while(agrees).count())
    };
    let best = (-MOST_SHIFTED..=MOST_SHIFTED).filter_map(agreeing).max();
    let found = bfile::compare(&terms, value);
    let is_right = found.is_none_or(|found| {
        let at_difference = found.difference.map(|difference| difference.n);
        agreeing(found.shift) == Some(found.agree)
            && at_difference == terms.get(found.agree).map(|term| term.n)
    });
    if found.map(|found| found.agree) == best && is_right {
        return Ok(());
    }
    let what = format!("compared: {found:?}, and the best shift agrees with {best:?} terms");
    Err(Violation::new(kind, what, input))
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
        Err(error) => named_line(kind, input, &error),
        Ok(rows) => match table::to_csv(&rows) {
            Ok(written) => same_again(kind, input, &rows, &parse(&written)),
            Err(error) => {
                let what = format!("accepted, but not written again: {error}");
                Err(Violation::new(kind, what, input))
            }
        },
    }
}

/// Checks that the line which an error names is one of the file.
fn named_line(kind: &str, input: &[u8], error: &RecordError) -> Result<(), Violation> {
    let lines = input.split(|&byte| byte == b'\n' || byte == b'\r').count() as u64;
    match error {
        RecordError::Line { line, .. } if !(1..=lines).contains(line) => {
            let what = format!("{error}: the file has {lines} lines");
            Err(Violation::new(kind, what, input))
        }
        _ => Ok(()),
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
