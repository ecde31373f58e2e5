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

use std::fmt;

use crate::Outcome;
use crate::heaps;
use crate::text::{self, Numbers, ReadError, Source};

pub use crate::heaps::Move;

/// A position of bounded Nim: at least one heap, and a bound k >= 1, each of any size that a u64
/// holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    k: u64,
    heaps: Vec<u64>,
}

/// Why a bound and a list of heaps are not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPosition {
    /// A position has at least one heap, if only an empty one.
    #[error("0 heaps: n must be at least 1")]
    NoHeaps,
    /// A move may take at least one stone.
    #[error("at most 0 stones a move: k must be at least 1")]
    NoStonesAMove,
}

fn check_size(n: u64, k: u64) -> Result<(), InvalidPosition> {
    match (n, k) {
        (0, _) => Err(InvalidPosition::NoHeaps),
        (_, 0) => Err(InvalidPosition::NoStonesAMove),
        _ => Ok(()),
    }
}

impl Position {
    /// A position of heaps of the given sizes, of which a move takes at most `k` stones. O(1).
    ///
    /// ```
    /// use grundy_core::bounded::{InvalidPosition, Position};
    /// assert!(Position::new(3, vec![7, 0]).is_ok());
    /// assert_eq!(Position::new(0, vec![7]), Err(InvalidPosition::NoStonesAMove));
    /// ```
    ///
    /// # Errors
    /// When there is no heap, or k is 0.
    pub fn new(k: u64, heaps: Vec<u64>) -> Result<Self, InvalidPosition> {
        check_size(heaps.len() as u64, k)?;
        Ok(Self { k, heaps })
    }

    /// Reads a position: `n k`, then n heap sizes, all separated by white space. O(bytes).
    ///
    /// ```
    /// use grundy_core::bounded::Position;
    /// let position = Position::parse(b"2 3\n4 9\n")?;
    /// assert_eq!((position.k(), position.heaps()), (3, &[4, 9][..]));
    /// let error = Position::parse(b"2 0\n4 9\n").unwrap_err();
    /// assert_eq!(error.to_string(), "1:3: at most 0 stones a move: k must be at least 1");
    /// # Ok::<(), grundy_core::text::ReadError<grundy_core::bounded::InvalidPosition>>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the text, and where it stands.
    pub fn parse(text: &[u8]) -> Result<Self, ReadError<InvalidPosition>> {
        let mut numbers = Numbers::new(text);
        let (n, k) = read_size(&mut numbers)?;
        let heaps = numbers.list(n, u64::MAX, |i| name(i, n))?;
        numbers.end(|| name(n, n))?;
        Ok(Self { k, heaps })
    }

    /// The most stones that a move takes, at least 1.
    pub const fn k(&self) -> u64 {
        self.k
    }

    /// The sizes of the heaps.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }

    /// The Grundy values of the heaps, in their order. O(n) for the whole iteration.
    ///
    /// ```
    /// use grundy_core::bounded::Position;
    /// assert!(Position::new(3, vec![7, 4, 2])?.heap_values().eq([3, 0, 2]));
    /// # Ok::<(), grundy_core::bounded::InvalidPosition>(())
    /// ```
    pub fn heap_values(&self) -> impl Iterator<Item = u64> {
        self.heaps.iter().map(|&size| residue(size, self.k))
    }

    /// Who wins. O(n).
    ///
    /// ```
    /// use grundy_core::{Outcome, bounded::Position};
    /// assert_eq!(Position::new(3, vec![5, 9])?.outcome(), Outcome::P);
    /// # Ok::<(), grundy_core::bounded::InvalidPosition>(())
    /// ```
    pub fn outcome(&self) -> Outcome {
        Outcome::from_grundy_value(self.grundy_value())
    }

    /// The Grundy value: the nim-sum of the heaps' values. O(n).
    ///
    /// ```
    /// use grundy_core::bounded::Position;
    /// assert_eq!(Position::new(3, vec![7, 4, 2])?.grundy_value(), 3 ^ 2);
    /// # Ok::<(), grundy_core::bounded::InvalidPosition>(())
    /// ```
    pub fn grundy_value(&self) -> u64 {
        heaps::nim_sum(self.heap_values())
    }

    /// How many different moves win. O(n).
    ///
    /// ```
    /// use grundy_core::bounded::Position;
    /// assert_eq!(Position::new(3, vec![7, 4, 2])?.count_winning_moves(), 2);
    /// # Ok::<(), grundy_core::bounded::InvalidPosition>(())
    /// ```
    pub fn count_winning_moves(&self) -> u64 {
        self.winning_moves().count() as u64
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
    /// # Ok::<(), grundy_core::bounded::InvalidPosition>(())
    /// ```
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> {
        let x = self.grundy_value();
        (1..).zip(&self.heaps).filter_map(move |(heap, &size)| {
            let stones = stones_to(heaps::target(residue(size, self.k), x), size, self.k)?;
            Some(Move { heap, stones })
        })
    }
}

/// size mod (k+1), the Grundy value of a heap. `k` may be the largest u64.
const fn residue(size: u64, k: u64) -> u64 {
    match k.checked_add(1) {
        Some(period) => size % period,
        None => size,
    }
}

/// How many stones the one move from a heap of `size` to a heap of Grundy value `value` takes, if
/// there is such a move.
fn stones_to(value: u64, size: u64, k: u64) -> Option<u64> {
    if value > k {
        return None;
    }
    let from = residue(size, k);
    let stones = if value <= from {
        from - value
    } else {
        // from + (k + 1) - value, in an order that cannot overflow.
        k - (value - from) + 1
    };
    (1..=size).contains(&stones).then_some(stones)
}

/// Reads a position, in the form that [`Position::parse`] reads, and says who wins. O(bytes).
///
/// The heaps are used up as they are read: no memory but for a piece of the text.
///
/// ```
/// use grundy_core::text::{Numbers, Stream};
/// use grundy_core::{Outcome, bounded};
/// let mut pipe: &[u8] = b"2 3\n7 3\n";
/// assert_eq!(bounded::read_outcome(&mut Numbers::from(Stream::new(&mut pipe)))?, Outcome::P);
/// # Ok::<(), grundy_core::text::ReadError<grundy_core::bounded::InvalidPosition>>(())
/// ```
///
/// # Errors
/// The first thing wrong with the text, and where it stands.
pub fn read_outcome<S: Source>(
    numbers: &mut Numbers<S>,
) -> Result<Outcome, ReadError<InvalidPosition>> {
    let (n, k) = read_size(numbers)?;
    let mut x = 0;
    numbers.each(
        n,
        u64::MAX,
        |i| name(i, n),
        |heaps: &[u64]| {
            x ^= heaps::nim_sum(heaps.iter().map(|&size| residue(size, k)));
            Ok(())
        },
    )?;
    numbers.end(|| name(n, n))?;
    Ok(Outcome::from_grundy_value(x))
}

fn read_size<S: Source>(
    numbers: &mut Numbers<S>,
) -> Result<(u64, u64), ReadError<InvalidPosition>> {
    let n = numbers.next(u64::MAX, || "n, the number of heaps".into())?;
    check_size(n, 1).map_err(|error| numbers.invalid(error))?;
    let k = numbers.next(u64::MAX, || "k, the most stones a move takes".into())?;
    check_size(n, k).map_err(|error| numbers.invalid(error))?;
    Ok((n, k))
}

/// What the i-th number after the first two is.
fn name(i: u64, n: u64) -> String {
    format!("the size of heap {i} of {n}")
}

/// The position as the text that [`Position::parse`] reads.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.heaps.len(), self.k)?;
        text::write_line(f, &self.heaps)
    }
}
