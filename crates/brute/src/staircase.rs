//! Staircase Nim: its rules.
//!
//! Steps 1..n hold coins. A move takes any positive number of coins from one step to the next lower
//! step; from step 1 they leave the game. A player who cannot move loses.

use crate::{Below, Rules, See, Space, compositions, rows};

/// The rules of Staircase Nim. A position is the row of coins on steps 1, 2, ..., n.
///
/// The size of a position is the number of its steps and of its coins together, with at least one
/// step: 2^(size-1) positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Staircase;

/// `coins` coins go from step `step` to the one below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The step the coins leave, counted from 1 at the foot.
    pub step: usize,
    /// How many coins move, at least 1.
    pub coins: u64,
}

impl Rules for Staircase {
    type Position = Vec<u64>;
    type Move = Move;

    /// The moves by step, fewer coins first. O(steps * coins).
    ///
    /// ```
    /// use grundy_brute::{Rules, staircase::{Move, Staircase}};
    /// let moves = Staircase.moves(&vec![1, 0, 2]);
    /// assert_eq!(moves[0], (Move { step: 1, coins: 1 }, vec![0, 0, 2]));
    /// assert_eq!(moves[2], (Move { step: 3, coins: 2 }, vec![1, 2, 0]));
    /// assert_eq!(moves.len(), 3);
    /// ```
    #[inline]
    fn each_move(&self, steps: &Vec<u64>, see: See<'_, Self>) {
        let mut next = steps.clone();
        for (place, &held) in steps.iter().enumerate() {
            let below = place.checked_sub(1);
            let room = below.map_or(u64::MAX, |below| u64::MAX - steps[below]);
            for coins in 1..=held.min(room) {
                next[place] = held - coins;
                if let Some(below) = below {
                    next[below] = steps[below] + coins;
                }
                let step = place + 1;
                see(Move { step, coins }, &next);
            }
            next.clone_from(steps);
        }
    }

    /// A move is not legal when the lower step would hold more coins than a `u64`.
    fn play(&self, steps: &Vec<u64>, a_move: &Move) -> Option<Vec<u64>> {
        let place = a_move.step.checked_sub(1)?;
        let mut steps = rows::less(steps, place, a_move.coins)?;
        if let Some(below) = place.checked_sub(1) {
            steps[below] = steps[below].checked_add(a_move.coins)?;
        }
        Some(steps)
    }

    fn random_move(&self, steps: &Vec<u64>, below: Below<'_>) -> Option<Move> {
        // No more than the step below has room for.
        let movable = |place: usize| match place.checked_sub(1) {
            Some(below) => steps[place].min(u64::MAX - steps[below]),
            None => steps[place],
        };
        let (place, coins) = rows::draw(steps.len(), movable, below)?;
        let step = place + 1;
        Some(Move { step, coins })
    }

    fn moves_at_most(&self, steps: &Vec<u64>) -> u64 {
        rows::total(steps)
    }
}

impl Space for Staircase {
    const LARGEST_SIZE: u32 = compositions::LARGEST;

    fn positions(&self, size: u32) -> u64 {
        compositions::count(size)
    }

    // A lower step grows at the cost of the next one, so its part comes first.
    fn position(&self, size: u32, index: u64) -> Vec<u64> {
        compositions::row(size, index)
    }

    #[inline]
    fn index(&self, steps: &Vec<u64>) -> Option<(u32, u64)> {
        compositions::index(steps.iter().copied())
    }
}
