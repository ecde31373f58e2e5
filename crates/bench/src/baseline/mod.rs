//! The ways people solve the strip game, to measure the core against.
//!
//! Published solutions of the task differ in how they get from squares to groups and in how they
//! read the input; the theorem behind them is one (see [`grundy_core::gra`]). Each function here is
//! its own reading of that theorem, written the way its users write it and sharing nothing with the
//! core or with its neighbours: a baseline that borrowed from the core would measure the core.
//!
//! | counter | idea | time | memory beyond the squares |
//! |---|---|---|---|
//! | [`run_list`] | list of (group, size), two passes | O(n) | 8 bytes a group |
//! | [`per_pawn`] | the stair number of every pawn, equals merged | O(n) | 8 bytes a pawn |
//! | [`dense_3n`] | gaps cut to three squares, array of all groups | O(n) | 12 bytes a pawn |
//!
//! [`readers`] holds the two usual ways to get from text to squares, and [`family`] a second way to
//! solve each of the other games.

mod constrained;
mod dense_3n;
pub mod family;
mod per_pawn;
pub mod readers;
mod run_list;

pub use dense_3n::dense_3n;
pub use per_pawn::per_pawn;
pub use run_list::run_list;

/// A way to count the winning moves on a strip of m squares with pawns on increasing squares.
///
/// The squares are to be a valid board, 1 <= n < m and every square from 1 to m - 1; on anything
/// else a counter gives some number or the panic of a checked build.
pub type Counter = fn(m: u32, squares: &[u32]) -> u32;

/// Every counter with the name it has in records.
///
/// ```
/// for (name, count) in grundy_bench::baseline::COUNTERS {
///     assert_eq!(count(5, &[1, 3]), 1, "{name}");
///     assert_eq!(count(5, &[2, 3]), 0, "{name}");
/// }
/// ```
pub const COUNTERS: [(&str, Counter); 3] = [
    ("run-list", run_list),
    ("per-pawn", per_pawn),
    ("dense-3n", dense_3n),
];

#[cfg(test)]
mod tests {
    use super::COUNTERS;
    use grundy_brute::gra::{Table, squares_of};
    use proptest::prelude::*;
    use std::ops::ControlFlow;

    /// A counter, or something that only looks like one, against every board up to `max_m`: how
    /// many boards were compared, and the first on which the answers differ.
    fn compare_all(
        max_m: u32,
        count: impl Fn(u32, &[u32]) -> u32,
    ) -> (u64, Option<(u32, Vec<u32>)>) {
        let table = Table::build(max_m, |_| ControlFlow::Continue(())).unwrap();
        let table = table.view();
        let mut compared = 0;
        let mut wrong = None;
        for m in 2..=max_m {
            for mask in 1..1 << (m - 1) {
                compared += 1;
                let squares = squares_of(m, mask);
                let winning_moves = table.winning_moves(mask).count_ones();
                if wrong.is_none() && count(m, &squares) != winning_moves {
                    wrong = Some((m, squares));
                }
            }
        }
        (compared, wrong)
    }

    #[test]
    fn every_board_to_18() {
        for (name, count) in COUNTERS {
            let (compared, wrong) = compare_all(18, count);
            assert_eq!(wrong, None, "{name}");
            // 2^(m-1) - 1 boards for each m from 2 to 18.
            assert_eq!(compared, (1 << 18) - 2 - 17, "{name}");
        }
    }

    /// The comparison above finds a counter that falls into a known pitfall.
    #[test]
    fn a_wrong_counter_is_found() {
        // No immediate win: group 1 is treated like any other odd group, group 2 like an even one.
        let plain_stairs = |m: u32, squares: &[u32]| {
            let mut groups = vec![0_u32; m as usize + 1];
            for (i, &a) in squares.iter().enumerate() {
                groups[m as usize - a as usize - (squares.len() - 1 - i)] += 1;
            }
            let x = groups.iter().skip(1).step_by(2).fold(0, |x, s| x ^ s);
            let wins = |g: usize| {
                let (s, t) = (groups[g], groups[g - 1]);
                if g % 2 == 1 {
                    s ^ x < s
                } else {
                    t < t ^ x && t ^ x <= t + s
                }
            };
            (1..groups.len()).filter(|&g| wins(g)).count() as u32
        };
        assert!(compare_all(8, plain_stairs).1.is_some());
    }

    #[test]
    fn extremes() {
        let m = u32::MAX;
        let boards: [(u32, Vec<u32>, u32); 8] = [
            (2, vec![1], 1),
            (3, vec![1], 0),
            (m, vec![m - 1], 1),
            (m, vec![m - 2], 0),
            (m, vec![1], 0), // an even group: its free squares are many, and even
            (m, vec![2], 1),
            (1000, (1..1000).collect(), 999),
            (m, (m - 1000..m - 1).collect(), 0),
        ];
        for (m, squares, expected) in boards {
            for (name, count) in COUNTERS {
                assert_eq!(count(m, &squares), expected, "{name}, m = {m}");
            }
        }
    }

    proptest! {
        /// All counters and the core agree on boards far beyond the oracle, made of blocks of
        /// pawns and gaps that are mostly short, since short gaps are where readings differ.
        #[test]
        fn agree_on_large_boards(
            right in prop_oneof![0_u32..6, 0_u32..1_000_000],
            blocks in prop::collection::vec(
                (prop_oneof![1_u32..9, 1_u32..300], prop_oneof![4 => 1_u32..6, 1 => 1_u32..5_000_000]),
                1..200,
            ),
            left in prop_oneof![Just(0), 0_u32..2_000_000_000],
        ) {
            let mut squares = Vec::new();
            let mut square = left;
            for (i, &(size, gap)) in blocks.iter().enumerate() {
                square += if i == 0 { 0 } else { gap };
                squares.extend(square + 1..=square + size);
                square += size;
            }
            let m = square + right + 1;
            let expected = grundy_core::gra::count_winning_moves(m, &squares);
            for (name, count) in COUNTERS {
                prop_assert_eq!(count(m, &squares), expected, "{}", name);
            }
        }
    }
}
