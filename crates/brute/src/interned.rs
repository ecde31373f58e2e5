//! Positions as texts, whose options the caller supplies.
//!
//! The rules of a game need not be written here, or in Rust: the caller reads the text of a position and
//! supplies its options. So a game is solved in rounds: the caller takes the positions that have no options
//! yet, supplies their options, which may be new positions, and so on until every position has its options.
//!
//! ```
//! use grundy_brute::{Outcome, interned::{Interned, OptionLists}, solver::Play};
//! // Two heaps, and a queen's move towards the corner: Wythoff's game.
//! let mut game = Interned::new(Play::Normal, false, None);
//! let start = game.add_all(["3 5"])?[0];
//! while !game.unanswered().is_empty() {
//!     let mut lists = OptionLists::default();
//!     for position in game.unanswered() {
//!         let heaps: Vec<u64> = game.text(position).split(' ').map(|heap| heap.parse().unwrap()).collect();
//!         for taken in 1..=heaps[0].max(heaps[1]) {
//!             let less = [heaps[0].checked_sub(taken), heaps[1].checked_sub(taken)];
//!             let moves = [[less[0], Some(heaps[1])], [Some(heaps[0]), less[1]], less];
//!             for (x, y) in moves.iter().filter_map(|m| m[0].zip(m[1])) {
//!                 lists.option(&[&format!("{x} {y}")])?;
//!             }
//!         }
//!         lists.end();
//!     }
//!     game.answer(&lists)?;
//! }
//! game.solve()?;
//! let value = game.value(start).unwrap();
//! assert_eq!((value.outcome, value.grundy, value.winning), (Outcome::P, Some(0), 0));
//! # Ok::<(), grundy_brute::interned::InternedError>(())
//! ```
//!
mod texts;

use std::ops::Range;

use crate::memory::{self, ByteSize};
use crate::solver::{MORE, MOST, PAIRS, Play, Solved, Solver, Unsolved, way};

use texts::Texts;

/// The options of some positions, one position after the other, before [`Interned::answer`] stores them.
///
/// Many positions lead to the same ones. Equal texts are found here first, so that `answer` looks for each
/// different text once. Several threads can each fill lists of their own.
///
/// ```
/// use grundy_brute::{interned::{Interned, OptionLists}, solver::Play};
/// // One position with two options, a sum among them, and one with none.
/// let mut lists = OptionLists::default();
/// lists.option(&["2"])?;
/// lists.option(&["1", "3"])?;
/// lists.end();
/// lists.end();
/// let mut game = Interned::new(Play::Normal, false, None);
/// let numbers = game.add_all(["4", "0"])?;
/// game.answer(&lists)?;
/// let options = numbers.iter().map(|&position| game.options(position).count());
/// assert!(options.eq([2, 0]));
/// # Ok::<(), grundy_brute::interned::InternedError>(())
/// ```
#[derive(Debug, Default)]
pub struct OptionLists {
    texts: Texts,
    /// The parts of all options, as numbers of texts; [`MORE`] is set in each part of a sum except the last.
    parts: Vec<u32>,
    /// Where the options of each position end in `parts`.
    ends: Vec<usize>,
}

impl OptionLists {
    /// Adds an option of the current position: one position, or the parts of a disjunctive sum. O(bytes).
    ///
    /// # Errors
    /// When there are 2^31 different positions.
    pub fn option(&mut self, parts: &[&str]) -> Result<(), InternedError> {
        for (place, part) in (1..).zip(parts) {
            let more = if place < parts.len() { MORE } else { 0 };
            let part = self.texts.add(part).ok_or(InternedError::TooMany)?;
            self.parts.push(part | more);
        }
        Ok(())
    }

    /// As [`option`](Self::option) under normal play, but equal parts [cancel](unpaired): what only cancels is not looked at.
    /// The remoteness of such an option is not known.
    ///
    /// # Errors
    /// When there are 2^31 different positions.
    pub fn option_of_unpaired(&mut self, parts: &[&str]) -> Result<(), InternedError> {
        // Most sums are short and have no equal parts.
        const SHORT: usize = 16;
        let is_new = |place: usize| !parts[..place].contains(&parts[place]);
        if parts.len() <= SHORT && (1..parts.len()).all(is_new) {
            return self.option(parts);
        }
        let left = unpaired(parts);
        self.option(&left)?;
        if left.len() < parts.len() {
            if let Some(last) = self.parts.last_mut().filter(|_| !left.is_empty()) {
                *last |= MORE;
            }
            self.parts.push(PAIRS);
        }
        Ok(())
    }

    /// Ends the options of the current position; the next position becomes the current one.
    pub fn end(&mut self) {
        self.ends.push(self.parts.len());
    }
}

/// Positions, their options and their values.
///
/// Positions are numbered in the order in which they are added, and answered in that order. A position
/// takes at most 64 bytes beside its text, and each part of its options 4.
#[derive(Debug)]
pub struct Interned {
    /// How many bytes there may be.
    memory: Option<u64>,
    texts: Texts,
    solver: Solver,
}

/// Why positions could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InternedError {
    /// Play need not end. The text names positions that each have a move to the next; the first stands there
    /// once more, at the end.
    #[error("play never ends: {0}")]
    Cycle(String),
    /// A position with an option that is a sum, under misère play or where positions may repeat.
    #[error("{0} the parts of a sum do not say who wins it; write the sum as one position")]
    Sum(String),
    /// The positions need more memory than the limit.
    #[error("{0}")]
    Memory(String),
    /// Numbers of positions would have to be longer.
    #[error("more than {} positions", MOST)]
    TooMany,
}

impl Interned {
    /// A game without positions, whose positions may repeat if it `loops`: then [`solve`](Self::solve) finds draws, and no option
    /// is a sum. `memory` is the most bytes that all positions may take; the number of free bytes when `None`.
    pub fn new(play: Play, loops: bool, memory: Option<u64>) -> Self {
        Self {
            memory: memory.or_else(memory::free_bytes),
            texts: Texts::default(),
            solver: Solver::keeping_options(play, loops),
        }
    }

    /// The numbers of positions, new ones for new positions, in their order.
    ///
    /// # Errors
    /// When there are 2^31 positions, and when the positions known so far need more memory than the limit.
    pub fn add_all<'a>(
        &mut self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<u32>, InternedError> {
        let numbers = self.texts.add_all(texts).ok_or(InternedError::TooMany)?;
        self.check_memory()?;
        Ok(numbers)
    }

    /// The number of a position, if it was added.
    pub fn find(&self, text: &str) -> Option<u32> {
        self.texts.find(text)
    }

    /// How many positions there are.
    pub fn positions(&self) -> u32 {
        self.texts.len()
    }

    /// A position's text.
    ///
    /// # Panics
    /// When there is no such position.
    pub fn text(&self, position: u32) -> &str {
        self.texts.get(position)
    }

    /// The positions whose options are not known yet. They are answered in this order.
    pub fn unanswered(&self) -> Range<u32> {
        self.solver.answered()..self.positions()
    }

    /// Stores the options of the first unanswered positions, and finds the values of those whose
    /// options have known values. O(options), and a search for each different text among them.
    ///
    /// # Errors
    /// When there are 2^31 positions, when the positions known so far need more memory than the limit, and at
    /// a sum under misère play.
    ///
    /// # Panics
    /// When there are more lists than unanswered positions.
    pub fn answer(&mut self, lists: &OptionLists) -> Result<(), InternedError> {
        let (answers, unanswered) = (lists.ends.len(), self.unanswered().len());
        assert!(
            answers <= unanswered,
            "{answers} lists of options for {unanswered} positions"
        );
        let texts = (0..lists.texts.len()).map(|text| lists.texts.get(text));
        let numbers = self.texts.add_all(texts).ok_or(InternedError::TooMany)?;
        // Options behind the last end belong to a position that did not end.
        let end = lists.ends.last().copied().unwrap_or(0);
        let parts = lists.parts[..end].iter();
        let number = |text: u32| numbers.get(text as usize).copied();
        let parts = parts.map(|part| number(part & !MORE).unwrap_or(PAIRS) | part & MORE);
        let answered = self.solver.answer(parts, &lists.ends);
        answered.map_err(|error| self.error(error))?;
        self.check_memory()
    }

    /// The value of a position; `None` before it is solved.
    pub fn value(&self, position: u32) -> Option<Solved> {
        self.solver.value(position)
    }

    /// The parts of each option of a position, without pairs that cancelled; none when it is unanswered.
    pub fn options(&self, position: u32) -> impl Iterator<Item = impl Iterator<Item = u32>> {
        self.solver.options(position)
    }

    /// How many bytes all of it takes.
    pub fn bytes(&self) -> u64 {
        self.texts.bytes() + self.solver.bytes()
    }

    /// Compares the memory of the positions known so far with the limit.
    fn check_memory(&self) -> Result<(), InternedError> {
        let (bytes, limit) = (self.bytes(), self.memory.unwrap_or(u64::MAX));
        if bytes <= limit {
            return Ok(());
        }
        let (positions, answered) = (self.positions(), self.solver.answered());
        let (bytes, limit) = (ByteSize(bytes), ByteSize(limit));
        Err(InternedError::Memory(format!(
            "{positions} positions so far, {answered} of them with their moves, take {bytes}, expected at most {limit}"
        )))
    }

    /// Finds the value of every position.
    ///
    /// # Errors
    /// When play need not end, and at a sum under misère play or where positions may repeat.
    ///
    /// # Panics
    /// When a position is unanswered.
    pub fn solve(&mut self) -> Result<(), InternedError> {
        assert!(self.unanswered().is_empty(), "positions have no answer");
        let solved = self.solver.solve();
        solved.map_err(|error| self.error(error))
    }

    fn error(&self, error: Unsolved) -> InternedError {
        match error {
            Unsolved::Cycle(cycle) => {
                let shown = |position| shortened(self.text(position));
                InternedError::Cycle(way(&cycle, 2, shown))
            }
            Unsolved::Sum(position, sum) => {
                let sum: Vec<&str> = sum.into_iter().map(|part| self.text(part)).collect();
                let (position, sum) = (self.text(position), sum.join(" + "));
                let why = if self.solver.loops {
                    "where positions may repeat"
                } else {
                    "under misère play"
                };
                InternedError::Sum(format!("{position}: an option is a sum, {sum}: {why}"))
            }
            Unsolved::Memory => {
                let positions = self.positions();
                let problem = format!("{positions} positions so far, and no memory is left");
                InternedError::Memory(problem)
            }
        }
    }
}

/// The different parts of a sum that are there an odd number of times, in order. Under normal play the others cancel in
/// pairs: two equal positions have the Grundy value 0 together (R. P. Sprague 1935, P. M. Grundy 1939).
///
/// ```
/// use grundy_brute::interned::unpaired;
/// assert_eq!(unpaired(&["b", "a", "c", "b", "a", "b"]), ["b", "c"]);
/// ```
pub fn unpaired<'a>(parts: &[&'a str]) -> Vec<&'a str> {
    let mut parts = parts.to_vec();
    parts.sort_unstable();
    let odd = parts
        .chunk_by(|a, b| a == b)
        .filter(|equal| equal.len() % 2 == 1);
    odd.map(|equal| equal[0]).collect()
}

/// A text, of which a long one is cut.
fn shortened(text: &str) -> String {
    const LONG: usize = 100;
    match text.len() {
        0..=LONG => text.to_owned(),
        bytes => {
            let begin = &text[..text.floor_char_boundary(LONG)];
            format!("{begin}... ({bytes} bytes)")
        }
    }
}
