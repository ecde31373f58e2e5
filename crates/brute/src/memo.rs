//! Recursion that remembers every position it has solved.

use std::collections::HashMap;

use crate::value::Options;
use crate::{Rules, Solution, Value};

/// Solves positions and keeps their values, so that no position is solved twice.
///
/// Time and memory grow with the number of different positions that can be reached. Calls do not
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
    /// A solver that has solved no position yet.
    pub fn new(rules: R) -> Self {
        let known = HashMap::new();
        Self { rules, known }
    }

    /// How many positions have been solved so far.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// Outcome, Grundy value and remoteness.
    pub fn value(&mut self, position: &R::Position) -> Value {
        // Positions whose options are not all solved; the unsolved options are pushed on top.
        let mut open = vec![position.clone()];
        while let Some(position) = open.last() {
            // A position is pushed once for each position that waits for it.
            if self.known.contains_key(position) {
                open.pop();
                continue;
            }
            let (mut options, mut unsolved) = (Options::default(), Vec::new());
            for (_, next) in self.rules.moves(position) {
                match self.known.get(&next) {
                    Some(&value) => options.add(value),
                    None => unsolved.push(next),
                }
            }
            if unsolved.is_empty() {
                self.known.insert(position.clone(), options.value());
                open.pop();
            }
            open.extend(unsolved);
        }
        self.known[position]
    }

    /// The value and the winning moves.
    ///
    /// # Panics
    /// Never: what is below a solved position is solved.
    pub fn solve(&mut self, position: &R::Position) -> Solution<R::Move> {
        self.value(position);
        Solution::of(&self.rules, position, |next| self.known.get(next).copied())
            .expect("what is below a solved position is solved")
    }
}
