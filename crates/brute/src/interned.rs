//! Positions as texts, whose moves somebody else knows.
//!
//! The rules of a game need not be written here, or in Rust: somebody is shown the text of a position
//! and says what its options are. So a game is solved in rounds: positions go in, their options come
//! out, which may be positions that nobody has seen yet; and so on until every position is answered.
//!
//! ```
//! use grundy_brute::{Outcome, interned::{Answers, Interned, Play}};
//! // Two heaps, and a queen's move towards the corner: Wythoff's game.
//! let mut game = Interned::new(Play::Normal, None);
//! let start = game.add("3 5")?;
//! while !game.unanswered().is_empty() {
//!     let mut answers = Answers::default();
//!     for position in game.unanswered() {
//!         let heaps: Vec<u64> = game.text(position).split(' ').map(|heap| heap.parse().unwrap()).collect();
//!         for taken in 1..=heaps[0].max(heaps[1]) {
//!             let less = [heaps[0].checked_sub(taken), heaps[1].checked_sub(taken)];
//!             let moves = [[less[0], Some(heaps[1])], [Some(heaps[0]), less[1]], less];
//!             for (x, y) in moves.iter().filter_map(|m| m[0].zip(m[1])) {
//!                 answers.option(&[&format!("{x} {y}")])?;
//!             }
//!         }
//!         answers.end();
//!     }
//!     game.answer(&answers)?;
//! }
//! game.solve()?;
//! let value = game.value(start).unwrap();
//! assert_eq!((value.outcome, value.grundy, value.winning), (Outcome::P, Some(0), 0));
//! # Ok::<(), grundy_brute::interned::InternedError>(())
//! ```
//!
//! An option may be a *disjunctive sum* of positions. Under normal play its Grundy value is the nim-sum
//! of those of its parts (R. P. Sprague 1935, P. M. Grundy 1939), which is the definition of what these
//! values are for, and the one theorem that is used here: sums are not played out. Under misère play,
//! where there is no such rule, a sum may have at most one part in which there is a move left.

mod answers;
mod cycle;
mod solve;
mod texts;

use std::ops::Range;

use crate::Outcome;
use crate::memory::{self, NotEnoughMemory};

pub use answers::Answers;
use texts::{Texts, grow};

/// Who wins when a player cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// The other one.
    #[default]
    Normal,
    /// The one who cannot move.
    Misere,
}

/// What exhaustive play says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value; none under misère play.
    pub grundy: Option<u32>,
    /// The number of moves until the game ends, when the winner ends it as fast and the loser as slowly
    /// as they can. None where play leads to sums, of which remotenesses of the parts do not tell it.
    pub remoteness: Option<u32>,
    /// How many options there are; two that lead to one position are two.
    pub options: u32,
    /// How many of them win.
    pub winning: u32,
}

/// Positions, their options and their values.
///
/// Positions are numbered in the order in which they are met, and answered in that order. A position
/// takes at most 64 bytes beside its text, and each part of its options 4.
#[derive(Debug)]
pub struct Interned {
    play: Play,
    /// How many bytes there may be.
    memory: Option<u64>,
    texts: Texts,
    /// Where each answered position's options begin in `parts`.
    starts: Vec<u64>,
    /// The parts of all options, one after the other; the parts of one sum but its last have [`MORE`].
    parts: Vec<u32>,
    /// The values of answered positions, where [`SOLVED`] says so.
    values: Vec<Packed>,
}

/// Set in a part that is followed by another of the same sum.
const MORE: u32 = 1 << 31;
/// A number that is not known.
const UNKNOWN: u32 = u32::MAX;

/// The position's value is known.
const SOLVED: u32 = 1;
/// It waits for the values of its options.
const OPEN: u32 = 2;
/// The player to move wins.
const WINS: u32 = 4;
/// There is a move.
const GOES_ON: u32 = 8;

#[derive(Clone, Copy, Debug, Default)]
struct Packed {
    grundy: u32,
    remoteness: u32,
    winning: u32,
    flags: u32,
}

/// Why positions could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InternedError {
    /// Play need not end.
    #[error("play never ends: {}", way(cycle))]
    Cycle {
        /// A cycle: each position has a move to the next. The first stands there once more, at the end.
        /// There is no shorter one, unless it would take too long to be sure.
        cycle: Vec<String>,
    },
    /// Misère play of a sum.
    #[error(
        "{position}: an option is a sum, {sum}: under misère play the parts of a sum do not say who wins it; \
         write the sum as one position"
    )]
    MisereSum {
        /// The position.
        position: String,
        /// Its option.
        sum: String,
    },
    /// There will not be enough memory.
    #[error("{positions} positions so far, {answered} of them with their moves: {error}")]
    Memory {
        /// Positions met so far.
        positions: u32,
        /// Positions answered so far.
        answered: u32,
        /// What the positions met so far will need at least, and what there is.
        error: NotEnoughMemory,
    },
    /// Numbers of positions would have to be longer.
    #[error("more than {} positions", MORE - 1)]
    TooMany,
    /// Not every position is answered.
    #[error("{unanswered} positions have no answer yet")]
    Unanswered {
        /// How many.
        unanswered: u32,
    },
}

impl Interned {
    /// No position yet. `memory` is how many bytes all of them may take; as many as are free when `None`.
    pub fn new(play: Play, memory: Option<u64>) -> Self {
        Self {
            play,
            memory: memory.or_else(memory::free_bytes),
            texts: Texts::default(),
            starts: vec![0],
            parts: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Who wins when a player cannot move.
    pub const fn play(&self) -> Play {
        self.play
    }

    /// The number of a position, a new one where it was not known.
    ///
    /// # Errors
    /// When there are 2^31 positions.
    pub fn add(&mut self, text: &str) -> Result<u32, InternedError> {
        self.texts.add(text)
    }

    /// The numbers of positions, as [`add`](Self::add) would give them one after the other.
    ///
    /// # Errors
    /// When there are 2^31 positions.
    pub fn add_all<'a>(
        &mut self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<u32>, InternedError> {
        self.texts.add_all(texts)
    }

    /// The number of a position that is known.
    pub fn find(&self, text: &str) -> Option<u32> {
        self.texts.find(text)
    }

    /// How many positions are known.
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
        self.values.len() as u32..self.positions()
    }

    /// Takes in what the options of the first unanswered positions are, and finds the values of those whose
    /// options have known values. O(options), and a search for each different text among them.
    ///
    /// # Errors
    /// When there are 2^31 positions, when those met so far will take more memory than there is, and at a
    /// sum under misère play.
    ///
    /// # Panics
    /// When there are more answers than unanswered positions.
    pub fn answer(&mut self, answers: &Answers) -> Result<(), InternedError> {
        let unanswered = self.unanswered();
        assert!(
            answers.len() <= unanswered.len(),
            "{} answers for {} positions",
            answers.len(),
            unanswered.len()
        );
        let texts = (0..answers.texts.len()).map(|text| answers.texts.get(text));
        let numbers = self.texts.add_all(texts)?;
        let before = self.parts.len();
        // What was said of a position that did not end is no answer.
        let end = answers.ends.last().copied().unwrap_or(0);
        let parts = answers.parts[..end].iter();
        grow(&mut self.parts, end);
        self.parts
            .extend(parts.map(|part| numbers[(part & !MORE) as usize] | part & MORE));
        grow(&mut self.starts, answers.len());
        let ends = answers.ends.iter();
        self.starts.extend(ends.map(|end| (before + end) as u64));
        grow(&mut self.values, answers.len());
        let answered = self.values.len() + answers.len();
        self.values.resize(answered, Packed::default());
        for position in unanswered.take(answers.len()) {
            self.evaluate_if_known(position)?;
        }
        self.check_memory()
    }

    /// What is known of a position; `None` before it is solved.
    pub fn value(&self, position: u32) -> Option<Value> {
        let &Packed {
            grundy,
            remoteness,
            winning,
            flags,
        } = self.values.get(position as usize)?;
        let known = |number| (number != UNKNOWN).then_some(number);
        (flags & SOLVED != 0).then(|| Value {
            outcome: if flags & WINS == 0 {
                Outcome::P
            } else {
                Outcome::N
            },
            grundy: known(grundy),
            remoteness: known(remoteness),
            options: self.options(position).count() as u32,
            winning,
        })
    }

    /// The parts of each option of a position; none when it is unanswered.
    pub fn options(&self, position: u32) -> impl Iterator<Item = impl Iterator<Item = u32>> {
        let parts = match self.starts.get(position as usize + 1) {
            Some(_) => self.parts_of(position),
            None => &[],
        };
        options(parts).map(|parts| parts.iter().map(|part| part & !MORE))
    }

    /// For each option of a position, who wins it; `None` where that is not known yet.
    pub fn outcomes(&self, position: u32) -> impl Iterator<Item = Option<Outcome>> {
        let parts = match self.starts.get(position as usize + 1) {
            Some(_) => self.parts_of(position),
            None => &[],
        };
        options(parts).map(|parts| {
            let is_known = parts.iter().all(|&part| self.is_solved(part));
            Some(is_known.then(|| self.sum(parts))??.outcome())
        })
    }

    /// How many bytes all of it takes.
    pub fn bytes(&self) -> u64 {
        let bytes = self.starts.capacity() * size_of::<u64>()
            + self.parts.capacity() * size_of::<u32>()
            + self.values.capacity() * size_of::<Packed>();
        bytes as u64 + self.texts.bytes()
    }

    fn parts_of(&self, position: u32) -> &[u32] {
        let position = position as usize;
        &self.parts[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    fn is(&self, position: u32, flag: u32) -> bool {
        self.values[position as usize].flags & flag != 0
    }

    /// What the positions met so far will take: those unanswered have as many options as the others, where
    /// there are enough of those to tell, else none.
    fn check_memory(&self) -> Result<(), InternedError> {
        let (positions, answered) = (self.positions(), self.values.len() as u32);
        let unanswered = positions - answered;
        let options = if unanswered <= answered {
            size_of_val(&self.parts[..]) as u64 / u64::from(answered.max(1))
        } else {
            0
        };
        let each = (size_of::<u64>() + size_of::<Packed>()) as u64 + options;
        let needed = self.bytes() + u64::from(unanswered) * each;
        match self.memory {
            Some(free) if needed > free => Err(InternedError::Memory {
                positions,
                answered,
                error: NotEnoughMemory { needed, free },
            }),
            _ => Ok(()),
        }
    }
}

/// A way from one position to the next, as an error shows it: of a long one the two ends.
fn way(positions: &[String]) -> String {
    const WHOLE: usize = 20;
    const BEGIN: usize = 10;
    const LONG: usize = 100;
    let shown = |position: &String| match position.len() {
        0..=LONG => position.clone(),
        bytes => {
            let begin = &position[..position.floor_char_boundary(LONG)];
            format!("{begin}... ({bytes} bytes)")
        }
    };
    let mut steps: Vec<String> = Vec::new();
    if positions.len() <= WHOLE {
        steps.extend(positions.iter().map(shown));
    } else {
        let (begin, end) = (&positions[..BEGIN], &positions[positions.len() - 2..]);
        steps.extend(begin.iter().map(shown));
        steps.push(format!("({} more)", positions.len() - BEGIN - 2));
        steps.extend(end.iter().map(shown));
    }
    steps.join(" -> ")
}

/// Several options, one after the other.
fn options(parts: &[u32]) -> impl Iterator<Item = &[u32]> {
    parts.split_inclusive(|part| part & MORE == 0)
}
