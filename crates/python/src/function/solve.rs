//! The solver of games whose moves are a function: in depth, one position at a time, along a path that is not on the stack.

use grundy_game::memory::{self, ByteSize};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::{Rules, Sum, listing, pause, push, with_note};
use crate::{CycleError, calls, named, out_of_memory};

/// The positions found so far.
pub(super) struct Found {
    /// By position, its place in `values`.
    pub numbers: Py<PyDict>,
    pub values: Vec<Value>,
    /// The most bytes by which the process may grow during one call from Python.
    pub memory: u64,
    /// The bytes of the process early in that call, once they are known.
    pub before: Option<u64>,
    pub steps: u32,
    /// Whether the process grew by more.
    pub is_full: bool,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Unknown,
    /// The position waits for the values of its options.
    Open,
    Known(Known),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// The Grundy value; under misère play 1 for an N-position and 0 for a P-position.
    pub value: u32,
    /// The most moves until the game ends.
    pub longest: u32,
}

/// A position on the way from the asked one to one without moves.
struct Frame<'py> {
    number: u32,
    position: Bound<'py, PyAny>,
    /// What the options seen so far say.
    seen: Seen,
    /// Positions whose values were unknown when the options were listed, and whether each is an option or a part of one.
    unknown: Vec<(u32, Bound<'py, PyAny>, bool)>,
    /// The first of `unknown` that has not been looked at.
    next: usize,
    /// Options that are sums: of each the number of its parts, and the parts.
    sums: Vec<u32>,
}

/// The values of some options.
#[derive(Default)]
struct Seen {
    /// A bit for each value below 64, and for the larger ones: nearly all values are small.
    small: u64,
    large: Vec<u64>,
    /// One more than the most moves until an option ends.
    longest: u32,
}

impl Seen {
    fn add(&mut self, option: Known) -> PyResult<()> {
        self.longest = self.longest.max(option.longest.saturating_add(1));
        let (word, bit) = (option.value / u64::BITS, 1 << (option.value % u64::BITS));
        if word == 0 {
            self.small |= bit;
            return Ok(());
        }
        let word = word as usize;
        if self.large.len() < word {
            let missing = word - self.large.len();
            self.large
                .try_reserve(missing)
                .map_err(|_| out_of_memory())?;
            self.large.resize(word, 0);
        }
        self.large[word - 1] |= bit;
        Ok(())
    }

    /// The smallest value that was not seen.
    fn mex(&self) -> u32 {
        let mut mex = 0;
        for word in [&self.small].into_iter().chain(&self.large) {
            mex += word.trailing_ones();
            if *word != u64::MAX {
                break;
            }
        }
        mex
    }
}

impl Rules {
    /// Solves a position or a sum of positions for a call from Python.
    pub(super) fn solve(&self, position: &Bound<'_, PyAny>) -> PyResult<Known> {
        self.lock()?.before = None;
        self.solve_next(position)
    }

    /// As [`solve`](Self::solve), for one more position of the same call.
    pub(super) fn solve_next(&self, position: &Bound<'_, PyAny>) -> PyResult<Known> {
        let found = &mut *self.lock()?;
        let mut parts = Vec::new();
        found.parts(position, &mut parts)?;
        for (number, part) in &parts {
            pause(part.py())?;
            if found.values[*number as usize] == Value::Unknown {
                self.solve_one(found, *number, part)?;
            }
        }
        let numbers = parts.iter().map(|(number, _)| *number);
        self.sum(found, numbers).ok_or_else(|| misere_sum(position))
    }

    /// Solves a position and all that can be reached from it. The path is not on the stack, so it can be long.
    fn solve_one(
        &self,
        found: &mut Found,
        number: u32,
        position: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut path = Vec::new();
        let mut result = self.walk(found, &mut path, (number, position.clone()));
        for frame in &path {
            found.values[frame.number as usize] = Value::Unknown;
        }
        if found.is_full {
            let (count, limit) = (found.values.len(), ByteSize(found.memory));
            let way = way(path.iter().map(|frame| &frame.position));
            let problem = format!(
                "{count} positions, and the process grew by more than {limit}, its limit: {way}: does play end? The game \
                 forgets its positions; `memory=` sets another limit"
            );
            result = Err(PyMemoryError::new_err(problem));
            found.numbers.bind(position.py()).clear();
            (found.values, found.is_full) = (Vec::new(), false);
        }
        result
    }

    /// Walks until the path is empty. What is left on the path after an error waits for its options.
    fn walk<'py>(
        &self,
        found: &mut Found,
        path: &mut Vec<Frame<'py>>,
        (number, position): (u32, Bound<'py, PyAny>),
    ) -> PyResult<()> {
        let py = position.py();
        self.open(found, path, number, position)?;
        while let Some(frame) = path.last_mut() {
            found.measure()?;
            match frame.unknown.get(frame.next) {
                Some((number, position, _)) => {
                    frame.next += 1;
                    if found.values[*number as usize] == Value::Unknown {
                        let (number, position) = (*number, position.clone());
                        self.open(found, path, number, position)?;
                    }
                }
                None => {
                    found.values[frame.number as usize] =
                        Value::Known(self.evaluate(found, frame)?);
                    path.pop();
                }
            }
            pause(py)?;
        }
        Ok(())
    }

    /// Lists the options of a position, and puts it at the end of the path.
    fn open<'py>(
        &self,
        found: &mut Found,
        path: &mut Vec<Frame<'py>>,
        number: u32,
        position: Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let py = position.py();
        let options = self.listed(&position)?;
        let frame = Frame {
            number,
            position,
            seen: Seen::default(),
            unknown: Vec::new(),
            next: 0,
            sums: Vec::new(),
        };
        push(path, frame)?;
        found.values[number as usize] = Value::Open;
        let Some(frame) = path.last_mut() else {
            return Ok(());
        };
        for option in options {
            found.measure()?;
            let added = option.and_then(|option| frame.add(found, option));
            added.map_err(|error| listing(error, &frame.position))?;
        }
        let is_open = |(number, ..): &&(u32, _, _)| found.values[*number as usize] == Value::Open;
        match frame.unknown.iter().find(is_open) {
            Some(&(first, ..)) => Err(cycle(py, path, first)),
            None => Ok(()),
        }
    }

    /// The value of a position whose options are known.
    fn evaluate(&self, found: &Found, frame: &mut Frame<'_>) -> PyResult<Known> {
        let options = frame.unknown.iter().filter(|(.., is_option)| *is_option);
        let mut known = options.filter_map(|(number, ..)| found.known(*number));
        known.try_for_each(|option| frame.seen.add(option))?;
        let mut sums = &frame.sums[..];
        while let Some((&count, rest)) = sums.split_first() {
            let (parts, rest) = rest.split_at(count as usize);
            let sum = self.sum(found, parts.iter().copied());
            sums = rest;
            frame
                .seen
                .add(sum.ok_or_else(|| misere_sum(&frame.position))?)?;
        }
        let longest = frame.seen.longest;
        let mex = frame.seen.mex();
        // Under misère play a position without moves is won, and one with a move to a value of 0.
        let value = if self.misere {
            u32::from(longest == 0 || mex > 0)
        } else {
            mex
        };
        Ok(Known { value, longest })
    }

    /// The value of a sum of solved positions; none under misère play where two of them have moves left.
    fn sum(&self, found: &Found, mut parts: impl Iterator<Item = u32>) -> Option<Known> {
        // A finished game under misère play is won by the player to move.
        let over = Known {
            value: self.misere.into(),
            longest: 0,
        };
        parts.try_fold(over, |sum, part| match (sum, found.known(part)?) {
            (Known { longest: 0, .. }, part) => Some(part),
            (sum, Known { longest: 0, .. }) => Some(sum),
            (sum, part) => (!self.misere).then(|| Known {
                value: sum.value ^ part.value,
                longest: sum.longest.saturating_add(part.longest),
            }),
        })
    }
}

impl Found {
    /// The number of positions that have been solved.
    pub fn solved(&self) -> usize {
        let values = self.values.iter();
        let solved = values.filter(|value| matches!(value, Value::Known(_)));
        solved.count()
    }

    pub fn known(&self, number: u32) -> Option<Known> {
        match self.values.get(number as usize)? {
            Value::Known(known) => Some(*known),
            Value::Unknown | Value::Open => None,
        }
    }

    /// Once in many calls compares the memory of the process with the limit.
    fn measure(&mut self) -> PyResult<()> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(1 << 12)
            && let Some(used) = memory::used()
        {
            let before = *self.before.get_or_insert(used);
            self.is_full = used.saturating_sub(before) > self.memory;
        }
        (!self.is_full).then_some(()).ok_or_else(out_of_memory)
    }

    /// The number of a position, a new one for a new position.
    fn number(&mut self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(position.py());
        let number = calls::get(numbers, position).map_err(|error| {
            with_note(position.py(), error, || {
                format!("while {} was looked up", named(position))
            })
        })?;
        if let Some(number) = number {
            // Python shows the dictionary to `gc.get_referents`: it may have been changed.
            let is_one = (number as usize) < self.values.len();
            let changed = || PyRuntimeError::new_err("the positions of this game were changed");
            return is_one.then_some(number).ok_or_else(changed);
        }
        let number = u32::try_from(self.values.len())
            .map_err(|_| PyRuntimeError::new_err("more than 2^32 positions"))?;
        push(&mut self.values, Value::Unknown)?;
        if let Err(error) = calls::set(numbers, position, number) {
            self.values.pop();
            return Err(error);
        }
        Ok(number)
    }

    /// The parts of a position that may be a sum.
    fn parts<'py>(
        &mut self,
        position: &Bound<'py, PyAny>,
        parts: &mut Vec<(u32, Bound<'py, PyAny>)>,
    ) -> PyResult<()> {
        let Ok(sum) = position.cast::<Sum>() else {
            return push(parts, (self.number(position)?, position.clone()));
        };
        for part in sum.get().0.bind(position.py()) {
            pause(part.py())?;
            push(parts, (self.number(&part)?, part))?;
        }
        Ok(())
    }
}

impl<'py> Frame<'py> {
    fn add(&mut self, found: &mut Found, option: Bound<'py, PyAny>) -> PyResult<()> {
        if option.is_instance_of::<Sum>() {
            let mut parts = Vec::new();
            found.parts(&option, &mut parts)?;
            push(&mut self.sums, parts.len() as u32)?;
            for (number, part) in parts {
                push(&mut self.sums, number)?;
                if found.known(number).is_none() {
                    push(&mut self.unknown, (number, part, false))?;
                }
            }
        } else {
            let number = found.number(&option)?;
            match found.known(number) {
                Some(known) => self.seen.add(known)?,
                None => push(&mut self.unknown, (number, option, true))?,
            }
        }
        Ok(())
    }
}

fn misere_sum(position: &Bound<'_, PyAny>) -> PyErr {
    let problem = "under misère play the parts of a sum do not say who wins it; write the sum as one position";
    PyValueError::new_err(format!("{}: {problem}", named(position)))
}

/// Positions, each with a move to the next, as a message shows them: the two ends of many.
fn way<'a, 'py: 'a>(positions: impl Iterator<Item = &'a Bound<'py, PyAny>> + Clone) -> String {
    const SHOWN: usize = 10;
    let count = positions.clone().count();
    let ends = positions.enumerate();
    let ends = ends.filter(|&(place, _)| place < SHOWN || place + SHOWN >= count);
    let mut texts: Vec<String> = ends.map(|(_, position)| named(position)).collect();
    if count > texts.len() {
        texts.insert(SHOWN, format!("({} more)", count - texts.len()));
    }
    texts.join(" -> ")
}

/// The error that the positions of a path lead back to one of them.
fn cycle(py: Python<'_>, path: &[Frame<'_>], first: u32) -> PyErr {
    let begins = path
        .iter()
        .position(|frame| frame.number == first)
        .unwrap_or(0);
    let path = &path[begins..];
    let back = path.iter().chain(&path[..1]).map(|frame| &frame.position);
    let error = CycleError::new_err(format!("play never ends: {}", way(back.clone())));
    let cycle = PyList::empty(py);
    let mut positions = back;
    let listed = positions.try_for_each(|position| cycle.append(position));
    let set = listed.and_then(|()| error.value(py).setattr("cycle", cycle));
    set.err().unwrap_or(error)
}
