//! Bounded Nim: at most k stones a move.
//!
//! A move takes 1 to k stones from one heap. A player who cannot move loses.
//!
//! **Theory** (with one heap, the game that C. G. Bachet described in 1612; with several, by Sprague
//! and Grundy). The Grundy value of a heap of a stones is a mod (k+1). For a <= k its moves lead to
//! all of 0..a-1, as in Nim. For a > k they lead to the k sizes below a, which by induction have all
//! the values 0..k except a mod (k+1), so that this is their mex. The nim-sum x of the residues
//! decides.
//!
//! A winning move brings one heap's residue from r to v = r xor x. It exists when v <= k and the
//! heap holds the s = (r - v) mod (k+1) stones that it takes; s is then between 1 and k, and the only
//! number with that effect. When v > r the residue *rises*: the move takes the r stones above a
//! multiple of k + 1, and some more.

// Compiled for the features of the function that they are inlined into.
#![allow(clippy::inline_always)]

use std::fmt;

use crate::heaps::{self, NO_HEAPS, of_row};
use crate::text::{self, Numbers, ReadError};
use crate::version::Version;
use crate::{InvalidPosition, Outcome};

pub use crate::heaps::Move;

/// A position of bounded Nim: at least one heap, and a bound k >= 1, each of any size that a u64
/// holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    k: u64,
    heaps: Vec<u64>,
}

const NO_STONES: &str = "at most 0 stones a move: k must be at least 1";

impl Position {
    of_row!(heaps, parse);

    /// A position of heaps of the given sizes, of which a move takes at most `k` stones. O(1).
    ///
    /// ```
    /// use grundy_core::bounded::Position;
    /// assert!(Position::new(3, vec![7, 0]).is_ok());
    /// let error = Position::new(0, vec![7]).unwrap_err();
    /// assert_eq!(error.to_string(), "at most 0 stones a move: k must be at least 1");
    /// ```
    ///
    /// # Errors
    /// When there is no heap, or k is 0.
    #[inline]
    pub fn new(k: u64, heaps: Vec<u64>) -> Result<Self, InvalidPosition> {
        match (&heaps[..], k) {
            ([], _) => Err(InvalidPosition::new(NO_HEAPS)),
            (_, 0) => Err(InvalidPosition::new(NO_STONES)),
            _ => Ok(Self { k, heaps }),
        }
    }

    /// Reads a position: `n k`, then n heap sizes, all separated by white space. O(bytes).
    ///
    /// ```
    /// use grundy_core::bounded::Position;
    /// let position = Position::parse(b"2 3\n4 9\n")?;
    /// assert_eq!((position.k(), position.heaps()), (3, &[4, 9][..]));
    /// let error = Position::parse(b"2 0\n4 9\n").unwrap_err();
    /// assert_eq!(error.to_string(), "1:3: at most 0 stones a move: k must be at least 1");
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the text, and where it stands.
    pub fn read(numbers: &mut Numbers<'_>) -> Result<Self, ReadError> {
        let (n, k) = read_size(numbers)?;
        let heaps = numbers.list_to_end(n, u64::MAX, heaps::name(n))?;
        Ok(Self { k, heaps })
    }

    /// The most stones that a move takes, at least 1.
    #[inline]
    pub const fn k(&self) -> u64 {
        self.k
    }

    /// The Grundy values of the heaps, in their order. O(n) for the whole iteration.
    ///
    /// ```
    /// use grundy_core::bounded::Position;
    /// assert!(Position::new(3, vec![7, 4, 2])?.heap_values().eq([3, 0, 2]));
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn heap_values(&self) -> impl Iterator<Item = u64> {
        let values = Values::new(self.k);
        self.heaps.iter().map(move |&size| values.of(size))
    }

    /// The Grundy value: the nim-sum of the heaps' values. O(n).
    ///
    /// ```
    /// use grundy_core::bounded::Position;
    /// assert_eq!(Position::new(3, vec![7, 4, 2])?.grundy_value(), 3 ^ 2);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn grundy_value(&self) -> u64 {
        Values::new(self.k).nim_sum(&self.heaps)
    }

    /// How many different moves win. O(n).
    ///
    /// ```
    /// use grundy_core::bounded::Position;
    /// assert_eq!(Position::new(3, vec![7, 4, 2])?.count_winning_moves(), 2);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn count_winning_moves(&self) -> u64 {
        let (values, x) = (Values::new(self.k), self.grundy_value());
        if x == 0 {
            return 0;
        }
        let wins = |&size: &u64| u64::from(values.wins(x, size));
        self.heaps.iter().map(wins).sum()
    }

    /// The winning moves in the order of the heaps, at most one for each. O(n) for the whole
    /// iteration.
    ///
    /// ```
    /// use grundy_core::bounded::{Move, Position};
    /// // Values 3, 0, 2 with nim-sum 1. The second heap goes from 4 stones to 1: its value rises.
    /// // The third cannot go from value 2 to 3.
    /// let moves: Vec<Move> = Position::new(3, vec![7, 4, 2])?.winning_moves().collect();
    /// assert_eq!(moves, [Move { heap: 1, stones: 1 }, Move { heap: 2, stones: 3 }]);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> {
        let (values, x) = (Values::new(self.k), self.grundy_value());
        (1..).zip(&self.heaps).filter_map(move |(heap, &size)| {
            let stones = values.stones_to(heaps::target(values.of(size), x), size)?;
            Some(Move { heap, stones })
        })
    }
}

/// The Grundy values of heaps: remainders of one division, which is a multiplication for each heap when
/// the reciprocal is known, some six times faster than to divide.
#[derive(Clone, Copy)]
struct Values {
    k: u64,
    /// k + 1, or 0 for 2^64.
    period: u64,
    /// 2^64 / (k + 1), at most 1 less; 0 for 2^64.
    reciprocal: u64,
}

impl Values {
    #[inline]
    fn new(k: u64) -> Self {
        let period = k.wrapping_add(1);
        let reciprocal = u64::MAX.checked_div(period).unwrap_or(0);
        Self {
            k,
            period,
            reciprocal,
        }
    }

    /// size mod (k+1), the Grundy value of a heap. Proved of its transcription: `Machine.reciprocal_right`.
    #[inline]
    const fn of(self, size: u64) -> u64 {
        // The quotient, or 1 less: a reciprocal that is e <= 1 too small takes size * e / 2^64 < 1 from it.
        let quotient = ((size as u128 * self.reciprocal as u128) >> 64) as u64;
        self.below_period(size.wrapping_sub(quotient.wrapping_mul(self.period)))
    }

    /// The same for a size below 2^32, by multiplications of 32 bits, of which vectors do many at a time; for others
    /// some number. Proved of its transcription: `Machine.narrow_reciprocal_right`.
    #[inline(always)]
    const fn of_narrow(self, size: u64) -> u64 {
        // Again 1 less at most: size * e / 2^32 < 1. For a period of 2^32 and more the quotient is 0.
        let quotient = (size as u32 as u64 * (self.reciprocal >> 32)) >> 32;
        self.below_period(size.wrapping_sub(quotient * self.period as u32 as u64))
    }

    /// What is left of a number below two periods: the difference is beyond it where it would be negative.
    #[inline(always)]
    const fn below_period(self, rest: u64) -> u64 {
        let less = rest.wrapping_sub(self.period);
        if less < rest { less } else { rest }
    }

    /// Whether a heap of `size` has a winning move, given the nim-sum `x`, which is not 0. As in
    /// [`stones_to`](Self::stones_to), without the number of stones: a heap of more than k can rise to any value.
    /// Proved of its transcription: `Machine.bounded_count_right`.
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "many heaps at a time, without branches"
    )]
    #[inline]
    const fn wins(self, x: u64, size: u64) -> bool {
        let from = self.of(size);
        let to = heaps::target(from, x);
        (to <= self.k) & ((to < from) | (size > self.k))
    }

    /// The nim-sum of the values of some heaps. O(heaps).
    fn nim_sum(self, heaps: &[u64]) -> u64 {
        // Pieces that are still in the first cache where they have to be gone through again.
        let pieces = heaps.chunks(1024);
        Version::best().run(
            #[inline(always)]
            || heaps::nim_sum(pieces.map(|piece| self.nim_sum_of_piece(piece))),
        )
    }

    /// The same without a call: all heaps are taken for narrow ones, and again if one of them is not.
    #[inline(always)]
    fn nim_sum_of_piece(self, heaps: &[u64]) -> u64 {
        let (sum, any) = heaps.iter().fold((0, 0), |(sum, any), &size| {
            (sum ^ self.of_narrow(size), any | size)
        });
        if any >> 32 == 0 {
            sum
        } else {
            heaps::nim_sum(heaps.iter().map(|&size| self.of(size)))
        }
    }

    /// How many stones the one move from a heap of `size` to a heap of Grundy value `value` takes, if
    /// there is such a move.
    fn stones_to(self, value: u64, size: u64) -> Option<u64> {
        if value > self.k {
            return None;
        }
        let from = self.of(size);
        let stones = if value <= from {
            from - value
        } else {
            // from + (k + 1) - value, in an order that cannot overflow.
            self.k - (value - from) + 1
        };
        (1..=size).contains(&stones).then_some(stones)
    }
}

/// Reads a position, in the form that [`Position::read`] reads, and returns who wins. O(bytes).
///
/// The heaps are not stored: no memory but for a piece of the text.
///
/// ```
/// use grundy_core::text::Numbers;
/// use grundy_core::{Outcome, bounded};
/// let mut pipe: &[u8] = b"2 3\n7 3\n";
/// assert_eq!(bounded::read_outcome(&mut Numbers::stream(&mut pipe))?, Outcome::P);
/// # Ok::<(), grundy_core::text::ReadError>(())
/// ```
///
/// # Errors
/// The first thing wrong with the text, and where it stands.
pub fn read_outcome(numbers: &mut Numbers<'_>) -> Result<Outcome, ReadError> {
    let (n, k) = read_size(numbers)?;
    let (values, mut x) = (Values::new(k), 0);
    numbers.each_to_end(n, u64::MAX, heaps::name(n), |heaps: &[u64]| {
        x ^= values.nim_sum(heaps);
        Ok(())
    })?;
    Ok(Outcome::from_grundy_value(x))
}

fn read_size(numbers: &mut Numbers<'_>) -> Result<(u64, u64), ReadError> {
    let n = heaps::read_size(numbers)?;
    let name = || "k, the most stones a move takes".into();
    Ok((n, numbers.next_from_1(name, NO_STONES)?))
}

/// The position as the text that [`Position::read`] reads.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.heaps.len(), self.k)?;
        text::write_line(f, &self.heaps)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::identity;

    use super::*;
    use crate::machine::assert_same;
    use crate::random::Random;

    /// Where a quotient can be 1 too small: next to multiples, for bounds of every length.
    #[test]
    fn values_are_remainders() {
        let (mut compared, mut narrow) = (0, 0);
        let bounds =
            (0..64).flat_map(|bit| [1 << bit, (1 << bit) + 1, u64::MAX >> bit, u64::MAX - bit]);
        for k in bounds.chain(1..100) {
            let (values, period) = (Values::new(k), u128::from(k) + 1);
            let multiples = [1, 2, 3, 1000, u64::MAX / k / 2, u64::MAX / k];
            let near = multiples.map(|times| u128::from(times) * period);
            let sizes = near
                .into_iter()
                .flat_map(|multiple| [multiple.saturating_sub(1), multiple, multiple + 1]);
            for size in sizes.chain([0, 1, u128::from(u64::MAX)]) {
                let Ok(heap) = u64::try_from(size) else {
                    continue;
                };
                assert_eq!(
                    u128::from(values.of(heap)),
                    size % period,
                    "{size}, k = {k}"
                );
                if heap >> 32 == 0 {
                    assert_eq!(values.of_narrow(heap), values.of(heap), "{size}, k = {k}");
                    narrow += 1;
                }
                compared += 1;
            }
        }
        assert!(compared > 4000 && narrow > 1500, "{compared}, {narrow}");
    }

    #[test]
    fn same_as_the_proved_kernels() {
        assert_same("bounded_of", identity, |[k, size]| Values::new(k).of(size));
        assert_same("bounded_of_narrow", identity, |[k, size]| {
            Values::new(k).of_narrow(size)
        });
        assert_same("bounded_wins", identity, |[k, x, size]| {
            Values::new(k).wins(x, size).into()
        });
    }

    /// On every machine's vectors, whether all heaps are below 2^32, one is not, or most are not.
    #[test]
    fn the_nim_sum_is_that_of_the_values() {
        let mut random = Random(1);
        let mut narrow = 0;
        for round in 0..2000 {
            let bits = [16, 31, 32, 33, 64][round % 5];
            let values = Values::new(random.bits([3, 31, 32, 33, 64][round / 5 % 5]).max(1));
            let mut heaps: Vec<u64> = (0..random.bits(8)).map(|_| random.bits(bits)).collect();
            if round % 3 == 0 && !heaps.is_empty() {
                let at = random.below(heaps.len());
                heaps[at] = u64::MAX - random.bits(4);
            }
            let expected = heaps::nim_sum(heaps.iter().map(|&size| values.of(size)));
            for version in Version::all() {
                let sum = version.run(
                    #[inline(always)]
                    || values.nim_sum_of_piece(&heaps),
                );
                let (k, name) = (values.k, version.name());
                assert_eq!(sum, expected, "{name}, k = {k}, {heaps:?}");
            }
            let repeated = heaps.repeat(9);
            assert_eq!(values.nim_sum(&repeated), expected);
            narrow += u32::from(heaps.iter().all(|size| size >> 32 == 0));
        }
        assert!((500..1500).contains(&narrow), "{narrow}");
    }
}
