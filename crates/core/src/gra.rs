//! Gra, the strip game (Polish Olympiad in Informatics XI, 2004).
//!
//! Squares 1..m in a row hold n pawns, at most one each and none on square m. A move takes any pawn
//! to the first free square with a higher number. The player who puts a pawn on square m wins at once.
//!
//! **Theory** (the olympiad's published analysis; proof in docs/theory.md). Number the free squares
//! from the right, square m being number 0. *Group* g is the block of pawns that ends just left of
//! free square number g - 1: group 1 ends on square m - 1, and a group may be empty. Moving the k-th
//! pawn from a block's right end to the free square beyond the block has the effect of moving k
//! pawns from group g to group g - 1, for any k from 1 to the size of the group.
//!
//! 1. If group 1 is not empty, its pawns win at once, and nothing else wins: any other move lets
//!    the opponent win at once.
//! 2. Otherwise a player who puts pawns into group 1 loses at once. Play without such moves is
//!    [Staircase Nim](crate::stairs) with groups 2, 3, 4, ... as stairs 0, 1, 2, ...
//!
//! So everything is decided by the nim-sum over groups 3, 5, 7, ..., in O(n) whatever m is.

mod small;
mod wide;
mod wide_loop;
pub(crate) mod words;

use std::fmt;

use crate::stairs::{self, Stair};
use crate::text::{self, Numbers, ReadError, append};
use crate::version::Version;
use crate::{InvalidPosition, Outcome};

pub use small::count_winning_moves_of_masks;
pub use wide_loop::WideLoop;

/// A board of the strip game: m squares and n pawns, 1 <= n < m.
///
/// A board that exists is valid: squares increase, and none is 0, m or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    m: u32,
    squares: Vec<u32>,
}

/// A move: the pawn on square `from` goes to square `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Move {
    /// The square the pawn leaves.
    pub from: u32,
    /// The first free square above it; `m` ends the game.
    pub to: u32,
}

/// A group that holds pawns: a block of neighbouring pawns and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Group {
    /// How many free squares lie to the right of the block, square m included; at least 1.
    pub number: u32,
    /// How many pawns stand in the block, at least 1.
    pub size: u32,
    /// The square of the block's rightmost pawn.
    pub last: u32,
}

impl Group {
    /// The square of the block's leftmost pawn.
    #[inline]
    pub const fn first(self) -> u32 {
        self.last - self.size + 1
    }

    /// The group as a stair of Staircase Nim: group 2 is stair 0. `None` for group 1.
    fn stair(self) -> Option<Stair> {
        Some(Stair {
            number: u64::from(self.number.checked_sub(2)?),
            size: u64::from(self.size),
        })
    }
}

impl Board {
    /// A board of `m` squares with pawns on `squares`. O(n).
    ///
    /// ```
    /// use grundy_core::gra::Board;
    /// assert!(Board::new(7, vec![2, 3, 6]).is_ok());
    /// let error = Board::new(7, vec![3, 3]).unwrap_err();
    /// assert_eq!(error.to_string(), "second pawn on square 3: squares must increase");
    /// ```
    ///
    /// # Errors
    /// When m < 2, there is no pawn, or a square is 0, m, beyond m, or not larger than the one
    /// before.
    #[inline]
    pub fn new(m: u32, squares: Vec<u32>) -> Result<Self, InvalidPosition> {
        check_size(m, squares.len())?;
        check_squares(m, 0, &squares).map_err(|(_, error)| error)?;
        Ok(Self { m, squares })
    }

    /// Reads a board: `m n`, then n increasing squares, all separated by white space. O(bytes).
    ///
    /// ```
    /// use grundy_core::gra::Board;
    /// let board = Board::parse(b"5 2\n1 3\n")?;
    /// assert_eq!((board.m(), board.squares()), (5, &[1, 3][..]));
    /// let error = Board::parse(b"7 2\n5 3\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "2:3: pawn on square 3 after a pawn on square 5: squares must increase"
    /// );
    /// # Ok::<(), grundy_core::text::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing wrong with the text, and where it stands.
    pub fn parse(text: &[u8]) -> Result<Self, ReadError> {
        Self::read(&mut Numbers::new(text))
    }

    /// As [`parse`](Self::parse), of a text that may come in pieces: no more of it is read than shows what is wrong.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn read(numbers: &mut Numbers<'_>) -> Result<Self, ReadError> {
        let (m, n) = read_size(numbers)?;
        let mut squares = numbers.list(n.into());
        read_squares(numbers, m, n, |some| append(&mut squares, some))?;
        Ok(Self { m, squares })
    }

    /// The number of squares; square m is the goal.
    #[inline]
    pub const fn m(&self) -> u32 {
        self.m
    }

    /// The pawns' squares, increasing.
    #[inline]
    pub fn squares(&self) -> &[u32] {
        &self.squares
    }

    /// The same, with the memory that they are in, for the next of many boards. O(1).
    ///
    /// ```
    /// # use grundy_core::gra::Board;
    /// let mut squares = Board::new(7, vec![2, 3, 6])?.into_squares();
    /// squares.pop();
    /// assert_eq!(Board::new(7, squares)?.squares(), [2, 3]);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn into_squares(self) -> Vec<u32> {
        self.squares
    }

    /// The groups that hold pawns, from right to left. O(n) for the whole iteration.
    ///
    /// ```
    /// use grundy_core::gra::{Board, Group};
    /// let board = Board::new(7, vec![2, 3, 6])?;
    /// let groups: Vec<Group> = board.groups().collect();
    /// assert_eq!(groups[0], Group { number: 1, size: 1, last: 6 });
    /// assert_eq!(groups[1], Group { number: 3, size: 2, last: 3 });
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn groups(&self) -> impl Iterator<Item = Group> + Clone {
        let squares = &self.squares[..];
        let mut left = squares;
        std::iter::from_fn(move || {
            let &last = left.last()?;
            let right = (squares.len() - left.len()) as u32;
            let size = last_block(left);
            left = &left[..left.len() - size];
            Some(Group {
                number: self.m - last - right,
                size: size as u32,
                last,
            })
        })
    }

    /// Who wins. O(n).
    #[inline]
    pub fn outcome(&self) -> Outcome {
        self.nim_sum()
            .map_or(Outcome::N, Outcome::from_grundy_value)
    }

    /// The nim-sum over groups 3, 5, 7, ..., or `None` when group 1 holds pawns and the game ends
    /// with the next move. O(n).
    #[inline]
    pub fn nim_sum(&self) -> Option<u64> {
        let mut groups = self.groups().peekable();
        if groups.peek().is_some_and(|group| group.number == 1) {
            return None;
        }
        Some(stairs::nim_sum(groups.filter_map(Group::stair)))
    }

    /// How many different moves win. O(n).
    ///
    /// ```
    /// use grundy_core::gra::Board;
    /// assert_eq!(Board::new(5, vec![1, 3])?.count_winning_moves(), 1);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn count_winning_moves(&self) -> u32 {
        count_winning_moves(self.m, &self.squares)
    }

    /// The winning moves, rightmost pawn first. O(n) for the whole iteration.
    ///
    /// ```
    /// use grundy_core::gra::{Board, Move};
    /// let board = Board::new(7, vec![2, 3, 6])?;
    /// let moves: Vec<Move> = board.winning_moves().collect();
    /// assert_eq!(moves, [Move { from: 6, to: 7 }]);
    /// # Ok::<(), grundy_core::InvalidPosition>(())
    /// ```
    #[inline]
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> {
        let x = self.nim_sum();
        let at_once = self.groups().next().filter(|_| x.is_none());
        let immediate = at_once.into_iter().flat_map(|group| {
            let squares = (group.first()..=group.last).rev();
            squares.map(|from| Move { from, to: self.m })
        });
        let stairs = self
            .groups()
            .filter_map(|group| Some((group.last + 1, group.stair()?)));
        let by_stairs = stairs::winning_moves(stairs, x.unwrap_or(0)).map(|(to, coins)| Move {
            from: to - coins as u32,
            to,
        });
        immediate.chain(by_stairs)
    }
}

impl fmt::Display for Board {
    /// The board as input text: `m n`, then the squares, each line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.m, self.squares.len())?;
        text::write_line(f, &self.squares)
    }
}

impl fmt::Display for Move {
    /// `2 -> 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.from, self.to)
    }
}

/// The number of winning moves on plain numbers, for hot loops. O(n).
///
/// Allocates nothing when all pawns stand on 64 neighbouring squares, and n / 2 bytes at most
/// otherwise. The machine's vectors are used where there are any; every version gives the same
/// answer.
///
/// `squares` are to be what [`Board::new`] accepts; anything else gives some number or a panic,
/// never undefined behaviour.
///
/// ```
/// assert_eq!(grundy_core::gra::count_winning_moves(7, &[2, 3, 6]), 1);
/// ```
pub fn count_winning_moves(m: u32, squares: &[u32]) -> u32 {
    let (Some(&first), Some(&last)) = (squares.first(), squares.last()) else {
        return 0;
    };
    if m.wrapping_sub(last) == 1 {
        last_block(squares) as u32
    } else if last.wrapping_sub(first) < 64 {
        small::count_winning_moves(m, squares)
    } else {
        wide::count_winning_moves(Version::best(), m, squares)
    }
}

/// Reads a board, in the form that [`Board::parse`] reads, and returns the number of winning moves.
/// O(bytes).
///
/// The squares are not stored: a stream needs memory for one piece of the text and 3 n / 8 bytes for the groups.
///
/// ```
/// use grundy_core::gra;
/// use grundy_core::text::Numbers;
/// let mut pipe: &[u8] = b"7 3\n2 3 6\n";
/// assert_eq!(gra::read_and_count(&mut Numbers::stream(&mut pipe))?, 1);
/// # Ok::<(), grundy_core::text::ReadError>(())
/// ```
///
/// # Errors
/// The first thing wrong with the text, and where it stands.
pub fn read_and_count(numbers: &mut Numbers<'_>) -> Result<u32, ReadError> {
    let (m, n) = read_size(numbers)?;
    let mut outline = wide::Outline::new(Version::best(), m, n as usize);
    // Pawns not yet taken: the outline needs the pawn behind them.
    let mut squares = Vec::with_capacity(numbers.at_most().min(n as usize).min(1 << 12));
    read_squares(numbers, m, n, |some| {
        squares.extend_from_slice(some);
        let taken = outline.append(&squares);
        squares.drain(..taken);
        Ok(())
    })?;
    Ok(outline.finish(&squares))
}

/// Reads m and n.
fn read_size(numbers: &mut Numbers<'_>) -> Result<(u32, u32), ReadError> {
    let max = u64::from(u32::MAX);
    let m = numbers.next(max, || "m, the number of squares".into())? as u32;
    check_size(m, 1).map_err(|error| numbers.invalid(error))?;
    let n = numbers.next(max, || "n, the number of pawns".into())? as u32;
    check_size(m, n as usize).map_err(|error| numbers.invalid(error))?;
    Ok((m, n))
}

/// Reads the squares of n pawns and the end of the text; passes the squares to `take`, some at a time.
fn read_squares(
    numbers: &mut Numbers<'_>,
    m: u32,
    n: u32,
    mut take: impl FnMut(&[u32]) -> Result<(), (usize, InvalidPosition)>,
) -> Result<(), ReadError> {
    let name = |i| format!("the square of pawn {i} of {n}");
    let mut previous = 0;
    numbers.each_to_end(n.into(), u32::MAX, name, |squares: &[u32]| {
        check_squares(m, previous, squares)?;
        previous = squares.last().copied().unwrap_or(previous);
        take(squares)
    })
}

fn check_size(m: u32, n: usize) -> Result<(), InvalidPosition> {
    let message = match n {
        _ if m < 2 => format!("a strip of {m} squares: m must be at least 2"),
        0 => "0 pawns: n must be at least 1".to_owned(),
        _ if n >= m as usize => {
            format!("{n} pawns on a strip of {m} squares: n must be less than m")
        }
        _ => return Ok(()),
    };
    Err(InvalidPosition::new(message))
}

/// Checks that squares increase and lie on the strip. `previous` is the square of the pawn before them (0 for the
/// first of all). Returns the index of a square that is wrong, and the error.
fn check_squares(m: u32, previous: u32, squares: &[u32]) -> Result<(), (usize, InvalidPosition)> {
    let (Some(&first), Some(&last)) = (squares.first(), squares.last()) else {
        return Ok(());
    };
    // Counted, and not looked for: so the compiler uses vectors.
    let neighbours = squares.iter().zip(&squares[1..]);
    let decreasing: u32 = neighbours.map(|(a, b)| u32::from(a >= b)).sum();
    if previous < first && decreasing == 0 && last < m {
        return Ok(());
    }
    let before = std::iter::once(&previous).chain(squares);
    for (index, (&square, &previous)) in squares.iter().zip(before).enumerate() {
        let message = match square {
            _ if previous < square && square < m => continue,
            0 => "pawn on square 0: squares are counted from 1".to_owned(),
            _ if square == m => format!("pawn on square {m}: the last square must be free"),
            _ if square > m => format!("pawn on square {square}: squares end at {}", m - 1),
            _ if square == previous => {
                format!("second pawn on square {square}: squares must increase")
            }
            _ => format!(
                "pawn on square {square} after a pawn on square {previous}: squares must increase"
            ),
        };
        return Err((index, InvalidPosition::new(message)));
    }
    Ok(())
}

/// The size of the rightmost block. O(size).
#[inline]
fn last_block(squares: &[u32]) -> usize {
    let last = squares.last().copied().unwrap_or(0);
    let neighbours = squares.iter().rev().zip(0..);
    let is_in_block = |&(&square, distance): &(&u32, u32)| last.wrapping_sub(square) == distance;
    neighbours.take_while(is_in_block).count()
}

#[cfg(test)]
mod tests {
    use super::Board;

    /// The number of winning moves by listing them. Tests compare every fast version with it.
    pub(super) fn listed(m: u32, squares: &[u32]) -> u32 {
        let squares = squares.to_vec();
        Board { m, squares }.winning_moves().count() as u32
    }

    /// The board of `m` squares whose free squares, counted from the goal, are the zeros of `mask`.
    pub(super) fn squares_of(m: u32, mask: u64) -> Vec<u32> {
        (1..m)
            .filter(|square| mask >> (m - 1 - square) & 1 == 1)
            .collect()
    }
}
