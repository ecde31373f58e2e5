//! The readers of CSV records, checkpoints and b-files, on any bytes.

use std::fmt::Debug;
use std::path::Path;

use grundy_records::RecordError;
use grundy_records::benchmark::Record;
use grundy_records::bfile::{self, MOST_SHIFTED, Term};
use grundy_records::checkpoint::SweepCheckpoint;
use grundy_records::sealed;
use grundy_records::sweep::SweepRow;
use grundy_records::table::{self, TableRow};
use grundy_sweep::VERSION;
use serde::Serialize;

use crate::Violation;

/// Reads `input` as each kind of record: a sweep record, a benchmark record, a b-file, and a checkpoint, as it is and as the
/// content of one ([`behind_a_hash`]). What is accepted is written and read again as the same; the comparison of a b-file with
/// numbers of which many are equal finds the best shift. An error names a line of the file.
///
/// # Errors
/// When one of these does not hold.
pub fn check(input: &[u8]) -> Result<(), Violation> {
    rows::<SweepRow>("sweep record", input)?;
    rows::<Record>("benchmark record", input)?;
    let sealed = str::from_utf8(input).ok().map(behind_a_hash);
    for file in [Some(input), sealed.as_deref()].into_iter().flatten() {
        let read = |file: &[u8]| SweepCheckpoint::from_bytes(file, VERSION);
        kept("checkpoint", file, read, SweepCheckpoint::to_bytes)?;
    }
    let read = |text: &[u8]| bfile::parse(Path::new("b.txt"), text);
    let line = |term: &Term| format!("{} {}\n", term.n, term.value);
    let write = |terms: &Vec<Term>| terms.iter().map(line).collect::<String>().into_bytes();
    match kept("b-file", input, read, write)? {
        Some(terms) => shifted(&terms, input),
        None => Ok(()),
    }
}

/// A checkpoint with that content: a first line with the right hash, and the version of the code in place
/// of the word `VERSION`.
pub fn behind_a_hash(content: &str) -> Vec<u8> {
    let content = content.replace("VERSION", VERSION);
    sealed::seal("checkpoint", content.as_bytes())
}

fn rows<R: TableRow + Serialize + Debug>(kind: &str, input: &[u8]) -> Result<(), Violation> {
    let read = |text: &[u8]| table::parse::<R>(Path::new("record.csv"), text);
    // Rows that have no form in CSV are an empty file, which is refused.
    let write = |rows: &Vec<R>| table::to_csv(rows).unwrap_or_default();
    kept(kind, input, read, write).map(|_| ())
}

/// Reads a file of a kind; `None` when it is refused. What was read is written and read again. The two are compared as text, so
/// that a NaN equals itself.
fn kept<R: Debug>(
    kind: &str,
    input: &[u8],
    read: impl Fn(&[u8]) -> Result<R, RecordError>,
    write: impl Fn(&R) -> Vec<u8>,
) -> Result<Option<R>, Violation> {
    let lines = input.split(|&byte| byte == b'\n' || byte == b'\r').count() as u64;
    let what = match read(input) {
        Err(RecordError::Line { line, .. }) if !(1..=lines).contains(&line) => {
            format!("an error on line {line} of {lines}")
        }
        Err(_) => return Ok(None),
        Ok(first) => match read(&write(&first)) {
            Ok(again) if format!("{again:?}") == format!("{first:?}") => return Ok(Some(first)),
            again => format!("accepted and written, but read again as {again:?}, not {first:?}"),
        },
    };
    Err(Violation::new(kind, what, input))
}

/// Compares terms with numbers: no shift agrees with more of them than the one that is found.
fn shifted(terms: &[Term], input: &[u8]) -> Result<(), Violation> {
    let value = |heap: u64| (heap / 3).count_ones().into();
    let agreeing = |shift: i64| {
        let heap = |term: &Term| u64::try_from(term.n + shift).ok();
        heap(&terms[0])?;
        let agrees = |term: &&Term| heap(term).is_some_and(|heap| value(heap) == term.value);
        Some(terms.iter().take_while(agrees).count())
    };
    let best = (-MOST_SHIFTED..=MOST_SHIFTED).filter_map(agreeing).max();
    let found = bfile::compare(terms, |heap| Some(value(heap)));
    let is_right = found.is_none_or(|found| {
        let at_difference = found.difference.map(|difference| difference.n);
        agreeing(found.shift) == Some(found.agree)
            && at_difference == terms.get(found.agree).map(|term| term.n)
    });
    if found.map(|found| found.agree) == best && is_right {
        return Ok(());
    }
    let what = format!("compared: {found:?}, and the best shift agrees with {best:?} terms");
    Err(Violation::new("b-file", what, input))
}
