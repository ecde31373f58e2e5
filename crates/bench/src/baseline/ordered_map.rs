//! An ordered map from stairs to pawns, and every single move tried.

use std::collections::BTreeMap;

/// Counts winning moves by trying each of the n moves on an ordered map of stairs. O(n log n).
///
/// Every pawn is entered under its stair, the free squares to its right short of two; stair -1 is
/// the group before the goal. Moving k pawns down from a stair changes two sizes, so the nim-sum
/// after the move follows from the nim-sum before and one look at the stair below. The move wins
/// when that is 0 and no pawn was put on stair -1.
///
/// ```
/// assert_eq!(grundy_bench::baseline::ordered_map(5, &[1, 3]), 1);
/// ```
pub fn ordered_map(m: u32, squares: &[u32]) -> u32 {
    let mut stairs: BTreeMap<i64, u32> = BTreeMap::new();
    for (right, &square) in squares.iter().rev().enumerate() {
        let stair = i64::from(m - square - right as u32) - 2;
        *stairs.entry(stair).or_insert(0) += 1;
    }
    if let Some(&at_goal) = stairs.get(&-1) {
        return at_goal;
    }
    let x = stairs
        .iter()
        .filter(|&(stair, _)| stair % 2 == 1)
        .fold(0, |x, (_, size)| x ^ size);
    let mut count = 0;
    for (&stair, &size) in stairs.range(1..) {
        for moved in 1..=size {
            let after = if stair % 2 == 1 {
                x ^ size ^ (size - moved)
            } else {
                let below = stairs.get(&(stair - 1)).copied().unwrap_or(0);
                x ^ below ^ (below + moved)
            };
            count += u32::from(after == 0);
        }
    }
    count
}
