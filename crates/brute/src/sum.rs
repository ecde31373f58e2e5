//! Disjunctive sums: several games side by side, a move is a move in one of them.

use crate::Rules;

/// The disjunctive sum of two games, which may be different ones.
///
/// ```
/// use grundy_brute::{Memo, Rules, Sum, kamyki::Kamyki, nim::Nim};
/// let rules = Sum(Kamyki, Nim);
/// assert_eq!(rules.moves(&(vec![1, 2], vec![4])).len(), 2 + 4);
/// assert_eq!(Memo::new(rules).value(&(vec![1, 2], vec![1])).grundy, 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum<A, B>(pub A, pub B);

/// A move in a sum of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SumMove<A, B> {
    /// A move in the first game; the second stays.
    First(A),
    /// A move in the second game; the first stays.
    Second(B),
}

impl<A: Rules, B: Rules> Rules for Sum<A, B> {
    type Position = (A::Position, B::Position);
    type Move = SumMove<A::Move, B::Move>;

    fn moves(&self, (a, b): &Self::Position) -> Vec<(Self::Move, Self::Position)> {
        let first = self.0.moves(a).into_iter();
        let first = first.map(|(a_move, a)| (SumMove::First(a_move), (a, b.clone())));
        let second = self.1.moves(b).into_iter();
        let second = second.map(|(a_move, b)| (SumMove::Second(a_move), (a.clone(), b)));
        first.chain(second).collect()
    }
}

/// The disjunctive sum of any number of positions of one game.
///
/// ```
/// use grundy_brute::{Memo, SumOf, gra::{Gra, Position}};
/// let strip = Position { m: 4, squares: vec![1, 2] };
/// let sum = vec![strip.clone(), strip];
/// assert_eq!(Memo::new(SumOf(Gra)).value(&sum).grundy, 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SumOf<R>(pub R);

/// A move in a sum of positions of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SumOfMove<M> {
    /// Which of the positions the move is in, counted from 0.
    pub component: usize,
    /// The move there.
    pub component_move: M,
}

impl<R: Rules> Rules for SumOf<R> {
    type Position = Vec<R::Position>;
    type Move = SumOfMove<R::Move>;

    fn moves(&self, positions: &Self::Position) -> Vec<(Self::Move, Self::Position)> {
        let mut moves = Vec::new();
        for (component, position) in positions.iter().enumerate() {
            for (component_move, next) in self.0.moves(position) {
                let mut positions = positions.clone();
                positions[component] = next;
                let a_move = SumOfMove {
                    component,
                    component_move,
                };
                moves.push((a_move, positions));
            }
        }
        moves
    }
}
