//! Plain recursion over all moves: exponential, and as simple as a solver can be.
//!
//! The calls nest as deep as the longest game is long.

use crate::{Outcome, Rules, Solution, Value};

/// The outcome, by trying moves until one wins. Exponential.
///
/// ```
/// use grundy_brute::{Outcome, kamyki::Kamyki, recursion};
/// assert_eq!(recursion::outcome(&Kamyki, &vec![2, 2]), Outcome::P);
/// assert_eq!(recursion::outcome(&Kamyki, &vec![1, 2, 4]), Outcome::N);
/// ```
pub fn outcome<R: Rules>(rules: &R, position: &R::Position) -> Outcome {
    let moves = rules.moves(position).into_iter();
    Outcome::from_moves(moves.map(|(_, next)| outcome(rules, &next)))
}

/// Outcome, Grundy value and remoteness, by every move of every game. Exponential.
pub fn value<R: Rules>(rules: &R, position: &R::Position) -> Value {
    let moves = rules.moves(position).into_iter();
    Value::from_moves(moves.map(|(_, next)| value(rules, &next)))
}

/// The value and the winning moves. Exponential.
///
/// ```
/// use grundy_brute::{nim::{Move, Nim}, recursion};
/// let solution = recursion::solve(&Nim, &vec![2, 3]);
/// assert_eq!(solution.winning_moves, [Move { heap: 1, taken: 1 }]);
/// assert_eq!((solution.value.grundy, solution.value.remoteness), (1, 5));
/// ```
///
/// # Panics
/// Never: every position has a value.
pub fn solve<R: Rules>(rules: &R, position: &R::Position) -> Solution<R::Move> {
    Solution::of(rules, position, |next| Some(value(rules, next)))
        .expect("every position has a value")
}
