//! Every version of the loop on every board of few squares, on every shape, and on lengths around the sizes of its
//! words, steps and tiles. The counts of small boards are compared along with them.

use grundy_features::{is_exhaustive, tier};
use proptest::prelude::*;

use super::{Outline, TILE, count_winning_moves};
use crate::gra::tests::{listed, squares_of};
use crate::gra::words::STEP;
use crate::random::Random;
use crate::version::Version;

fn assert_counts(m: u32, squares: &[u32]) {
    let expected = listed(m, squares);
    for version in Version::all() {
        let got = count_winning_moves(version, m, squares);
        let (n, first) = (squares.len(), &squares[..squares.len().min(64)]);
        assert_eq!(got, expected, "{version:?}, m = {m}, n = {n}, {first:?}");
    }
    assert_eq!(crate::gra::count_winning_moves(m, squares), expected);
}

/// A board of `n` pawns whose last one stands in group `group`; `gap` gives the number of free
/// squares behind each pawn, from left to right.
fn board(n: usize, group: u32, mut gap: impl FnMut() -> u32) -> (u32, Vec<u32>) {
    let mut squares = Vec::with_capacity(n);
    let mut square = 1;
    for _ in 0..n {
        squares.push(square);
        square += 1 + gap();
    }
    let m = squares[n - 1] + group;
    (m, squares)
}

/// Boards of `n` pawns of every shape.
fn shapes(n: usize, group: u32, seed: u64) -> Vec<(u32, Vec<u32>)> {
    let mut random = Random(seed);
    let mut left_of_block = 0;
    let mut runs = |longest: usize, gaps: usize| {
        board(n, group, || {
            if left_of_block == 0 {
                left_of_block = random.below(longest);
                1 + random.below(gaps) as u32
            } else {
                left_of_block -= 1;
                0
            }
        })
    };
    let blocks = [
        (4, 3),
        (15, 2),
        (15, 1000),
        (60, 1),
        (70, 2),
        (200, 3),
        (1000, 2),
    ];
    let mut shapes = Vec::from(blocks.map(|(longest, gaps)| runs(longest, gaps)));
    // Sparse, half full, dense, nearly full.
    for (of, pawns) in [(2000, 1), (2, 1), (3, 2), (30, 29)] {
        shapes.push(board(n, group, || {
            let mut gap = 0;
            while random.below(of) >= pawns {
                gap += 1;
            }
            gap
        }));
    }
    shapes.extend([0, 1, 2].map(|gap| board(n, group, || gap)));
    shapes
}

#[test]
fn every_board_of_few_squares() {
    for m in 2..=tier(17, 20) {
        for mask in 1..1 << (m - 1) {
            assert_counts(m, &squares_of(m, mask));
        }
    }
}

#[test]
fn lengths_around_every_width() {
    let step = 64 * STEP;
    let tile = 64 * TILE;
    let around = [tile, tile + step, 2 * tile].map(|centre| centre - 3..=centre + 3);
    // The usual lengths lie around multiples of the width of a word.
    let is_usual = |n: &usize| *n < 100 || (n + 2) % 64 < 5;
    let lengths = (1..=2 * step + 1).filter(|n| is_exhaustive() || is_usual(n));
    for n in lengths.chain(around.into_iter().flatten()) {
        for (m, squares) in shapes(n, 1 + n as u32 % 4, n as u64) {
            assert_counts(m, &squares);
        }
    }
}

/// One block of every size around the borders of words and steps, alone and below or above others:
/// nim-sums of every size, and long blocks that begin and end anywhere.
#[test]
fn long_blocks_anywhere() {
    let sizes = [
        1, 2, 3, 31, 32, 33, 62, 63, 64, 65, 100, 127, 128, 129, 511, 512, 513, 1025,
    ];
    for left in 0..3 {
        for upper in sizes {
            for lower in sizes {
                for gap in 1..=2 {
                    for group in 2..=4 {
                        let first = 1 + 2 * left;
                        let mut squares: Vec<u32> = (0..left).map(|i| 1 + 2 * i).collect();
                        squares.extend(first..first + upper);
                        squares.extend(first + upper + gap..first + upper + gap + lower);
                        let m = first + upper + gap + lower - 1 + group;
                        assert_counts(m, &squares);
                    }
                }
            }
        }
    }
}

/// An even block that a nim-sum of 64 or more lets move, above an odd one that lacks its highest bit:
/// three blocks at least, and sizes on both sides of those by which such blocks are looked for.
#[test]
fn blocks_raised_by_long_ones() {
    let mut won = 0;
    for far in (62..=67).chain(94..=98).chain(126..=130) {
        for upper in (1..=3).chain(30..=34).chain(62..=66) {
            for lower in (1..=2).chain(30..=36).chain(60..=66).chain([96]) {
                for gap in [1, 3] {
                    let mut squares: Vec<u32> = (1..=far).collect();
                    squares.extend(far + gap + 1..=far + gap + upper);
                    squares.extend(far + gap + upper + 2..=far + gap + upper + 1 + lower);
                    let m = far + gap + upper + 1 + lower + 3;
                    assert_counts(m, &squares);
                    let x = far ^ lower;
                    won += u32::from(x >= 64 && lower < 64 && (lower ^ x) - lower <= upper);
                }
            }
        }
    }
    assert!(won > 500, "{won}");
}

#[test]
fn extremes_of_m() {
    let m = u32::MAX;
    assert_counts(m, &[1, m - 1]);
    assert_counts(m, &[1, m - 2]);
    assert_counts(m, &[1, 2, m / 2, m - 3]);
    assert_counts(m, &(m - 5000..m).collect::<Vec<_>>());
    assert_counts(m, &(m - 5001..m - 1).collect::<Vec<_>>());
    assert_counts(m, &(m - 5002..m - 2).collect::<Vec<_>>());
    // Distances that look like 1 or 2 to a comparison of fewer than 32 bits.
    for distance in [
        255, 256, 257, 258, 0x8001, 0xffff, 0x1_0001, 0x1_0002, 0x100_0001,
    ] {
        let squares: Vec<u32> = (0..200).map(|i| 1 + i * distance).collect();
        assert_counts(squares[199] + 3, &squares);
    }
    assert_counts(m, &[1, 0x8000_0002, 0x8000_0003]);
}

/// Squares of no board give some answer.
#[test]
fn nonsense_gives_some_answer() {
    for version in Version::all() {
        for squares in [&[][..], &[0; 700], &[5, 4, 3], &[u32::MAX; 70], &[9; 65]] {
            for m in [0, 1, 2, 9, u32::MAX] {
                count_winning_moves(version, m, squares);
                crate::gra::count_winning_moves(m, squares);
            }
        }
    }
}

fn blocks() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let size = prop_oneof![
        6 => 1_u32..8,
        3 => 1_u32..40,
        2 => prop::sample::select(vec![15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256]),
        1 => 1_u32..700,
    ];
    let gap = prop_oneof![6 => Just(1_u32), 2 => Just(2), 1 => 3_u32..5, 1 => 1_u32..100_000];
    prop::collection::vec((size, gap), 1..400)
}

proptest! {
    #[test]
    fn blocks_of_all_kinds(blocks in blocks(), group in 1_u32..5) {
        let mut squares = Vec::new();
        let mut square = 1;
        for (size, gap) in blocks {
            squares.extend(square..square + size);
            square += size + gap;
        }
        let m = squares[squares.len() - 1] + group;
        assert_counts(m, &squares);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(tier(64, 256)))]

    #[test]
    fn appended_in_pieces(n in 1_usize..3000, cuts in prop::collection::vec(0_usize..3000, 0..6), seed: u64) {
        for (m, squares) in shapes(n, 3, seed) {
            for version in Version::all() {
                let mut outline = Outline::new(version, m, n);
                let mut taken = 0;
                let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % n).collect();
                cuts.sort_unstable();
                for cut in cuts.into_iter().chain([n]) {
                    if cut > taken {
                        taken += outline.append(&squares[taken..cut]);
                    }
                }
                prop_assert_eq!(
                    outline.finish(&squares[taken..]),
                    listed(m, &squares)
                );
            }
        }
    }
}
