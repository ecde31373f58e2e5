//! Nim: its rules.
//!
//! A move takes any positive number of stones from one heap. A player who cannot move loses.

use crate::{Below, Rules, See, Space, compositions, rows};

/// The rules of Nim. A position is the row of heap sizes.
///
/// The size of a position is the number of its heaps and of its stones together; empty heaps count,
/// there is at least one heap, and the order of the heaps matters: 2^(size-1) positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

/// `taken` stones leave heap number `heap`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The heap, counted from 0.
    pub heap: usize,
    /// How many stones are taken, at least 1.
    pub taken: u64,
}

impl Rules for Nim {
    type Position = Vec<u64>;
    type Move = Move;

    /// The moves by heap, fewer stones first. O(heaps * stones).
    ///
    /// ```
    /// use grundy_brute::{Rules, nim::{Move, Nim}};
    /// let moves = Nim.moves(&vec![2, 0, 1]);
    /// assert_eq!(moves[1], (Move { heap: 0, taken: 2 }, vec![0, 0, 1]));
    /// assert_eq!(moves.len(), 3);
    /// ```
    #[inline]
    fn each_move(&self, heaps: &Vec<u64>, see: See<'_, Self>) {
        let mut next = heaps.clone();
        for (heap, &stones) in heaps.iter().enumerate() {
            for taken in 1..=stones {
                next[heap] = stones - taken;
                see(Move { heap, taken }, &next);
            }
            next[heap] = stones;
        }
    }

    fn play(&self, heaps: &Vec<u64>, a_move: &Move) -> Option<Vec<u64>> {
        rows::less(heaps, a_move.heap, a_move.taken)
    }

    fn random_move(&self, heaps: &Vec<u64>, below: Below<'_>) -> Option<Move> {
        let (heap, taken) = rows::draw(heaps.len(), |heap| heaps[heap], below)?;
        Some(Move { heap, taken })
    }

    fn moves_at_most(&self, heaps: &Vec<u64>) -> u64 {
        rows::total(heaps)
    }
}

impl Space for Nim {
    const LARGEST_SIZE: u32 = compositions::LARGEST;

    fn positions(&self, size: u32) -> u64 {
        compositions::count(size)
    }

    fn position(&self, size: u32, index: u64) -> Vec<u64> {
        compositions::row(size, index)
    }

    #[inline]
    fn index(&self, heaps: &Vec<u64>) -> Option<(u32, u64)> {
        compositions::index(heaps.iter().copied())
    }
}
