//! What a game is: positions and legal moves.

use std::fmt::Debug;
use std::hash::Hash;

/// The rules of an impartial game under normal play: from each position the legal moves, the same
/// for both players. A player who has none loses.
///
/// Every game must end: no sequence of moves may go on for ever, so no position is ever reached
/// from itself.
///
/// ```
/// use grundy_brute::{Rules, gra};
/// let board = gra::Position { m: 7, squares: vec![2, 3, 6] };
/// let moves = gra::Gra.moves(&board);
/// let to: Vec<(u32, u32)> = moves.iter().map(|(m, _)| (m.from, m.to)).collect();
/// assert_eq!(to, [(2, 4), (3, 4), (6, 7)]);
/// ```
pub trait Rules {
    /// All there is to know about a game in progress.
    type Position: Clone + Eq + Hash + Debug;
    /// What a player chooses. Two choices may lead to one position and are two moves all the same.
    type Move: Clone + Ord + Debug;

    /// Every legal move of the player to move, each with the position it leads to; no move twice.
    fn moves(&self, position: &Self::Position) -> Vec<(Self::Move, Self::Position)>;
}

/// Who wins a position when both sides play as well as they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A P-position: the *previous* player wins, the player to move loses.
    P,
    /// An N-position: the *next* player, the one to move, wins.
    N,
}

impl Outcome {
    /// The outcome of a position from the outcomes of the positions its moves lead to: N exactly
    /// when one of them is P. O(number of moves).
    ///
    /// This is the definition of the two words, and all that any solver here knows about winning.
    ///
    /// ```
    /// use grundy_brute::Outcome::{self, N, P};
    /// assert_eq!(Outcome::from_moves([]), P);
    /// assert_eq!(Outcome::from_moves([N, P]), N);
    /// assert_eq!(Outcome::from_moves([N, N]), P);
    /// ```
    pub fn from_moves(outcomes: impl IntoIterator<Item = Self>) -> Self {
        if outcomes.into_iter().any(|outcome| outcome == Self::P) {
            Self::N
        } else {
            Self::P
        }
    }

    /// Whether the player to move wins.
    ///
    /// ```
    /// use grundy_brute::Outcome;
    /// assert!(Outcome::N.is_win());
    /// assert!(!Outcome::P.is_win());
    /// ```
    pub const fn is_win(self) -> bool {
        matches!(self, Self::N)
    }
}
