//! Disjunctive sums of positions.

use pyo3::PyTraverseError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::push;

/// A disjunctive sum of positions: a player moves in one of them.
#[pyclass(frozen, module = "grundy")]
pub struct Sum(pub Py<PyTuple>);

#[pymethods]
impl Sum {
    #[new]
    #[pyo3(signature = (*parts))]
    pub fn new(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        // The parts of a sum are no sums, so that no function here calls itself.
        if !parts.iter().any(|part| part.is_instance_of::<Self>()) {
            return Ok(Self(parts.clone().unbind()));
        }
        let mut flat = Vec::new();
        for part in parts {
            match part.cast::<Self>() {
                Ok(sum) => {
                    let mut parts = sum.get().0.bind(part.py()).iter();
                    parts.try_for_each(|part| push(&mut flat, part))?;
                }
                Err(_) => push(&mut flat, part)?,
            }
        }
        Ok(Self(PyTuple::new(parts.py(), flat)?.unbind()))
    }

    /// The positions.
    #[getter]
    fn parts(&self, py: Python<'_>) -> Py<PyTuple> {
        self.0.clone_ref(py)
    }

    /// How copies and pickles are made: a class, and what it is called with.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Py<PyTuple>) {
        (slf.get_type(), slf.get().parts(slf.py()))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.0)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => self.0.bind(py).eq(&other.get().0),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.0.bind(py).hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let parts = self.0.bind(py).iter();
        let parts: Vec<String> = parts
            .map(|part| Ok(part.repr()?.to_string()))
            .collect::<PyResult<_>>()?;
        Ok(format!("Sum({})", parts.join(", ")))
    }
}
