//! Positions as texts, whose options the caller supplies.
//!
//! The rules of a game need not be written here, or in Rust: the caller reads the text of a position and
//! supplies its options. So a game is solved in rounds: the caller takes the positions that have no options
//! yet, supplies their options, which may be new positions, and so on until every position has its options.
//!
//! ```
//! use grundy_brute::{Outcome, interned::{Interned, OptionLists, Play}};
//! // Two heaps, and a queen's move towards the corner: Wythoff's game.
//! let mut game = Interned::new(Play::Normal, None);
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
//! An option may be a *disjunctive sum* of positions. Under normal play its Grundy value is the nim-sum
//! of those of its parts (R. P. Sprague 1935, P. M. Grundy 1939). That is what Grundy values are for, and
//! the one theorem that is used here: sums are not played out. Under misère play, where there is no such
//! rule, a sum may have at most one part in which there is a move left.

mod texts;

use std::collections::VecDeque;
use std::ops::Range;

use crate::memory::{self, ByteSize};
use crate::value::Options;
use crate::{Outcome, Value};

use texts::{Texts, grow};

/// Who wins when a player cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// The other player.
    #[default]
    Normal,
    /// The player who cannot move.
    Misere,
}

/// The value of a position by exhaustive play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InternedValue {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value; none under misère play.
    pub grundy: Option<u32>,
    /// The number of moves until the game ends, when the winner ends it as fast and the loser as slowly
    /// as they can. None where it depends on a sum, whose remoteness the parts do not determine.
    pub remoteness: Option<u32>,
    /// The number of options; two that lead to one position are two.
    pub options: u32,
    /// The number of winning options.
    pub winning: u32,
}

/// The options of some positions, one position after the other, before [`Interned::answer`] stores them.
///
/// Many positions lead to the same ones. Equal texts are found here first, so that `answer` looks for each
/// different text once. Several threads can each fill lists of their own.
///
/// ```
/// use grundy_brute::interned::OptionLists;
/// // One position with two options, a sum among them, and one with none.
/// let mut lists = OptionLists::default();
/// lists.option(&["2"])?;
/// lists.option(&["1", "3"])?;
/// lists.end();
/// lists.end();
/// assert_eq!(lists.len(), 2);
/// # Ok::<(), grundy_brute::interned::InternedError>(())
/// ```
#[derive(Debug, Default)]
pub struct OptionLists {
    texts: Texts,
    /// The parts of all options, as numbers of texts; see [`MORE`].
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

    /// Ends the options of the current position; the next position becomes the current one.
    pub fn end(&mut self) {
        self.ends.push(self.parts.len());
    }

    /// The number of positions whose options have ended.
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no such position.
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Positions, their options and their values.
///
/// Positions are numbered in the order in which they are added, and answered in that order. A position
/// takes at most 64 bytes beside its text, and each part of its options 4.
#[derive(Debug)]
pub struct Interned {
    play: Play,
    /// How many bytes there may be.
    memory: Option<u64>,
    texts: Texts,
    /// Where each answered position's options begin in `parts`.
    starts: Vec<u64>,
    /// The parts of all options, one after the other; see [`MORE`].
    parts: Vec<u32>,
    /// By answered position, once it is known: the value, whose remoteness is 0 exactly without moves and may be
    /// [`UNKNOWN`], and the number of winning options. Under misère play the Grundy value has no meaning.
    values: Vec<Option<(Value, u32)>>,
}

/// Set in each part of a sum except the last.
const MORE: u32 = 1 << 31;
/// A number that is not known.
const UNKNOWN: u32 = u32::MAX;

/// Why positions could not be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InternedError {
    /// Play need not end. The text names positions that each have a move to the next; the first stands there
    /// once more, at the end.
    #[error("play never ends: {0}")]
    Cycle(String),
    /// Misère play of a position with an option that is a sum.
    #[error(
        "{0}: under misère play the parts of a sum do not say who wins it; write the sum as one position"
    )]
    MisereSum(String),
    /// The positions need more memory than the limit.
    #[error("{0}")]
    Memory(String),
    /// Numbers of positions would have to be longer.
    #[error("more than {} positions", texts::MOST)]
    TooMany,
}

impl Interned {
    /// A game without positions. `memory` is the most bytes that all positions may take; the number of free bytes when
    /// `None`.
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
        self.values.len() as u32..self.positions()
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
        let unanswered = self.unanswered();
        assert!(
            lists.len() <= unanswered.len(),
            "{} lists of options for {} positions",
            lists.len(),
            unanswered.len()
        );
        let texts = (0..lists.texts.len()).map(|text| lists.texts.get(text));
        let numbers = self.texts.add_all(texts).ok_or(InternedError::TooMany)?;
        let before = self.parts.len();
        // Options behind the last end belong to a position that did not end.
        let end = lists.ends.last().copied().unwrap_or(0);
        let parts = lists.parts[..end].iter();
        grow(&mut self.parts, end);
        self.parts
            .extend(parts.map(|part| numbers[(part & !MORE) as usize] | part & MORE));
        grow(&mut self.starts, lists.len());
        let ends = lists.ends.iter();
        self.starts.extend(ends.map(|end| (before + end) as u64));
        grow(&mut self.values, lists.len());
        let answered = self.values.len() + lists.len();
        self.values.resize(answered, None);
        for position in unanswered.take(lists.len()) {
            let first = self.starts[position as usize];
            if self.first_unsolved(first, position).is_none() {
                self.evaluate(position)?;
            }
        }
        self.check_memory()
    }

    /// The value of a position; `None` before it is solved.
    pub fn value(&self, position: u32) -> Option<InternedValue> {
        let (value, winning) = (*self.values.get(position as usize)?)?;
        Some(InternedValue {
            outcome: value.outcome,
            grundy: (self.play == Play::Normal).then_some(value.grundy),
            remoteness: (value.remoteness != UNKNOWN).then_some(value.remoteness),
            options: options(self.parts_of(position)).count() as u32,
            winning,
        })
    }

    /// The parts of each option of a position; none when it is unanswered.
    pub fn options(&self, position: u32) -> impl Iterator<Item = impl Iterator<Item = u32>> {
        options(self.parts_of(position)).map(|parts| parts.iter().map(|part| part & !MORE))
    }

    /// The outcome of each option of a position; `None` for an option that is not solved yet.
    pub fn outcomes(&self, position: u32) -> impl Iterator<Item = Option<Outcome>> {
        options(self.parts_of(position)).map(|parts| Some(self.sum(parts)?.outcome))
    }

    /// How many bytes all of it takes.
    pub fn bytes(&self) -> u64 {
        let bytes = self.starts.capacity() * size_of::<u64>()
            + self.parts.capacity() * size_of::<u32>()
            + self.values.capacity() * size_of::<Option<(Value, u32)>>();
        bytes as u64 + self.texts.bytes()
    }

    /// Compares the memory of the positions known so far with the limit.
    fn check_memory(&self) -> Result<(), InternedError> {
        let (bytes, limit) = (self.bytes(), self.memory.unwrap_or(u64::MAX));
        if bytes <= limit {
            return Ok(());
        }
        let (positions, answered) = (self.positions(), self.values.len());
        let (bytes, limit) = (ByteSize(bytes), ByteSize(limit));
        Err(InternedError::Memory(format!(
            "{positions} positions so far, {answered} of them with their moves, take {bytes}, expected at most {limit}"
        )))
    }

    /// Finds the value of every position.
    ///
    /// # Errors
    /// When play need not end, and at a sum under misère play.
    ///
    /// # Panics
    /// When a position is unanswered.
    pub fn solve(&mut self) -> Result<(), InternedError> {
        assert!(self.unanswered().is_empty(), "positions have no answer");
        // Whether a position waits for the values of its options.
        let mut is_open = vec![false; self.values.len()];
        // A path of positions, each with the place of the part that it waits for, the next position.
        let mut path: Vec<(u32, u64)> = Vec::new();
        for start in 0..self.positions() {
            if self.known(start).is_some() {
                continue;
            }
            path.push((start, self.starts[start as usize]));
            while let Some((position, from)) = path.pop() {
                let Some(place) = self.first_unsolved(from, position) else {
                    self.evaluate(position)?;
                    continue;
                };
                is_open[position as usize] = true;
                path.push((position, place));
                let next = self.parts[place as usize] & !MORE;
                if is_open[next as usize] {
                    return Err(self.cycle(next));
                }
                path.push((next, self.starts[next as usize]));
            }
        }
        Ok(())
    }

    /// The error that a cycle leads through `first`, with a shortest one.
    fn cycle(&self, first: u32) -> InternedError {
        // By position, the one before it on a shortest path from `first`.
        let mut before = vec![UNKNOWN; self.positions() as usize];
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
        let texts = cycle.iter().rev().map(|&position| self.text(position));
        InternedError::Cycle(way(&texts.collect::<Vec<_>>()))
    }

    /// The parts of the options of a position; none when it is unanswered.
    fn parts_of(&self, position: u32) -> &[u32] {
        let position = position as usize;
        match self.starts.get(position + 1) {
            Some(&end) => &self.parts[self.starts[position] as usize..end as usize],
            None => &[],
        }
    }

    fn known(&self, position: u32) -> Option<Value> {
        Some((*self.values.get(position as usize)?)?.0)
    }

    /// The place of the first part, from `from` on, of an option of `position` whose value is not known.
    fn first_unsolved(&self, from: u64, position: u32) -> Option<u64> {
        let end = self.starts[position as usize + 1];
        let mut parts = self.parts[from as usize..end as usize].iter();
        let unsolved = parts.position(|&part| self.known(part & !MORE).is_none())?;
        Some(from + unsolved as u64)
    }

    /// The value of an option from those of its parts; `None` when one is not known, and for a sum under misère
    /// play with moves left in two parts.
    fn sum(&self, parts: &[u32]) -> Option<Value> {
        let mut values = parts.iter().map(|&part| self.known(part & !MORE));
        let first = values.next()??;
        values.try_fold(first, |a, b| match (a, b?) {
            (Value { remoteness: 0, .. }, b) => Some(b),
            (a, Value { remoteness: 0, .. }) => Some(a),
            (a, b) => (self.play == Play::Normal).then(|| Value {
                grundy: a.grundy ^ b.grundy,
                remoteness: UNKNOWN,
                outcome: Outcome::of(a.grundy != b.grundy),
            }),
        })
    }

    /// Stores the value of a position, whose options are all known.
    fn evaluate(&mut self, position: u32) -> Result<(), InternedError> {
        let parts = self.parts_of(position);
        let (mut all, mut winning, mut is_fastest_known) = (Options::default(), 0, true);
        for parts in options(parts) {
            let Some(next) = self.sum(parts) else {
                let sum: Vec<_> = parts.iter().map(|part| self.text(part & !MORE)).collect();
                let (position, sum) = (self.text(position), sum.join(" + "));
                let problem = format!("{position}: an option is a sum, {sum}");
                return Err(InternedError::MisereSum(problem));
            };
            // One move more than this is not known either.
            let remoteness = next.remoteness.min(UNKNOWN - 1);
            all.add(Value { remoteness, ..next });
            if next.outcome == Outcome::P {
                winning += 1;
                is_fastest_known &= next.remoteness != UNKNOWN;
            }
        }
        let mut value = all.value();
        if parts.is_empty() {
            value.outcome = Outcome::of(self.play == Play::Misere);
        }
        if !is_fastest_known {
            value.remoteness = UNKNOWN;
        }
        self.values[position as usize] = Some((value, winning));
        Ok(())
    }
}

/// The options among parts, one after the other.
fn options(parts: &[u32]) -> impl Iterator<Item = &[u32]> {
    parts.split_inclusive(|part| part & MORE == 0)
}

/// Positions, each with a move to the next, as an error shows them: the two ends of a long way.
fn way(positions: &[&str]) -> String {
    const WHOLE: usize = 20;
    const BEGIN: usize = 10;
    const LONG: usize = 100;
    let shown = |position: &&str| match position.len() {
        0..=LONG => (*position).to_owned(),
        bytes => {
            let begin = &position[..position.floor_char_boundary(LONG)];
            format!("{begin}... ({bytes} bytes)")
        }
    };
    let mut steps: Vec<String> = positions.iter().map(shown).collect();
    if steps.len() > WHOLE {
        let left_out = BEGIN..steps.len() - 2;
        let more = format!("({} more)", left_out.len());
        steps.splice(left_out, [more]);
    }
    steps.join(" -> ")
}
