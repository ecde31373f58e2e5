//! The native half of the Python module `grundy`. The other half is `python/grundy/__init__.py`, which gives the results
//! their Python types and documents what users call.

mod builtin;
mod calls;
mod formula;
mod function;
mod heaps;
mod picture;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use grundy_game::{Error, SolveError};
use pyo3::create_exception;
use pyo3::exceptions::{
    PyMemoryError, PyOSError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError,
};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

create_exception!(
    grundy,
    InputError,
    PyValueError,
    "A text that is no position. `line` and `column`, counted from 1, are the place of the error."
);
create_exception!(
    grundy,
    CycleError,
    PyValueError,
    "Play need not end. Each position of the list `cycle` has a move to the next, and the last one is the first."
);

/// What Python imports as `grundy._grundy`. Classes are safe to share between threads, but the interpreter without its
/// global lock has not been tested: such an interpreter turns the lock on again, and warns.
#[pymodule(gil_used = true)]
fn _grundy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("InputError", py.get_type::<InputError>())?;
    module.add("CycleError", py.get_type::<CycleError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<builtin::BuiltinGame>()?;
    module.add_class::<builtin::Position>()?;
    module.add_class::<builtin::Move>()?;
    module.add_class::<function::Game>()?;
    module.add_class::<function::Sum>()?;
    module.add_class::<formula::Formula>()?;
    module.add_function(wrap_pyfunction!(formula::seek_played, module)?)?;
    module.add_class::<picture::Picture>()?;
    module.add_class::<heaps::Values>()?;
    module.add_function(wrap_pyfunction!(heaps::period, module)?)?;
    module.add_function(wrap_pyfunction!(picture::plane, module)?)
}

/// The Python exception of an error of a game.
fn raised(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Input(error) => {
            let raised = InputError::new_err(error.to_string());
            let value = raised.value(py);
            let placed = value.setattr("line", error.line);
            let placed = placed.and_then(|()| value.setattr("column", error.column));
            placed.err().unwrap_or(raised)
        }
        Error::Reading(error) | Error::Writing(error) => PyOSError::new_err(error.to_string()),
        Error::Oracle(error @ SolveError::Memory(_)) => PyMemoryError::new_err(error.to_string()),
        Error::Failed(error) => PyRuntimeError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// A `MemoryError`, which takes no memory: Python has some ready.
fn out_of_memory() -> PyErr {
    Python::attach(|py| {
        // SAFETY: the thread is attached, and the call sets the exception that is taken.
        unsafe { ffi::PyErr_NoMemory() };
        PyErr::fetch(py)
    })
}

/// Whether there is memory for some bytes.
fn is_room(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    let is_there = room.try_reserve_exact(bytes).is_ok();
    // Or the optimiser would leave out what is not used.
    black_box(room);
    is_there
}

/// How a message names a Python object: by its `repr`, cut where that is long, or by its type where `repr` fails.
fn named(object: &Bound<'_, PyAny>) -> String {
    let Ok(text) = object.repr() else {
        let name = object.get_type().name();
        return name.map_or_else(|_| "<object>".to_owned(), |name| format!("<{name}>"));
    };
    cut(&text.to_string_lossy())
}

/// A text, cut where it is long.
fn cut(text: &str) -> String {
    const SHOWN: usize = 200;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn hash(what: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// The text of an argument; the error has the forms that are taken.
fn text<'a>(found: &'a Bound<'_, PyAny>, forms: &str) -> PyResult<Cow<'a, str>> {
    let text = found.cast::<PyString>();
    let problem = |_| PyTypeError::new_err(format!("found {}, expected {forms}", named(found)));
    Ok(text.map_err(problem)?.to_string_lossy())
}

/// The argument `up_to`: the size of a heap or of positions.
fn size(up_to: &Bound<'_, PyAny>) -> PyResult<u32> {
    up_to.extract().map_err(|error: PyErr| {
        let problem = format!(
            "up_to: found {}, expected a whole number from 0 to {}",
            named(up_to),
            u32::MAX
        );
        if error.is_instance_of::<PyOverflowError>(up_to.py()) {
            PyOverflowError::new_err(problem)
        } else {
            PyTypeError::new_err(problem)
        }
    })
}

/// Does work without the interpreter's lock. The calling thread looks for signals from time to time: after Ctrl-C the
/// work is told to stop, and the exception is returned when it has.
fn in_background<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    const BEAT: Duration = Duration::from_millis(50);
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = channel::<()>();
            let stop = &stop;
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                let _done = done;
                work(stop)
            })?;
            let mut interrupted = Ok(());
            // The worker sends nothing: it drops its end of the channel when it ends.
            while interrupted.is_ok()
                && is_done.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout)
            {
                interrupted = Python::attach(|py| py.check_signals());
            }
            stop.store(interrupted.is_err(), Ordering::Relaxed);
            let result = worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            interrupted.map(|()| result)
        })
    })
}
