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
//! [`readers`] holds the two usual ways to get from text to squares.

mod dense_3n;
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
