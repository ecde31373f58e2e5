//! Retrograde analysis of gra, the plain way: a byte a board, a loop over the pawns.
//!
//! A board is a *mask*: bit i stands for a pawn on square m - 1 - i, so bits are numbered from the
//! goal, and the length of the strip does not matter any more: one table serves every m. A move
//! takes a pawn to a lower bit, or off the mask onto the goal, so it always makes the mask smaller,
//! and boards solved in increasing order of their masks find every answer they need.

use crate::Outcome;

/// The outcome of every board of gra with at most a given number of squares.
///
/// ```
/// use grundy_brute::gra::{PlainTable, mask_of, squares_of};
/// let table = PlainTable::build(7);
/// let mask = mask_of(7, &[2, 3, 6]).unwrap();
/// assert_eq!(squares_of(7, table.winning_moves(mask)), [6]);
/// ```
#[derive(Clone, Debug)]
pub struct PlainTable {
    /// By mask; the empty mask, which is no board, holds P like every position without moves.
    outcomes: Vec<Outcome>,
}

impl PlainTable {
    /// Solves every board of at most `up_to_m` squares. O(m 2^m) time, 2^(m-1) bytes.
    ///
    /// # Panics
    /// When m is beyond 64, which masks do not reach, or 2^(m-1) bytes are more than memory can hold.
    pub fn build(up_to_m: u32) -> Self {
        assert!(up_to_m <= u64::BITS, "no mask holds {up_to_m} squares");
        let boards = 1_usize << up_to_m.saturating_sub(1);
        let mut table = Self {
            outcomes: Vec::with_capacity(boards),
        };
        table.outcomes.push(Outcome::P);
        for mask in 1..boards {
            let wins = table.winning_moves(mask as u64) != 0;
            table
                .outcomes
                .push(if wins { Outcome::N } else { Outcome::P });
        }
        table
    }

    /// The number of masks in the table: every mask below it is a board of the table, but for the
    /// empty one.
    pub fn masks(&self) -> u64 {
        self.outcomes.len() as u64
    }

    /// Who wins the board `mask`. O(1).
    ///
    /// # Panics
    /// When `mask` is not below [`masks`](Self::masks).
    pub fn outcome(&self, mask: u64) -> Outcome {
        self.outcomes[mask as usize]
    }

    /// The pawns whose move wins, as a mask. O(number of squares).
    ///
    /// # Panics
    /// When the boards that the moves lead to are not in the table.
    pub fn winning_moves(&self, mask: u64) -> u64 {
        let mut winning = 0;
        // The first free square on the pawn's way to the goal, while the pawn goes over the bits
        // from the goal upwards; none as long as pawns alone stand between it and the goal.
        let mut free = None;
        for pawn in 0..u64::BITS - mask.leading_zeros() {
            let bit = 1 << pawn;
            if mask & bit == 0 {
                free = Some(bit);
                continue;
            }
            let wins = match free {
                // Onto the goal: the game is over, and the other player has lost.
                None => true,
                Some(free) => self.outcome(mask - bit + free) == Outcome::P,
            };
            if wins {
                winning |= bit;
            }
        }
        winning
    }
}

/// The board with pawns on `squares` of a strip of `m` squares as a mask. `None` when a square is
/// 0, m or beyond, or so far from the goal that 64 bits do not reach it. O(n).
///
/// ```
/// use grundy_brute::gra::mask_of;
/// assert_eq!(mask_of(7, &[2, 3, 6]), Some(0b01_1001));
/// assert_eq!(mask_of(7, &[7]), None);
/// ```
pub fn mask_of(m: u32, squares: &[u32]) -> Option<u64> {
    squares.iter().try_fold(0, |mask, &square| {
        let bit = m.checked_sub(1)?.checked_sub(square)?;
        let shifted = 1_u64.checked_shl(bit)?;
        (square > 0).then_some(mask | shifted)
    })
}

/// The squares of the pawns of `mask` on a strip of `m` squares, increasing. O(m), at most 64.
///
/// The other way round than [`mask_of`]; pawns that stand beyond square 1 are left out.
///
/// ```
/// use grundy_brute::gra::squares_of;
/// assert_eq!(squares_of(7, 0b01_1001), [2, 3, 6]);
/// ```
pub fn squares_of(m: u32, mask: u64) -> Vec<u32> {
    (0..m.saturating_sub(1).min(u64::BITS))
        .rev()
        .filter(|bit| mask >> bit & 1 == 1)
        .map(|bit| m - 1 - bit)
        .collect()
}
