//! The plain method, one group after the other. Tests compare every fast version with it.

use super::{Analysis, Group, analyse, groups};
use crate::stairs;

/// The number of winning moves, by two passes over the list of groups.
pub(super) fn count_winning_moves(m: u32, squares: &[u32]) -> u32 {
    match analyse(m, squares) {
        Analysis::WinsAtOnce(group) => group.size,
        Analysis::Stairs { x: 0 } => 0,
        Analysis::Stairs { x } => stairs::winning_moves(
            groups(m, squares)
                .filter_map(Group::stair)
                .map(|stair| ((), stair)),
            x,
        )
        .count() as u32,
    }
}

/// The board of `m` squares whose free squares, counted from the goal, are the zeros of `mask`.
pub(super) fn squares_of(m: u32, mask: u32) -> Vec<u32> {
    (1..m)
        .filter(|square| mask >> (m - 1 - square) & 1 == 1)
        .collect()
}
