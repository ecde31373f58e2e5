//! Solvers and rules that the tests compare the others with: as simple as they can be.

use grundy_brute::{Outcome, Rules, See, Solution, Value};

/// The value and the winning moves by plain recursion over all moves: exponential.
pub fn solve<R: Rules>(rules: &R, position: &R::Position) -> Solution<R::Move> {
    let moves = rules.moves(position).into_iter();
    let moves: Vec<_> = moves
        .map(|(a_move, next)| (a_move, solve(rules, &next).value))
        .collect();
    let values = || moves.iter().map(|(_, next)| next);
    let lost = |next: &Value| next.outcome == Outcome::P;
    let fastest = values()
        .filter(|next| lost(next))
        .map(|next| next.remoteness + 1)
        .min();
    let slowest = values().map(|next| next.remoteness + 1).max();
    let value = Value {
        outcome: Outcome::of(fastest.is_some()),
        grundy: (0..=moves.len() as u32)
            .find(|grundy| values().all(|next| next.grundy != *grundy))
            .unwrap(),
        remoteness: fastest.or(slowest).unwrap_or(0),
    };
    let winning = moves.into_iter().filter(|(_, next)| lost(next));
    let mut winning_moves: Vec<R::Move> = winning.map(|(a_move, _)| a_move).collect();
    winning_moves.sort_unstable();
    Solution {
        value,
        winning_moves,
    }
}

/// The disjunctive sum of two games: a move is a move in one of them, named by its number among all moves.
pub struct Sum<A, B>(pub A, pub B);

impl<A: Rules, B: Rules> Rules for Sum<A, B> {
    type Position = (A::Position, B::Position);
    type Move = usize;

    fn each_move(&self, (a, b): &Self::Position, see: See<'_, Self>) {
        let first = self.0.moves(a).into_iter();
        let second = self.1.moves(b).into_iter();
        let next = (first.map(|(_, next)| (next, b.clone())))
            .chain(second.map(|(_, next)| (a.clone(), next)));
        next.enumerate()
            .for_each(|(number, next)| see(number, &next));
    }
}
