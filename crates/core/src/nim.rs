//! Nim (C. L. Bouton, 1901).
//!
//! A move takes any positive number of stones from one heap. A player who cannot move loses.
//!
//! **Theory**. Nim is its own reduction: the position is a P-position exactly when the nim-sum x of
//! the heap sizes is 0, and otherwise a winning move leaves a xor x of a heap of a stones, wherever
//! that is less than a. See [`heaps`].

use std::fmt;

use crate::heaps::{self, NO_HEAPS, of_row, text_of_row};
use crate::text::{Numbers, ReadError};
use crate::{InvalidPosition, Outcome};

pub use crate::heaps::Move;

/// A position of Nim: at least one heap, each of any size that a u64 holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    heaps: Vec<u64>,
}

impl Position {
    of_row!(heaps, parse);

    /// A position of heaps of the given sizes. O(1).
    ///
    /// ```
    /// use grundy_core::nim::Position;
    /// assert!(Position::new(vec![7, 0, u64::MAX]).is_ok());
    /// let error = Position::new(vec![]).unwrap_err();
    /// assert_eq!(error.to_string(), "0 heaps: n must be at least 1");
    /// ```
    ///
    /// # Errors
    /// When there is no heap.
    #[inline]
    pub fn new(heaps: Vec<u64>) -> Result<Self, InvalidPosition> {
        if heaps.is_empty() {
            return Err(InvalidPosition::new(NO_HEAPS));
        }
        Ok(Self { heaps })
    }

    /// Reads a position: `n`, then n heap sizes, all separated by white space. O(bytes).
    ///
    /// ```
    /// use grundy_core::nim::Position;
    /// assert_eq!(Position::parse(b"3\n1 2 3\n")?.heaps(), [1, 2, 3]);
    /// let error = Position::parse(b"3\n1 2\n").unwrap_err();
    /// assert_eq!(error.to_string(), "3:1: the input ends here, expected the size of heap 3 of 3");
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the text, and where it stands.
    pub fn read(numbers: &mut Numbers<'_>) -> Result<Self, ReadError> {
        let heaps = heaps::read(numbers, u64::MAX)?;
        Ok(Self { heaps })
    }

    /// The Grundy value: the nim-sum of the heaps. O(n).
    ///
    /// ```
    /// use grundy_core::nim::Position;
    /// assert_eq!(Position::new(vec![7, 9, 12, 15])?.grundy_value(), 13);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn grundy_value(&self) -> u64 {
        heaps::nim_sum(heaps::nim_sums(&self.heaps))
    }

    /// How many different moves win. O(n).
    ///
    /// ```
    /// use grundy_core::nim::Position;
    /// assert_eq!(Position::new(vec![7, 9, 12, 15])?.count_winning_moves(), 3);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn count_winning_moves(&self) -> u64 {
        self.winning_moves().count() as u64
    }

    /// The winning moves in the order of the heaps, at most one for each. O(n) for the whole
    /// iteration.
    ///
    /// ```
    /// use grundy_core::nim::{Move, Position};
    /// let moves: Vec<Move> = Position::new(vec![7, 9, 12, 15])?.winning_moves().collect();
    /// assert_eq!(
    ///     moves,
    ///     [
    ///         Move { heap: 2, stones: 5 },
    ///         Move { heap: 3, stones: 11 },
    ///         Move { heap: 4, stones: 13 },
    ///     ]
    /// );
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> {
        let x = self.grundy_value();
        (1..).zip(&self.heaps).filter_map(move |(heap, &size)| {
            let left = heaps::lowered(size, x)?;
            Some(Move {
                heap,
                stones: size - left,
            })
        })
    }
}

/// Reads a position, in the form that [`Position::read`] reads, and returns who wins. O(bytes).
///
/// The heaps are not stored: no memory but for a piece of the text.
///
/// ```
/// use grundy_core::text::Numbers;
/// use grundy_core::{Outcome, nim};
/// let mut pipe: &[u8] = b"3\n1 2 3\n";
/// assert_eq!(nim::read_outcome(&mut Numbers::stream(&mut pipe))?, Outcome::P);
/// # Ok::<(), grundy_core::text::ReadError>(())
/// ```
///
/// # Errors
/// The first thing wrong with the text, and where it stands.
pub fn read_outcome(numbers: &mut Numbers<'_>) -> Result<Outcome, ReadError> {
    let n = heaps::read_size(numbers)?;
    let mut x = 0;
    numbers.each_to_end(n, u64::MAX, heaps::name(n), |heaps| {
        x ^= heaps::nim_sum(heaps::nim_sums(heaps));
        Ok(())
    })?;
    Ok(Outcome::from_grundy_value(x))
}

text_of_row!(heaps);
