//! Formulas, and the search for them from the rules of a game.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy_formula::{Answers, Says};
use grundy_game::own::{Next, Own, OwnGame};
use grundy_game::{About, Error, Game};
use grundy_sweep::seek::{SeekPlan, seek};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::calls;

/// A closed form. The other half is in Python.
#[pyclass(frozen, subclass, eq, hash, module = "grundy._grundy")]
#[derive(PartialEq, Eq, Hash)]
pub struct Formula(grundy_formula::Formula);

#[pymethods]
impl Formula {
    #[new]
    fn new(formula: &str) -> PyResult<Self> {
        formula.parse().map(Self).map_err(refused)
    }

    /// What the formula says, in words.
    #[getter]
    fn words(&self) -> String {
        self.0.words()
    }

    /// Whether the player to move loses, and the Grundy value if the formula says it.
    fn _says(&self, position: &str) -> PyResult<(bool, Option<u64>)> {
        let verdict = self.0.of(position).map_err(refused)?;
        Ok((verdict.is_lost, verdict.value))
    }

    fn _program(&self, in_cpp: bool) -> PyResult<String> {
        let (won, lost) = ("N", "P");
        let answers = match self.0.says {
            Says::Value => Answers::Value,
            Says::Lost => Answers::Outcome { won, lost },
        };
        let program = if in_cpp {
            self.0.cpp(answers)
        } else {
            self.0.python(answers)
        };
        program.map_err(refused)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

fn refused(error: impl fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The length of the longest expression, the largest size, and whether only outcomes are asked for.
pub type Asked = (usize, Option<u32>, bool);

/// Searches for a formula of a game until `is_stopped`. The result is its text.
pub fn find(
    game: &dyn Game,
    (length, up_to, outcome): Asked,
    is_stopped: impl Fn() -> bool,
) -> Result<Option<String>, Error> {
    let plan = SeekPlan {
        up_to,
        length,
        outcome,
        given: None,
    };
    let sought = seek(game, &plan, &mut |_| {
        if is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok(sought.found.map(|found| found.formula.to_string()))
}

/// As [`find`], for a game whose moves are a function from the text of a position to the texts of the parts of each option. `sizes`
/// are the positions to learn from.
#[pyfunction]
pub fn seek_played(
    py: Python<'_>,
    sizes: BTreeMap<u32, Vec<String>>,
    moves: Py<PyAny>,
    asked: Asked,
) -> PyResult<Option<String>> {
    let game = Played(Arc::new(Given {
        sizes,
        moves,
        raised: Mutex::default(),
    }));
    let found = py.detach(|| {
        find(&Own::new(game.clone()), asked, || {
            let signals = Python::attach(|py| py.check_signals());
            game.keep(signals).is_none() || game.raised().is_some()
        })
    });
    let raised = game.raised().take();
    raised.map_or_else(|| found.map_err(|error| crate::raised(py, error)), Err)
}

/// A game whose moves are a function in Python.
#[derive(Clone)]
struct Played(Arc<Given>);

/// The positions of each size, the function, and the exception that ends the search.
struct Given {
    sizes: BTreeMap<u32, Vec<String>>,
    moves: Py<PyAny>,
    raised: Mutex<Option<PyErr>>,
}

impl Played {
    fn raised(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.0.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep<T>(&self, result: PyResult<T>) -> Option<T> {
        result.map_err(|error| *self.raised() = Some(error)).ok()
    }
}

impl OwnGame for Played {
    type Position = String;
    type Move = usize;

    fn about(&self) -> About {
        let sizes = || self.0.sizes.keys().copied();
        About {
            smallest: sizes().next().unwrap_or(0),
            sweep_to: sizes().next_back().unwrap_or(0),
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<String> {
        self.0.sizes.get(&size).cloned().unwrap_or_default()
    }

    fn moves(&self, position: &String) -> impl IntoIterator<Item = (usize, Next<String>)> {
        // After Ctrl-C, for instance, the function is not called again.
        let is_over = self.raised().is_some();
        let options = self.keep(Python::attach(|py| {
            if is_over {
                return Ok(Vec::new());
            }
            let position = PyString::new(py, position);
            let options = calls::call(self.0.moves.bind(py), position.as_any())?;
            options.extract::<Vec<Vec<String>>>()
        }));
        let options = options.unwrap_or_default().into_iter();
        options.map(Next::Sum).enumerate()
    }
}
