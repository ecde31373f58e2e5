//! The unpruned solver for rules in Rust: positions of a type and their numbers.

use std::collections::TryReserveError;
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::slice;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::solver::{Length, MOST, Play, Solved, Solver, Unsolved};
use crate::{Rules, Solution, Value};

/// Solves positions and keeps their values, so that no position is solved twice.
///
/// Time and memory grow with the number of different positions that can be reached. Calls do not
/// nest, however long a game is.
///
/// ```
/// use grundy_brute::{Memo, Outcome, bounded::{Bounded, Position}};
/// let mut memo = Memo::new(Bounded);
/// let value = memo.value(&Position { limit: 3, heaps: vec![9, 14] });
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
    /// The number of a position, if it has one.
    fn find(&self, position: &P) -> Option<u32> {
        let is_it = |&number: &u32| self.all[number as usize] == *position;
        let hash = self.hasher.hash_one(position);
        self.numbers.find(hash, is_it).copied()
    }

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

    /// A solver of a game whose positions may repeat, and whose moves lead to no sums.
    pub fn with_loops(rules: R) -> Self {
        Self {
            solver: Solver::keeping_options(Play::Normal, true),
            ..Self::new(rules)
        }
    }

    /// Adds a position of a game whose positions may repeat, which is solved together with the next one that is to be found.
    pub fn add(&mut self, position: &R::Position) {
        self.positions.number(position);
    }

    /// How many positions have been solved so far.
    pub fn positions(&self) -> usize {
        self.positions.all.len()
    }

    /// The rules.
    pub const fn rules(&self) -> &R {
        &self.rules
    }

    /// The position with a number of an [`Unsolved`].
    ///
    /// # Panics
    /// When no position has this number.
    pub fn position(&self, number: u32) -> &R::Position {
        &self.positions.all[number as usize]
    }

    /// Solves a position or the parts of a sum, and all that can be reached from there.
    ///
    /// # Errors
    /// When play need not end, or a move leads to a sum where positions may repeat, and when there is no memory left.
    ///
    /// # Panics
    /// When there are 2^31 positions.
    pub fn find(
        &mut self,
        position: &R::Position,
    ) -> Result<(), Unsolved<Option<TryReserveError>>> {
        self.find_among(position, usize::MAX)
    }

    /// As [`find`](Self::find), as long as there are no more than `most` positions in all.
    ///
    /// # Errors
    /// As [`find`](Self::find), and `Unsolved::Listing(None)` when there are more positions.
    ///
    /// # Panics
    /// As [`find`](Self::find).
    pub fn find_among(
        &mut self,
        position: &R::Position,
        most: usize,
    ) -> Result<(), Unsolved<Option<TryReserveError>>> {
        let Self {
            rules,
            positions,
            solver,
        } = self;
        let parts = rules.parts(position);
        let parts = if parts.is_empty() {
            slice::from_ref(position)
        } else {
            &parts
        };
        for part in parts {
            let mut number = positions.number(part);
            if solver.loops {
                number = positions.all.len() as u32 - 1;
            }
            solver.solve_in_depth(number, |solver, number| {
                if positions.all.len() > most {
                    return Err(None);
                }
                let position = positions.all[number as usize].clone();
                let mut listed: Result<(), TryReserveError> = Ok(());
                rules.each_move(&position, &mut |_, next| {
                    let parts = rules.parts(next);
                    let added = if parts.is_empty() {
                        solver.option(&[positions.number(next)])
                    } else {
                        let parts = parts.iter().map(|part| positions.number(part));
                        solver.option(&parts.collect::<Vec<u32>>())
                    };
                    listed = listed.clone().and(added);
                });
                listed.map_err(Some)
            })?;
        }
        Ok(())
    }

    /// The value of a position or a sum; `None` before it is [solved](Self::find).
    pub fn known(&self, position: &R::Position) -> Option<Solved> {
        let parts = self.rules.parts(position);
        if parts.is_empty() {
            return self.solver.value(self.positions.find(position)?);
        }
        let numbers = parts.iter().map(|part| self.positions.find(part));
        self.solver.sum(&numbers.collect::<Option<Vec<u32>>>()?)
    }

    /// Outcome, Grundy value and remoteness of a position that is no sum.
    ///
    /// # Panics
    /// As [`find`](Self::find), when play need not end, and when memory does not hold its positions.
    pub fn value(&mut self, position: &R::Position) -> Value {
        self.find(position)
            .expect("play ends, and memory holds its positions");
        let number = self.positions.number(position);
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
