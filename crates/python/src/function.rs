//! Games whose moves are a Python function.

mod solve;
mod sum;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};

use grundy_brute::Outcome;
use grundy_brute::solver::Solved;
use pyo3::PyTraverseError;
use pyo3::exceptions::{
    PyException, PyMemoryError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError,
};
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyIterator, PyList, PyString, PyTuple};

use solve::Found;
pub use sum::Sum;

use crate::{calls, is_room, named, out_of_memory};

/// A game whose moves are a function. It has rules from `__init__` on, until Python frees it.
#[pyclass(subclass, module = "grundy._grundy")]
pub struct Game(Option<Rules>);

struct Rules {
    moves: Py<PyAny>,
    /// Whether the player who cannot move wins.
    misere: bool,
    found: Mutex<Found>,
}

/// A position, what is right of it, and the wrong claim.
type Wrong<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pymethods]
impl Game {
    /// Takes anything: the arguments are those of `__init__`, which a subclass may change.
    #[new]
    #[pyo3(signature = (*_arguments, **_options))]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        Self(None)
    }

    /// Sets the rules, with no position known.
    fn _begin(
        slf: &Bound<'_, Self>,
        moves: &Bound<'_, PyAny>,
        misere: bool,
        memory: Option<u64>,
        canonical: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut game = slf.try_borrow_mut().map_err(|_| being_solved())?;
        expect_function("the moves of a game are", moves)?;
        if let Some(canonical) = canonical {
            expect_function("the canonical form of a game is", canonical)?;
        }
        let canonical = canonical.map(|canonical| canonical.clone().unbind());
        game.0 = Some(Rules {
            moves: moves.clone().unbind(),
            misere,
            found: Mutex::new(Found::new(moves.py(), misere, memory, canonical)),
        });
        Ok(())
    }

    /// Whether the player who cannot move wins.
    #[getter]
    fn misere(&self) -> PyResult<bool> {
        Ok(self.rules()?.misere)
    }

    /// The Grundy value of a position.
    fn value(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let rules = self.rules()?;
        if rules.misere {
            let problem =
                "under misère play a position has no Grundy value: outcome() says who wins";
            return Err(PyValueError::new_err(problem));
        }
        Ok(rules.solve(position)?.grundy.unwrap_or_default())
    }

    /// "P" when the player to move loses, otherwise "N".
    fn outcome(&self, position: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        Ok(name(self.rules()?.solve(position)?.outcome))
    }

    /// The options that are P-positions, each once.
    fn winning_moves<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let rules = self.rules()?;
        let winning = PyDict::new(position.py());
        rules.begin()?;
        rules.each_option(position, |option| {
            if rules.solve_next(&option)?.outcome == Outcome::P {
                winning.set_item(option, ())?;
            }
            Ok(())
        })?;
        Ok(winning.keys())
    }

    /// The parts of each option of a position, in canonical form.
    fn _options<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Vec<Vec<Bound<'py, PyAny>>>> {
        let (py, rules, mut options) = (position.py(), self.rules()?, Vec::new());
        let canonical = rules.lock()?.positions.canonical(py);
        for option in rules.listed(position)? {
            let option = option?;
            let parts = match option.cast::<Sum>() {
                Ok(sum) => sum.get().0.bind(py).iter().collect(),
                Err(_) => vec![option],
            };
            let parts = parts.into_iter().map(|part| match &canonical {
                Some(function) => calls::call(function.bind(py), &part),
                None => Ok(part),
            });
            push(&mut options, parts.collect::<PyResult<_>>()?)?;
        }
        Ok(options)
    }

    /// The number of positions that have been solved.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.rules()?.lock()?.solved(py).count())
    }

    /// The solved positions, those first from which play ends soonest.
    fn solved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let found = self.rules()?.lock()?;
        let mut solved = Vec::new();
        for (number, value) in found.solved(py) {
            push(&mut solved, (value.length.unwrap_or(u32::MAX), number))?;
        }
        solved.sort_unstable();
        let list = PyList::empty(py);
        for (_, number) in solved {
            list.append(found.positions.get(py, number)?)?;
        }
        Ok(list)
    }

    /// The first of some positions about which a claim is wrong, with what is right and the claim.
    fn _check<'py>(
        &self,
        claim: &Bound<'py, PyAny>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Wrong<'py>>> {
        let rules = self.rules()?;
        expect_function("a claim is", claim)?;
        let mut compared = false;
        rules.begin()?;
        for position in Items::of(positions)? {
            let position = position?;
            let known = rules.solve_next(&position)?;
            let claimed = calls::call(claim, &position).map_err(|error| {
                with_note(claim.py(), error, || {
                    format!("while the claim about {} was made", named(&position))
                })
            })?;
            if let Some(expected) = rules.contradiction(&known, &position, &claimed)? {
                return Ok(Some((position, expected, claimed)));
            }
            compared = true;
        }
        if !compared {
            return Err(PyValueError::new_err(
                "there is no position to compare the claim on",
            ));
        }
        Ok(None)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let Some(rules) = &self.0 else {
            return "<game without rules>".to_owned();
        };
        let moves = rules.moves.bind(py);
        let name = moves.getattr("__qualname__").map(|name| name.to_string());
        let name = name.unwrap_or_else(|_| named(moves));
        let misere = if rules.misere { ", misère" } else { "" };
        match rules.lock() {
            Ok(found) => format!(
                "<game of {name}{misere}: {} positions solved>",
                found.solved(py).count()
            ),
            Err(_) => format!("<game of {name}{misere}: being solved>"),
        }
    }

    /// Names the Python objects that the game keeps, so that Python frees games that are part of a cycle.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Some(rules) = &self.0 {
            visit.call(&rules.moves)?;
            // A game that is being solved is not garbage.
            if let Ok(found) = rules.found.try_lock() {
                visit.call(&found.positions.numbers)?;
                visit.call(&found.positions.all)?;
                visit.call(&found.positions.canonical)?;
            }
        }
        Ok(())
    }

    fn __clear__(&mut self) {
        self.0 = None;
    }
}

impl Game {
    fn rules(&self) -> PyResult<&Rules> {
        let problem = "the game has no rules: its class has to call super().__init__(moves)";
        self.0
            .as_ref()
            .ok_or_else(|| PyRuntimeError::new_err(problem))
    }
}

/// The letter of an outcome.
const fn name(outcome: Outcome) -> &'static str {
    if outcome.is_win() { "N" } else { "P" }
}

fn being_solved() -> PyErr {
    PyRuntimeError::new_err(
        "this game is being solved already, by another thread or by the caller of its moves function",
    )
}

impl Rules {
    fn lock(&self) -> PyResult<MutexGuard<'_, Found>> {
        self.found.try_lock().map_err(|_| being_solved())
    }

    /// The options of a position that is no sum.
    fn listed<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Items<'py>> {
        let options = calls::call(self.moves.bind(position.py()), position);
        let options = options.map_err(|error| listing(error, position))?;
        Items::of(&options).map_err(|error| match options.hasattr("__iter__") {
            Ok(false) if error.is_instance_of::<PyTypeError>(position.py()) => {
                PyTypeError::new_err(format!(
                    "the moves of {}: found {}, which is not iterable, expected a list or a generator of positions",
                    named(position),
                    named(&options)
                ))
            }
            _ => listing(error, position),
        })
    }

    /// Passes on the options of a position as Python objects; of a sum the sums one move further.
    fn each_option<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        mut pass: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<()> {
        let py = position.py();
        let Ok(sum) = position.cast::<Sum>() else {
            for option in self.listed(position)? {
                pass(option.map_err(|error| listing(error, position))?)?;
            }
            return Ok(());
        };
        let parts: Vec<_> = sum.get().0.bind(py).iter().collect();
        for (place, part) in parts.iter().enumerate() {
            for option in self.listed(part)? {
                let mut parts = parts.clone();
                parts[place] = option.map_err(|error| listing(error, part))?;
                let sum = Sum::new(&PyTuple::new(py, parts)?)?;
                pass(Bound::new(py, sum)?.into_any())?;
            }
        }
        Ok(())
    }

    /// What is right of a position, when a claim says something else: of the same kind as the claim.
    fn contradiction<'py>(
        &self,
        known: &Solved,
        position: &Bound<'py, PyAny>,
        claimed: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = claimed.py();
        let wins = known.outcome.is_win();
        let problem = || {
            let claimed = named(claimed);
            let numbers = if self.misere {
                ""
            } else {
                ", or the Grundy value"
            };
            format!(
                "the claim about {} is {claimed}, expected \"P\" or \"N\", whether the player to move wins{numbers}",
                named(position)
            )
        };
        // NumPy's booleans and whole numbers are accepted as Python's.
        let (is_right, expected) = if let Ok(said) = claimed.extract::<bool>() {
            let expected = PyBool::new(py, wins).to_owned().into_any();
            (said == wins, expected)
        } else if let Ok(said) = claimed.cast::<PyString>() {
            if !["P", "N"].iter().any(|outcome| said == outcome) {
                return Err(PyValueError::new_err(problem()));
            }
            let outcome = name(known.outcome);
            (said == outcome, PyString::new(py, outcome).into_any())
        } else {
            let said = match claimed.extract::<u64>() {
                _ if self.misere => return Err(PyTypeError::new_err(problem())),
                // A negative or a large number is a wrong value.
                Err(error) if error.is_instance_of::<PyOverflowError>(py) => None,
                Err(_) => return Err(PyTypeError::new_err(problem())),
                Ok(said) => Some(said),
            };
            let grundy = known.grundy.unwrap_or_default();
            let expected = grundy.into_pyobject(py)?.into_any();
            (said == Some(grundy.into()), expected)
        };
        Ok((!is_right).then_some(expected))
    }
}

/// The items of an iterable. Between them other threads run and Ctrl-C is noticed, also where nothing is written in Python.
struct Items<'py>(Bound<'py, PyIterator>);

impl<'py> Items<'py> {
    fn of(iterable: &Bound<'py, PyAny>) -> PyResult<Self> {
        iterable.try_iter().map(Self)
    }
}

impl<'py> Iterator for Items<'py> {
    type Item = PyResult<Bound<'py, PyAny>>;

    fn next(&mut self) -> Option<Self::Item> {
        match pause(self.0.py()) {
            Ok(()) => calls::next(&self.0),
            Err(error) => Some(Err(error)),
        }
    }
}

/// What has to be free in memory while a game is solved, so that the exception and Python's own objects have room.
const ROOM: usize = 1 << 22;

/// Once in many calls returns the exception of Ctrl-C, or of a lack of memory. More rarely lets other threads run: each of
/// them may keep the interpreter's lock for 5 ms.
fn pause(py: Python<'_>) -> PyResult<()> {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    // Where threads count at once, a call more or less does not matter.
    let calls = CALLS.load(Ordering::Relaxed).wrapping_add(1);
    CALLS.store(calls, Ordering::Relaxed);
    if calls.is_multiple_of(1 << 16) {
        py.detach(|| ());
    }
    if calls.is_multiple_of(1 << 10) {
        py.check_signals()?;
        check_room()?;
    }
    Ok(())
}

fn check_room() -> PyResult<()> {
    is_room(ROOM).then_some(()).ok_or_else(out_of_memory)
}

/// Adds to a list that grows with the game: where memory ends, Python gets an exception.
fn push<T>(list: &mut Vec<T>, item: T) -> PyResult<()> {
    if list.len() == list.capacity() {
        list.try_reserve(1).map_err(|_| out_of_memory())?;
        // A large list may have taken what was left.
        if list.len() > 1 << 12 {
            check_room()?;
        }
    }
    list.push(item);
    Ok(())
}

fn expect_function(what: &str, found: &Bound<'_, PyAny>) -> PyResult<()> {
    if found.is_callable() {
        return Ok(());
    }
    let found = named(found);
    Err(PyTypeError::new_err(format!(
        "{what} a function of a position, found {found}"
    )))
}

/// An error that came up while the moves of a position were listed.
fn listing(error: PyErr, position: &Bound<'_, PyAny>) -> PyErr {
    with_note(position.py(), error, || {
        format!("while the moves of {} were listed", named(position))
    })
}

/// The exception with a line that names the position.
fn with_note(py: Python<'_>, error: PyErr, note: impl FnOnce() -> String) -> PyErr {
    // Not to what ends the program, as Ctrl-C does; and without memory there is no note.
    if error.is_instance_of::<PyException>(py) && !error.is_instance_of::<PyMemoryError>(py) {
        _ = error.add_note(py, note());
    }
    error
}
