//! The plain method, one group after the other: what every fast version is held against.

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

#[test]
fn small_boards_are_counted_as_by_the_twin() {
    let mut boards = 0;
    for m in 2..=20 {
        for mask in 1..1 << (m - 1) {
            let squares = squares_of(m, mask);
            let expected = count_winning_moves(m, &squares);
            assert_eq!(
                super::count_winning_moves(m, &squares),
                expected,
                "m = {m}, {squares:?}"
            );
            boards += 1;
        }
    }
    assert_eq!(boards, 1_048_555);
}
