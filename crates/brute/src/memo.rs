//! Recursion that remembers every position it has solved.

use std::collections::HashMap;

use crate::{Outcome, Rules, Solution, Value};

/// Solves positions and keeps what it finds, so that no position is solved twice.
///
/// Time and memory grow with the number of different positions that can be reached; calls do not
/// nest, however long a game is.
///
/// ```
/// use grundy_brute::{Memo, Outcome, bounded::{Bounded, Position}};
/// let mut memo = Memo::new(Bounded);
/// let value = memo.value(&Position { k: 3, heaps: vec![9, 14] });
/// assert_eq!((value.outcome, value.grundy), (Outcome::N, 3));
/// assert_eq!(memo.positions(), 10 * 15);
/// ```
#[derive(Clone, Debug)]
pub struct Memo<R: Rules> {
    rules: R,
    known: HashMap<R::Position, Value>,
}

impl<R: Rules> Memo<R> {
    /// A solver that knows no position yet.
    pub fn new(rules: R) -> Self {
        Self {
            rules,
            known: HashMap::new(),
        }
    }

    /// How many positions have been solved so far.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// Outcome, Grundy value and remoteness.
    pub fn value(&mut self, position: &R::Position) -> Value {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        // Positions that wait for others; whatever the last one waits for is put on top of it.
        let mut open = vec![position.clone()];
        let mut next = Vec::new();
        while let Some(position) = open.last() {
            // Several may have waited for the same one.
            if self.known.contains_key(position) {
                open.pop();
                continue;
            }
            let moves = self.rules.moves(position);
            next.clear();
            next.extend(moves.iter().filter_map(|(_, next)| self.known.get(next)));
            if next.len() == moves.len() {
                self.known
                    .insert(position.clone(), Value::from_moves(&next));
                open.pop();
            } else {
                let unknown = moves.into_iter().map(|(_, next)| next);
                open.extend(unknown.filter(|next| !self.known.contains_key(next)));
            }
        }
        self.known[position]
    }

    /// The value and the winning moves.
    pub fn solve(&mut self, position: &R::Position) -> Solution<R::Move> {
        let moves = self.rules.moves(position).into_iter();
        Solution::from_moves(moves.map(|(a_move, next)| (a_move, self.value(&next))))
    }
}

/// Who wins, trying moves until one wins and remembering positions. The calls nest as deep as the
/// longest game is long.
///
/// ```
/// use grundy_brute::{Outcome, kamyki::Kamyki, memo};
/// assert_eq!(memo::outcome(&Kamyki, &vec![2, 2]), Outcome::P);
/// assert_eq!(memo::outcome(&Kamyki, &vec![1, 2, 4]), Outcome::N);
/// ```
pub fn outcome<R: Rules>(rules: &R, position: &R::Position) -> Outcome {
    outcome_by(rules, position, &mut HashMap::new())
}

fn outcome_by<R: Rules>(
    rules: &R,
    position: &R::Position,
    known: &mut HashMap<R::Position, Outcome>,
) -> Outcome {
    if let Some(&outcome) = known.get(position) {
        return outcome;
    }
    let moves = rules.moves(position).into_iter();
    let outcome = Outcome::from_moves(moves.map(|(_, next)| outcome_by(rules, &next, known)));
    known.insert(position.clone(), outcome);
    outcome
}
