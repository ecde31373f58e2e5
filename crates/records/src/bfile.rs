//! B-files, the form in which OEIS keeps the terms of a sequence: a line `n a(n)` for each term, n increasing by 1.

use std::path::Path;

use serde::Serialize;

use crate::error::RecordError;
use crate::files;

/// A term of a sequence, a(n) = `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The index.
    pub n: i64,
    /// The term.
    pub value: u64,
}

/// How the terms of a file and the values of heaps fit together; of a game that is no code, sizes stand in the place of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// a(n) is compared with the value of heap n + `shift`.
    pub shift: i64,
    /// The number of terms that agree before the first one that does not.
    pub agree: usize,
    /// The first term that differs.
    pub difference: Option<Difference>,
}

/// A term that is not the value of its heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The index.
    pub n: i64,
    /// The term.
    pub term: u64,
    /// The heap that it is compared with.
    pub heap: u64,
    /// The value of the heap.
    pub value: u64,
}

/// Sequences begin at other heaps than 0: shifts up to this are tried in both directions.
pub const MOST_SHIFTED: i64 = 16;

/// Indices are smaller than this, so that an index with a shift stays within 64 bits.
const LARGEST: i64 = 1 << 60;

/// Reads a b-file: empty lines and those that begin with `#` are left out.
///
/// # Errors
/// When the file cannot be read, has no term, or has a line that is not the next term.
pub fn read(path: &Path) -> Result<Vec<Term>, RecordError> {
    parse(path, &files::read(path)?)
}

/// Parses the text of a b-file. Errors name `path`.
///
/// # Errors
/// As [`read`].
pub fn parse(path: &Path, file: &[u8]) -> Result<Vec<Term>, RecordError> {
    let error = RecordError::of_line(path);
    let mut terms: Vec<Term> = Vec::new();
    for (line, text) in (1..).zip(String::from_utf8_lossy(file).lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let whole = || format!("found `{text}`, expected n and a(n), two whole numbers");
        let term = term(text).ok_or_else(|| error(line, whole()))?;
        let next = terms.last().map_or(term.n, |last| last.n + 1);
        if term.n != next {
            let problem = format!("found n = {}, expected {next}", term.n);
            return Err(error(line, problem));
        }
        terms.push(term);
    }
    if terms.is_empty() {
        let problem = "found no term, expected lines with n and a(n)";
        return Err(error(1, problem.to_owned()));
    }
    Ok(terms)
}

fn term(text: &str) -> Option<Term> {
    let (n, value) = text.split_once(|c: char| c.is_ascii_whitespace())?;
    let (n, value) = (n.parse().ok()?, value.trim_start().parse().ok()?);
    let is_small = (-LARGEST..LARGEST).contains(&n);
    is_small.then_some(Term { n, value })
}

/// Finds the shift with which most terms agree from the first one on, the smallest of several. `value` returns the value
/// of a heap, if there is such a heap between others: a shift with which there is none for some term is not tried. O(terms).
///
/// ```
/// use grundy_records::bfile::{Term, compare};
/// // A sequence that begins with a(1), which is the value of heap 3.
/// let terms: Vec<Term> = (1..).zip([5, 6, 8]).map(|(n, value)| Term { n, value }).collect();
/// let found = compare(&terms, |heap| Some(heap + 2)).unwrap();
/// assert_eq!((found.shift, found.agree), (2, 2));
/// assert_eq!(found.difference.map(|found| (found.n, found.term, found.heap, found.value)), Some((3, 8, 5, 7)));
/// ```
pub fn compare(terms: &[Term], value: impl Fn(u64) -> Option<u64>) -> Option<Agreement> {
    let with_shift = |shift: i64| {
        let heap = |term: &Term| u64::try_from(term.n + shift).ok();
        let first = heap(terms.first()?)?;
        value(first).and(value(heap(terms.last()?)?))?;
        let mut pairs = (first..).zip(terms);
        let agrees = |&(heap, term): &(u64, &Term)| value(heap) == Some(term.value);
        let agree = pairs.clone().take_while(agrees).count();
        let difference = pairs.nth(agree).and_then(|(heap, term)| {
            Some(Difference {
                n: term.n,
                term: term.value,
                heap,
                value: value(heap)?,
            })
        });
        Some(Agreement {
            shift,
            agree,
            difference,
        })
    };
    let shifts = (0..=MOST_SHIFTED).flat_map(|shift| [shift, -shift]);
    let found = shifts.filter_map(with_shift);
    // The first of several with as many terms.
    found.reduce(|best, next| if next.agree > best.agree { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Vec<(i64, u64)>, String> {
        let terms =
            parse(Path::new("b.txt"), text.as_bytes()).map_err(|error| error.to_string())?;
        Ok(terms.iter().map(|term| (term.n, term.value)).collect())
    }

    #[test]
    fn terms_and_what_is_left_out() {
        let text = "# A000000\n\n -1 0\r\n0\t18446744073709551615\n  #1 2\n1   2\n";
        assert_eq!(parsed(text), Ok(vec![(-1, 0), (0, u64::MAX), (1, 2)]));
        let (first, last) = (-(1 << 60), (1 << 60) - 1);
        assert_eq!(parsed(&format!("{first} 1\n")), Ok(vec![(first, 1)]));
        assert_eq!(parsed(&format!("{last} 1\n")), Ok(vec![(last, 1)]));
    }

    #[test]
    fn lines_that_are_no_terms() {
        let whole = "expected n and a(n), two whole numbers";
        for (text, said) in [
            (
                "",
                "1: found no term, expected lines with n and a(n)".to_owned(),
            ),
            (
                "#0 0\n",
                "1: found no term, expected lines with n and a(n)".to_owned(),
            ),
            ("0 0\n\n2 1\n", "3: found n = 2, expected 1".to_owned()),
            ("5 0\n5 0\n", "2: found n = 5, expected 6".to_owned()),
            ("0 0\n1\n", format!("2: found `1`, {whole}")),
            ("0 -1\n", format!("1: found `0 -1`, {whole}")),
            ("0 1 2\n", format!("1: found `0 1 2`, {whole}")),
            (
                "1152921504606846976 0\n",
                format!("1: found `1152921504606846976 0`, {whole}"),
            ),
            (
                "-1152921504606846977 0\n",
                format!("1: found `-1152921504606846977 0`, {whole}"),
            ),
        ] {
            assert_eq!(parsed(text), Err(format!("b.txt:{said}")), "{text:?}");
        }
    }

    /// The shift, how many terms agree, and the first difference.
    type Found = (i64, usize, Option<(i64, u64, u64, u64)>);

    fn compared(first: i64, values: &[u64]) -> Option<Found> {
        let terms = (first..).zip(values).map(|(n, &value)| Term { n, value });
        let terms: Vec<Term> = terms.collect();
        let found = compare(&terms, |heap| (heap < 40).then_some(heap % 7))?;
        let difference = found.difference;
        let difference = difference.map(|it| (it.n, it.term, it.heap, it.value));
        Some((found.shift, found.agree, difference))
    }

    #[test]
    fn the_smallest_shift_with_most_terms() {
        assert_eq!(compared(0, &[0, 1, 2]), Some((0, 3, None)));
        assert_eq!(compared(3, &[0, 1, 2]), Some((-3, 3, None)));
        assert_eq!(compared(0, &[3, 4, 9]), Some((3, 2, Some((2, 9, 5, 5)))));
        // Heaps 2 and 16 agree as well: they are further away.
        assert_eq!(compared(9, &[2, 3, 4]), Some((0, 3, None)));
        // No shift agrees with the first term.
        assert_eq!(compared(1, &[9, 9]), Some((0, 0, Some((1, 9, 1, 1)))));
        // Only a shift of 16 makes it a heap, and one more makes none.
        assert_eq!(compared(-16, &[0, 1]), Some((16, 2, None)));
        assert_eq!(compared(-17, &[0, 1]), None);
        // As far as there are heaps.
        assert_eq!(compared(36, &[3, 4, 5, 6]), Some((-5, 4, None)));
        assert_eq!(compared(55, &[4, 5]), None);
        assert_eq!(compared(16, &[0, 1, 2, 3, 4, 5, 6, 0]), Some((-2, 8, None)));
    }
}
