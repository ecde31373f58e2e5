//! Kamyki, the pebbles game (Polish Olympiad in Informatics XVI, 2009): its rules.
//!
//! Piles stand in a row, none smaller than its left neighbour. A move takes any positive number of
//! stones from one pile so that this stays true. A player who cannot move loses.

use crate::RowGame;
use crate::compositions::{self, Compositions};

/// The rules of Kamyki. A position is the row of piles, from left to right, non-decreasing.
///
/// The size of a position is the number of its piles and the last, the largest, pile together, with
/// at least one pile: 2^(size-1) positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kamyki;

impl RowGame for Kamyki {
    type Position = Vec<u64>;

    #[inline]
    fn most(piles: &Vec<u64>, pile: usize) -> u64 {
        let left_neighbour = pile.checked_sub(1).map_or(0, |left| piles[left]);
        piles[pile] - left_neighbour
    }
}

impl Compositions for Kamyki {
    // A row of piles is the row of what each has more than its left neighbour. A move enlarges the
    // next of these numbers at the cost of one, so they are numbered from right to left.
    fn numbered(size: u32, index: u64) -> Vec<u64> {
        let mut piles = compositions::row(size, index);
        piles.reverse();
        let mut pile = 0;
        for more in &mut piles {
            pile += *more;
            *more = pile;
        }
        piles
    }

    // Every pile except the last ends with a cut, whose place is the number of its stones and of the piles
    // before it.
    #[inline]
    fn number(piles: &Vec<u64>) -> Option<(u32, u64)> {
        let (&last, others) = piles.split_last()?;
        let sum = last.checked_add(piles.len() as u64)?;
        if sum > compositions::LARGEST.into() {
            return None;
        }
        let (mut index, mut left_neighbour) = (0, 0);
        for (before, &pile) in (0..).zip(others) {
            if pile < left_neighbour || pile > last {
                return None;
            }
            index |= 1 << (pile + before);
            left_neighbour = pile;
        }
        Some((sum as u32, index))
    }
}
