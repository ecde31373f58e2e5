//! Gra, the strip game (Polish Olympiad in Informatics XI, 2004): its rules.
//!
//! Squares 1..m in a row hold n pawns, at most one each and none on square m. A move takes any pawn
//! to the first free square with a higher number. A player who puts a pawn on square m wins at once: the
//! game is over, and the other player, who cannot move, loses.

mod blocks;
mod boards;
mod claimed;
mod counts;
mod disk;
mod exchange;
mod masks;
mod needs;
mod table;
mod words;

pub use boards::{Boards, View};
pub use claimed::Claimed;
pub use counts::Counts;
pub use disk::{DiskTable, Estimate, OnDisk};
pub use masks::{mask_of, squares_of};
pub use table::Table;

use crate::compositions::count_but_one;
use crate::{Below, Rules, See, Space};

/// The rules of gra.
///
/// The size of a position is m, its number of squares; there is at least one pawn, and none on
/// square m: 2^(m-1) - 1 positions. A finished game is outside the space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gra;

/// A strip of `m` squares with pawns on `squares`, increasing. A pawn on square m ends the game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The number of squares; square m is the goal.
    pub m: u32,
    /// Where the pawns stand, in increasing order, each once.
    pub squares: Vec<u32>,
}

/// The pawn on square `from` goes to square `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square the pawn leaves.
    pub from: u32,
    /// The first free square above it; `m` ends the game.
    pub to: u32,
}

impl Rules for Gra {
    type Position = Position;
    type Move = Move;

    /// The moves in the order of the pawns. O(n^2).
    ///
    /// ```
    /// use grundy_brute::{Rules, gra::{Gra, Position}};
    /// let over = Position { m: 5, squares: vec![1, 5] };
    /// assert!(Gra.moves(&over).is_empty());
    /// ```
    #[inline]
    fn each_move(&self, position: &Position, see: See<'_, Self>) {
        let mut next = position.clone();
        for (pawn, &from) in position.squares.iter().enumerate() {
            let Some((place, to)) = position.first_free(pawn) else {
                continue;
            };
            let passed = pawn..=place;
            next.squares[passed.clone()].rotate_left(1);
            next.squares[place] = to;
            see(Move { from, to }, &next);
            next.squares[passed.clone()].copy_from_slice(&position.squares[passed]);
        }
    }

    fn play(&self, position: &Position, &Move { from, to }: &Move) -> Option<Position> {
        let pawn = position.squares.binary_search(&from).ok()?;
        let (place, free) = position.first_free(pawn)?;
        (free == to).then(|| {
            let mut next = position.clone();
            next.squares[pawn..=place].rotate_left(1);
            next.squares[place] = to;
            next
        })
    }

    fn random_move(&self, position: &Position, below: Below<'_>) -> Option<Move> {
        let pawn = below(position.squares.len() as u64) as usize;
        let &from = position.squares.get(pawn)?;
        let (_, to) = position.first_free(pawn)?;
        Some(Move { from, to })
    }

    fn moves_at_most(&self, position: &Position) -> u64 {
        position.squares.len() as u64
    }
}

impl Position {
    /// The last of the consecutive pawns that begin with this one, and the free square behind it; `None`
    /// when the game is over.
    #[inline]
    fn first_free(&self, pawn: usize) -> Option<(usize, u32)> {
        let Self { m, squares } = self;
        if squares.last() == Some(m) {
            return None;
        }
        // Squares increase, so the pawns that stand in the way come one after another.
        let mut place = pawn;
        let mut to = squares[pawn] + 1;
        while squares.get(place + 1) == Some(&to) {
            to += 1;
            place += 1;
        }
        Some((place, to))
    }
}

impl Space for Gra {
    const LARGEST_SIZE: u32 = u64::BITS;

    fn positions(&self, m: u32) -> u64 {
        count_but_one(m)
    }

    // The index is the mask less 1: a move makes the mask smaller.
    fn position(&self, m: u32, index: u64) -> Position {
        assert!(
            m <= Self::LARGEST_SIZE && index < self.positions(m),
            "no board {index} of {m} squares"
        );
        Position {
            m,
            squares: squares_of(m, index + 1),
        }
    }

    fn index(&self, position: &Position) -> Option<(u32, u64)> {
        let Position { m, squares } = position;
        if *m > Self::LARGEST_SIZE {
            return None;
        }
        let index = mask_of(*m, squares)?.checked_sub(1)?;
        Some((*m, index))
    }
}
