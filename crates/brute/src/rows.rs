//! Games of rows of heaps, steps or piles: a move takes some amount from one place of the row.

use std::fmt::Debug;
use std::hash::Hash;

use crate::rules::{Below, Rules, See};

/// A game in which a move takes an amount from one place of a row, up to some largest amount. [`Rules`] follow from
/// it, also for positions with too many moves to list. Its methods say in what it differs from Nim.
///
/// ```
/// use grundy_brute::{RowGame, RowMove, Rules};
///
/// /// Heaps, of which a move leaves at least half the stones.
/// struct Halving;
///
/// impl RowGame for Halving {
///     type Position = Vec<u64>;
///     fn most(heaps: &Vec<u64>, heap: usize) -> u64 {
///         heaps[heap] / 2
///     }
/// }
///
/// let move_of = |place, amount| RowMove { place, amount };
/// let moves = Halving.moves(&vec![1, 4]);
/// assert_eq!(moves, [(move_of(1, 1), vec![1, 3]), (move_of(1, 2), vec![1, 2])]);
/// assert_eq!(Halving.play(&vec![9, u64::MAX], &move_of(1, 2)), Some(vec![9, u64::MAX - 2]));
/// assert_eq!(Halving.play(&vec![9, u64::MAX], &move_of(0, 5)), None);
/// ```
pub trait RowGame {
    /// The state of a game in progress; its reference is the row.
    type Position: Clone + Eq + Hash + Debug + AsRef<[u64]> + AsMut<[u64]>;

    /// The largest amount that a move may take from a place: by default all that is there.
    #[inline]
    fn most(position: &Self::Position, place: usize) -> u64 {
        position.as_ref()[place]
    }

    /// Whether a move may take this amount, from 1 to the largest one.
    #[inline]
    fn is_allowed(_position: &Self::Position, _place: usize, _amount: u64) -> bool {
        true
    }

    /// Changes `next` into what a move leads to; the amount 0 changes it into `position`. Before, `next` is the
    /// position, or what a move of another amount from the same place leads to. By default what is taken leaves the
    /// game.
    #[inline]
    fn take(position: &Self::Position, place: usize, amount: u64, next: &mut Self::Position) {
        next.as_mut()[place] = position.as_ref()[place] - amount;
    }
}

/// Heaps, and what limits the moves: it stays the same all through the play.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Limited<L> {
    /// What limits the moves.
    pub limit: L,
    /// The heap sizes.
    pub heaps: Vec<u64>,
}

impl<L> AsRef<[u64]> for Limited<L> {
    #[inline]
    fn as_ref(&self) -> &[u64] {
        &self.heaps
    }
}

impl<L> AsMut<[u64]> for Limited<L> {
    #[inline]
    fn as_mut(&mut self) -> &mut [u64] {
        &mut self.heaps
    }
}

/// `amount` things leave place number `place`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowMove {
    /// The place in the row, counted from 0.
    pub place: usize,
    /// How many things are taken, at least 1.
    pub amount: u64,
}

impl<G: RowGame> Rules for G {
    type Position = G::Position;
    type Move = RowMove;

    /// The moves by place, smaller amounts first. O(the sum of the row).
    #[inline]
    fn each_move(&self, position: &G::Position, see: See<'_, Self>) {
        let mut next = position.clone();
        for place in 0..position.as_ref().len() {
            for amount in 1..=G::most(position, place) {
                if G::is_allowed(position, place, amount) {
                    G::take(position, place, amount, &mut next);
                    see(RowMove { place, amount }, &next);
                }
            }
            G::take(position, place, 0, &mut next);
        }
    }

    fn play(&self, position: &G::Position, a_move: &RowMove) -> Option<G::Position> {
        let &RowMove { place, amount } = a_move;
        let is_legal = place < position.as_ref().len()
            && (1..=G::most(position, place)).contains(&amount)
            && G::is_allowed(position, place, amount);
        is_legal.then(|| {
            let mut next = position.clone();
            G::take(position, place, amount, &mut next);
            next
        })
    }

    fn random_move(&self, position: &G::Position, below: Below<'_>) -> Option<RowMove> {
        /// After this number of forbidden moves in a row there is hardly an allowed one.
        const TRIES: usize = 64;
        let places = position.as_ref().len();
        for _ in 0..TRIES {
            let (place, amount) = draw(places, |place| G::most(position, place), below)?;
            if G::is_allowed(position, place, amount) {
                return Some(RowMove { place, amount });
            }
        }
        None
    }

    fn moves_at_most(&self, position: &G::Position) -> u64 {
        let places = 0..position.as_ref().len();
        let moves = places.map(|place| G::most(position, place));
        moves.fold(0, u64::saturating_add)
    }
}

/// A random place whose number is not 0, and a random number from 1 to that number; `None` when all
/// numbers are 0. `at` returns the number of a place. O(1) when most numbers are not 0, otherwise
/// O(places).
pub(crate) fn draw(
    places: usize,
    at: impl Fn(usize) -> u64,
    below: Below<'_>,
) -> Option<(usize, u64)> {
    const TRIES: usize = 8;
    let mut draw = |of: usize| below(of as u64) as usize;
    let tried = (0..TRIES)
        .map(|_| draw(places))
        .find(|&place| place < places && at(place) > 0);
    let place = tried.or_else(|| {
        let some: Vec<usize> = (0..places).filter(|&place| at(place) > 0).collect();
        some.get(draw(some.len())).copied()
    })?;
    Some((place, 1 + below(at(place))))
}
