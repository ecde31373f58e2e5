//! Kamyki, the pebbles game (Polish Olympiad in Informatics XVI, 2009): its rules.
//!
//! Piles stand in a row, none smaller than its left neighbour. A move takes any positive number of
//! stones from one pile so that this stays true. A player who cannot move loses.

use crate::{Below, Rules, See, Space, compositions, rows};

/// The rules of Kamyki. A position is the row of piles, from left to right, non-decreasing.
///
/// The size of a position is the number of its piles and the last, the largest, pile together, with
/// at least one pile: 2^(size-1) positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kamyki;

/// `taken` stones leave pile number `pile`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The pile, counted from 0 at the left.
    pub pile: usize,
    /// How many stones are taken, at least 1.
    pub taken: u64,
}

impl Rules for Kamyki {
    type Position = Vec<u64>;
    type Move = Move;

    /// The moves by pile, fewer stones first. O(piles * stones).
    ///
    /// ```
    /// use grundy_brute::{Rules, kamyki::{Kamyki, Move}};
    /// let moves = Kamyki.moves(&vec![1, 1, 3]);
    /// assert_eq!(moves[0], (Move { pile: 0, taken: 1 }, vec![0, 1, 3]));
    /// assert_eq!(moves[2], (Move { pile: 2, taken: 2 }, vec![1, 1, 1]));
    /// assert_eq!(moves.len(), 3);
    /// ```
    #[inline]
    fn each_move(&self, piles: &Vec<u64>, see: See<'_, Self>) {
        let mut next = piles.clone();
        let mut left_neighbour = 0;
        for (pile, &stones) in piles.iter().enumerate() {
            for taken in 1..=stones - left_neighbour {
                next[pile] = stones - taken;
                see(Move { pile, taken }, &next);
            }
            next[pile] = stones;
            left_neighbour = stones;
        }
    }

    fn play(&self, piles: &Vec<u64>, &Move { pile, taken }: &Move) -> Option<Vec<u64>> {
        let piles = rows::less(piles, pile, taken)?;
        (pile == 0 || piles[pile - 1] <= piles[pile]).then_some(piles)
    }

    fn random_move(&self, piles: &Vec<u64>, below: Below<'_>) -> Option<Move> {
        let left_of = |pile: usize| pile.checked_sub(1).map_or(0, |left| piles[left]);
        let more = |pile| piles[pile] - left_of(pile);
        let (pile, taken) = rows::draw(piles.len(), more, below)?;
        Some(Move { pile, taken })
    }

    fn moves_at_most(&self, piles: &Vec<u64>) -> u64 {
        // The sum of what each pile has more than its left neighbour.
        piles.last().copied().unwrap_or(0)
    }
}

impl Space for Kamyki {
    const LARGEST_SIZE: u32 = compositions::LARGEST;

    fn positions(&self, size: u32) -> u64 {
        compositions::count(size)
    }

    // A row of piles is the row of what each has more than its left neighbour. A move enlarges the
    // next of these numbers at the cost of one, so they are numbered from right to left.
    fn position(&self, size: u32, index: u64) -> Vec<u64> {
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
    fn index(&self, piles: &Vec<u64>) -> Option<(u32, u64)> {
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
