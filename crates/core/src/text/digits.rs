//! Reads many well-written numbers at a time.
//!
//! Reading a number digit by digit takes a step for each digit, each of which waits for the one before, and the next
//! number waits for the end of this one. Here three multiplications convert eight digits that are read as one word,
//! and the reader guesses that a number has as many digits as the one before. As long as that holds, no number waits
//! for another.
//!
//! What is not a number of up to 20 digits with white space behind is left to
//! [`Numbers::next`](super::Numbers::next), which reports what is wrong.
//!
//! The conversion of eight digits is from D. Lemire, *Quickly parsing eight digits*, 2018.

use super::is_separator;
#[cfg(target_arch = "x86_64")]
use crate::x86::{Avx2Machine, digits as x86, lengths};

/// Bytes that must follow the place of a number: 20 digits, a separator, and what makes three words.
pub(super) const HEAD: usize = 24;

/// Reads numbers of `text` from `begin` on, with white space before each of them, into `out`: as many as there is room
/// for and as are easily read. `length` is a guess at their number of digits, which is updated. Returns how many, and
/// where the last of them ends.
pub(super) fn read<T: TryFrom<u64>>(
    text: &[u8],
    begin: usize,
    length: &mut usize,
    out: &mut [T],
) -> (usize, usize) {
    let mut numbers = 0;
    let mut end = begin;
    while numbers < out.len() {
        let begin = skip_white_space(text, end);
        let Some((value, digits)) = one(text, begin) else {
            break;
        };
        let Ok(value) = T::try_from(value) else {
            break;
        };
        out[numbers] = value;
        numbers += 1;
        end = begin + digits;
        let more;
        (more, end) = if digits == *length {
            same_length(digits, text, end, &mut out[numbers..])
        } else {
            any_length(text, end, &mut out[numbers..])
        };
        numbers += more;
        *length = digits;
    }
    (numbers, end)
}

/// Reads numbers of any lengths, from the `end` of one on, as many as are easily read at once. Returns as [`read`].
fn any_length<T: TryFrom<u64>>(text: &[u8], end: usize, out: &mut [T]) -> (usize, usize) {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(machine) = Avx2Machine::detect()
            && end >= lengths::BEFORE
        {
            return lengths::any_length(machine, text, end, out);
        }
    }
    (0, end)
}

/// The first byte from `at` on that is not white space.
#[inline]
fn skip_white_space(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && is_separator(text, at) {
        at += 1;
    }
    at
}

/// The number that begins at `begin`, and how many digits it has, if white space and [`HEAD`] bytes follow.
#[inline]
fn one(text: &[u8], begin: usize) -> Option<(u64, usize)> {
    let head: &[u8; HEAD] = text.get(begin..)?.first_chunk()?;
    let ([first, second, third], []) = head.as_chunks::<8>() else {
        return None;
    };
    let (first, second, third) = (Eight::new(*first), Eight::new(*second), Eight::new(*third));
    let (value, digits) = match (first.digits(), second.digits(), third.digits()) {
        (0, _, _) => return None,
        (n @ 1..8, _, _) => (first.front(n).value(), n),
        (_, 0, _) => (first.value(), 8),
        (_, n @ 1..8, _) => (first.value() * TEN_TO[n] + second.front(n).value(), 8 + n),
        (_, _, n @ 0..=4) => {
            let upper = first.value() * TEN_TO_8 + second.value();
            let last = if n == 0 { 0 } else { third.front(n).value() };
            // Some numbers of 20 digits are too large.
            let value = upper.checked_mul(TEN_TO[n])?.checked_add(last)?;
            (value, 16 + n)
        }
        _ => return None,
    };
    is_separator(head, digits).then_some((value, digits))
}

/// Reads numbers of `digits` digits with one separator before each, from the `end` of one on, as many as follow each
/// other. Returns as [`read`].
pub(super) fn same_length<T: TryFrom<u64>>(
    digits: usize,
    text: &[u8],
    end: usize,
    out: &mut [T],
) -> (usize, usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx2Machine::detect() {
        let fours = x86::same_length(machine, digits, &text[end + 1..], out);
        let (rest, end) = one_by_one(digits, text, end + fours * (digits + 1), &mut out[fours..]);
        return (fours + rest, end);
    }
    one_by_one(digits, text, end, out)
}

/// As [`same_length`], on any machine and for numbers of any length.
pub(super) fn one_by_one<T: TryFrom<u64>>(
    digits: usize,
    text: &[u8],
    end: usize,
    out: &mut [T],
) -> (usize, usize) {
    let mut numbers = 0;
    let mut begin = end + 1;
    for out in out {
        match one(text, begin).map(|(value, found)| (T::try_from(value), found)) {
            Some((Ok(value), found)) if found == digits => *out = value,
            _ => break,
        }
        numbers += 1;
        // Known before this number was read, so that the processor reads several at a time.
        begin += digits + 1;
    }
    (numbers, begin - 1)
}

const TEN_TO_8: u64 = 100_000_000;

/// 10^0 to 10^7.
const TEN_TO: [u64; 8] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Eight characters, the first in the lowest byte, digits as 0 to 9 and everything else as something
/// larger.
#[derive(Clone, Copy)]
struct Eight(u64);

impl Eight {
    #[inline]
    fn new(characters: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(characters) ^ u64::from_le_bytes([b'0'; 8]))
    }

    /// Something else than 0 when not all are digits; its lowest byte that is not 0 is that of the
    /// first character which is none.
    #[inline]
    fn wrong(self) -> u64 {
        // Bytes above 9 reach 16, here or there; a carry leaves only bytes that are larger anyway.
        (self.0 | self.0.wrapping_add(u64::from_le_bytes([6; 8]))) & u64::from_le_bytes([0xf0; 8])
    }

    /// How many digits come first. Proved of its transcription: `Machine.eight_digits_right`.
    #[inline]
    fn digits(self) -> usize {
        self.wrong().trailing_zeros() as usize / 8
    }

    /// The first `digits` of them, from 1 to 8, with zeros in front.
    #[inline]
    fn front(self, digits: usize) -> Self {
        Self(self.0 << (64 - 8 * digits))
    }

    /// The number that eight digits make: neighbours first, then pairs, then fours. Proved of its transcription:
    /// `Machine.eight_value_right`.
    #[inline]
    fn value(self) -> u64 {
        let pairs = self.0.wrapping_mul(10).wrapping_add(self.0 >> 8);
        let every_fourth = 0x0000_00ff_0000_00ff;
        let low = (pairs & every_fourth).wrapping_mul(100 + (1_000_000 << 32));
        let high = (pairs >> 16 & every_fourth).wrapping_mul(1 + (10_000 << 32));
        low.wrapping_add(high) >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::Eight;
    use crate::machine::assert_same;

    /// Of any words; and of those whose bytes are digits, or nearly.
    #[test]
    fn same_as_the_proved_kernels() {
        for mask in [
            u64::MAX,
            u64::from_le_bytes([0x0f; 8]),
            u64::from_le_bytes([0x07; 8]),
        ] {
            let masked = |[word]: [u64; 1]| [word & mask];
            assert_same("eight_digits", masked, |[word]| Eight(word).digits() as u64);
            assert_same("eight_value", masked, |[word]| Eight(word).value());
        }
    }
}
