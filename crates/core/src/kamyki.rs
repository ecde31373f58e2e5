//! Kamyki, pebbles (Polish Olympiad in Informatics XVI, 2009).
//!
//! Piles 1..n stand in a row, none smaller than its left neighbour. A move takes any positive number
//! of stones from one pile so that this stays so. A player who cannot move loses.
//!
//! **Theory** (the olympiad's published analysis). Let pile i exceed its left neighbour by
//! r(i) = a(i) - a(i-1) stones, with a(0) = 0. Taking k stones from pile i is allowed exactly when
//! k <= r(i); it lowers r(i) by k and raises r(i+1) by k, if there is a pile i + 1. So the
//! differences are the [stairs] of Staircase Nim, numbered from the right: r(n) is stair 1, r(n-1)
//! is stair 2, and so on. The position is a P-position exactly when
//! r(n) xor r(n-2) xor r(n-4) ... = 0, and each pile has at most one winning move.

use std::fmt;

use crate::heaps::{self, of_row, text_of_row};
use crate::stairs::{self, Stair};
use crate::text::{Numbers, OUT_OF_MEMORY, ReadError, append};
use crate::{InvalidPosition, Outcome};

/// A position of Kamyki: at least one pile, none smaller than its left neighbour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    piles: Vec<u64>,
}

/// A move: take `stones` stones from pile number `pile`.
///
/// ```
/// let take = grundy_core::kamyki::Move { pile: 3, stones: 1 };
/// assert_eq!(take.to_string(), "1 from pile 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Move {
    /// Number of the pile, counted from 1 at the left end.
    pub pile: usize,
    /// How many stones are taken, at least 1.
    pub stones: u64,
}

/// `1 from pile 3`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from pile {}", self.stones, self.pile)
    }
}

const NO_PILES: &str = "0 piles: n must be at least 1";

/// Checks that no pile is smaller than its left neighbour. `first` is the number of the first of them, and
/// `previous` the size of the pile before it (0 for the first of all). Returns the index of a pile that is smaller,
/// and the error.
fn check_piles(
    first: usize,
    mut previous: u64,
    piles: &[u64],
) -> Result<(), (usize, InvalidPosition)> {
    for (index, &size) in piles.iter().enumerate() {
        if size < previous {
            let pile = first + index;
            let error = InvalidPosition::new(format!(
                "{size} on pile {pile} after {previous} on pile {}: piles must not decrease",
                pile - 1
            ));
            return Err((index, error));
        }
        previous = size;
    }
    Ok(())
}

impl Position {
    of_row!(piles);

    /// A position of a row of piles of the given sizes. O(n).
    ///
    /// ```
    /// use grundy_core::kamyki::Position;
    /// assert!(Position::new(vec![0, 2, 2]).is_ok());
    /// let error = Position::new(vec![0, 2, 1]).unwrap_err();
    /// assert_eq!(error.to_string(), "1 on pile 3 after 2 on pile 2: piles must not decrease");
    /// ```
    ///
    /// # Errors
    /// When there is no pile, or one is smaller than its left neighbour.
    #[inline]
    pub fn new(piles: Vec<u64>) -> Result<Self, InvalidPosition> {
        if piles.is_empty() {
            return Err(InvalidPosition::new(NO_PILES));
        }
        check_piles(1, 0, &piles).map_err(|(_, error)| error)?;
        Ok(Self { piles })
    }

    /// Reads a list of positions: `u`, then u times `n` and n sizes that do not decrease, all
    /// separated by white space. O(bytes).
    ///
    /// ```
    /// use grundy_core::kamyki::Position;
    /// let rows = Position::parse_all(b"2\n2\n2 2\n3\n1 2 4\n")?;
    /// assert_eq!(rows[0].piles(), [2, 2]);
    /// assert_eq!(rows[1].piles(), [1, 2, 4]);
    /// let error = Position::parse_all(b"1\n3\n1 4 2\n").unwrap_err();
    /// assert_eq!(error.to_string(), "3:5: 2 on pile 3 after 4 on pile 2: piles must not decrease");
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the text, and where it stands.
    pub fn parse_all(text: &[u8]) -> Result<Vec<Self>, ReadError> {
        Self::read_all(&mut Numbers::new(text))
    }

    /// As [`parse_all`](Self::parse_all), of a text that may come in pieces: no more of it is read than shows what is wrong.
    ///
    /// # Errors
    /// As [`parse_all`](Self::parse_all).
    pub fn read_all(numbers: &mut Numbers<'_>) -> Result<Vec<Self>, ReadError> {
        let rows = read_rows(numbers, |n, numbers| numbers.list(n), append)?;
        Ok(rows.into_iter().map(|piles| Self { piles }).collect())
    }

    /// The stairs of the reduction, in increasing order, that is, from the rightmost pile to the
    /// left; empty ones are not left out. O(n) for the whole iteration.
    ///
    /// ```
    /// use grundy_core::{kamyki::Position, stairs::Stair};
    /// let stairs: Vec<Stair> = Position::new(vec![1, 5])?.stairs().collect();
    /// assert_eq!(stairs, [Stair { number: 1, size: 4 }, Stair { number: 2, size: 1 }]);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn stairs(&self) -> impl Iterator<Item = Stair> + Clone {
        let left_neighbours = self.piles.iter().rev().skip(1).chain(&[0]);
        (1..)
            .zip(self.piles.iter().rev().zip(left_neighbours))
            .map(|(number, (size, left))| Stair {
                number,
                size: size - left,
            })
    }

    /// The Grundy value: the nim-sum over the odd stairs, r(n) xor r(n-2) xor ... O(n).
    ///
    /// ```
    /// use grundy_core::kamyki::Position;
    /// assert_eq!(Position::new(vec![1, 2, 4])?.grundy_value(), 2 ^ 1);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn grundy_value(&self) -> u64 {
        let odd = self.piles.rchunks_exact(2);
        let first = odd.remainder().iter().copied();
        heaps::nim_sum(odd.map(|piles| piles[1] - piles[0]).chain(first))
    }

    /// How many different moves win. O(n).
    ///
    /// ```
    /// use grundy_core::kamyki::Position;
    /// assert_eq!(Position::new(vec![1, 2, 4])?.count_winning_moves(), 1);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn count_winning_moves(&self) -> u64 {
        // From the right: an odd stair and the one above it lie on three piles. The leftmost pile
        // has no neighbour; it makes an odd stair, or the one above the last odd one.
        let pairs = self.piles.windows(3).rev().step_by(2);
        let pairs = pairs.map(|piles| (piles[2] - piles[1], piles[1] - piles[0]));
        let leftmost = match self.piles[..] {
            [first, second, ..] if self.piles.len().is_multiple_of(2) => (second - first, first),
            [first, ..] => (first, 0),
            [] => (0, 0),
        };
        stairs::count_winning_moves(pairs.chain([leftmost]), self.grundy_value())
    }

    /// The winning moves from the rightmost pile to the left, at most one for each. O(n) for the
    /// whole iteration.
    ///
    /// ```
    /// use grundy_core::kamyki::{Move, Position};
    /// // The differences are 1, 1, 2: r(3) xor r(1) = 3, and lowering r(3) to 1 makes that 0.
    /// let moves: Vec<Move> = Position::new(vec![1, 2, 4])?.winning_moves().collect();
    /// assert_eq!(moves, [Move { pile: 3, stones: 1 }]);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> {
        let piles = (1..=self.piles.len()).rev().zip(self.stairs());
        stairs::winning_moves(piles, self.grundy_value())
            .map(|(pile, stones)| Move { pile, stones })
    }
}

/// Reads a list of positions, in the form that [`Position::parse_all`] reads, and returns who wins each.
/// O(bytes).
///
/// The piles are not stored: no memory but for a piece of the text, and the outcomes.
///
/// ```
/// use grundy_core::Outcome::{N, P};
/// use grundy_core::kamyki;
/// use grundy_core::text::Numbers;
/// let mut pipe: &[u8] = b"2\n2\n2 2\n3\n1 2 4\n";
/// assert_eq!(kamyki::read_outcomes(&mut Numbers::stream(&mut pipe))?, [P, N]);
/// # Ok::<(), grundy_core::text::ReadError>(())
/// ```
///
/// # Errors
/// The first thing wrong with the text, and where it stands.
pub fn read_outcomes(numbers: &mut Numbers<'_>) -> Result<Vec<Outcome>, ReadError> {
    // The nim-sum so far, the last pile, and whether the next one makes an odd stair; the last of all makes stair 1.
    let rows = read_rows(
        numbers,
        |n, _| (0, 0, n % 2 == 1),
        |row, piles| {
            let (mut x, mut previous, mut stair_is_odd) = *row;
            for &size in piles {
                x ^= if stair_is_odd { size - previous } else { 0 };
                previous = size;
                stair_is_odd = !stair_is_odd;
            }
            *row = (x, previous, stair_is_odd);
            Ok(())
        },
    )?;
    numbers.room(rows.len())?;
    let sums = rows.into_iter().map(|(x, ..)| x);
    Ok(sums.map(Outcome::from_grundy_value).collect())
}

/// Reads the number of rows, for each row the number of its piles and the piles, and the end of the text. `begin` makes
/// what is returned for a row, given the number of piles and the text that has them; `take` gets the piles, some at a
/// time.
fn read_rows<R>(
    numbers: &mut Numbers<'_>,
    begin: impl Fn(u64, &Numbers<'_>) -> R,
    mut take: impl FnMut(&mut R, &[u64]) -> Result<(), (usize, InvalidPosition)>,
) -> Result<Vec<R>, ReadError> {
    let name = || "u, the number of rows".into();
    let u = numbers.next_from_1(name, "0 rows: u must be at least 1")?;
    let mut rows = Vec::new();
    let mut n = 0;
    for row in 1..=u {
        let name = || format!("n, the number of piles in row {row} of {u}");
        n = numbers.next_from_1(name, NO_PILES)?;
        let name = |i| format!("the size of pile {i} of {n} in row {row}");
        let mut read = begin(n, numbers);
        let (mut previous, mut pile) = (0, 1);
        numbers.each(n, u64::MAX, name, |piles: &[u64]| {
            check_piles(pile, previous, piles)?;
            previous = piles.last().copied().unwrap_or(previous);
            pile += piles.len();
            take(&mut read, piles)
        })?;
        let room = rows.try_reserve(1);
        room.map_err(|_| numbers.invalid(OUT_OF_MEMORY))?;
        rows.push(read);
    }
    numbers.end(|| format!("the size of pile {n} of {n} in row {u}"))?;
    Ok(rows)
}

// One row of the text that [`Position::read_all`] reads. The number of rows is for the writer of all of them.
text_of_row!(piles);
