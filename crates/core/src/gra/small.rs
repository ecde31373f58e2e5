//! Boards whose pawns stand on at most 64 neighbouring squares: the strip as one word.

/// The number of winning moves when every pawn stands less than 64 squares right of the first.
///
/// O(pawns). Blocks are runs of ones, read off with counts of leading and trailing ones; no memory
/// but registers. This is what an exhaustive sweep calls for every board.
pub(super) fn count_winning_moves(m: u32, squares: &[u32]) -> u32 {
    let (Some(&first), Some(&last)) = (squares.first(), squares.last()) else {
        return 0;
    };
    let top = last.wrapping_sub(first) & 63;
    let pawns = squares.iter().fold(0_u64, |pawns, square| {
        pawns | 1 << (square.wrapping_sub(first) & 63)
    });
    // Group number of the last block.
    let free = m.wrapping_sub(last);
    if free == 1 {
        return (pawns << (63 - top)).leading_ones();
    }
    let mut ends = pawns & !(pawns >> 1);
    if free == 2 {
        ends ^= 1 << top;
    }
    let odd = odd_groups(pawns, top, free);
    let size_to = |end: u32| (pawns << (63 - end)).leading_ones();

    let mut x = 0;
    for end in bits(ends & odd) {
        x ^= size_to(end);
    }
    let Some(highest) = x.checked_ilog2() else {
        return 0;
    };
    let highest = 1 << highest;
    // A block that can be lowered, or raise the one below, counts; all without a branch, since which
    // it is cannot be foreseen.
    bits(ends)
        .map(|end| {
            let size = size_to(end);
            // Two squares on stands the next pawn, when the block below is the next group.
            let below = (pawns >> end >> 2).trailing_ones();
            let lowers = size & highest != 0;
            let raises = below & highest == 0 && (below ^ x) - below <= size;
            u32::from(if odd >> end & 1 == 1 { lowers } else { raises })
        })
        .sum()
}

/// For every pawn, whether an odd number of free squares lies to its right, square m included.
fn odd_groups(pawns: u64, top: u32, free: u32) -> u64 {
    let mut odd = !pawns & ((1 << top) - 1);
    for distance in [1, 2, 4, 8, 16, 32] {
        odd ^= odd >> distance;
    }
    if free % 2 == 1 { !odd } else { odd }
}

/// The places of the ones in a word, from the lowest.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(place)
    })
}
