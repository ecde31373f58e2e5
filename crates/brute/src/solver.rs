//! The unpruned solver of games whose rules are the caller's: positions are numbers, and the caller supplies their options.
//!
//! The options come in one of two ways. In batches, as [`interned`](crate::interned) passes them, all options are stored.
//! In depth, the solver calls a function for the options of one position at a time, and stores the options only of
//! positions that wait for values:
//!
//! ```
//! use grundy_brute::Outcome;
//! use grundy_brute::solver::{Length, Play, Solver};
//! // Kayles: one or two neighbours of a row of pins are knocked down, and two rows are left.
//! let mut kayles = Solver::new(Play::Normal, Length::Longest);
//! kayles.solve_in_depth(12, |solver, pins| {
//!     let left = (1..=2.min(pins)).map(|down| pins - down);
//!     let mut rows = left.flat_map(|left| (0..=left).map(move |a| [a, left - a]));
//!     rows.try_for_each(|two| solver.option(&two))
//! })?;
//! let value = kayles.value(12).unwrap();
//! assert_eq!((value.outcome, value.grundy, value.length), (Outcome::N, Some(4), Some(12)));
//! # Ok::<(), grundy_brute::solver::Unsolved<std::collections::TryReserveError>>(())
//! ```
//!
//! An option may be a *disjunctive sum* of positions. Under normal play its Grundy value is the nim-sum
//! of those of its parts (R. P. Sprague 1935, P. M. Grundy 1939). That is what Grundy values are for, and
//! the one theorem that is used here: sums are not played out. Under misère play, where there is no such
//! rule, a sum may have at most one part in which there is a move left.
//!
//! Where positions may repeat, [`interned`](crate::interned) and [`Memo`](crate::Memo) can allow that: then the stored options
//! are solved backwards, a position may be a draw, and an option is one position.

mod loops;

use std::collections::{TryReserveError, VecDeque};
use std::convert::Infallible;

use crate::value::{Options, UNKNOWN};
use crate::{Outcome, Value};

/// Who wins when a player cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// The other player.
    #[default]
    Normal,
    /// The player who cannot move.
    Misere,
}

/// Which number of moves until the game ends is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The remoteness: the winner ends the game as fast and the loser as slowly as they can.
    Remoteness,
    /// The most moves. Of a sum, it is the total of those of its parts.
    Longest,
}

/// The value of a position by exhaustive play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value; none under misère play and where positions may repeat.
    pub grundy: Option<u32>,
    /// The number of moves until the game ends, 0 exactly without moves. None of a draw, where a remoteness depends on a sum,
    /// whose remoteness the parts do not determine, and where a `u32` does not hold the number.
    pub length: Option<u32>,
    /// The number of winning options; two that lead to one position are two.
    pub winning: u32,
}

/// Why positions could not be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved<E = Infallible> {
    /// Play need not end: each of these positions has a move to the next, and the last one is the first.
    Cycle(Vec<u32>),
    /// A position with an option that is a sum, the parts of which follow, under misère play or where positions may repeat.
    Sum(u32, Vec<u32>),
    /// There is no memory left.
    Memory,
    /// The caller could not list options.
    Listing(E),
}

impl<E> From<TryReserveError> for Unsolved<E> {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
enum Found {
    Unknown,
    /// The position is on the path: it waits for the values of its options.
    Open,
    /// The value, whose remoteness is a [`Length`] and may be [`UNKNOWN`], and the number of winning options. Under misère
    /// play the Grundy value has no meaning.
    Known(Value, u32),
}

/// The values of positions, and the options that are still needed.
///
/// The value of a position takes 16 bytes. A stored list of options takes 8 bytes, and 4 for each part of each option.
#[derive(Clone, Debug)]
pub struct Solver {
    play: Play,
    length: Length,
    /// Whether the options of all positions are stored, in the order of the positions; otherwise only of those on the
    /// path, in their order.
    keeps_options: bool,
    /// Whether positions may repeat, so that they are solved backwards; then all options are stored.
    pub(crate) loops: bool,
    /// Where each list of options begins in `parts`, and where the last one ends.
    starts: Vec<u64>,
    /// The parts of all options, one after the other; see [`MORE`].
    parts: Vec<u32>,
    /// By position.
    values: Vec<Found>,
    /// The positions from the one to be solved to the one looked at, each an option of the one before or a part of one.
    /// With each the place of the first part that may have no value.
    path: Vec<(u32, u64)>,
    /// Of each position on a path in depth, the options whose values were known when they were listed: they are not stored.
    seen: Vec<Options>,
}

/// Set in each part of a sum except the last.
pub(crate) const MORE: u32 = 1 << 31;
/// Numbers of positions are below this.
pub const MOST: u32 = MORE - 2;
/// Stands for the sum without parts, in which there is no move.
const OVER: u32 = MOST;
/// Stands for a sum of equal pairs of positions under normal play: a P-position whose remoteness is not known.
pub(crate) const PAIRS: u32 = MOST + 1;

impl Solver {
    /// A solver that goes in depth and knows no position yet.
    pub fn new(play: Play, length: Length) -> Self {
        Self {
            play,
            length,
            keeps_options: false,
            loops: false,
            starts: vec![0],
            parts: Vec::new(),
            values: Vec::new(),
            path: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// A solver that stores all options.
    pub(crate) fn keeping_options(play: Play, loops: bool) -> Self {
        Self {
            keeps_options: true,
            loops,
            ..Self::new(play, Length::Remoteness)
        }
    }

    /// The value of a position; `None` before it is solved.
    pub fn value(&self, position: u32) -> Option<Solved> {
        let (value, winning) = self.found(position)?;
        Some(self.solved(value, winning))
    }

    /// The value of a disjunctive sum of positions; its winning options are counted if it is a single position. `None` when a
    /// part is not solved, and under misère play with moves left in two parts.
    pub fn sum(&self, parts: &[u32]) -> Option<Solved> {
        match parts {
            &[part] => self.value(part),
            _ => self.value_of(parts).map(|value| self.solved(value, 0)),
        }
    }

    fn solved(&self, value: Value, winning: u32) -> Solved {
        Solved {
            outcome: value.outcome,
            grundy: self.has_grundy().then_some(value.grundy),
            length: (value.remoteness != UNKNOWN).then_some(value.remoteness),
            winning,
        }
    }

    fn has_grundy(&self) -> bool {
        self.play == Play::Normal && !self.loops
    }

    /// How many bytes all of it takes.
    pub fn bytes(&self) -> u64 {
        let bytes = self.starts.capacity() * size_of::<u64>()
            + self.parts.capacity() * size_of::<u32>()
            + self.values.capacity() * size_of::<Found>()
            + self.path.capacity() * size_of::<(u32, u64)>()
            + self.seen.capacity() * size_of::<Options>();
        bytes as u64
    }

    /// Adds an option of the position whose options are being listed: one position, or the parts of a sum.
    ///
    /// # Errors
    /// When there is no memory left.
    #[inline]
    pub fn option(&mut self, parts: &[u32]) -> Result<(), TryReserveError> {
        if let &[part] = parts
            && let Some((value, _)) = self.found(part)
            && let Some(seen) = self.seen.last_mut()
        {
            seen.add(value);
            return Ok(());
        }
        let (last, others) = parts.split_last().unwrap_or((&OVER, &[]));
        grow(&mut self.parts, parts.len().max(1))?;
        self.parts.extend(others.iter().map(|part| part | MORE));
        self.parts.push(*last);
        Ok(())
    }

    /// Solves a position, and all that can be reached from it. `list` adds the [options](Self::option) of a position; it is
    /// called once for each position, whose values are kept. Calls do not nest, however long a game is.
    ///
    /// # Errors
    /// When `list` fails, when play need not end, at a sum under misère play, and when there is no memory left. Positions
    /// that were solved before that keep their values, and [`path`](Self::path) leads to the place of the error.
    pub fn solve_in_depth<E>(
        &mut self,
        start: u32,
        mut list: impl FnMut(&mut Self, u32) -> Result<(), E>,
    ) -> Result<(), Unsolved<E>> {
        self.leave_path();
        match self.found(start) {
            Some(_) => Ok(()),
            None if self.loops => self.solve_listed(start, &mut list),
            None => self.walk(start, &mut list),
        }
    }

    /// The positions from the last one that was to be solved to that of the error, each with a move to the next.
    pub fn path(&self) -> Vec<u32> {
        self.path.iter().map(|&(position, _)| position).collect()
    }

    /// Stores the options of the next positions, and finds the values of those whose options have known values. `parts`
    /// are encoded; the options of each position end in them at one of `ends`.
    pub(crate) fn answer<E>(
        &mut self,
        parts: impl ExactSizeIterator<Item = u32>,
        ends: &[usize],
    ) -> Result<(), Unsolved<E>> {
        let (first, before) = (self.values.len(), self.parts.len());
        grow(&mut self.parts, parts.len())?;
        self.parts.extend(parts);
        grow(&mut self.starts, ends.len())?;
        self.starts
            .extend(ends.iter().map(|end| (before + end) as u64));
        grow(&mut self.values, ends.len())?;
        let answered = first + ends.len();
        self.values.resize(answered, Found::Unknown);
        for position in first..answered {
            let (from, end) = (self.starts[position], self.starts[position + 1]);
            if !self.loops && self.first_unsolved(from, end).is_none() {
                self.evaluate(position as u32, position, Options::default())?;
            }
        }
        Ok(())
    }

    /// How many positions have stored options.
    pub(crate) const fn answered(&self) -> u32 {
        self.values.len() as u32
    }

    /// Finds the value of every position; the options of all are stored.
    pub(crate) fn solve(&mut self) -> Result<(), Unsolved> {
        if self.loops {
            return self.solve_backwards();
        }
        self.leave_path();
        for start in 0..self.answered() {
            if self.found(start).is_some() {
                continue;
            }
            self.walk(start, &mut |_, _| Ok(()))
                .map_err(|error| match error {
                    Unsolved::Cycle(cycle) => Unsolved::Cycle(self.shortest_cycle(cycle[0])),
                    error => error,
                })?;
        }
        self.path = Vec::new();
        Ok(())
    }

    /// The parts of each option of a position, without pairs that cancelled; none when its options are not stored.
    pub(crate) fn options(&self, position: u32) -> impl Iterator<Item = impl Iterator<Item = u32>> {
        let position = position as usize;
        let parts = match self.starts.get(position + 1) {
            Some(&end) => &self.parts[self.starts[position] as usize..end as usize],
            None => &[],
        };
        options(parts).map(|parts| {
            let parts = parts.iter().map(|part| part & !MORE);
            parts.filter(|&part| part < MOST)
        })
    }

    /// Makes the positions unknown that an earlier path has left open.
    fn leave_path(&mut self) {
        for (position, _) in self.path.drain(..) {
            self.values[position as usize] = Found::Unknown;
        }
        self.seen.clear();
        if !self.keeps_options {
            self.starts.truncate(1);
            self.parts.clear();
        }
    }

    /// Goes from `start` to a position without a value again and again, until all on the path have one.
    #[inline]
    fn walk<E>(
        &mut self,
        start: u32,
        list: &mut impl FnMut(&mut Self, u32) -> Result<(), E>,
    ) -> Result<(), Unsolved<E>> {
        self.open(start, list)?;
        while let Some(&(position, next)) = self.path.last() {
            let place = if self.keeps_options {
                position as usize
            } else {
                self.path.len() - 1
            };
            if let Some(unsolved) = self.first_unsolved(next, self.starts[place + 1]) {
                self.path.last_mut().expect("it was read").1 = unsolved;
                self.open(self.parts[unsolved as usize] & !MORE, list)?;
                continue;
            }
            let seen = self.seen.pop().unwrap_or_default();
            self.evaluate(position, place, seen)?;
            self.path.pop();
            if !self.keeps_options {
                self.starts.truncate(place + 1);
                self.parts.truncate(self.starts[place] as usize);
            }
        }
        Ok(())
    }

    /// Adds a position to the path, with its options.
    fn open<E>(
        &mut self,
        position: u32,
        list: &mut impl FnMut(&mut Self, u32) -> Result<(), E>,
    ) -> Result<(), Unsolved<E>> {
        if self.is_open(position) {
            return Err(self.cycle(position));
        }
        let missing = (position as usize + 1).saturating_sub(self.values.len());
        grow(&mut self.values, missing)?;
        self.values
            .resize(self.values.len() + missing, Found::Unknown);
        grow(&mut self.path, 1)?;
        self.values[position as usize] = Found::Open;
        if self.keeps_options {
            self.path.push((position, self.starts[position as usize]));
            return Ok(());
        }
        let first = self.parts.len() as u64;
        self.path.push((position, first));
        grow(&mut self.seen, 1)?;
        self.seen.push(Options::default());
        list(self, position).map_err(Unsolved::Listing)?;
        let end = self.parts.len() as u64;
        grow(&mut self.starts, 1)?;
        self.starts.push(end);
        // At once: positions may lead to more and more others, and back.
        let parts = self.parts[first as usize..].iter();
        let mut parts = parts.map(|part| part & !MORE);
        match parts.find(|&part| self.is_open(part)) {
            Some(first) => Err(self.cycle(first)),
            None => Ok(()),
        }
    }

    /// The error that the path leads back to `first`.
    fn cycle<E>(&self, first: u32) -> Unsolved<E> {
        let path = self.path().into_iter();
        let cycle = path.skip_while(|&position| position != first);
        Unsolved::Cycle(cycle.chain([first]).collect())
    }

    /// A shortest cycle through `first`, where there is one and the options of its positions are stored.
    fn shortest_cycle(&self, first: u32) -> Vec<u32> {
        // By position, the one before it on a shortest path from `first`.
        let mut before = vec![UNKNOWN; self.values.len()];
        let mut queue = VecDeque::from([first]);
        while let Some(position) = queue.pop_front()
            && before[first as usize] == UNKNOWN
        {
            for next in self.options(position).flatten() {
                if before[next as usize] == UNKNOWN {
                    before[next as usize] = position;
                    queue.push_back(next);
                }
            }
        }
        let mut cycle = vec![first, before[first as usize]];
        while let Some(&last) = cycle.last()
            && last != first
        {
            cycle.push(before[last as usize]);
        }
        cycle.reverse();
        cycle
    }

    /// Outcome, Grundy value and length of a position, of which nothing is unknown without sums; `None` before it is solved.
    #[inline]
    pub(crate) fn known(&self, position: u32) -> Option<Value> {
        self.found(position).map(|(value, _)| value)
    }

    fn is_open(&self, position: u32) -> bool {
        matches!(self.values.get(position as usize), Some(Found::Open))
    }

    #[inline]
    fn found(&self, position: u32) -> Option<(Value, u32)> {
        let ended = |remoteness| Value {
            remoteness,
            ..self.over()
        };
        match self.values.get(position as usize) {
            Some(&Found::Known(value, winning)) => Some((value, winning)),
            None if position == OVER => Some((ended(0), 0)),
            None if position == PAIRS => Some((ended(UNKNOWN), 0)),
            _ => None,
        }
    }

    /// The value of a position without moves.
    const fn over(&self) -> Value {
        Value {
            outcome: Outcome::of(matches!(self.play, Play::Misere)),
            grundy: 0,
            remoteness: 0,
        }
    }

    /// The place of the first part from `from` to `end` whose value is not known.
    #[inline]
    fn first_unsolved(&self, from: u64, end: u64) -> Option<u64> {
        let mut parts = self.parts[from as usize..end as usize].iter();
        let unsolved = parts.position(|&part| self.found(part & !MORE).is_none())?;
        Some(from + unsolved as u64)
    }

    /// The value of an option from those of its parts; `None` when one is not known, and for a sum under misère
    /// play with moves left in two parts.
    #[inline]
    fn value_of(&self, parts: &[u32]) -> Option<Value> {
        let mut values = parts.iter().map(|&part| self.known(part & !MORE));
        let Some(first) = values.next() else {
            return Some(self.over());
        };
        values.try_fold(first?, |a, b| match (a, b?) {
            (Value { remoteness: 0, .. }, b) => Some(b),
            (a, Value { remoteness: 0, .. }) => Some(a),
            (a, b) => self.has_grundy().then(|| Value {
                grundy: a.grundy ^ b.grundy,
                remoteness: match self.length {
                    Length::Remoteness => UNKNOWN,
                    Length::Longest => a.remoteness.saturating_add(b.remoteness),
                },
                outcome: Outcome::of(a.grundy != b.grundy),
            }),
        })
    }

    /// Stores the value of a position from its options, the list at `place`, whose values are all known.
    fn evaluate<E>(
        &mut self,
        position: u32,
        place: usize,
        mut seen: Options,
    ) -> Result<(), Unsolved<E>> {
        let parts = &self.parts[self.starts[place] as usize..self.starts[place + 1] as usize];
        for parts in options(parts) {
            let Some(next) = self.value_of(parts) else {
                let sum = parts.iter().map(|part| part & !MORE).collect();
                return Err(Unsolved::Sum(position, sum));
            };
            seen.add(next);
        }
        let (longest, winning) = (seen.slowest(), seen.winning());
        let mut value = seen.value();
        if longest == 0 {
            value.outcome = self.over().outcome;
        }
        if self.length == Length::Longest {
            value.remoteness = longest;
        }
        self.values[position as usize] = Found::Known(value, winning);
        Ok(())
    }
}

/// The options among parts, one after the other.
fn options(parts: &[u32]) -> impl Iterator<Item = &[u32]> {
    parts.split_inclusive(|part| part & MORE == 0)
}

/// Makes room for `more` entries, and for at least an eighth of what is there: large tables that double
/// would be half empty.
#[inline]
fn grow<T>(table: &mut Vec<T>, more: usize) -> Result<(), TryReserveError> {
    if table.capacity() - table.len() < more {
        table.try_reserve_exact(step(table.len(), more))?;
    }
    Ok(())
}

/// By how much a table grows that has no room for `more` entries.
pub(crate) fn step(len: usize, more: usize) -> usize {
    (len / 8).max(more).max(64)
}

/// Positions, each with a move to the next, as a message shows them: of more than 20 the first ten and the `last` last.
pub fn way(positions: &[u32], last: usize, shown: impl FnMut(u32) -> String) -> String {
    const WHOLE: usize = 20;
    const BEGIN: usize = 10;
    let (begin, end) = match positions.len() {
        0..=WHOLE => (positions, &[][..]),
        many => (&positions[..BEGIN], &positions[many - last..]),
    };
    let mut steps: Vec<String> = begin.iter().chain(end).copied().map(shown).collect();
    let left_out = positions.len() - steps.len();
    if left_out > 0 {
        steps.insert(BEGIN, format!("({left_out} more)"));
    }
    steps.join(" -> ")
}
