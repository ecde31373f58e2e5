//! What `octal::lanes` does with byte tables: of AVX-512 to find which ranks the sums have, of AVX2 to find their bits.

use std::arch::x86_64::*;

use super::{Avx2Machine, Avx512Machine};
use crate::octal::window::{GROUPS, LANES, Pair, Row, Window};

/// Ranks in a table: a permutation of bytes takes 6 bits of each. The other two choose one of `PARTS` parts.
const TABLE: usize = 64;
const PARTS: usize = GROUPS.div_ceil(TABLE / 8);

/// As `reached` in `octal::lanes`.
pub(crate) fn reached(_: Avx512Machine, window: Window<'_>, pairs: &[Pair]) -> [Row; GROUPS] {
    // SAFETY: there is a machine.
    unsafe { reached_vbmi(window, pairs) }
}

/// Sums of 64 heaps: the ranks, and which of them are in each part.
#[derive(Clone, Copy)]
struct Sums(__m512i, [__mmask64; PARTS]);

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn reached_vbmi(window: Window<'_>, pairs: &[Pair]) -> [Row; GROUPS] {
    let load = |row: &Row| {
        // SAFETY: 64 bytes to read.
        unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
    };
    // Table j has the bits of ranks 8 j to 8 j + 7, and zeros.
    let tables: [__m512i; TABLE / 8] = std::array::from_fn(|group| {
        let mut table = [0; TABLE];
        for bit in 0..8 {
            table[8 * group + bit] = 1 << bit;
        }
        load(&table)
    });
    let sums = |pair: Pair| {
        let from = window.at - pair.back as usize;
        let row = |bytes: &[u8]| load(bytes[from..].first_chunk().expect("64 heaps"));
        let ranks = _mm512_xor_si512(row(window.ranks), _mm512_set1_epi8(pair.rank as i8));
        // 255 is no part.
        let part = _mm512_and_si512(ranks, _mm512_set1_epi8(0xc0_u8 as i8));
        let part = _mm512_or_si512(part, row(window.spoilt));
        let is =
            |of: usize| _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8((of * TABLE) as u8 as i8));
        Sums(ranks, std::array::from_fn(is))
    };
    let mut reached = [_mm512_setzero_si512(); GROUPS];
    // Two pairs at a time: an or of three.
    let (twos, rest) = pairs.as_chunks::<2>();
    for &[one, other] in twos {
        let (Sums(a, a_parts), Sums(b, b_parts)) = (sums(one), sums(other));
        for (group, row) in reached.iter_mut().enumerate() {
            let (table, part) = (tables[group % (TABLE / 8)], group / (TABLE / 8));
            *row = _mm512_ternarylogic_epi64::<0xfe>(
                *row,
                _mm512_maskz_permutexvar_epi8(a_parts[part], a, table),
                _mm512_maskz_permutexvar_epi8(b_parts[part], b, table),
            );
        }
    }
    for &pair in rest {
        let Sums(a, parts) = sums(pair);
        for (group, row) in reached.iter_mut().enumerate() {
            let (table, part) = (tables[group % (TABLE / 8)], group / (TABLE / 8));
            let bits = _mm512_maskz_permutexvar_epi8(parts[part], a, table);
            *row = _mm512_or_si512(*row, bits);
        }
    }
    reached.map(|vector| {
        let mut row = [0; LANES];
        // SAFETY: 64 bytes to write.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), vector) };
        row
    })
}

/// As `bits` in `octal::lanes`.
#[inline]
pub(crate) fn bits(_: Avx2Machine, ranks: &Row) -> Row {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn bits_of(half: &mut [u8; LANES / 2]) {
        let table = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        // SAFETY: 32 bytes to read.
        let ranks = unsafe { _mm256_loadu_si256(half.as_ptr().cast()) };
        // A rank above 127 has no place in a table.
        let places = _mm256_and_si256(ranks, _mm256_set1_epi8(7));
        let bits = _mm256_shuffle_epi8(table, places);
        // SAFETY: 32 bytes to write.
        unsafe { _mm256_storeu_si256(half.as_mut_ptr().cast(), bits) };
    }
    let mut bits = *ranks;
    for half in bits.as_chunks_mut().0 {
        // SAFETY: there is a machine.
        unsafe { bits_of(half) };
    }
    bits
}
