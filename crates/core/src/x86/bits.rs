//! The bits of 64 pawns for `gra::wide`, with AVX2 and with AVX-512.

use std::arch::x86_64::*;

use super::{Avx2Machine, Avx512Machine};
use crate::gra::words::Bits;

/// As [`Bits::of`].
#[inline(always)]
pub(crate) fn of_avx2(_: Avx2Machine, squares: &[u32; 65]) -> Bits {
    let half = |from: usize| {
        // SAFETY: a machine exists, so its features were detected.
        unsafe { bits_avx2(squares[from..].first_chunk().expect("33 of 65 squares")) }
    };
    Bits::of_halves(half(0), half(32))
}

/// As [`Bits::of`].
#[inline(always)]
pub(crate) fn of_avx512(_: Avx512Machine, squares: &[u32; 65]) -> Bits {
    // SAFETY: a machine exists, so its features were detected.
    unsafe { bits_avx512(squares) }
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
