//! What a game is: positions and legal moves.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

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
pub trait Rules: Sized {
    /// The state of a game in progress.
    type Position: Clone + Eq + Hash + Debug;
    /// What a player chooses. Two different moves may lead to the same position.
    type Move: Clone + Ord + Debug;

    /// Calls `see` once for every legal move, with the move and the position it leads to.
    ///
    /// The position is borrowed for the call only, so that the rules of rows can change one row again and
    /// again and need not allocate one for each move.
    ///
    /// ```
    /// use grundy_brute::{Rules, nim::Nim};
    /// let mut seen = Vec::new();
    /// Nim.each_move(&vec![2, 1], &mut |a_move, next| seen.push((a_move.amount, next.clone())));
    /// assert_eq!(seen, [(1, vec![1, 1]), (2, vec![0, 1]), (1, vec![2, 0])]);
    /// ```
    fn each_move(&self, position: &Self::Position, see: See<'_, Self>);

    // The other methods follow from this one.

    /// The legal moves with the positions they lead to, in the order of [`each_move`](Self::each_move).
    fn moves(&self, position: &Self::Position) -> Vec<(Self::Move, Self::Position)> {
        let mut moves = Vec::new();
        self.each_move(position, &mut |a_move, next| {
            moves.push((a_move, next.clone()));
        });
        moves
    }

    /// The positions whose disjunctive sum a position is. None, the default, for a position by itself. A sum is not played
    /// out: [`each_move`](Self::each_move) is not called for it.
    fn parts(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    // For a search of single positions; nothing in this crate calls these three.

    /// Calls `see` with what each legal move leads to, until it breaks.
    fn each_option(
        &self,
        position: &Self::Position,
        see: &mut dyn FnMut(&Self::Position) -> ControlFlow<()>,
    ) {
        let mut flow = ControlFlow::Continue(());
        self.each_move(position, &mut |_, next| {
            if flow.is_continue() {
                flow = see(next);
            }
        });
    }

    /// The one of all positions that are equal by symmetry which stands for them. The position itself by default.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// A number that grows with the work of solving a position, such as an estimate of its number of moves, at little cost: options
    /// with small ones are looked at first.
    fn weight(&self, _position: &Self::Position) -> u64 {
        0
    }

    // Games override these for positions with too many moves to list.

    /// The position that a move leads to; `None` when the move is not legal.
    ///
    /// ```
    /// use grundy_brute::{RowMove, Rules, nim::Nim};
    /// let heaps = vec![5, u64::MAX];
    /// assert_eq!(Nim.play(&heaps, &RowMove { place: 1, amount: 2 }), Some(vec![5, u64::MAX - 2]));
    /// assert_eq!(Nim.play(&heaps, &RowMove { place: 0, amount: 6 }), None);
    /// ```
    fn play(&self, position: &Self::Position, a_move: &Self::Move) -> Option<Self::Position> {
        let mut moves = self.moves(position).into_iter();
        Some(moves.find(|(legal, _)| legal == a_move)?.1)
    }

    /// A random legal move; every legal move can be drawn. `None` when none was found, as in a finished
    /// game. `below(n)` returns a random number below n, and 0 for n = 0.
    fn random_move(&self, position: &Self::Position, below: Below<'_>) -> Option<Self::Move> {
        let moves = self.moves(position);
        let drawn = below(moves.len() as u64) as usize;
        moves.into_iter().nth(drawn).map(|(a_move, _)| a_move)
    }

    /// An upper bound of the number of legal moves; `u64::MAX` when it does not fit.
    fn moves_at_most(&self, position: &Self::Position) -> u64 {
        self.moves(position).len() as u64
    }
}

/// A callback for the moves of a position, each with the position it leads to.
pub type See<'a, R> = &'a mut dyn FnMut(<R as Rules>::Move, &<R as Rules>::Position);

/// A source of random numbers below a bound.
pub type Below<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Who wins a position when both sides play as well as they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A P-position: the *previous* player wins, the player to move loses.
    P,
    /// Neither player can force the end of the game. Only the solver of games whose positions repeat finds draws.
    Draw,
    /// An N-position: the *next* player, the one to move, wins.
    N,
}

impl Outcome {
    /// The outcome of a position that the player to move wins, or loses.
    #[inline]
    pub const fn of(is_win: bool) -> Self {
        if is_win { Self::N } else { Self::P }
    }

    /// Whether the player to move wins.
    ///
    /// ```
    /// use grundy_brute::Outcome;
    /// assert!(Outcome::N.is_win() && Outcome::of(true) == Outcome::N);
    /// assert!(!Outcome::P.is_win() && Outcome::of(false) == Outcome::P);
    /// ```
    #[inline]
    pub const fn is_win(self) -> bool {
        matches!(self, Self::N)
    }
}
