//! Closed forms for impartial games of the Nim family.
//!
//! Data flows one way through every game of this crate:
//!
//! ```text
//! text -> position (validated) -> heaps (the reduction) -> nim-sum -> winning moves -> answer
//! ```
//!
//! * [`text`] reads white-space separated decimal numbers and reports the place of an error.
//! * [`heaps`] computes nim-sums, and the size to which a heap has to go to make the nim-sum zero.
//! * [`stairs`] is Staircase Nim on top of it, shared by every game that reduces to it.
//! * Each game is one module: a validated position, its reduction to heaps or stairs, and the way
//!   back from a move of the reduction to a move of the game.
//!
//! All games here are played under *normal play*: a player who cannot move loses. The crate starts
//! no thread but where a caller asks for it ([`octal::Sequence::use_threads`]), reads no clock and opens no file.
//!
//! Start with the module of a game: [`gra::Board`], [`nim`], [`bounded`], [`staircase`], [`constrained`],
//! [`kamyki`].
//!
//! ```
//! use grundy_core::{Outcome, gra::Board};
//!
//! let board = Board::new(13, vec![2, 3, 6, 8, 9, 11])?;
//! assert_eq!(board.outcome(), Outcome::N);
//! assert_eq!(board.count_winning_moves(), 2);
//! let moves: Vec<String> = board.winning_moves().map(|a_move| a_move.to_string()).collect();
//! assert_eq!(moves, ["8 -> 10", "2 -> 4"]);
//!
//! let error = Board::parse(b"7 2\n5 3\n").unwrap_err();
//! assert_eq!(error.to_string(), "2:3: pawn on square 3 after a pawn on square 5: squares must increase");
//! # Ok::<(), grundy_core::InvalidPosition>(())
//! ```

use std::borrow::Cow;

mod bits;
pub mod bounded;
pub mod constrained;
pub mod gra;
pub mod heaps;
pub mod kamyki;
#[cfg(test)]
mod machine;
pub mod nim;
pub mod octal;
#[cfg(test)]
mod random;
pub mod staircase;
pub mod stairs;
pub mod text;
mod version;
#[cfg(target_arch = "x86_64")]
mod x86;

/// Who wins a position under best play, in the order of what that is worth to the player to move.
///
/// ```
/// use grundy_core::{Outcome, gra::Board};
/// let board = Board::new(5, vec![2, 3])?;
/// assert_eq!(board.outcome(), Outcome::P);
/// # Ok::<(), grundy_core::InvalidPosition>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A P-position: the *previous* player wins, the player to move loses.
    P,
    /// Neither player can force the end of the game, which goes on for ever. Only in games whose positions repeat.
    Draw,
    /// An N-position: the *next* player, the one to move, wins.
    N,
}

impl Outcome {
    /// The outcome of a position that the player to move wins, or loses.
    pub const fn of(is_win: bool) -> Self {
        if is_win { Self::N } else { Self::P }
    }

    /// The outcome of a position whose Grundy value (or nim-sum) is `value`: P exactly for 0.
    ///
    /// Source: R. P. Sprague 1935, P. M. Grundy 1939.
    ///
    /// ```
    /// use grundy_core::Outcome;
    /// assert_eq!(Outcome::from_grundy_value(0), Outcome::P);
    /// assert_eq!(Outcome::from_grundy_value(13), Outcome::N);
    /// ```
    #[inline]
    pub const fn from_grundy_value(value: u64) -> Self {
        if value == 0 { Self::P } else { Self::N }
    }

    /// Whether the player to move wins.
    #[inline]
    pub const fn is_win(self) -> bool {
        matches!(self, Self::N)
    }

    /// What it is to the other player: a position's outcome is the largest of those of its options, reversed.
    ///
    /// ```
    /// use grundy_core::Outcome::{Draw, N, P};
    /// assert_eq!([P, Draw, N].map(|outcome| outcome.reversed()), [N, Draw, P]);
    /// assert!(P < Draw && Draw < N);
    /// ```
    #[must_use]
    pub const fn reversed(self) -> Self {
        [Self::N, Self::Draw, Self::P][self as usize]
    }
}

/// Why numbers are not a position of a game: the rule that they break, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidPosition(Cow<'static, str>);

impl InvalidPosition {
    /// The error with this message.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }
}
