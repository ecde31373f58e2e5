//! Staircase Nim, the form that several games of the family reduce to.
//!
//! Stairs 0, 1, 2, ... hold coins. A move takes any positive number of coins from one stair to the
//! next lower one; coins on stair 0 are out of play.
//!
//! *Theorem.* The position is a P-position exactly when the nim-sum over the *odd* stairs is 0.
//! Coins on even stairs do not count: the answer to moving k of them down onto an odd stair is to
//! move the same k one stair further down. A move from an odd stair lowers a Nim heap; a move
//! from an even stair raises the heap below it. With nim-sum x the winning moves are therefore:
//!
//! * on an odd stair of size s, move s - (s xor x) coins, when s xor x < s;
//! * on an even stair (not stair 0) of size s above a stair of size t (which may be empty), move
//!   (t xor x) - t coins, when t < (t xor x) <= t + s.
//!
//! So every stair has at most one winning move. The theorem is folklore built on Bouton 1901; a proof
//! is in docs/theory.md.
//!
//! The nim-sum x is the Grundy value, too: every move changes the size of exactly one odd stair, so
//! none leads to nim-sum x again, and every value below x is reached by lowering an odd stair, as in
//! Nim.

use crate::heaps;

/// A stair: its number, counted from 0 at the foot, and the coins on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Stair {
    /// Number of the stair; coins on stair 0 are out of play.
    pub number: u64,
    /// Coins on the stair.
    pub size: u64,
}

/// The nim-sum over the odd stairs: the Grundy value of the position. Empty stairs may be left out.
/// O(stairs).
///
/// ```
/// use grundy_core::stairs::{Stair, nim_sum};
/// let stairs = [Stair { number: 1, size: 5 }, Stair { number: 2, size: 9 }, Stair { number: 7, size: 4 }];
/// assert_eq!(nim_sum(stairs), 5 ^ 4);
/// ```
pub fn nim_sum(stairs: impl IntoIterator<Item = Stair>) -> u64 {
    let odd = (stairs.into_iter()).filter(|stair| stair.number % 2 == 1);
    heaps::nim_sum(odd.map(|stair| stair.size))
}

/// How many coins of `stair` the winning move takes down, if the stair has one. O(1).
///
/// `below` is the size of the next lower stair, 0 when that is empty; `x` is the nim-sum over the
/// odd stairs.
#[inline]
fn winning_coins(stair: Stair, below: u64, x: u64) -> Option<u64> {
    if stair.number % 2 == 1 {
        return heaps::lowered(stair.size, x).map(|left| stair.size - left);
    }
    let raised_by = heaps::target(below, x).checked_sub(below)?;
    (stair.number > 0 && (1..=stair.size).contains(&raised_by)).then_some(raised_by)
}

/// How many winning moves there are, given the nim-sum `x` over the odd stairs: the length of
/// [`winning_moves`], without a branch for each stair. O(stairs).
///
/// `pairs` are stairs 1 and 2, 3 and 4, and so on: the size of each odd stair, and of the one above it.
/// Proved of its transcription in `proof/Machine.v`, for any stairs of up to 2^64 - 1 coins: `Machine.stairs_count_right`.
///
/// ```
/// use grundy_core::stairs::count_winning_moves;
/// // One coin on stair 2, one on stair 3.
/// assert_eq!(count_winning_moves([(0, 1), (1, 0)], 1), 2);
/// ```
pub fn count_winning_moves(pairs: impl IntoIterator<Item = (u64, u64)>, x: u64) -> u64 {
    let Some(bit) = x.checked_ilog2() else {
        return 0;
    };
    let of_pair = |(odd, above): (u64, u64)| {
        // With the highest bit of x the odd stair is lowered; without it, raised from the one above.
        let lowered = odd >> bit & 1;
        let raised = heaps::target(odd, x).wrapping_sub(odd) <= above;
        lowered | u64::from(raised)
    };
    pairs.into_iter().map(of_pair).sum()
}

/// All winning moves, given the nim-sum `x` over the odd stairs: what stands beside the stair in `stairs`, and how many
/// coins the move takes down. O(stairs) for the whole iteration.
///
/// The stairs come in increasing order of their numbers; empty ones may be left out, since nothing
/// moves from them.
///
/// ```
/// use grundy_core::stairs::{Stair, winning_moves};
/// let stairs = [("a", Stair { number: 2, size: 1 }), ("b", Stair { number: 3, size: 1 })];
/// assert!(winning_moves(stairs, 1).eq([("a", 1), ("b", 1)]));
/// assert!(winning_moves([("c", Stair { number: 0, size: 9 })], 1).eq([]));
/// ```
pub fn winning_moves<T>(
    stairs: impl IntoIterator<Item = (T, Stair)>,
    x: u64,
) -> impl Iterator<Item = (T, u64)> {
    let mut below = Stair { number: 0, size: 0 };
    stairs.into_iter().filter_map(move |(of, stair)| {
        let is_next = below.number + 1 == stair.number;
        let size_below = if is_next { below.size } else { 0 };
        below = stair;
        winning_coins(stair, size_below, x).map(|coins| (of, coins))
    })
}

#[cfg(test)]
mod tests {
    use std::convert::identity;

    use crate::machine::assert_same;

    #[test]
    fn same_as_the_proved_kernel() {
        assert_same("count_of_pairs", identity, |[x, odd, above]| {
            super::count_winning_moves([(odd, above)], x)
        });
    }
}
