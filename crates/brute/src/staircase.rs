//! Staircase Nim: its rules.
//!
//! Steps 1..n hold coins. A move takes any positive number of coins from one step to the next lower
//! step; from step 1 they leave the game. A player who cannot move loses.

use crate::RowGame;
use crate::compositions::Compositions;

/// The rules of Staircase Nim. A position is the row of coins on steps 1, 2, ..., n; place 0 is step 1.
///
/// The size of a position is the number of its steps and of its coins together, with at least one
/// step: 2^(size-1) positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Staircase;

impl RowGame for Staircase {
    type Position = Vec<u64>;

    /// No more coins than the next lower step has room for: it holds at most as many as a `u64`.
    #[inline]
    fn most(steps: &Vec<u64>, step: usize) -> u64 {
        let room = step.checked_sub(1).map(|lower| u64::MAX - steps[lower]);
        steps[step].min(room.unwrap_or(u64::MAX))
    }

    #[inline]
    fn take(steps: &Vec<u64>, step: usize, coins: u64, next: &mut Vec<u64>) {
        next[step] = steps[step] - coins;
        if let Some(lower) = step.checked_sub(1) {
            next[lower] = steps[lower] + coins;
        }
    }
}

// A lower step grows at the cost of the next one, so its part comes first.
impl Compositions for Staircase {}
