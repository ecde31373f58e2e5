//! What exhaustive play says of a position, defined by the positions its moves lead to.

use crate::Outcome;

/// Outcome, Grundy value and remoteness of a position.
///
/// Each is defined on its own by the values of the positions that the moves lead to; that they are
/// related is for theorems to say and for tests to confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value: the mex (*minimum excluded* number, the smallest number from 0 on that is
    /// missing) of the Grundy values one move further.
    pub grundy: u32,
    /// The number of moves until the game ends, when the winner ends it as fast and the loser as
    /// slowly as they can.
    pub remoteness: u32,
}

impl Value {
    /// The value of a position from the values of the positions its moves lead to.
    /// O(number of moves).
    ///
    /// ```
    /// use grundy_brute::{Outcome, Value};
    /// let over = Value::from_moves(&[]);
    /// assert_eq!(over, Value { outcome: Outcome::P, grundy: 0, remoteness: 0 });
    /// let one_stone = Value::from_moves(&[over]);
    /// assert_eq!(one_stone, Value { outcome: Outcome::N, grundy: 1, remoteness: 1 });
    /// // Two heaps of one stone: whichever goes first, the other one ends it.
    /// let two_stones = Value::from_moves(&[one_stone, one_stone]);
    /// assert_eq!(two_stones, Value { outcome: Outcome::P, grundy: 0, remoteness: 2 });
    /// ```
    pub fn from_moves(next: &[Self]) -> Self {
        let mut from_moves = FromMoves::default();
        for &value in next {
            from_moves.add(value);
        }
        from_moves.value()
    }
}

/// The value of a position while the positions that its moves lead to are looked at one after the other.
#[derive(Debug, Default)]
pub(crate) struct FromMoves {
    grundy: Mex,
    /// The winner goes to the lost position that is over first: the moves until then, where there is one.
    soonest_won: Option<u32>,
    /// The loser has nothing but won positions to choose from: the moves until the last is over; none
    /// where there is no move at all.
    latest: u32,
}

impl FromMoves {
    pub fn add(&mut self, next: Value) {
        self.grundy.add(next.grundy);
        let remoteness = next.remoteness + 1;
        self.latest = self.latest.max(remoteness);
        if next.outcome == Outcome::P {
            let soonest = self.soonest_won.unwrap_or(remoteness);
            self.soonest_won = Some(soonest.min(remoteness));
        }
    }

    pub fn value(self) -> Value {
        let (outcome, remoteness) = match self.soonest_won {
            Some(soonest) => (Outcome::N, soonest),
            None => (Outcome::P, self.latest),
        };
        Value {
            outcome,
            grundy: self.grundy.get(),
            remoteness,
        }
    }
}

/// The smallest number from 0 on that is not among `numbers`. O(how many numbers there are).
///
/// ```
/// assert_eq!(grundy_brute::mex([]), 0);
/// assert_eq!(grundy_brute::mex([0, 1, 3, 0]), 2);
/// ```
pub fn mex(numbers: impl IntoIterator<Item = u32>) -> u32 {
    let mut mex = Mex::default();
    numbers.into_iter().for_each(|number| mex.add(number));
    mex.get()
}

/// Numbers of which [`mex`] is asked, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Mex {
    /// Small numbers, which are nearly all, in a word;
    small: u64,
    /// the others in a list that is rarely needed.
    large: Vec<u32>,
}

impl Mex {
    pub fn add(&mut self, number: u32) {
        if number < u64::BITS {
            self.small |= 1 << number;
        } else {
            self.large.push(number);
        }
    }

    pub fn get(mut self) -> u32 {
        let mut mex = self.small.trailing_ones();
        if mex == u64::BITS {
            self.large.sort_unstable();
            for number in self.large {
                if number == mex {
                    mex += 1;
                }
            }
        }
        mex
    }
}

/// A position's value and the moves that win: those to P-positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// Outcome, Grundy value and remoteness.
    pub value: Value,
    /// The exact set of winning moves, increasing.
    pub winning_moves: Vec<M>,
}

impl<M: Ord> Solution<M> {
    /// The solution of a position from its moves and the value of the position that each leads to.
    /// O(k log k) for k moves.
    pub fn from_moves(moves: impl IntoIterator<Item = (M, Value)>) -> Self {
        let mut gathered = Gathered::default();
        for (a_move, value) in moves {
            gathered.add(a_move, value);
        }
        gathered.solution()
    }
}

/// The solution of a position while its moves are looked at one after the other.
pub(crate) struct Gathered<M> {
    winning_moves: Vec<M>,
    value: FromMoves,
}

impl<M> Default for Gathered<M> {
    fn default() -> Self {
        Self {
            winning_moves: Vec::new(),
            value: FromMoves::default(),
        }
    }
}

impl<M: Ord> Gathered<M> {
    pub fn add(&mut self, a_move: M, next: Value) {
        if next.outcome == Outcome::P {
            self.winning_moves.push(a_move);
        }
        self.value.add(next);
    }

    pub fn solution(mut self) -> Solution<M> {
        self.winning_moves.sort_unstable();
        Solution {
            value: self.value.value(),
            winning_moves: self.winning_moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mex;

    #[test]
    fn mex_of_many() {
        for missing in [0, 1, 62, 63, 64, 65, 66, 200, 299] {
            let numbers = (0..300_u32).rev().filter(|&number| number != missing);
            // Each number twice: repetitions do not matter.
            assert_eq!(mex(numbers.clone().chain(numbers)), missing);
        }
        assert_eq!(mex(0..300), 300);
        assert_eq!(mex(1..300), 0);
        assert_eq!(mex([u32::MAX]), 0);
    }
}
