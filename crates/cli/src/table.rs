//! Tables as plain text.

use std::io::{self, Write};

pub use grundy_records::text::table;

/// Grundy values in a line.
const LINE: usize = 20;

/// The digits of a number.
pub fn digits(number: u64) -> usize {
    number.to_string().len()
}

/// Writes `values` in lines of 20, each with the number of its first one, counted from `first`; `label` and
/// `width` are the widths of these numbers and of values.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_values(
    out: &mut dyn Write,
    values: impl Iterator<Item = u64>,
    first: u64,
    label: usize,
    width: usize,
) -> io::Result<()> {
    for (i, value) in values.enumerate() {
        if i % LINE == 0 {
            if i > 0 {
                writeln!(out)?;
            }
            let number = first + i as u64;
            write!(out, "{number:>label$} ")?;
        }
        write!(out, " {value:>width$}")?;
    }
    writeln!(out)
}
