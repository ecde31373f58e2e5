//! The Nim engine: heaps, their nim-sum, and the moves that make it zero.
//!
//! *Theorem* (C. L. Bouton, *Nim, a game with a complete mathematical theory*, 1901). A sum of Nim
//! heaps is a P-position exactly when the nim-sum (xor) of the heap sizes is 0. If the nim-sum is
//! x != 0, the winning moves are exactly those that bring one heap from a to a xor x.
//!
//! By Sprague and Grundy the same holds for any sum of impartial games with *Grundy values* in the
//! place of heap sizes: a winning move brings the value of one component from g to g xor x. Every
//! other module of this crate ends in the functions of this one.

use std::fmt;

use crate::text::{Numbers, ReadError};

/// A move in a sum of heaps: take `stones` stones from heap number `heap`.
///
/// ```
/// let take = grundy_core::heaps::Move { heap: 2, stones: 5 };
/// assert_eq!(take.to_string(), "5 from heap 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Move {
    /// Number of the heap, counted from 1.
    pub heap: usize,
    /// How many stones are taken, at least 1.
    pub stones: u64,
}

/// `5 from heap 2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from heap {}", self.stones, self.heap)
    }
}

/// The nim-sum (xor) of heap sizes or Grundy values; 0 for no heaps. O(number of heaps).
///
/// ```
/// assert_eq!(grundy_core::heaps::nim_sum([7, 9, 12, 15]), 13);
/// ```
pub fn nim_sum(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// How many sums [`nim_sums`] has side by side, an even number: any machine's vectors are busy with as many.
const LANES: usize = 8;

/// The nim-sums of every eighth number, from each of the first eight on: all numbers in one pass, some of them at
/// a time. O(numbers).
#[inline]
pub(crate) fn nim_sums(numbers: &[u64]) -> [u64; LANES] {
    let (rows, rest) = numbers.as_chunks::<LANES>();
    let mut sums = [0; LANES];
    for row in rows {
        for (sum, &number) in sums.iter_mut().zip(row) {
            *sum ^= number;
        }
    }
    for (sum, &number) in sums.iter_mut().zip(rest) {
        *sum ^= number;
    }
    sums
}

/// Where a component of Grundy value `value` has to go to turn the nim-sum `x` into 0. O(1).
///
/// The value is different from `value` exactly when `x` is not 0. Whether a move leads there is for
/// the game to say: a Nim heap can only shrink (see [`lowered`]), other components may also rise.
///
/// ```
/// assert_eq!(grundy_core::heaps::target(12, 13), 1);
/// assert_eq!(grundy_core::heaps::target(7, 13), 10);
/// ```
#[inline]
pub const fn target(value: u64, x: u64) -> u64 {
    value ^ x
}

/// The size that a winning move in nim-sum `x` leaves of a Nim heap, if there is one. O(1).
///
/// ```
/// use grundy_core::heaps::lowered;
/// assert_eq!(lowered(12, 13), Some(1));
/// assert_eq!(lowered(7, 13), None); // 7 xor 13 = 10 would be a larger heap
/// assert_eq!(lowered(7, 0), None); // nothing wins in a P-position
/// ```
#[inline]
pub const fn lowered(heap: u64, x: u64) -> Option<u64> {
    let target = target(heap, x);
    if target < heap { Some(target) } else { None }
}

/// What all positions have that are a row of numbers: the row, and who wins; with `parse` also the reader of a text in
/// memory.
macro_rules! of_row {
    ($row:ident, parse) => {
        of_row!($row);

        /// As [`read`](Self::read), of a text in memory. O(bytes).
        ///
        /// # Errors
        /// The first thing wrong with the text, and where it stands.
        pub fn parse(text: &[u8]) -> Result<Self, ReadError> {
            Self::read(&mut Numbers::new(text))
        }
    };
    ($row:ident) => {
        /// The numbers of the row, in their order.
        pub fn $row(&self) -> &[u64] {
            &self.$row
        }

        /// Who wins: the cost is that of [`grundy_value`](Self::grundy_value).
        pub fn outcome(&self) -> Outcome {
            Outcome::from_grundy_value(self.grundy_value())
        }
    };
}
pub(crate) use of_row;

/// Displays a position that is nothing but a row: the text that its reader reads.
macro_rules! text_of_row {
    ($row:ident) => {
        /// The position as text: how many numbers its row has, and the row.
        impl fmt::Display for Position {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                writeln!(f, "{}", self.$row.len())?;
                crate::text::write_line(f, &self.$row)
            }
        }
    };
}
pub(crate) use text_of_row;

/// The error of a position without heaps.
pub(crate) const NO_HEAPS: &str = "0 heaps: n must be at least 1";

/// Reads a row of heaps: `n`, then n heap sizes of at most `largest`, separated by white space. O(bytes).
///
/// ```
/// use grundy_core::{heaps, text::Numbers};
/// assert_eq!(heaps::read(&mut Numbers::new(b"2\n5 7\n"), 9)?, [5, 7]);
/// # Ok::<(), grundy_core::text::ReadError>(())
/// ```
///
/// # Errors
/// The first thing wrong with the text, and where it stands.
pub fn read(numbers: &mut Numbers<'_>, largest: u64) -> Result<Vec<u64>, ReadError> {
    let n = read_size(numbers)?;
    numbers.list_to_end(n, largest, name(n))
}

/// Reads the number of heaps, at least 1.
pub(crate) fn read_size(numbers: &mut Numbers<'_>) -> Result<u64, ReadError> {
    numbers.next_from_1(|| "n, the number of heaps".into(), NO_HEAPS)
}

/// The names of the heaps in error messages, by their numbers.
pub(crate) fn name(n: u64) -> impl Fn(u64) -> String {
    move |i| format!("the size of heap {i} of {n}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of each place's neighbours at distances of eight, for every length around some rows.
    #[test]
    fn sums_side_by_side() {
        let numbers: Vec<u64> = (1..40_u64).map(|i| i.wrapping_mul(u64::MAX / 7)).collect();
        for n in 0..numbers.len() {
            let sums = nim_sums(&numbers[..n]);
            for (lane, &sum) in sums.iter().enumerate() {
                let every_eighth = numbers[..n].iter().skip(lane).step_by(LANES);
                assert_eq!(sum, nim_sum(every_eighth.copied()), "{n} numbers, {lane}");
            }
        }
    }
}
