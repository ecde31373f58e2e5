//! A row of heaps: who wins, and by which moves.

use std::fmt;
use std::sync::Arc;

use super::{Digit, Sequence};
use crate::heaps::{NO_HEAPS, nim_sum, of_row, text_of_row};
use crate::{InvalidPosition, Outcome};

/// A position: at least one heap, each of a size whose value is known.
#[derive(Clone, Debug)]
pub struct Position {
    values: Arc<Sequence>,
    heaps: Vec<u64>,
}

/// A move: `stones` are taken from heap number `heap`, and the rest lies in the heaps `left`.
///
/// ```
/// use grundy_core::octal::Move;
/// let split = Move { heap: 1, stones: 2, left: [1, 4].into() };
/// assert_eq!(split.to_string(), "2 from heap 1, leaving 1 and 4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Move {
    /// Number of the heap, counted from 1.
    pub heap: usize,
    /// How many stones are taken.
    pub stones: u64,
    /// The heaps that are left of it, none of them empty, the smallest first.
    pub left: Box<[u64]>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from heap {}", self.stones, self.heap)?;
        match &self.left[..] {
            [] => Ok(()),
            [one] => write!(f, ", leaving {one}"),
            [rest @ .., last] => {
                let rest: Vec<String> = rest.iter().map(ToString::to_string).collect();
                write!(f, ", leaving {} and {last}", rest.join(", "))
            }
        }
    }
}

impl Position {
    of_row!(heaps);

    /// A position of heaps of the given sizes. O(n).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use grundy_core::octal::{Position, Sequence};
    /// let kayles = Arc::new(Sequence::to("0.77".parse()?, 10));
    /// assert!(Position::new(kayles.clone(), vec![5, 0]).is_ok());
    /// let error = Position::new(kayles, vec![11]).unwrap_err();
    /// assert_eq!(error.to_string(), "a heap of 11: values are known to 10");
    /// # Ok::<(), grundy_core::octal::CodeError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no heap, or one so large that its value is not there.
    pub fn new(values: Arc<Sequence>, heaps: Vec<u64>) -> Result<Self, InvalidPosition> {
        let up_to = values.up_to();
        if heaps.is_empty() {
            return Err(InvalidPosition::new(NO_HEAPS));
        }
        match heaps.iter().find(|&&heap| heap > up_to) {
            Some(heap) => Err(InvalidPosition::new(format!(
                "a heap of {heap}: values are known to {up_to}"
            ))),
            None => Ok(Self { values, heaps }),
        }
    }

    /// The game and its values.
    pub fn values(&self) -> &Arc<Sequence> {
        &self.values
    }

    /// The Grundy values of the heaps, in their order. O(n) for the whole iteration.
    #[inline]
    pub fn heap_values(&self) -> impl Iterator<Item = u64> {
        self.heaps.iter().map(|&heap| self.values.get(heap))
    }

    /// The Grundy value: the nim-sum of the heaps' values. O(n).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use grundy_core::octal::{Position, Sequence};
    /// let kayles = Arc::new(Sequence::to("0.77".parse()?, 10));
    /// assert_eq!(Position::new(kayles, vec![5, 6])?.grundy_value(), 4 ^ 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn grundy_value(&self) -> u64 {
        nim_sum(self.heap_values())
    }

    /// How many different moves win; `u64::MAX` for more. O(all moves), and for each heap beyond the listed values
    /// of a game with a proved period O(preperiod and period) for each number of stones.
    pub fn count_winning_moves(&self) -> u64 {
        let mut count: u64 = 0;
        _ = self.each_winning_move(|moves| {
            count = count.saturating_add(moves.count);
            Some(())
        });
        count
    }

    /// The winning moves, by heap, then by the stones taken, then by the heaps left. Cost as
    /// [`count_winning_moves`](Self::count_winning_moves) has, and O(winning moves).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use grundy_core::octal::{Move, Position, Sequence};
    /// let kayles = Arc::new(Sequence::to("0.77".parse()?, 10));
    /// let moves = Position::new(kayles, vec![5])?.winning_moves();
    /// assert_eq!(moves, [Move { heap: 1, stones: 1, left: [2, 2].into() }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves(&self) -> Vec<Move> {
        self.first_winning_moves(usize::MAX)
    }

    /// At most `most` of the [winning moves](Self::winning_moves).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use grundy_core::octal::{Position, Sequence};
    /// let kayles = Arc::new(Sequence::to("0.77".parse()?, 1000));
    /// let position = Position::new(kayles, vec![1_000_000_000_000_000_000])?;
    /// assert_eq!(position.count_winning_moves(), 83_333_333_333_333_338);
    /// let first = &position.first_winning_moves(3)[0];
    /// assert_eq!(first.to_string(), "2 from heap 1, leaving 1 and 999999999999999997");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_winning_moves(&self, most: usize) -> Vec<Move> {
        let mut found = Vec::new();
        _ = self.each_winning_move(|moves| {
            let some = (0..moves.count).map(|i| moves.get(i));
            found.extend(some.take(most - found.len()));
            (found.len() < most).then_some(())
        });
        found
    }

    /// Calls `each` with all winning moves, as long as it returns something.
    fn each_winning_move(&self, mut each: impl FnMut(&Moves<'_>) -> Option<()>) -> Option<()> {
        let x = self.grundy_value();
        if x == 0 {
            return None;
        }
        for (heap, &size) in (1..).zip(&self.heaps) {
            let target = self.values.get(size) ^ x;
            for (stones, digit) in self.values.code().moves(size) {
                let wins = |left: &[u64]| {
                    nim_sum(left.iter().map(|&part| self.values.get(part))) == target
                };
                let mut flow = Some(());
                self.each_way(size, digit, size - stones, |left, step, count| {
                    if flow.is_some() && wins(left) {
                        flow = each(&Moves {
                            heap,
                            stones,
                            left,
                            step,
                            count,
                        });
                    }
                });
                flow?;
            }
        }
        Some(())
    }

    /// Calls `each` with the ways in which `left` stones of a heap of `size` may lie in heaps: the sizes, a step and a
    /// number of ways. Each further way has the first size larger and the last one smaller by the step, and the same
    /// value: beyond the listed values those that differ by whole periods come together.
    fn each_way(&self, size: u64, digit: Digit, left: u64, mut each: impl FnMut(&[u64], u64, u64)) {
        let period = self.values.proved().filter(|period| {
            let repeats = 2 * (period.start.max(1) + period.length) as u64;
            let is_listed = size < self.values.cells().len() as u64;
            digit.allows(2)
                && !digit.allows(3)
                && period.saltus == 0
                && !is_listed
                && left >= repeats
        });
        let Some(period) = period else {
            return digit.each_way(left, |sizes| each(sizes, 0, 1));
        };
        if digit.allows(1) {
            each(&[left], 0, 1);
        }
        let (start, step) = (period.start.max(1) as u64, period.length as u64);
        (1..start).for_each(|a| each(&[a, left - a], 0, 1));
        for a in start..start + step {
            each(&[a, left - a], step, (left / 2 - a) / step + 1);
        }
    }
}

/// Winning moves that take the same number of stones from the same heap; see [`Position::each_way`].
struct Moves<'a> {
    heap: usize,
    stones: u64,
    left: &'a [u64],
    step: u64,
    count: u64,
}

impl Moves<'_> {
    fn get(&self, i: u64) -> Move {
        let mut left: Box<[u64]> = self.left.into();
        if let [first, .., last] = &mut left[..] {
            *first += i * self.step;
            *last -= i * self.step;
        }
        Move {
            heap: self.heap,
            stones: self.stones,
            left,
        }
    }
}

text_of_row!(heaps);
