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
        let Self {
            all,
            numbers,
            hasher,
        } = self;
        let is_it = |&number: &u32| all[number as usize] == *position;
        let again = |&number: &u32| hasher.hash_one(&all[number as usize]);
        match numbers.entry(hasher.hash_one(position), is_it, again) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => {
                let number = all.len() as u32;
                assert!(number < MOST, "more than {MOST} positions");
                free.insert(number);
                all.push(position.clone());
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
        let Self {
            rules,
            positions,
            solver,
        } = self;
        let number = positions.number(position);
        let list = |solver: &mut Solver, number: u32| {
            let position = positions.all[number as usize].clone();
            let mut listed: Result<(), TryReserveError> = Ok(());
            rules.each_move(&position, &mut |_, next| {
                let option = [positions.number(next)];
                listed = listed.clone().and_then(|()| solver.option(&option));
            });
            listed
        };
        let solved = solver.solve_in_depth(number, list);
        solved.expect("play ends, and memory holds its positions");
        solver.known(number).expect("it was solved")
    }

    /// The value and the winning moves.
    ///
    /// # Panics
    /// As [`value`](Self::value).
    pub fn solve(&mut self, position: &R::Position) -> Solution<R::Move> {
        self.value(position);
        let Self {
            rules,
            positions,
            solver,
        } = self;
        Solution::of(rules, position, |next| solver.known(positions.number(next)))
            .expect("what is below a solved position is solved")
    }
}
