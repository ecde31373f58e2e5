//! Positions as texts, whose moves somebody else knows.
//!
//! The rules of a game need not be written here, or in Rust: somebody is shown the text of a position
//! and says what its options are. So a game is solved in rounds: positions go in, their options come
//! out, which may be positions that nobody has seen yet; and so on until every position is answered.
//!
//! ```
//! use grundy_brute::{Outcome, interned::{Interned, Play}};
//! // Two heaps, and a queen's move towards the corner: Wythoff's game.
//! let mut game = Interned::new(Play::Normal, None);
//! let start = game.add("3 5")?;
//! while let Some(next) = game.unanswered().next() {
//!     let heaps: Vec<u64> = game.text(next).split(' ').map(|heap| heap.parse().unwrap()).collect();
//!     for taken in 1..=heaps[0].max(heaps[1]) {
//!         let less = [heaps[0].checked_sub(taken), heaps[1].checked_sub(taken)];
//!         let moves = [[less[0], Some(heaps[1])], [Some(heaps[0]), less[1]], less];
//!         for (x, y) in moves.iter().filter_map(|m| m[0].zip(m[1])) {
//!             game.option(&[&format!("{x} {y}")])?;
//!         }
//!     }
//!     game.end()?;
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

mod cycle;
mod texts;

use std::ops::Range;

use crate::memory::{self, NotEnoughMemory};
use crate::{Outcome, mex};

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
    flags: Vec<u8>,
}

/// Set in a part that is followed by another of the same sum.
const MORE: u32 = 1 << 31;
/// A number that is not known.
const UNKNOWN: u32 = u32::MAX;

/// The position's value is known.
const SOLVED: u8 = 1;
/// It waits for the values of its options.
const OPEN: u8 = 2;
/// The player to move wins.
const WINS: u8 = 4;
/// There is a move.
const GOES_ON: u8 = 8;

#[derive(Clone, Copy, Debug, Default)]
struct Packed {
    grundy: u32,
    remoteness: u32,
    winning: u32,
}

/// Why positions could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InternedError {
    /// Play need not end.
    #[error("play never ends: {}", cycle.join(" -> "))]
    Cycle {
        /// A shortest cycle: each position has a move to the next. The first stands there once more, at
        /// the end.
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
            flags: Vec::new(),
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
        let number = self.texts.add(text);
        if number < MORE - 1 {
            Ok(number)
        } else {
            Err(InternedError::TooMany)
        }
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

    /// One option of the first unanswered position: one position, or the parts of a disjunctive sum.
    ///
    /// # Errors
    /// When there are 2^31 positions.
    pub fn option(&mut self, parts: &[&str]) -> Result<(), InternedError> {
        let Some((last, others)) = parts.split_last() else {
            return Ok(());
        };
        for part in others {
            let part = self.add(part)?;
            grow(&mut self.parts, 1);
            self.parts.push(part | MORE);
        }
        let last = self.add(last)?;
        grow(&mut self.parts, 1);
        self.parts.push(last);
        Ok(())
    }

    /// The first unanswered position has no more options. Its value is found at once where those of all
    /// its options are known.
    ///
    /// # Errors
    /// When the positions met so far will take more memory than there is, and at a sum under misère play.
    ///
    /// # Panics
    /// When every position is answered.
    pub fn end(&mut self) -> Result<(), InternedError> {
        let position = self.values.len() as u32;
        assert!(position < self.positions(), "no position is to be answered");
        grow(&mut self.starts, 1);
        self.starts.push(self.parts.len() as u64);
        grow(&mut self.values, 1);
        self.values.push(Packed::default());
        grow(&mut self.flags, 1);
        self.flags.push(0);
        if self
            .first_unsolved(self.starts[position as usize], position)
            .is_none()
        {
            self.evaluate(position)?;
        }
        if position.is_multiple_of(MEMORY_CHECK) {
            self.check_memory()?;
        }
        Ok(())
    }

    /// Finds the value of every position.
    ///
    /// # Errors
    /// When a position is unanswered, play need not end, and at a sum under misère play.
    pub fn solve(&mut self) -> Result<(), InternedError> {
        let unanswered = self.unanswered().len() as u32;
        if unanswered > 0 {
            return Err(InternedError::Unanswered { unanswered });
        }
        // Positions that wait, each with the place of the part it waits for; below each stand those that
        // wait for it.
        let mut open: Vec<(u32, u64)> = Vec::new();
        for position in 0..self.positions() {
            if self.is(position, SOLVED) {
                continue;
            }
            self.flags[position as usize] |= OPEN;
            open.push((position, self.starts[position as usize]));
            while let Some((position, from)) = open.pop() {
                let Some(place) = self.first_unsolved(from, position) else {
                    self.evaluate(position)?;
                    continue;
                };
                let next = self.parts[place as usize] & !MORE;
                if self.is(next, OPEN) {
                    let cycle = cycle::shortest(self);
                    let cycle = cycle.iter().map(|&position| self.text(position).to_owned());
                    let cycle = cycle.collect();
                    return Err(InternedError::Cycle { cycle });
                }
                self.flags[next as usize] |= OPEN;
                open.push((position, place));
                open.push((next, self.starts[next as usize]));
            }
        }
        Ok(())
    }

    /// What is known of a position; `None` before it is solved.
    pub fn value(&self, position: u32) -> Option<Value> {
        let flags = *self.flags.get(position as usize)?;
        let Packed {
            grundy,
            remoteness,
            winning,
        } = self.values[position as usize];
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
            let is_known = |part: &u32| {
                let flags = self.flags.get((part & !MORE) as usize);
                flags.is_some_and(|flags| flags & SOLVED != 0)
            };
            if !parts.iter().all(is_known) {
                return None;
            }
            Some(self.sum(parts)?.outcome())
        })
    }

    /// How many bytes all of it takes.
    pub fn bytes(&self) -> u64 {
        let bytes = self.starts.capacity() * size_of::<u64>()
            + self.parts.capacity() * size_of::<u32>()
            + self.values.capacity() * size_of::<Packed>()
            + self.flags.capacity();
        bytes as u64 + self.texts.bytes()
    }

    fn parts_of(&self, position: u32) -> &[u32] {
        let position = position as usize;
        &self.parts[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    fn is(&self, position: u32, flag: u8) -> bool {
        self.flags[position as usize] & flag != 0
    }

    /// The place of the first part, from `from` on, of an option of `position` whose value is not known.
    fn first_unsolved(&self, from: u64, position: u32) -> Option<u64> {
        let end = self.starts[position as usize + 1];
        let parts = &self.parts[from as usize..end as usize];
        let unsolved = parts.iter().position(|&part| {
            let flags = self.flags.get((part & !MORE) as usize);
            flags.is_none_or(|flags| flags & SOLVED == 0)
        })?;
        Some(from + unsolved as u64)
    }

    /// The value of an option from those of its parts, which are known; `None` for a sum under misère play
    /// with moves left in two parts.
    fn sum(&self, parts: &[u32]) -> Option<Next> {
        let end = Next {
            wins: self.play == Play::Misere,
            grundy: if self.play == Play::Normal {
                0
            } else {
                UNKNOWN
            },
            remoteness: 0,
        };
        if let &[part] = parts {
            return Some(self.part(part));
        }
        let mut going_on = parts.iter().filter(|&part| self.is(part & !MORE, GOES_ON));
        let Some(&first) = going_on.next() else {
            return Some(end);
        };
        let first = self.part(first);
        match self.play {
            _ if going_on.clone().next().is_none() => Some(first),
            Play::Misere => None,
            Play::Normal => {
                let grundy = going_on.fold(first.grundy, |sum, &part| sum ^ self.part(part).grundy);
                Some(Next {
                    wins: grundy != 0,
                    grundy,
                    remoteness: UNKNOWN,
                })
            }
        }
    }

    fn part(&self, part: u32) -> Next {
        let position = part & !MORE;
        let Packed {
            grundy, remoteness, ..
        } = self.values[position as usize];
        Next {
            wins: self.is(position, WINS),
            grundy,
            remoteness,
        }
    }

    /// The value of a position from those of its options, all of them known.
    fn evaluate(&mut self, position: u32) -> Result<(), InternedError> {
        let parts = self.parts_of(position);
        let mut winning = 0;
        // Of the options that win and of the others: how long the game goes on at least, and at most.
        let (mut soonest, mut latest) = (UNKNOWN, 0);
        let mut is_long_known = true;
        let mut is_soon_known = true;
        for parts in options(parts) {
            let Some(next) = self.sum(parts) else {
                let sum: Vec<_> = parts.iter().map(|part| self.text(part & !MORE)).collect();
                return Err(InternedError::MisereSum {
                    position: self.text(position).to_owned(),
                    sum: sum.join(" + "),
                });
            };
            let is_known = next.remoteness != UNKNOWN;
            is_long_known &= is_known;
            latest = latest.max(next.remoteness);
            if !next.wins {
                winning += 1;
                is_soon_known &= is_known;
                soonest = soonest.min(next.remoteness);
            }
        }
        let goes_on = !parts.is_empty();
        let wins = winning > 0 || !goes_on && self.play == Play::Misere;
        let grundy = match self.play {
            Play::Misere => UNKNOWN,
            Play::Normal => mex(options(parts).filter_map(|parts| Some(self.sum(parts)?.grundy))),
        };
        let remoteness = match () {
            () if !goes_on => 0,
            () if wins && is_soon_known => soonest + 1,
            () if !wins && is_long_known => latest + 1,
            () => UNKNOWN,
        };
        let flag = |is: bool, flag| if is { flag } else { 0 };
        self.flags[position as usize] = SOLVED | flag(wins, WINS) | flag(goes_on, GOES_ON);
        self.values[position as usize] = Packed {
            grundy,
            remoteness,
            winning,
        };
        Ok(())
    }

    /// What the positions met so far will take, when those unanswered have as many options as the others.
    fn check_memory(&self) -> Result<(), InternedError> {
        let (positions, answered) = (self.positions(), self.values.len() as u32);
        let each = size_of::<u64>() + size_of::<Packed>() + 1;
        let options = (self.parts.len() * size_of::<u32>()) as u64 / u64::from(answered.max(1));
        let needed = self.bytes() + u64::from(positions - answered) * (each as u64 + options);
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

/// The memory is looked at after so many answers.
const MEMORY_CHECK: u32 = 1 << 12;

/// Several options, one after the other.
fn options(parts: &[u32]) -> impl Iterator<Item = &[u32]> {
    parts.split_inclusive(|part| part & MORE == 0)
}

/// The value of an option; numbers may be [`UNKNOWN`].
#[derive(Clone, Copy)]
struct Next {
    wins: bool,
    grundy: u32,
    remoteness: u32,
}

impl Next {
    const fn outcome(self) -> Outcome {
        if self.wins { Outcome::N } else { Outcome::P }
    }
}
