//! A row of heaps: who wins, and by which moves.

use std::fmt;
use std::sync::Arc;

use super::Sequence;
use crate::heaps::{NO_HEAPS, nim_sum};
use crate::text;
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
/// let split = Move { heap: 1, stones: 2, left: vec![1, 4] };
/// assert_eq!(split.to_string(), "2 from heap 1, leaving 1 and 4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Move {
    /// Number of the heap, counted from 1.
    pub heap: usize,
    /// How many stones are taken.
    pub stones: u64,
    /// The heaps that are left of it, none of them empty, the smallest first.
    pub left: Vec<u64>,
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

    /// The sizes of the heaps.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
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

    /// Who wins. O(n).
    #[inline]
    pub fn outcome(&self) -> Outcome {
        Outcome::from_grundy_value(self.grundy_value())
    }

    /// How many different moves win. O(all moves).
    pub fn count_winning_moves(&self) -> u64 {
        let mut count = 0;
        self.each_winning_move(|_, _, _| count += 1);
        count
    }

    /// The winning moves, by heap, then by the stones taken, then by the heaps left. O(all moves).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use grundy_core::octal::{Move, Position, Sequence};
    /// let kayles = Arc::new(Sequence::to("0.77".parse()?, 10));
    /// let moves = Position::new(kayles, vec![5])?.winning_moves();
    /// assert_eq!(moves, [Move { heap: 1, stones: 1, left: vec![2, 2] }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_winning_move(|heap, stones, left| {
            let left = left.to_vec();
            moves.push(Move { heap, stones, left });
        });
        moves
    }

    #[inline]
    fn each_winning_move(&self, mut each: impl FnMut(usize, u64, &[u64])) {
        let x = self.grundy_value();
        if x == 0 {
            return;
        }
        for (heap, &size) in (1..).zip(&self.heaps) {
            let target = self.values.get(size) ^ x;
            for (stones, digit) in self.values.code().moves(size) {
                digit.each_way(size - stones, |left| {
                    if nim_sum(left.iter().map(|&part| self.values.get(part))) == target {
                        each(heap, stones, left);
                    }
                });
            }
        }
    }
}

/// The position as the text that [`heaps::read`](crate::heaps::read) reads.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heaps.len())?;
        text::write_line(f, &self.heaps)
    }
}
