//! Disjunctive sums: two games side by side, where a move is a move in one of them.

use crate::{Rules, See};

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

    fn each_move(&self, position: &Self::Position, see: See<'_, Self>) {
        let (a, b) = position;
        let mut next = position.clone();
        self.0.each_move(a, &mut |a_move, a| {
            next.0.clone_from(a);
            see(SumMove::First(a_move), &next);
        });
        next.0.clone_from(a);
        self.1.each_move(b, &mut |a_move, b| {
            next.1.clone_from(b);
            see(SumMove::Second(a_move), &next);
        });
    }
}
