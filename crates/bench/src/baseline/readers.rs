//! The two usual ways to get from the text of a board to its squares.
//!
//! Both trust their input as contest programs do: they check only what would make them stop, and
//! accept a good deal that [`grundy_core::gra::Board::parse`] refuses. That is part of the price
//! they do not pay, and of the comparison.

/// A way to read `m n` and n squares: m and the squares.
pub type Reader = fn(text: &[u8]) -> Result<(u32, Vec<u32>), String>;

/// Every reader with the name it has in records.
pub const READERS: [(&str, Reader); 2] = [
    ("split-whitespace", split_whitespace),
    ("byte-loop", byte_loop),
];

/// Reads with the standard library: UTF-8 check, `split_whitespace`, `parse`. O(bytes).
///
/// ```
/// use grundy_bench::baseline::readers::split_whitespace;
/// assert_eq!(split_whitespace(b"5 2\n1 3\n"), Ok((5, vec![1, 3])));
/// ```
///
/// # Errors
/// When the text is not UTF-8, a word is no number, or there are too few of them. What follows the
/// last square is not looked at.
pub fn split_whitespace(text: &[u8]) -> Result<(u32, Vec<u32>), String> {
    let text = str::from_utf8(text).map_err(|error| format!("the text is not UTF-8: {error}"))?;
    let mut numbers = text.split_whitespace().map(|word| {
        let number = word.parse::<u32>();
        number.map_err(|error| format!("found `{word}`, expected a number: {error}"))
    });
    let m = numbers.next().ok_or_else(|| ends(0, 2))??;
    let n = numbers.next().ok_or_else(|| ends(1, 2))?? as usize;
    let squares: Vec<u32> = numbers.take(n).collect::<Result<_, _>>()?;
    if squares.len() < n {
        return Err(ends(squares.len() + 2, n + 2));
    }
    Ok((m, squares))
}

/// Reads byte by byte: digits make numbers, everything else separates them. O(bytes).
///
/// The equivalent of the `getchar` loops of contest programs; like them it lets large numbers wrap
/// around and takes any byte that is no digit for a separator.
///
/// ```
/// use grundy_bench::baseline::readers::byte_loop;
/// assert_eq!(byte_loop(b"5 2\n1 3\n"), Ok((5, vec![1, 3])));
/// ```
///
/// # Errors
/// When the text has fewer numbers than it announces.
pub fn byte_loop(text: &[u8]) -> Result<(u32, Vec<u32>), String> {
    let mut numbers = numbers(text).map(|number| number as u32);
    let m = numbers.next().ok_or_else(|| ends(0, 2))?;
    let n = numbers.next().ok_or_else(|| ends(1, 2))? as usize;
    // Every number takes two bytes at least: no text, however it lies, costs more than its size.
    let mut squares = Vec::with_capacity(n.min(text.len() / 2 + 1));
    for i in 0..n {
        squares.push(numbers.next().ok_or_else(|| ends(i + 2, n + 2))?);
    }
    Ok((m, squares))
}

/// The numbers of a text, read byte by byte as [`byte_loop`] reads them. O(bytes).
///
/// ```
/// use grundy_bench::baseline::readers::numbers;
/// assert!(numbers(b"2 5\n18446744073709551615\n").eq([2, 5, u64::MAX]));
/// ```
#[inline]
pub fn numbers(text: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() && !text[at].is_ascii_digit() {
            at += 1;
        }
        if at == text.len() {
            return None;
        }
        let mut value: u64 = 0;
        while at < text.len() && text[at].is_ascii_digit() {
            let digit = u64::from(text[at] - b'0');
            value = value.wrapping_mul(10).wrapping_add(digit);
            at += 1;
        }
        Some(value)
    })
}

fn ends(found: usize, expected: usize) -> String {
    format!("the text ends after {found} numbers, expected {expected}")
}
