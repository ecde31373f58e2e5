//! Constrained Nim: Nim with forbidden moves (`AtCoder` Beginner Contest 255, problem G).
//!
//! A move takes any positive number of stones from one heap, except that for each of M given pairs
//! (X, Y) no player may take exactly Y stones from a heap of exactly X. A player who cannot move loses.
//!
//! **Theory** (the contest's published editorial; the moves are ours). The game is a sum of heaps, so
//! the nim-sum of the Grundy values g of the single heaps decides. Let S hold 0 and every X that
//! occurs, let h(n) be the maximum of g(0), ..., g(n), and h(-1) = -1.
//!
//! 1. *The sizes 0..n have just the values 0..h(n)*: g(n) is the mex of some of g(0), ..., g(n-1),
//!    which by induction are all of 0..h(n-1) and nothing else. So g(n) <= h(n-1) + 1, and h rises by
//!    at most 1 from one size to the next.
//! 2. *Outside S* no move is forbidden, and g(n) = h(n) = h(n-1) + 1. Hence g(n) = n - s + h(s) for
//!    the largest s in S below n.
//! 3. *In S* a value drops out of the mex exactly when the forbidden targets X - Y cover every
//!    smaller size that has it. So g(X) is the smallest value that drops out, or h(X-1) + 1 when none
//!    does.
//! 4. *The sizes of one value v* are the one where h reaches v, which is the smallest, and others,
//!    its *repeats*. A repeat is no new maximum, so by 2 it lies in S; in all there are at most M. At
//!    each repeat v dropped out, so there are at least as many pairs with this X as there are smaller
//!    sizes of value v: one value has O(sqrt M) sizes.
//!
//! By 4 all that 3 needs is the number of repeats of each value, which makes g known for all sizes in
//! O(M log M). And a winning move, which brings a heap from g to v = g xor x, has few targets: the
//! sizes of value v below the heap, less the forbidden ones. Their number is found by binary search.
//! As g is not injective, one heap may have several winning moves; as g may be small for a large
//! heap, v may be larger than g.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::heaps::{self, of_row};
use crate::text::{self, Numbers, ReadError};
use crate::{InvalidPosition, Outcome};

pub use crate::heaps::Move;
pub use grundy::Grundy;
use read::Given;
use values::Values;

mod buckets;
mod grundy;
mod read;
mod values;

/// The largest heap: 10^18 stones.
pub const MAX_SIZE: u64 = 1_000_000_000_000_000_000;

const NO_HEAPS: &str = "0 heaps: N must be at least 1";

/// A forbidden move: exactly `y` stones from a heap of exactly `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Pair {
    /// The size of the heap, at most [`MAX_SIZE`].
    pub x: u64,
    /// The number of stones, from 1 to `x`.
    pub y: u64,
}

/// A position of constrained Nim: at least one heap, each of 1 to [`MAX_SIZE`] stones, and different
/// forbidden pairs. [After](Self::after) a move there may be empty heaps.
///
/// It also holds the Grundy function of its pairs, so that its methods are cheap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    heaps: Vec<u64>,
    grundy: Arc<Grundy>,
}

/// Checks heaps, of which the first has number `first`. Returns the index of one that is wrong, and the error.
fn check_heaps(first: usize, heaps: &[u64]) -> Result<(), (usize, InvalidPosition)> {
    let wrong = heaps.iter().position(|size| !(1..=MAX_SIZE).contains(size));
    wrong.map_or(Ok(()), |index| {
        let (heap, size) = (first + index, heaps[index]);
        let message = match size {
            0 => format!("0 stones on heap {heap}: a heap must hold at least 1"),
            _ => format!("{size} stones on heap {heap}: a heap holds at most {MAX_SIZE}"),
        };
        Err((index, InvalidPosition::new(message)))
    })
}

/// What is wrong with X or Y of pair number `pair`, if anything.
fn check_pair(pair: usize, x: u64, y: Option<u64>) -> Result<(), InvalidPosition> {
    let message = match (x, y) {
        (0, _) => format!("a heap of 0 stones in pair {pair}: X must be at least 1"),
        (x, _) if x > MAX_SIZE => {
            format!("a heap of {x} stones in pair {pair}: X must be at most {MAX_SIZE}")
        }
        (_, Some(0)) => format!("0 stones taken in pair {pair}: Y must be at least 1"),
        (x, Some(y)) if y > x => {
            format!("{y} stones taken from a heap of {x} in pair {pair}: Y must be at most X")
        }
        _ => return Ok(()),
    };
    Err(InvalidPosition::new(message))
}

/// The pairs in increasing order if all are different; otherwise the index of one that repeats another, and the
/// error. O(M log M).
fn sorted(
    pairs: impl ExactSizeIterator<Item = Pair> + Clone,
) -> Result<Vec<Pair>, (usize, InvalidPosition)> {
    let sorted = buckets::sorted(pairs.clone(), |pair| pair.x);
    if sorted.is_sorted_by(|a, b| a < b) {
        return Ok(sorted);
    }
    let mut numbers = HashMap::new();
    for (index, pair) in pairs.enumerate() {
        if let Some(first) = numbers.insert(pair, index + 1) {
            let (number, Pair { x, y }) = (index + 1, pair);
            let error = InvalidPosition::new(format!(
                "pair {number} is pair {first} again, {y} stones taken from a heap of {x}: pairs must differ"
            ));
            return Err((index, error));
        }
    }
    Ok(sorted)
}

impl Position {
    of_row!(heaps, parse);

    /// A position of heaps of the given sizes under the given forbidden pairs. O(N + M log M).
    ///
    /// ```
    /// use grundy_core::constrained::{Pair, Position};
    /// assert!(Position::new(vec![1, 2], vec![Pair { x: 5, y: 5 }, Pair { x: 5, y: 2 }]).is_ok());
    /// let error = Position::new(vec![1, 2], vec![Pair { x: 5, y: 6 }]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "6 stones taken from a heap of 5 in pair 1: Y must be at most X"
    /// );
    /// ```
    ///
    /// # Errors
    /// When there is no heap, a heap or a pair is empty or too large, a pair takes more stones than
    /// its heap has, two pairs are the same, or there are 2^32 or more.
    pub fn new(heaps: Vec<u64>, pairs: Vec<Pair>) -> Result<Self, InvalidPosition> {
        if u32::try_from(pairs.len()).is_err() {
            return Err(InvalidPosition::new(format!(
                "{} pairs: there may be at most {}",
                pairs.len(),
                u32::MAX
            )));
        }
        for (pair, &Pair { x, y }) in (1..).zip(&pairs) {
            check_pair(pair, x, Some(y))?;
        }
        let sorted = sorted(pairs.iter().copied()).map_err(|(_, error)| error)?;
        Self::under(heaps, Arc::new(Grundy::new(pairs, &sorted)))
    }

    fn under(heaps: Vec<u64>, grundy: Arc<Grundy>) -> Result<Self, InvalidPosition> {
        if heaps.is_empty() {
            return Err(InvalidPosition::new(NO_HEAPS));
        }
        check_heaps(1, &heaps).map_err(|(_, error)| error)?;
        Ok(Self { heaps, grundy })
    }

    /// Other heaps under the same forbidden pairs, whose Grundy function is not made again. O(N).
    ///
    /// ```
    /// use grundy_core::constrained::{Pair, Position};
    /// let position = Position::new(vec![1, 2], vec![Pair { x: 5, y: 5 }])?;
    /// let after_a_move = position.with_heaps(vec![1, 1])?;
    /// assert_eq!(after_a_move, Position::new(vec![1, 1], vec![Pair { x: 5, y: 5 }])?);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    ///
    /// # Errors
    /// When there is no heap, or one is empty or too large.
    pub fn with_heaps(&self, heaps: Vec<u64>) -> Result<Self, InvalidPosition> {
        Self::under(heaps, Arc::clone(&self.grundy))
    }

    /// The position after a move, in which a heap that the move empties keeps its place, with no stone; `None` when the
    /// heap has fewer stones. Whether the move is forbidden is not checked. O(N).
    ///
    /// ```
    /// use grundy_core::constrained::{Move, Position};
    /// let position = Position::new(vec![1, 2], vec![])?;
    /// let after = position.after(Move { heap: 1, stones: 1 }).unwrap();
    /// assert_eq!((after.heaps(), after.grundy_value()), (&[0, 2][..], 2));
    /// assert_eq!(after.after(Move { heap: 1, stones: 1 }), None);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    pub fn after(&self, a_move: Move) -> Option<Self> {
        let mut after = self.clone();
        let heap = after.heaps.get_mut(a_move.heap.checked_sub(1)?)?;
        *heap = heap.checked_sub(a_move.stones)?;
        Some(after)
    }

    /// Reads a position: `N M`, then N heap sizes, then M pairs `X Y`, all separated by white space.
    /// O(bytes + M log M).
    ///
    /// ```
    /// use grundy_core::constrained::{Pair, Position};
    /// let position = Position::parse(b"2 1\n3 4\n2 1\n")?;
    /// assert_eq!(position.heaps(), [3, 4]);
    /// assert_eq!(position.pairs(), [Pair { x: 2, y: 1 }]);
    /// let error = Position::parse(b"2 1\n3 4\n2 3\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "3:3: 3 stones taken from a heap of 2 in pair 1: Y must be at most X"
    /// );
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the text, and where it stands; a pair that stands there twice only
    /// when all pairs could be read.
    pub fn read(numbers: &mut Numbers<'_>) -> Result<Self, ReadError> {
        let given = read::read(numbers)?;
        let grundy = Grundy::new(read::pairs(&given.numbers).collect(), &given.sorted);
        Ok(Self {
            heaps: given.heaps,
            grundy: Arc::new(grundy),
        })
    }

    /// The forbidden pairs, in the order in which they were given.
    pub fn pairs(&self) -> &[Pair] {
        &self.grundy.pairs
    }

    /// The Grundy function of a single heap under the forbidden pairs.
    #[inline]
    pub fn grundy(&self) -> &Grundy {
        &self.grundy
    }

    /// The Grundy values of the heaps, in their order. O(N log M) for the whole iteration.
    ///
    /// ```
    /// use grundy_core::constrained::{Pair, Position};
    /// let position = Position::new(vec![3, 2], vec![Pair { x: 2, y: 2 }])?;
    /// assert!(position.heap_values().eq([2, 0]));
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn heap_values(&self) -> impl Iterator<Item = u64> {
        self.heaps.iter().map(|&size| self.grundy().value(size))
    }

    /// The Grundy value: the nim-sum of the heaps' values. O(N log M).
    ///
    /// ```
    /// use grundy_core::constrained::Position;
    /// let position = Position::parse(b"3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n")?;
    /// assert_eq!(position.grundy_value(), 0 ^ 1 ^ 2);
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    #[inline]
    pub fn grundy_value(&self) -> u64 {
        heaps::nim_sum(self.heap_values())
    }

    /// How many different moves win; one heap may have several. O(N log M).
    ///
    /// ```
    /// use grundy_core::constrained::Position;
    /// let position = Position::parse(b"3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n")?;
    /// assert_eq!(position.count_winning_moves(), 2);
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    #[inline]
    pub fn count_winning_moves(&self) -> u64 {
        self.targets()
            .map(|(_, size, value)| self.grundy().count_moves_to(size, value))
            .sum()
    }

    /// The winning moves in the order of the heaps; those of one heap by decreasing numbers of
    /// stones. O(N log M), and O(1) for each smaller size of the wanted value, for the whole
    /// iteration.
    ///
    /// ```
    /// use grundy_core::constrained::{Move, Position};
    /// // The heap of 4 has to go from value 2 to value 1, which both 2 and 3 have.
    /// let position = Position::parse(b"3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n")?;
    /// let moves: Vec<Move> = position.winning_moves().collect();
    /// assert_eq!(moves, [Move { heap: 3, stones: 2 }, Move { heap: 3, stones: 1 }]);
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    #[inline]
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> {
        self.targets().flat_map(|(heap, size, value)| {
            let stones = self.grundy().moves_to(size, value);
            stones.map(move |stones| Move { heap, stones })
        })
    }

    /// Number, size and wanted value of every heap; of none when the nim-sum is 0 already.
    #[inline]
    fn targets(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        let x = self.grundy_value();
        let heaps = if x == 0 { &[][..] } else { &self.heaps };
        (1..)
            .zip(heaps)
            .map(move |(heap, &size)| (heap, size, heaps::target(self.grundy().value(size), x)))
    }
}

/// Reads a position, in the form that [`Position::read`] reads, and returns who wins. O(bytes + N log M +
/// M log M) at worst.
///
/// The outcome needs no way from values back to moves, which is half the work. If there are pairs, what follows
/// the heaps is kept in memory until it was read.
///
/// ```
/// use grundy_core::text::Numbers;
/// use grundy_core::{Outcome, constrained};
/// let mut pipe: &[u8] = b"1 5\n5\n5 1\n5 2\n5 3\n5 4\n5 5\n";
/// let mut numbers = Numbers::stream(&mut pipe);
/// assert_eq!(constrained::read_outcome(&mut numbers)?, Outcome::P);
/// # Ok::<(), grundy_core::text::ReadError>(())
/// ```
///
/// # Errors
/// Those of [`Position::read`].
pub fn read_outcome(numbers: &mut Numbers<'_>) -> Result<Outcome, ReadError> {
    // The numbers of the pairs are dropped here: the values take their memory.
    let Given { heaps, sorted, .. } = read::read(numbers)?;
    let values = Values::new(&sorted, |_, _, _| ());
    Ok(Outcome::from_grundy_value(values.nim_sum(&heaps)))
}

/// The position as the text that [`Position::read`] reads.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.heaps.len(), self.pairs().len())?;
        text::write_line(f, &self.heaps)?;
        for Pair { x, y } in self.pairs() {
            writeln!(f, "{x} {y}")?;
        }
        Ok(())
    }
}
