//! Many numbers at a time: well-written ones, as fast as bytes can be had.
//!
//! Reading a number digit by digit takes as many steps, each waiting for the one before; and where
//! it ends is known only then, so that numbers wait for each other, too. Here eight digits are read
//! as one word and turned into their value by three multiplications, and the length of a number is
//! foretold: in most texts, neighbours have the same. As long as that holds, no number waits for
//! another.
//!
//! Nothing is decided here that is not plain: what is not a number of up to 20 digits with white
//! space behind is left to the careful reader, which knows how to say what is wrong.
//!
//! The conversion of eight digits is an old trick; see D. Lemire, *Quickly parsing eight digits*, 2018.

#[cfg(target_arch = "x86_64")]
use crate::x86::{Avx2Machine, digits as x86, lengths};

/// Bytes that must follow the place of a number: 20 digits, a separator, and what makes three words.
pub(super) const HEAD: usize = 24;

/// The greatest length whose numbers all fit a u64.
const LONGEST: usize = 19;

/// What came of [`read`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Read {
    /// How many numbers were read.
    pub numbers: usize,
    /// The first byte behind the last of them.
    pub end: usize,
}

/// Reads numbers of `text` from `begin` on, white space before each of them, into `out`: as many as
/// there is room for and as are easily read. `length` is a guess at their length, which is mended.
pub(super) fn read<T: TryFrom<u64>>(
    text: &[u8],
    begin: usize,
    length: &mut usize,
    out: &mut [T],
) -> Read {
    let mut numbers = 0;
    let mut end = begin;
    while numbers < out.len() {
        let begin = skip_white_space(text, end);
        let Some(head) = text.get(begin..).and_then(|rest| rest.first_chunk()) else {
            break;
        };
        let Some((value, digits)) = one(head) else {
            break;
        };
        let Ok(value) = T::try_from(value) else {
            break;
        };
        out[numbers] = value;
        numbers += 1;
        end = begin + digits;
        let more = if digits == *length {
            let more = same_length(digits, &text[end + 1..], &mut out[numbers..]);
            end += more * (digits + 1);
            more
        } else {
            let more;
            (more, end) = any_length(text, end, &mut out[numbers..]);
            more
        };
        numbers += more;
        *length = digits;
    }
    Read { numbers, end }
}

/// Numbers of any lengths, from where one ends on, as many as are easily read at once. Returns how many,
/// and where the last of them ends.
pub(super) fn any_length<T: TryFrom<u64>>(
    text: &[u8],
    end: usize,
    out: &mut [T],
) -> (usize, usize) {
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

/// The first byte from `at` on that is not white space. A carriage return only counts in front of a
/// line feed.
fn skip_white_space(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(b' ' | b'\n' | b'\t') => at += 1,
            Some(b'\r') if text.get(at + 1) == Some(&b'\n') => at += 2,
            _ => return at,
        }
    }
}

/// The number that `head` begins with, and how many digits it has, if white space follows.
#[inline]
fn one(head: &[u8; HEAD]) -> Option<(u64, usize)> {
    let ([first, second, third], []) = head.as_chunks::<8>() else {
        return None;
    };
    let (first, second, third) = (Eight::new(*first), Eight::new(*second), Eight::new(*third));
    let (value, digits) = match (first.digits(), second.digits(), third.digits()) {
        (0, _, _) => return None,
        (n @ 1..8, _, _) => (first.front(n).times(1), n),
        (_, 0, _) => (first.times(1), 8),
        (_, n @ 1..8, _) => (first.times(TEN_TO[n]) + second.front(n).times(1), 8 + n),
        (_, _, n @ 0..=4) => {
            let upper = first.times(TEN_TO_8) + second.times(1);
            let last = if n == 0 { 0 } else { third.front(n).times(1) };
            // Some numbers of 20 digits are too large.
            let value = upper.checked_mul(TEN_TO[n])?.checked_add(last)?;
            (value, 16 + n)
        }
        _ => return None,
    };
    let separated = is_blank(head[digits]) || head[digits] == b'\r' && head[digits + 1] == b'\n';
    separated.then_some((value, digits))
}

/// Numbers of `digits` digits with one separator behind each, from the front of `text` into `out`,
/// as many as follow each other. Returns how many.
pub(super) fn same_length<T: TryFrom<u64>>(digits: usize, text: &[u8], out: &mut [T]) -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(machine) = Avx2Machine::detect() {
            let fours = x86::same_length(machine, digits, text, out);
            return fours + one_by_one(digits, &text[fours * (digits + 1)..], &mut out[fours..]);
        }
    }
    one_by_one(digits, text, out)
}

/// As [`same_length`], on any machine.
pub(super) fn one_by_one<T: TryFrom<u64>>(digits: usize, text: &[u8], out: &mut [T]) -> usize {
    match digits {
        1 => of_length::<1, T>(text, out),
        2 => of_length::<2, T>(text, out),
        3 => of_length::<3, T>(text, out),
        4 => of_length::<4, T>(text, out),
        5 => of_length::<5, T>(text, out),
        6 => of_length::<6, T>(text, out),
        7 => of_length::<7, T>(text, out),
        8 => of_length::<8, T>(text, out),
        9 => of_length::<9, T>(text, out),
        10 => of_length::<10, T>(text, out),
        11 => of_length::<11, T>(text, out),
        12 => of_length::<12, T>(text, out),
        13 => of_length::<13, T>(text, out),
        14 => of_length::<14, T>(text, out),
        15 => of_length::<15, T>(text, out),
        16 => of_length::<16, T>(text, out),
        17 => of_length::<17, T>(text, out),
        18 => of_length::<18, T>(text, out),
        LONGEST => of_length::<LONGEST, T>(text, out),
        _ => 0,
    }
}

fn of_length<const N: usize, T: TryFrom<u64>>(text: &[u8], out: &mut [T]) -> usize {
    let mut numbers = 0;
    for (number, out) in text.chunks_exact(N + 1).zip(out) {
        let Some(value) = fixed::<N>(number) else {
            break;
        };
        let Ok(value) = T::try_from(value) else {
            break;
        };
        *out = value;
        numbers += 1;
    }
    numbers
}

/// The number of N digits that `bytes` begin with, if these are digits and a blank follows.
#[inline]
fn fixed<const N: usize>(bytes: &[u8]) -> Option<u64> {
    let (digits, rest) = bytes.split_first_chunk::<N>()?;
    let separator = *rest.first()?;
    let mut wrong = u64::from(NOT_BLANK[usize::from(separator)]);
    let value = match N {
        ..=8 => {
            let last = last_eight(digits);
            wrong |= last.wrong();
            last.value().into()
        }
        9 => {
            // In 32 bits, so that the compiler knows that the value fits; what is no digit may wrap.
            let first = u32::from(digits[0] ^ b'0');
            let last = last_eight(&digits[1..]);
            wrong |= last.wrong() | u64::from((first | (first + 6)) & 0xf0);
            u64::from(
                first
                    .wrapping_mul(TEN_TO_8 as u32)
                    .wrapping_add(last.value()),
            )
        }
        10..=16 => {
            let (first, last) = (last_eight(&digits[..N - 8]), last_eight(&digits[N - 8..]));
            wrong |= first.wrong() | last.wrong();
            first.times(TEN_TO_8) + last.times(1)
        }
        _ => {
            let (first, last) = (last_eight(&digits[..N - 16]), last_eight(&digits[N - 8..]));
            let middle = last_eight(&digits[N - 16..N - 8]);
            wrong |= first.wrong() | middle.wrong() | last.wrong();
            let upper = first.times(TEN_TO_8) + middle.times(1);
            upper.wrapping_mul(TEN_TO_8).wrapping_add(last.times(1))
        }
    };
    (wrong == 0).then_some(value)
}

const TEN_TO_8: u64 = 100_000_000;

/// 10^0 to 10^7.
const TEN_TO: [u64; 8] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Whether a byte is white space by itself.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t')
}

/// For every byte, 0 if it is white space by itself and 1 if not.
static NOT_BLANK: [u8; 256] = {
    let mut table = [1; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = !is_blank(byte as u8) as u8;
        byte += 1;
    }
    table
};

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

    /// How many digits come first.
    #[inline]
    fn digits(self) -> usize {
        self.wrong().trailing_zeros() as usize / 8
    }

    /// The first `digits` of them, from 1 to 8, with zeros in front.
    #[inline]
    fn front(self, digits: usize) -> Self {
        Self(self.0 << (64 - 8 * digits))
    }

    /// The number that eight digits make: neighbours first, then pairs, then fours.
    #[inline]
    fn value(self) -> u32 {
        let pairs = self.0.wrapping_mul(10).wrapping_add(self.0 >> 8);
        let every_fourth = 0x0000_00ff_0000_00ff;
        let low = (pairs & every_fourth).wrapping_mul(100 + (1_000_000 << 32));
        let high = (pairs >> 16 & every_fourth).wrapping_mul(1 + (10_000 << 32));
        (low.wrapping_add(high) >> 32) as u32
    }

    /// The number that eight digits make, times `factor`, which is 10^8 at most.
    #[inline]
    fn times(self, factor: u64) -> u64 {
        u64::from(self.value()) * factor
    }
}

/// The characters of `digits`, from 1 to 8 of them, with zeros in front. Loads overlap where there is
/// no load of the right size; nothing is copied byte by byte.
#[inline]
fn last_eight(digits: &[u8]) -> Eight {
    let n = digits.len();
    let up = 64 - 8 * n;
    let word = match n {
        1 => u64::from(digits[0]) << up,
        2 => two(digits) << up,
        3 => two(digits) << up | u64::from(digits[2]) << 56,
        4..8 => four(digits) << up | four(&digits[n - 4..]) << 32,
        _ => digits
            .first_chunk()
            .map_or(0, |eight| u64::from_le_bytes(*eight)),
    };
    let zeros = u64::from_le_bytes([b'0'; 8]);
    Eight(word ^ zeros << up)
}

#[inline]
fn two(bytes: &[u8]) -> u64 {
    bytes
        .first_chunk()
        .map_or(0, |two| u64::from(u16::from_le_bytes(*two)))
}

#[inline]
fn four(bytes: &[u8]) -> u64 {
    bytes
        .first_chunk()
        .map_or(0, |four| u64::from(u32::from_le_bytes(*four)))
}
