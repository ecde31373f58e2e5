//! Numbers of one length, eight at a time: as in [`digits`](super::digits), with the byte permutations of
//! AVX-512, which take four numbers out of one register wherever they begin.

use std::arch::x86_64::*;

use super::Avx512Machine;
use super::digits::{LONGEST, is_row};

/// Characters in a register.
const BYTES: usize = 64;

/// How four numbers of one length with one separator lie in a register.
struct Layout {
    /// Characters that become 0 where they are the digit 0, or the separator.
    zero: __m512i,
    /// The largest that they may become: digits are 9 at most, the separator is 0, and the rest does
    /// not matter.
    most: __m512i,
    /// Where the last 16 characters up to the end of each number come from.
    from: __m512i,
    /// Which of these are its digits.
    digits: __mmask64,
}

/// As [`same_length`](super::digits::same_length), in whole eights.
pub(crate) fn same_length<T: TryFrom<u64> + Copy + Default>(
    machine: Avx512Machine,
    digits: usize,
    text: &[u8],
    out: &mut [T],
) -> usize {
    if !is_row(digits, text) {
        return 0;
    }
    machine.run(
        #[inline(always)]
        || {
            // SAFETY: the features are there, as the machine says.
            unsafe { same_length_avx512(digits, text[digits], text, out) }
        },
    )
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn same_length_avx512<T: TryFrom<u64> + Copy + Default>(
    digits: usize,
    separator: u8,
    text: &[u8],
    out: &mut [T],
) -> usize {
    let layout = Layout::new(digits, separator);
    let four = 4 * (digits + 1);
    let mut numbers = 0;
    let mut rest = text;
    for out in out.as_chunks_mut::<8>().0 {
        let (Some(first), Some(second)) = (
            rest.first_chunk(),
            rest.get(four..).and_then(|rest| rest.first_chunk()),
        ) else {
            break;
        };
        let Some(values) = layout.eight(first, second) else {
            break;
        };
        // No branch for each: all are written, and it is one question whether they fit.
        let mut fit = true;
        for (out, value) in out.iter_mut().zip(values) {
            let value = T::try_from(value);
            fit &= value.is_ok();
            *out = value.unwrap_or_default();
        }
        if !fit {
            break;
        }
        numbers += 8;
        rest = &rest[2 * four..];
    }
    numbers
}

impl Layout {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn new(digits: usize, separator: u8) -> Self {
        let stride = digits + 1;
        let (mut zero, mut most, mut from) = ([0; BYTES], [u8::MAX; BYTES], [0; BYTES]);
        let mut keep = 0;
        for number in 0..4 {
            let begin = number * stride;
            zero[begin..][..digits].fill(b'0');
            zero[begin + digits] = separator;
            most[begin..][..digits].fill(9);
            most[begin + digits] = 0;
            let to = 16 * number + 16 - digits;
            for digit in 0..digits {
                from[to + digit] = (begin + digit) as u8;
            }
            keep |= ((1 << digits) - 1) << to;
        }
        Self {
            zero: load(&zero),
            most: load(&most),
            from: load(&from),
            digits: keep,
        }
    }

    /// The eight numbers that two texts begin with, four each, if they are what they should be.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn eight(&self, first: &[u8; BYTES], second: &[u8; BYTES]) -> Option<[u64; 8]> {
        let first = _mm512_xor_si512(load(first), self.zero);
        let second = _mm512_xor_si512(load(second), self.zero);
        let wrong =
            _mm512_cmpgt_epu8_mask(first, self.most) | _mm512_cmpgt_epu8_mask(second, self.most);
        if wrong != 0 {
            return None;
        }
        let first = _mm512_maskz_permutexvar_epi8(self.digits, self.from, first);
        let second = _mm512_maskz_permutexvar_epi8(self.digits, self.from, second);
        // Pairs of digits, then of pairs, then of fours: 16 digits become two numbers of eight.
        let tens = _mm512_set1_epi16(0x010a);
        let hundreds = _mm512_set1_epi32(0x0001_0064);
        let ten_thousands = _mm512_set1_epi32(0x0001_2710);
        let fours = _mm512_packus_epi32(
            _mm512_madd_epi16(_mm512_maddubs_epi16(first, tens), hundreds),
            _mm512_madd_epi16(_mm512_maddubs_epi16(second, tens), hundreds),
        );
        let eights = _mm512_madd_epi16(fours, ten_thousands);
        let upper = _mm512_mul_epu32(eights, _mm512_set1_epi64(100_000_000));
        let values = _mm512_add_epi64(upper, _mm512_srli_epi64::<32>(eights));
        // Packing works on each quarter by itself.
        let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
        let values = _mm512_permutexvar_epi64(order, values);
        let mut eight = [0; 8];
        // SAFETY: 64 bytes to write.
        unsafe { _mm512_storeu_si512(eight.as_mut_ptr().cast(), values) };
        Some(eight)
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &[u8; BYTES]) -> __m512i {
    // SAFETY: 64 bytes to read.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

const _: () = assert!(4 * (LONGEST + 1) <= BYTES);
