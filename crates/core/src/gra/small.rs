//! Boards whose pawns stand on at most 64 neighbouring squares: the strip as one word.
//!
//! Bit i of the word is a pawn i squares left of the rightmost square of the word, so groups come from the low
//! end, and a block is a run of ones whose *end* is its lowest bit. All blocks are worked on together, as in
//! [`wide`](super::wide), by levels: level k is the set of the blocks with k pawns or more. Blocks of eight and more
//! are rare, and boards with one are gone through block by block.
//!
//! Nothing in it branches on the board, so the same lines serve one board, which is what solving takes, and
//! eight side by side in the machine's vectors, which is what a sweep of all boards takes.

// Compiled for the features of the function that they are inlined into.
#![allow(clippy::inline_always)]

use crate::bits::ones;
use crate::version::Version;

/// A board as a word.
#[derive(Clone, Copy)]
struct Board {
    /// Where the pawns stand.
    pawns: u64,
    /// All ones when an even number of squares right of bit 0 are free, square m among them; otherwise 0.
    even: u64,
    /// The bit of square m - 1, or 0 if the word does not have it.
    next_to_goal: u64,
    /// The bit of square m - 2, or 0 if the word does not have it.
    second: u64,
}

impl Board {
    /// The board of a mask: its bit 0 is square m - 1.
    #[inline(always)]
    const fn of_mask(pawns: u64) -> Self {
        Self {
            pawns,
            even: 0,
            next_to_goal: 1,
            second: 2,
        }
    }

    /// The board of m squares with pawns on these, the last of them on bit 0.
    #[inline(always)]
    fn of_squares(m: u32, last: u32, squares: &[u32]) -> Self {
        let free = m.wrapping_sub(last);
        Self {
            pawns: squares.iter().fold(0, |pawns, square| {
                pawns | 1 << (last.wrapping_sub(*square) & 63)
            }),
            even: all_if(u64::from(!free)),
            next_to_goal: 0,
            second: u64::from(free == 2),
        }
    }
}

/// The number of winning moves when every pawn stands less than 64 squares right of the first, and none on square
/// m - 1. O(pawns), no memory but registers.
pub(super) fn count_winning_moves(m: u32, squares: &[u32]) -> u32 {
    let Some(&last) = squares.last() else {
        return 0;
    };
    Version::for_words().run(
        #[inline(always)]
        || {
            let board = Board::of_squares(m, last, squares);
            let (count, long) = count(board);
            if long == 0 {
                count as u32
            } else {
                count_by_blocks(board)
            }
        },
    )
}

/// The number of winning moves of many boards, each within 64 squares: bit i of a mask is a pawn on square m - 1 - i,
/// and the count does not depend on m. Counts eight boards at a time in the machine's vectors, as many boards as there
/// are masks and room for counts; O(1) each.
///
/// ```
/// let mut counts = [0; 3];
/// grundy_core::gra::count_winning_moves_of_masks(&[0b11_0001, 0b1010, 0b11], &mut counts);
/// assert_eq!(counts, [1, 1, 2]);
/// ```
pub fn count_winning_moves_of_masks(masks: &[u64], counts: &mut [u32]) {
    Version::best().run(
        #[inline(always)]
        || {
            let (eights, rest) = masks.as_chunks::<8>();
            let (counts_of_eights, counts_of_rest) = counts.as_chunks_mut::<8>();
            for (masks, counts) in eights.iter().zip(counts_of_eights) {
                some_of_masks(masks, counts);
            }
            for (mask, count) in rest.iter().zip(counts_of_rest) {
                some_of_masks(&[*mask], std::array::from_mut(count));
            }
        },
    );
}

// Loops over places, and nothing written where it was read from: so they become the machine's vectors.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
fn some_of_masks<const N: usize>(masks: &[u64; N], counts: &mut [u32; N]) {
    let masks = *masks;
    let (mut won, mut long) = ([0; N], [0; N]);
    for i in 0..N {
        (won[i], long[i]) = count(Board::of_mask(masks[i]));
    }
    let mut any_long = 0;
    for i in 0..N {
        any_long |= long[i];
        counts[i] = won[i] as u32;
    }
    if any_long != 0 {
        for i in 0..N {
            if long[i] != 0 {
                counts[i] = count_by_blocks(Board::of_mask(masks[i]));
            }
        }
    }
}

/// All ones if the lowest bit is set, and 0 otherwise.
#[inline(always)]
const fn all_if(bit: u64) -> u64 {
    (bit & 1).wrapping_neg()
}

/// The ends of the blocks, but for that of group 2, which has no winning move and at which no other looks; and
/// of these the ones whose group is odd.
#[inline(always)]
const fn ends(board: Board) -> [u64; 2] {
    let Board { pawns, second, .. } = board;
    let ends = pawns & !(pawns << 1) & !second;
    // For each bit whether an odd number of bits up to it are free: with the free squares below the word that
    // is the number of a pawn's group.
    let mut free = !pawns;
    free ^= free << 1;
    free ^= free << 2;
    free ^= free << 4;
    free ^= free << 8;
    free ^= free << 16;
    free ^= free << 32;
    [ends, ends & !(free ^ board.even)]
}

/// The word moved by some places: up to higher bits, or down.
#[inline(always)]
const fn moved<const UP: bool>(word: u64, by: u32) -> u64 {
    if UP { word << by } else { word >> by }
}

/// For each mark the number of pawns, at most 7, that stand side by side from there on to higher bits, or with `DOWN` to
/// lower ones; as three words with one bit of each number.
#[inline(always)]
const fn lengths<const DOWN: bool>(marks: u64, pawns: u64) -> [u64; 3] {
    // Where two and four pawns stand side by side, at the first of them.
    let two = pawns & moved::<DOWN>(pawns, 1);
    let four = two & moved::<DOWN>(two, 2);
    // `level_k`: the marks from which at least k pawns stand side by side.
    let level_1 = marks & pawns;
    let level_2 = marks & two;
    let level_3 = level_2 & moved::<DOWN>(pawns, 2);
    let level_4 = marks & four;
    let level_5 = level_4 & moved::<DOWN>(pawns, 4);
    let level_6 = level_4 & moved::<DOWN>(two, 4);
    let level_7 = level_6 & moved::<DOWN>(pawns, 6);
    [
        level_1 ^ level_2 ^ level_3 ^ level_4 ^ level_5 ^ level_6 ^ level_7,
        level_2 ^ level_4 ^ level_6,
        level_4,
    ]
}

/// The number of winning moves, and a word that is not 0 when a block with eight pawns or more makes it wrong. Proved of
/// its transcription, for the boards of both functions of [`Board`]: `Machine.small_count_right`.
#[inline(always)]
const fn count(board: Board) -> (u64, u64) {
    let (pawns, next_to_goal) = (board.pawns, board.next_to_goal);
    let wins_at_once = all_if(pawns & next_to_goal);
    let first_block = pawns & !pawns.wrapping_add(1);

    let [ends, odd] = ends(board);
    let even = ends & !odd;
    let two = pawns & pawns >> 1;
    let four = two & two >> 2;
    let long = ends & four & four >> 4;
    let [size_0, size_1, size_2] = lengths::<false>(ends, pawns);
    // Of the blocks just below the even ones, with one free square between: 0 where there is none.
    let [below_0, below_1, below_2] = lengths::<true>(even, pawns << 2);

    // The nim-sum, and of its bits the highest alone.
    let x_0 = all_if((size_0 & odd).count_ones() as u64);
    let x_1 = all_if((size_1 & odd).count_ones() as u64);
    let x_2 = all_if((size_2 & odd).count_ones() as u64);
    let highest_1 = x_1 & !x_2;
    let highest_0 = x_0 & !x_1 & !x_2;

    let lowers = odd & (size_2 & x_2 | size_1 & highest_1 | size_0 & highest_0);
    let is_higher = below_2 & x_2 | below_1 & highest_1 | below_0 & highest_0;
    // An even block raises the one below if its size and twice what the size below has in common with the nim-sum
    // are together at least the nim-sum: see `wide`.
    let common_1 = below_0 & x_0;
    let common_2 = below_1 & x_1;
    let sum_1 = size_1 ^ common_1;
    let carry = size_1 & common_1;
    let sum_2 = size_2 ^ common_2 ^ carry;
    let sum_3 = size_2 & common_2 | carry & (size_2 | common_2);
    let enough_0 = size_0 | !x_0;
    let enough_1 = sum_1 & !x_1 | (sum_1 | !x_1) & enough_0;
    let enough_2 = sum_2 & !x_2 | (sum_2 | !x_2) & enough_1;
    let raises = even & (sum_3 | enough_2) & !is_higher & (x_0 | x_1 | x_2);

    let won = first_block & wins_at_once | (lowers | raises) & !wins_at_once;
    (won.count_ones() as u64, long & !wins_at_once)
}

/// The same, block by block, whatever their sizes.
#[cold]
fn count_by_blocks(board: Board) -> u32 {
    let (pawns, next_to_goal) = (board.pawns, board.next_to_goal);
    if pawns & next_to_goal != 0 {
        return pawns.trailing_ones();
    }
    let [ends, odd] = ends(board);
    let size_from = |end: u32| (pawns >> end).trailing_ones();
    let x = ones(ends & odd).fold(0, |x, end| x ^ size_from(end));
    let Some(highest) = x.checked_ilog2() else {
        return 0;
    };
    let highest = 1 << highest;
    ones(ends)
        .map(|end| {
            let size = size_from(end);
            // Two squares on stands the next pawn, when the block below is the next group.
            let below = (pawns << (63 - end) << 2).leading_ones();
            let lowers = size & highest != 0;
            let raises = below & highest == 0 && (below ^ x) - below <= size;
            u32::from(if odd >> end & 1 == 1 { lowers } else { raises })
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gra;
    use crate::gra::tests::{listed, squares_of};
    use crate::machine::assert_same;
    use crate::random::Random;

    fn assert_counts(m: u32, masks: &[u64]) {
        let mut counts = vec![0; masks.len()];
        count_winning_moves_of_masks(masks, &mut counts);
        for (&mask, count) in masks.iter().zip(counts) {
            let squares = squares_of(m, mask);
            let expected = listed(m, &squares);
            assert_eq!(count, expected, "{mask:b}");
            assert_eq!(gra::count_winning_moves(m, &squares), expected, "{mask:b}");
            let by_blocks = count_by_blocks(Board::of_mask(mask));
            assert_eq!(by_blocks, expected, "{mask:b}");
        }
    }

    /// Alone and beside others, in whole eights and behind them.
    #[test]
    fn every_mask_of_20_squares() {
        let masks: Vec<u64> = (1..1 << 19).collect();
        assert_counts(20, &masks);
        for length in 0..20 {
            assert_counts(20, &masks[400_000..400_000 + length]);
        }
    }

    /// Dense words and sparse ones, without blocks of eight pawns.
    #[test]
    fn same_as_the_proved_kernel() {
        let result = |board| match count(board) {
            (won, 0) => won,
            _ => 255,
        };
        let shortened = |word: u64| word & !(word >> 2 & word >> 5 & word >> 7);
        let of_mask = |[mask]: [u64; 1]| result(Board::of_mask(mask));
        assert_same("count_of_mask", |[word]| [shortened(word)], of_mask);
        let of_squares = |[free, word]: [u64; 2]| {
            let last = 1000 - free as u32;
            let squares: Vec<u32> = ones(word).map(|place| last - place).collect();
            result(Board::of_squares(1000, last, &squares))
        };
        let shape = |[free, word]: [u64; 2]| [2 + free % 900, shortened(word)];
        assert_same("count_of_squares", shape, of_squares);
        let near = |[free, word]: [u64; 2]| [2 + free % 3, word];
        assert_same("count_of_squares", near, of_squares);
    }

    /// Full words, blocks of every length anywhere in them, and bits that look random.
    #[test]
    fn words_of_64_squares() {
        let mut masks = vec![
            u64::MAX,
            1 << 63,
            1,
            u64::MAX - 1,
            u64::MAX - 2,
            u64::MAX - 4,
        ];
        for length in 1..63 {
            let block = (1_u64 << length) - 1;
            for shift in 0..64 - length {
                masks.extend([block << shift, !(block << shift), block << shift | 0x55]);
            }
        }
        let mut random = Random(1);
        for _ in 0..100_000 {
            let mask = random.bits(64);
            masks.extend([
                mask,
                mask | mask << 1 | mask << 2,
                mask | mask >> 7 | mask << 9,
            ]);
        }
        masks.retain(|mask| *mask != 0);
        let long = masks
            .iter()
            .filter(|mask| count(Board::of_mask(**mask)).1 != 0);
        assert!(long.count() > 10_000);
        assert_counts(65, &masks);
    }
}
