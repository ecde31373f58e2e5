//! Numbers of any lengths, two at a time.
//!
//! The places where numbers begin and end are found first, 64 characters at a time and without a branch for each
//! number. Then each number is loaded so that it ends with its register, and what stands in front of it is set to
//! 0. No branch depends on its length.

use std::arch::x86_64::*;

use super::Avx2Machine;
use super::digits::{eights, load, load_all, put, sixteens, store};

/// Bytes that must stand in front of the place where reading begins: what a register holds.
pub(crate) const BEFORE: usize = 32;

/// Characters that are looked at at once.
const BLOCK: usize = 64;

/// How many numbers are found before they are read.
const CHUNK: usize = 128;

/// The greatest length.
const LONGEST: usize = 20;

/// Numbers of at most this many digits are short: four of them fill two registers.
const SHORT: usize = 16;

/// From place n on, 32 bytes that keep the last n bytes of a register; for no more than [`LONGEST`].
const KEEP: [u8; BEFORE + LONGEST] = keep(BEFORE);

/// The same for 16 bytes.
const KEEP_SHORT: [u8; SHORT + SHORT] = keep(SHORT);

/// As many zeros as told, and then ones.
const fn keep<const BYTES: usize>(zeros: usize) -> [u8; BYTES] {
    let mut keep = [0; BYTES];
    let mut at = zeros;
    while at < BYTES {
        keep[at] = u8::MAX;
        at += 1;
    }
    keep
}

/// Reads numbers from `text`, from `begin` on, where white space begins, into `out`: an even number of
/// them, up to [`CHUNK`], as long as they are well written. Returns how many, and the first byte behind
/// the last of them.
pub(crate) fn any_length<T: TryFrom<u64>>(
    _: Avx2Machine,
    text: &[u8],
    begin: usize,
    out: &mut [T],
) -> (usize, usize) {
    // SAFETY: a machine exists, so its features were detected.
    unsafe { any_length_avx2(text, begin, out) }
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
fn any_length_avx2<T: TryFrom<u64>>(text: &[u8], begin: usize, out: &mut [T]) -> (usize, usize) {
    // Where numbers begin and where they end, by turns; the last block may find more than are wanted.
    let mut bounds = [0; 2 * CHUNK + BLOCK];
    let wanted = 2 * out.len().min(CHUNK);
    let found = find(text, begin, wanted, &mut bounds);
    let (of_numbers, _) = bounds[..found.min(wanted)].as_chunks::<2>();
    let mut numbers = 0;
    for (four, out) in of_numbers.as_chunks().0.iter().zip(out.as_chunks_mut().0) {
        let Some(values) = four_short(text, four) else {
            break;
        };
        if !put(values, out) {
            break;
        }
        numbers += 4;
    }
    let rest = of_numbers[numbers..].as_chunks().0.iter();
    for (two, out) in rest.zip(out[numbers..].as_chunks_mut().0) {
        let Some(values) = self::two(text, two) else {
            break;
        };
        if !put(values, out) {
            break;
        }
        numbers += 2;
    }
    let end = match numbers {
        0 => begin,
        _ => of_numbers[numbers - 1][1],
    };
    (numbers, end)
}

/// Writes the places where numbers begin and where they end to `bounds`, until there are as many as
/// wanted or something is neither digit nor white space. Returns how many.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn find(
    text: &[u8],
    begin: usize,
    wanted: usize,
    bounds: &mut [usize; 2 * CHUNK + BLOCK],
) -> usize {
    let mut found = 0;
    // Whether the character in front of the block is a digit. Nothing is said of that in front of `begin`:
    // it ends a number that was read.
    let mut inside = 0;
    let mut blocks = text[begin..].as_chunks::<BLOCK>().0.iter();
    let mut at = begin;
    while found < wanted
        && let Some(block) = blocks.next()
    {
        let Kinds { digits, other } = Kinds::of(block, text.get(at + BLOCK));
        let mut changes = digits ^ (digits << 1 | inside);
        if other != 0 {
            changes &= (other & other.wrapping_neg()) - 1;
        }
        inside = digits >> (BLOCK - 1);
        let some = changes.count_ones() as usize;
        let Some(room) = bounds[found..].first_chunk_mut::<BLOCK>() else {
            break;
        };
        // Few blocks have more than eight, and to write eight is faster than to ask how many there are.
        for eight in room
            .as_chunks_mut::<8>()
            .0
            .iter_mut()
            .take(1 + (some.max(1) - 1) / 8)
        {
            for bound in eight {
                *bound = at + changes.trailing_zeros() as usize;
                changes &= changes.wrapping_sub(1);
            }
        }
        found += some;
        if other != 0 {
            break;
        }
        at += BLOCK;
    }
    found
}

/// What the characters of a block are, a bit each.
struct Kinds {
    digits: u64,
    /// Neither digits nor white space.
    other: u64,
}

impl Kinds {
    /// `next` is the character behind the block.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn of(block: &[u8; BLOCK], next: Option<&u8>) -> Self {
        let (halves, _) = block.as_chunks::<32>();
        let halves = [load_all(&halves[0]), load_all(&halves[1])];
        let bits = |of: [__m256i; 2]| {
            let [low, high] = of.map(|half| u64::from(_mm256_movemask_epi8(half) as u32));
            low | high << 32
        };
        let nine = _mm256_set1_epi8(9);
        let digits = bits(halves.map(|half| {
            let value = _mm256_sub_epi8(half, _mm256_set1_epi8(b'0' as i8));
            _mm256_cmpeq_epi8(_mm256_min_epu8(value, nine), value)
        }));
        // White space by its lower four bits; where there is none, 0, which has others.
        let mut white = [0; 16];
        white[0] = b' ';
        white[9] = b'\t';
        white[10] = b'\n';
        white[13] = b'\r';
        let white = _mm256_broadcastsi128_si256(load(&white));
        let white =
            bits(halves.map(|half| _mm256_cmpeq_epi8(_mm256_shuffle_epi8(white, half), half)));
        let is = |byte: u8| {
            bits(halves.map(|half| _mm256_cmpeq_epi8(half, _mm256_set1_epi8(byte as i8))))
        };
        let mut other = !(digits | white);
        let returns = is(b'\r');
        if returns != 0 {
            // They only count in front of a line feed.
            let after = u64::from(next == Some(&b'\n')) << (BLOCK - 1);
            other |= returns & !(is(b'\n') >> 1 | after);
        }
        Self { digits, other }
    }
}

/// Four numbers, of which each begins and ends at the given places: if all are short.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn four_short(text: &[u8], &[a, b, c, d]: &[[usize; 2]; 4]) -> Option<[u64; 4]> {
    let digits = |one: [usize; 2], other: [usize; 2]| {
        let characters = |[_, end]: [usize; 2]| Some(load(text.get(end - SHORT..)?.first_chunk()?));
        let keep =
            |[begin, end]: [usize; 2]| Some(load(KEEP_SHORT.get(end - begin..)?.first_chunk()?));
        let characters = _mm256_set_m128i(characters(other)?, characters(one)?);
        let values = _mm256_sub_epi8(characters, _mm256_set1_epi8(b'0' as i8));
        let keep = _mm256_set_m128i(keep(other)?, keep(one)?);
        Some(_mm256_and_si256(values, keep))
    };
    // Packing works on each half by itself.
    Some(store(sixteens(eights(digits(a, c)?, digits(b, d)?))))
}

/// Two numbers, of which each begins and ends at the given places: if they fit.
#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn two(text: &[u8], &[one, other]: &[[usize; 2]; 2]) -> Option<[u64; 2]> {
    let digits = |[begin, end]: [usize; 2]| {
        let characters = load_all(text.get(end - BEFORE..)?.first_chunk()?);
        let keep = load_all(KEEP.get(end - begin..)?.first_chunk()?);
        let values = _mm256_sub_epi8(characters, _mm256_set1_epi8(b'0' as i8));
        Some(_mm256_and_si256(values, keep))
    };
    // Each lower half has the four digits that come first, each upper half the other sixteen.
    let [first, other_first, rest, other_rest] =
        store(sixteens(eights(digits(one)?, digits(other)?)));
    let value =
        |first: u64, rest: u64| first.checked_mul(10_000_000_000_000_000)?.checked_add(rest);
    Some([value(first, rest)?, value(other_first, other_rest)?])
}
