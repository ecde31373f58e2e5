//! The closed form on many boards whose masks follow one another.

use std::ops::Range;

use grundy_core::gra::count_winning_moves_of_masks;

/// The low bits of a mask that are tabulated.
const LOW: u32 = 6;
/// Pawns of a board of at most 64 squares, and room for a whole row of the table behind them.
const ROOM: usize = 64 + LOW as usize;

/// Appends the core's count of winning moves of each board with these indices, many at a time.
pub(super) fn counts_of_masks(indices: Range<u64>, counts: &mut Vec<u32>) {
    let begin = counts.len();
    counts.resize(begin + (indices.end - indices.start) as usize, 0);
    let mut next = indices.start + 1;
    for counts in counts[begin..].chunks_mut(64) {
        let masks: [u64; 64] = std::array::from_fn(|i| next + i as u64);
        count_winning_moves_of_masks(&masks[..counts.len()], counts);
        next += counts.len() as u64;
    }
}

/// The boards of a strip, each with its squares.
#[derive(Clone)]
pub(super) struct Strip {
    m: u32,
    /// For each setting of the low bits of a mask the squares of their pawns, increasing; the rest of a row is
    /// unused.
    low: [[u32; LOW as usize]; 1 << LOW],
}

impl Strip {
    pub(super) fn new(m: u32) -> Self {
        let low = std::array::from_fn(|bits| {
            let mut squares = [0; LOW as usize];
            let pawns = (0..LOW).rev().filter(|bit| bits >> bit & 1 == 1);
            for (square, bit) in squares.iter_mut().zip(pawns) {
                // Bits that a short strip does not have are not used.
                *square = (m - 1).saturating_sub(bit);
            }
            squares
        });
        Self { m, low }
    }

    /// Calls `look` with the squares of each board with these masks, and the mask.
    ///
    /// Masks that differ only in their low six bits share the pawns further left: their squares are written
    /// once, and those of the low bits are copied from a table.
    pub(super) fn each(&self, masks: Range<u64>, mut look: impl FnMut(u64, &[u32])) {
        let mut squares = [0; ROOM];
        for upper in masks.start >> LOW..masks.end.div_ceil(1 << LOW) {
            let first = upper << LOW;
            let from = masks.start.saturating_sub(first).min(1 << LOW) as usize;
            let to = (masks.end - first).min(1 << LOW) as usize;
            // The highest bit is the pawn furthest left.
            let mut pawns = 0;
            let mut left = upper;
            while left != 0 {
                let bit = left.ilog2();
                squares[pawns] = self.m - 1 - LOW - bit;
                pawns += 1;
                left -= 1 << bit;
            }
            for (bits, low) in self.low.iter().enumerate().take(to).skip(from) {
                squares[pawns..pawns + LOW as usize].copy_from_slice(low);
                let n = pawns + bits.count_ones() as usize;
                look(first + bits as u64, &squares[..n]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_brute::Space;
    use grundy_brute::gra::Gra;
    use grundy_core::gra::count_winning_moves;

    use super::*;

    /// All boards of short strips, wherever they are cut; of the longest one the full board and two with a free square
    /// near the goal.
    #[test]
    fn boards_are_those_of_the_indices() {
        let mut compared = 0;
        for m in (2..=16).chain([64]) {
            let positions = Gra.positions(m);
            let first = if m == 64 { positions - 3 } else { 0 };
            let expected: Vec<u32> = (first..positions)
                .map(|index| count_winning_moves(m, &Gra.position(m, index).squares))
                .collect();
            for cut in [0, 1, 62, 63, 64, 65, 100, positions / 2, positions] {
                let cut = cut.clamp(first, positions);
                let (mut of_strip, mut of_masks) = (Vec::new(), Vec::new());
                for part in [first..cut, cut..positions] {
                    let masks = part.start + 1..part.end + 1;
                    Strip::new(m).each(masks, |_, squares| {
                        of_strip.push(count_winning_moves(m, squares));
                    });
                    counts_of_masks(part, &mut of_masks);
                }
                assert_eq!(of_strip, expected, "m = {m}, cut at {cut}");
                assert_eq!(of_masks, expected, "m = {m}, cut at {cut}");
                compared += expected.len();
            }
        }
        assert_eq!(compared, 9 * ((1 << 16) - 16 - 1 + 3));
    }
}
