//! How positions of Python are solved: each has a number, with which the solver of `grundy_brute` knows it.

use grundy_brute::solver::{Length, MOST, Play, Solved, Solver, Unsolved, way};
use grundy_game::memory::{self, ByteSize};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::{Rules, Sum, check_room, listing, pause, push, with_note};
use crate::{CycleError, calls, named, out_of_memory};

/// The positions found so far, and their values.
pub(super) struct Found {
    pub positions: Positions,
    pub solver: Solver,
}

pub(super) struct Positions {
    /// By position, its number; with a canonical form also by all positions that were met.
    pub numbers: Py<PyDict>,
    /// By number.
    pub all: Py<PyList>,
    /// A function that returns the position that stands for all that are equal to it by symmetry.
    pub canonical: Option<Py<PyAny>>,
    /// The most bytes by which the process may grow during one call from Python.
    memory: u64,
    /// The bytes of the process early in that call, once they are known.
    before: Option<u64>,
    steps: u32,
    /// Whether the process grew by more.
    is_full: bool,
    /// The bytes of the solver when options were last listed.
    bytes: u64,
}

impl Rules {
    /// Solves a position or a sum of positions for a call from Python.
    pub(super) fn solve(&self, position: &Bound<'_, PyAny>) -> PyResult<Solved> {
        self.begin()?;
        self.solve_next(position)
    }

    /// A call from Python begins: memory is measured from here on.
    pub(super) fn begin(&self) -> PyResult<()> {
        self.lock()?.positions.before = None;
        Ok(())
    }

    /// As [`solve`](Self::solve), for one more position of the same call.
    pub(super) fn solve_next(&self, position: &Bound<'_, PyAny>) -> PyResult<Solved> {
        let found = &mut *self.lock()?;
        let (py, mut parts) = (position.py(), Vec::new());
        match position.cast::<Sum>() {
            Ok(sum) => found.positions.parts(sum, &mut parts)?,
            Err(_) => parts.push(found.positions.number(position)?),
        }
        for &part in &parts {
            pause(py)?;
            let Found { positions, solver } = found;
            let list = |solver: &mut Solver, number| self.list(py, positions, solver, number);
            let solved = solver.solve_in_depth(part, list);
            if let Err(error) = solved {
                let error = found.error(py, error).unwrap_or_else(|error| error);
                if found.positions.is_full {
                    let canonical = found.positions.canonical.take();
                    let memory = Some(found.positions.memory);
                    *found = Found::new(py, self.misere, memory, canonical);
                }
                return Err(error);
            }
        }
        found.solver.sum(&parts).ok_or_else(|| misere_sum(position))
    }

    /// Adds the options of a position to those that the solver knows.
    fn list(
        &self,
        py: Python<'_>,
        positions: &mut Positions,
        solver: &mut Solver,
        number: u32,
    ) -> PyResult<()> {
        let bytes = solver.bytes();
        if std::mem::replace(&mut positions.bytes, bytes) != bytes {
            // A table of the solver that grew may have taken what was left.
            check_room()?;
        }
        let position = positions.get(py, number)?;
        let options = self.listed(&position)?;
        positions.measure()?;
        let mut parts = Vec::new();
        for option in options {
            positions.measure()?;
            let added = option.and_then(|option| {
                let added = if let Ok(sum) = option.cast::<Sum>() {
                    parts.clear();
                    positions.parts(sum, &mut parts)?;
                    solver.option(&parts)
                } else {
                    solver.option(&[positions.number(&option)?])
                };
                added.map_err(|_| out_of_memory())
            });
            added.map_err(|error| listing(error, &position))?;
        }
        Ok(())
    }
}

impl Found {
    /// No positions. During one call from Python the process may grow by `memory` bytes, by default a quarter of the
    /// machine's.
    pub fn new(
        py: Python<'_>,
        misere: bool,
        memory: Option<u64>,
        canonical: Option<Py<PyAny>>,
    ) -> Self {
        let play = if misere { Play::Misere } else { Play::Normal };
        let positions = Positions {
            numbers: PyDict::new(py).unbind(),
            all: PyList::empty(py).unbind(),
            canonical,
            memory: memory.or_else(memory::quarter).unwrap_or(u64::MAX),
            before: None,
            steps: 0,
            is_full: false,
            bytes: 0,
        };
        let solver = Solver::new(play, Length::Longest);
        Self { positions, solver }
    }

    /// The numbers of the positions that have been solved, with their values.
    pub fn solved(&self, py: Python<'_>) -> impl Iterator<Item = (u32, Solved)> {
        let numbers = 0..self.positions.all.bind(py).len() as u32;
        numbers.filter_map(|number| Some((number, self.solver.value(number)?)))
    }

    /// The exception that says why a position could not be solved.
    fn error(&self, py: Python<'_>, error: Unsolved<PyErr>) -> PyResult<PyErr> {
        let Self { positions, solver } = self;
        let way = |numbers: &[u32]| {
            let shown = |number| positions.get(py, number).map(|position| named(&position));
            way(numbers, 10, |number| shown(number).unwrap_or_default())
        };
        if positions.is_full {
            let (count, limit) = (positions.all.bind(py).len(), ByteSize(positions.memory));
            let way = way(&solver.path());
            return Ok(PyMemoryError::new_err(format!(
                "{count} positions, and the process grew by more than {limit}, its limit: {way}: does play end? The game \
                 forgets its positions; `memory=` sets another limit"
            )));
        }
        Ok(match error {
            Unsolved::Listing(error) => error,
            Unsolved::Memory => out_of_memory(),
            Unsolved::Sum(number, _) => misere_sum(&positions.get(py, number)?),
            Unsolved::Cycle(numbers) => {
                let error = CycleError::new_err(format!("play never ends: {}", way(&numbers)));
                let cycle = PyList::empty(py);
                for number in numbers {
                    cycle.append(positions.get(py, number)?)?;
                }
                error.value(py).setattr("cycle", cycle)?;
                error
            }
        })
    }
}

impl Positions {
    pub fn canonical(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let canonical = self.canonical.as_ref();
        canonical.map(|function| function.clone_ref(py))
    }

    pub fn get<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.all.bind(py).get_item(number as usize)
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

    /// The number of a position: that of its canonical form, which is made once for positions that are equal.
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let Some(function) = &self.canonical else {
            return self.of_canonical(position);
        };
        let is_hashable = match self.known(position) {
            Ok(Some(number)) => return Ok(number),
            Ok(None) => true,
            // Only the canonical form has to be hashable.
            Err(error) if error.is_instance_of::<PyTypeError>(py) => false,
            Err(error) => return Err(error),
        };
        let canonical = calls::call(function.bind(py), position).map_err(|error| {
            let note = || format!("while the canonical form of {} was made", named(position));
            with_note(py, error, note)
        })?;
        let number = self.of_canonical(&canonical)?;
        if is_hashable && !canonical.is(position) {
            calls::set(self.numbers.bind(py), position, number)?;
        }
        Ok(number)
    }

    /// The number of an object that was given one.
    fn known(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let py = position.py();
        let number = calls::get(self.numbers.bind(py), position).map_err(|error| {
            with_note(py, error, || {
                format!("while {} was looked up", named(position))
            })
        })?;
        // Python shows the dictionary to `gc.get_referents`: it may have been changed.
        match number {
            Some(number) if number as usize >= self.all.bind(py).len() => {
                let problem = "the positions of this game were changed";
                Err(PyRuntimeError::new_err(problem))
            }
            number => Ok(number),
        }
    }

    /// The number of a position that is its own canonical form, a new one for a new position.
    fn of_canonical(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        if let Some(number) = self.known(position)? {
            return Ok(number);
        }
        let (numbers, all) = (
            self.numbers.bind(position.py()),
            self.all.bind(position.py()),
        );
        let number = u32::try_from(all.len()).ok();
        let number = number.filter(|&number| number < MOST);
        let too_many = || PyRuntimeError::new_err(format!("more than {MOST} positions"));
        let number = number.ok_or_else(too_many)?;
        all.append(position)?;
        if let Err(error) = calls::set(numbers, position, number) {
            all.del_item(number as usize)?;
            return Err(error);
        }
        Ok(number)
    }

    /// Adds the numbers of the parts of a sum.
    fn parts(&self, sum: &Bound<'_, Sum>, parts: &mut Vec<u32>) -> PyResult<()> {
        for part in sum.get().0.bind(sum.py()) {
            pause(part.py())?;
            push(parts, self.number(&part)?)?;
        }
        Ok(())
    }
}

fn misere_sum(position: &Bound<'_, PyAny>) -> PyErr {
    let problem = "under misère play the parts of a sum do not say who wins it; write the sum as one position";
    PyValueError::new_err(format!("{}: {problem}", named(position)))
}
