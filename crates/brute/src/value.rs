//! The value of a position, defined by the values of the positions its moves lead to.

use crate::{Outcome, Rules};

/// Outcome, Grundy value and remoteness of a position.
///
/// Each is defined on its own by the values of the positions that the moves lead to. Theorems say how
/// they are related, and tests confirm it; nothing here uses it.
///
/// ```
/// use grundy_brute::{Memo, Outcome, Value, nim::Nim};
/// let mut memo = Memo::new(Nim);
/// let over = Value { outcome: Outcome::P, grundy: 0, remoteness: 0 };
/// assert_eq!(memo.value(&vec![]), over);
/// assert_eq!(memo.value(&vec![1]), Value { outcome: Outcome::N, grundy: 1, remoteness: 1 });
/// // Each player takes one.
/// assert_eq!(memo.value(&vec![1, 1]), Value { remoteness: 2, ..over });
/// ```
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

/// What the value of a position depends on, collected option by option.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    grundy: Mex,
    /// How many are P-positions.
    winning: u32,
    /// For the winner: one more than the least remoteness among the P-positions.
    fastest: Option<u32>,
    /// Whether the remoteness of a P-position is not known.
    is_win_unknown: bool,
    /// For the loser: see [`slowest`](Self::slowest).
    slowest: u32,
}

/// Stands for a remoteness that is not known, which only disjunctive sums have.
pub(crate) const UNKNOWN: u32 = u32::MAX;

impl Options {
    #[inline]
    pub fn add(&mut self, next: Value) {
        self.grundy.add(next.grundy.into());
        // One move more than an unknown number is not known either.
        let moves = next.remoteness.saturating_add(1);
        self.slowest = self.slowest.max(moves);
        if next.outcome == Outcome::P {
            self.winning += 1;
            self.is_win_unknown |= next.remoteness == UNKNOWN;
            let fastest = self.fastest.unwrap_or(moves);
            self.fastest = Some(fastest.min(moves));
        }
    }

    /// The number of options that win.
    #[inline]
    pub const fn winning(&self) -> u32 {
        self.winning
    }

    /// One more than the largest remoteness, 0 without moves.
    #[inline]
    pub const fn slowest(&self) -> u32 {
        self.slowest
    }

    #[inline]
    pub fn value(self) -> Value {
        let remoteness = self.fastest.unwrap_or(self.slowest);
        Value {
            outcome: Outcome::of(self.winning > 0),
            grundy: self.grundy.get() as u32,
            remoteness: if self.is_win_unknown {
                UNKNOWN
            } else {
                remoteness
            },
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
    numbers
        .into_iter()
        .for_each(|number| mex.add(number.into()));
    mex.get() as u32
}

/// The numbers of a [`mex`], collected one by one.
///
/// ```
/// let mut mex = grundy_brute::Mex::default();
/// [0, 1, 3, 99].map(|number| mex.add(number));
/// assert!(mex.contains(99) && !mex.contains(2));
/// assert_eq!(mex.get(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Mex {
    /// A bit for each number below 64: nearly all numbers are.
    small: u64,
    large: Vec<u64>,
}

impl Mex {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, number: u64) {
        if number < u64::BITS.into() {
            self.small |= 1 << number;
        } else {
            self.large.push(number);
        }
    }

    /// Whether a number was added.
    pub fn contains(&self, number: u64) -> bool {
        if number < u64::BITS.into() {
            self.small >> number & 1 == 1
        } else {
            self.large.contains(&number)
        }
    }

    /// The smallest number that was not added.
    #[inline]
    pub fn get(mut self) -> u64 {
        let mut mex = self.small.trailing_ones().into();
        if mex == u64::BITS.into() {
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
    /// The solution of a position by the values of the positions that its moves lead to; `None` when one of
    /// them has no value. O(k log k) for k moves.
    #[inline]
    pub(crate) fn of<R: Rules<Move = M>>(
        rules: &R,
        position: &R::Position,
        mut value: impl FnMut(&R::Position) -> Option<Value>,
    ) -> Option<Self> {
        let mut options = Options::default();
        let mut winning_moves = Vec::new();
        let mut are_known = true;
        rules.each_move(position, &mut |a_move, next| match value(next) {
            Some(value) => {
                if value.outcome == Outcome::P {
                    winning_moves.push(a_move);
                }
                options.add(value);
            }
            None => are_known = false,
        });
        winning_moves.sort_unstable();
        are_known.then(|| Self {
            value: options.value(),
            winning_moves,
        })
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
