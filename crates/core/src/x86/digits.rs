//! Numbers of one length, four at a time.

use std::arch::x86_64::*;

use super::Avx2Machine;

/// The most digits of a number that, with its separator, fits a register of 16 bytes.
const LONGEST: usize = 15;

/// How numbers of one length with one separator lie in 16 bytes.
struct Layout {
    /// Characters that become 0 where they are the digit 0, or the separator.
    zero: __m256i,
    /// The largest that they may become: digits are 9 at most, the separator is 0, and the rest does
    /// not matter.
    most: __m256i,
    /// Moves the digits to the end and puts zeros in front.
    to_end: __m256i,
}

/// Reads numbers of `digits` digits, with one and the same separator behind each, from the front of
/// `text` into `out`, as many as there are in whole fours; none that has more than 15 digits. Returns how many.
pub(crate) fn same_length<T: TryFrom<u64>>(
    _: Avx2Machine,
    digits: usize,
    text: &[u8],
    out: &mut [T],
) -> usize {
    match text.get(digits) {
        Some(&separator @ (b' ' | b'\n' | b'\t')) if digits <= LONGEST => {
            // SAFETY: a machine exists, so its features were detected.
            unsafe { same_length_avx2(digits, separator, text, out) }
        }
        _ => 0,
    }
}

#[target_feature(enable = "avx2")]
fn same_length_avx2<T: TryFrom<u64>>(
    digits: usize,
    separator: u8,
    text: &[u8],
    out: &mut [T],
) -> usize {
    let layout = Layout::new(digits, separator);
    let stride = digits + 1;
    let mut numbers = 0;
    let mut rest = text;
    for out in out.as_chunks_mut().0 {
        // The last one is read with 16 bytes, too.
        if rest.len() < 3 * stride + 16 {
            break;
        }
        let Some(values) = layout.four(rest, stride) else {
            break;
        };
        if !put(values, out) {
            break;
        }
        numbers += 4;
        rest = &rest[4 * stride..];
    }
    numbers
}

/// Whether all values fit; then they are in `out`.
#[inline(always)]
pub(super) fn put<const N: usize, T: TryFrom<u64>>(values: [u64; N], out: &mut [T; N]) -> bool {
    for (out, value) in out.iter_mut().zip(values) {
        let Ok(value) = T::try_from(value) else {
            return false;
        };
        *out = value;
    }
    true
}

impl Layout {
    #[target_feature(enable = "avx2")]
    fn new(digits: usize, separator: u8) -> Self {
        let (mut zero, mut most, mut to_end) = ([0; 16], [u8::MAX; 16], [0x80; 16]);
        zero[..digits].fill(b'0');
        zero[digits] = separator;
        most[..digits].fill(9);
        most[digits] = 0;
        for (from, to) in (0..).zip(&mut to_end[16 - digits..]) {
            *to = from;
        }
        Self {
            zero: _mm256_broadcastsi128_si256(load(&zero)),
            most: _mm256_broadcastsi128_si256(load(&most)),
            to_end: _mm256_broadcastsi128_si256(load(&to_end)),
        }
    }

    /// The four numbers that `text` begins with, if they are what they should be.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn four(&self, text: &[u8], stride: usize) -> Option<[u64; 4]> {
        let two = |first: usize| {
            let low = load(text[first * stride..].first_chunk()?);
            let high = load(text[(first + 2) * stride..].first_chunk()?);
            Some(_mm256_xor_si256(_mm256_set_m128i(high, low), self.zero))
        };
        let (first, second) = (two(0)?, two(1)?);
        let wrong = _mm256_or_si256(
            _mm256_subs_epu8(first, self.most),
            _mm256_subs_epu8(second, self.most),
        );
        if _mm256_testz_si256(wrong, wrong) == 0 {
            return None;
        }
        let first = _mm256_shuffle_epi8(first, self.to_end);
        let second = _mm256_shuffle_epi8(second, self.to_end);
        // Packing works on each half by itself.
        Some(store(sixteens(eights(first, second))))
    }
}

/// Digits to numbers of eight digits: for each half of `one` two, then for the same half of `other` two.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn eights(one: __m256i, other: __m256i) -> __m256i {
    // Pairs of digits, then of pairs, then of fours.
    let tens = _mm256_set1_epi16(0x010a);
    let hundreds = _mm256_set1_epi32(0x0001_0064);
    let ten_thousands = _mm256_set1_epi32(0x0001_2710);
    let fours = |digits| _mm256_madd_epi16(_mm256_maddubs_epi16(digits, tens), hundreds);
    _mm256_madd_epi16(_mm256_packus_epi32(fours(one), fours(other)), ten_thousands)
}

/// Pairs of numbers of eight digits to numbers of sixteen.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sixteens(eights: __m256i) -> __m256i {
    let upper = _mm256_mul_epu32(eights, _mm256_set1_epi64x(100_000_000));
    _mm256_add_epi64(upper, _mm256_srli_epi64::<32>(eights))
}

#[inline]
pub(super) fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: 16 bytes to read; SSE2 is part of x86-64.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_all(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes to read.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store(values: __m256i) -> [u64; 4] {
    let mut four = [0; 4];
    // SAFETY: 32 bytes to write.
    unsafe { _mm256_storeu_si256(four.as_mut_ptr().cast(), values) };
    four
}
