//! The loops of `gra`, with AVX2 and with AVX-512.

use std::arch::x86_64::*;

use super::{Avx2Machine, Avx512Machine};
use crate::gra::lanes::{Bits, Lanes, first, first_mut};

/// An intrinsic of two arguments on both registers. Not a function that takes a closure: those are
/// compiled for no features whenever the compiler chooses not to inline them.
macro_rules! both {
    ($intrinsic:ident, $a:expr, $b:expr) => {{
        let (a, b) = ($a.0, $b.0);
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe { Self([$intrinsic(a[0], b[0]), $intrinsic(a[1], b[1])]) }
    }};
}

/// Eight words in two registers: made of an [`Avx2Machine`], or of other such words.
#[derive(Clone, Copy)]
pub(crate) struct Avx2([__m256i; 2]);

impl Lanes for Avx2 {
    type Machine = Avx2Machine;

    const WORDS: usize = 8;

    #[inline(always)]
    fn load(_: Self::Machine, words: &[u64]) -> Self {
        let words = first::<8>(words).as_ptr();
        // SAFETY: there is a machine, or a value that was made of one; twice 32 bytes to read.
        unsafe {
            Self([
                _mm256_loadu_si256(words.cast()),
                _mm256_loadu_si256(words.add(4).cast()),
            ])
        }
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        let words = first_mut::<8>(words).as_mut_ptr();
        // SAFETY: there is a machine, or a value that was made of one; twice 32 bytes to write.
        unsafe {
            _mm256_storeu_si256(words.cast(), self.0[0]);
            _mm256_storeu_si256(words.add(4).cast(), self.0[1]);
        }
    }

    #[inline(always)]
    fn splat(_: Self::Machine, word: u64) -> Self {
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe { Self([_mm256_set1_epi64x(word as i64); 2]) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        both!(_mm256_and_si256, self, other)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        both!(_mm256_andnot_si256, other, self)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        both!(_mm256_or_si256, self, other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        both!(_mm256_xor_si256, self, other)
    }

    #[inline(always)]
    fn up(self, before: Self, by: u32) -> Self {
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe {
            let rest = _mm_cvtsi32_si128(64 - by as i32);
            let by = _mm_cvtsi32_si128(by as i32);
            let ([a, b], [before_a, before_b]) = (self.0, before.0);
            Self([
                _mm256_or_si256(_mm256_sll_epi64(a, by), _mm256_srl_epi64(before_a, rest)),
                _mm256_or_si256(_mm256_sll_epi64(b, by), _mm256_srl_epi64(before_b, rest)),
            ])
        }
    }

    #[inline(always)]
    fn down(self, after: Self, by: u32) -> Self {
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe {
            let rest = _mm_cvtsi32_si128(64 - by as i32);
            let by = _mm_cvtsi32_si128(by as i32);
            let ([a, b], [after_a, after_b]) = (self.0, after.0);
            Self([
                _mm256_or_si256(_mm256_srl_epi64(a, by), _mm256_sll_epi64(after_a, rest)),
                _mm256_or_si256(_mm256_srl_epi64(b, by), _mm256_sll_epi64(after_b, rest)),
            ])
        }
    }

    #[inline(always)]
    fn any(self) -> bool {
        let [a, b] = self.0;
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe {
            let all = _mm256_or_si256(a, b);
            _mm256_testz_si256(all, all) == 0
        }
    }

    #[inline(always)]
    fn ones(self) -> u32 {
        let mut words = [0; Self::WORDS];
        self.store(&mut words);
        words.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn bits(_: Self::Machine, squares: &[u32; 65]) -> Bits {
        let half = |from: usize| {
            // SAFETY: there is a machine, or a value that was made of one.
            unsafe { bits_avx2(squares[from..].first_chunk().expect("33 of 65 squares")) }
        };
        let (low, high) = (half(0), half(32));
        let [ends, odd, near] =
            std::array::from_fn(|i| u64::from(low[i]) | u64::from(high[i]) << 32);
        Bits { ends, odd, near }
    }
}

/// Ends, odd and near of 32 pawns.
///
/// Distances and parities are packed from 32 bits to bytes before they are compared, so that one
/// comparison serves 32 pawns. Packing saturates: distances 1 and 2 stay what they are, and no other
/// becomes one of them.
#[inline]
#[target_feature(enable = "avx2")]
fn bits_avx2(squares: &[u32; 33]) -> [u32; 3] {
    let load = |from: usize| {
        let eight: &[u32; 8] = squares[from..].first_chunk().expect("8 of 33 squares");
        // SAFETY: 32 bytes to read.
        unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) }
    };
    let distance = |from: usize| _mm256_sub_epi32(load(from + 1), load(from));
    let parity = |from: usize| _mm256_slli_epi32::<31>(load(from));
    // Packing works on each half of a register by itself; this puts the pawns back in order.
    let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    let distances = _mm256_permutevar8x32_epi32(
        _mm256_packus_epi16(
            _mm256_packus_epi32(distance(0), distance(8)),
            _mm256_packus_epi32(distance(16), distance(24)),
        ),
        order,
    );
    let parities = _mm256_permutevar8x32_epi32(
        _mm256_packs_epi16(
            _mm256_packs_epi32(parity(0), parity(8)),
            _mm256_packs_epi32(parity(16), parity(24)),
        ),
        order,
    );
    let is = |value| _mm256_movemask_epi8(_mm256_cmpeq_epi8(distances, _mm256_set1_epi8(value)));
    [
        !is(1) as u32,
        _mm256_movemask_epi8(parities) as u32,
        is(2) as u32,
    ]
}

/// Sixteen words in two registers: made of an [`Avx512Machine`], or of other such words.
#[derive(Clone, Copy)]
pub(crate) struct Avx512([__m512i; 2]);

impl Lanes for Avx512 {
    type Machine = Avx512Machine;

    const WORDS: usize = 16;

    #[inline(always)]
    fn load(_: Self::Machine, words: &[u64]) -> Self {
        let words = first::<16>(words).as_ptr();
        // SAFETY: there is a machine, or a value that was made of one; twice 64 bytes to read.
        unsafe {
            Self([
                _mm512_loadu_si512(words.cast()),
                _mm512_loadu_si512(words.add(8).cast()),
            ])
        }
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        let words = first_mut::<16>(words).as_mut_ptr();
        // SAFETY: there is a machine, or a value that was made of one; twice 64 bytes to write.
        unsafe {
            _mm512_storeu_si512(words.cast(), self.0[0]);
            _mm512_storeu_si512(words.add(8).cast(), self.0[1]);
        }
    }

    #[inline(always)]
    fn splat(_: Self::Machine, word: u64) -> Self {
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe { Self([_mm512_set1_epi64(word as i64); 2]) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        both!(_mm512_and_si512, self, other)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        both!(_mm512_andnot_si512, other, self)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        both!(_mm512_or_si512, self, other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        both!(_mm512_xor_si512, self, other)
    }

    #[inline(always)]
    fn up(self, before: Self, by: u32) -> Self {
        let ([a, b], [before_a, before_b]) = (self.0, before.0);
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe {
            let by = _mm512_set1_epi64(i64::from(by));
            Self([
                _mm512_shldv_epi64(a, before_a, by),
                _mm512_shldv_epi64(b, before_b, by),
            ])
        }
    }

    #[inline(always)]
    fn down(self, after: Self, by: u32) -> Self {
        let ([a, b], [after_a, after_b]) = (self.0, after.0);
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe {
            let by = _mm512_set1_epi64(i64::from(by));
            Self([
                _mm512_shrdv_epi64(a, after_a, by),
                _mm512_shrdv_epi64(b, after_b, by),
            ])
        }
    }

    #[inline(always)]
    fn any(self) -> bool {
        let [a, b] = self.0;
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe {
            let all = _mm512_or_si512(a, b);
            _mm512_test_epi64_mask(all, all) != 0
        }
    }

    #[inline(always)]
    fn ones(self) -> u32 {
        let [a, b] = self.0;
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe {
            let ones = _mm512_add_epi64(_mm512_popcnt_epi64(a), _mm512_popcnt_epi64(b));
            _mm512_reduce_add_epi64(ones) as u32
        }
    }

    #[inline(always)]
    fn bits(_: Self::Machine, squares: &[u32; 65]) -> Bits {
        // SAFETY: there is a machine, or a value that was made of one.
        unsafe { bits_avx512(squares) }
    }
}

/// As [`bits_avx2`], 64 pawns at a time. The next squares are shifted together from registers:
/// loading them would cross a cache line every time.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn bits_avx512(squares: &[u32; 65]) -> Bits {
    let load = |from: usize| {
        let sixteen: &[u32; 16] = squares[from..].first_chunk().expect("16 of 65 squares");
        // SAFETY: 64 bytes to read.
        unsafe { _mm512_loadu_si512(sixteen.as_ptr().cast()) }
    };
    let here = [load(0), load(16), load(32), load(48)];
    let beyond = _mm512_set1_epi32(squares[64] as i32);
    let distance = |next, here| _mm512_sub_epi32(_mm512_alignr_epi32::<1>(next, here), here);
    let distances = _mm512_permutexvar_epi32(
        _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
        _mm512_packus_epi16(
            _mm512_packus_epi32(distance(here[1], here[0]), distance(here[2], here[1])),
            _mm512_packus_epi32(distance(here[3], here[2]), distance(beyond, here[3])),
        ),
    );
    let odd = |here| u64::from(_mm512_test_epi32_mask(here, _mm512_set1_epi32(1)));
    Bits {
        ends: _mm512_cmpneq_epi8_mask(distances, _mm512_set1_epi8(1)),
        odd: odd(here[0]) | odd(here[1]) << 16 | odd(here[2]) << 32 | odd(here[3]) << 48,
        near: _mm512_cmpeq_epi8_mask(distances, _mm512_set1_epi8(2)),
    }
}
