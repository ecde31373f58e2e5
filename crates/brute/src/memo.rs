//! The unpruned solver for rules in Rust: positions of a type and their numbers.

use std::collections::TryReserveError;
use std::hash::{BuildHasher as _, Hash, RandomState};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::solver::{Length, MOST, Play, Solver};
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
    positions: Numbered<R::Position>,
    solver: Solver,
}

/// Different positions, numbered in the order in which they came.
#[derive(Clone, Debug)]
struct Numbered<P> {
    all: Vec<P>,
    numbers: HashTable<u32>,
    hasher: RandomState,
}

impl<P: Clone + Eq + Hash> Numbered<P> {
    /// The number of a position, a new one for a new position.
    fn number(&mut self, position: &P) -> u32 {
        let is_it = |&number: &u32| self.all[number as usize] == *position;
        let again = |&number: &u32| self.hasher.hash_one(&self.all[number as usize]);
        let hash = self.hasher.hash_one(position);
        match self.numbers.entry(hash, is_it, again) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => {
                let number = self.all.len() as u32;
                assert!(number < MOST, "more than {MOST} positions");
                free.insert(number);
                self.all.push(position.clone());
                number
            }
        }
    }
}

impl<R: Rules> Memo<R> {
    /// A solver that has solved no position yet.
    pub fn new(rules: R) -> Self {
        let positions = Numbered {
            all: Vec::new(),
            numbers: HashTable::new(),
            hasher: RandomState::new(),
        };
        let solver = Solver::new(Play::Normal, Length::Remoteness);
        Self {
            rules,
            positions,
            solver,
        }
    }

    /// How many positions have been solved so far.
    pub fn positions(&self) -> usize {
        self.positions.all.len()
    }

    /// Outcome, Grundy value and remoteness.
    ///
    /// # Panics
    /// When play need not end, and when there are 2^31 positions or memory does not hold them.
    pub fn value(&mut self, position: &R::Position) -> Value {
        let number = self.positions.number(position);
        let list = |solver: &mut Solver, number: u32| {
            let position = self.positions.all[number as usize].clone();
            let mut listed: Result<(), TryReserveError> = Ok(());
            self.rules.each_move(&position, &mut |_, next| {
                let option = [self.positions.number(next)];
                listed = listed.clone().and_then(|()| solver.option(&option));
            });
            listed
        };
        let solved = self.solver.solve_in_depth(number, list);
        solved.expect("play ends, and memory holds its positions");
        self.solver.known(number).expect("it was solved")
    }

    /// The value and the winning moves.
    ///
    /// # Panics
    /// As [`value`](Self::value).
    pub fn solve(&mut self, position: &R::Position) -> Solution<R::Move> {
        self.value(position);
        let value = |next: &_| self.solver.known(self.positions.number(next));
        let solution = Solution::of(&self.rules, position, value);
        solution.expect("what is below a solved position is solved")
    }
}
