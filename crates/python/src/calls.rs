//! Calls of Python that may run Python code. `PyO3` has them, too; these differ where things end. Without memory they return
//! an exception, where `PyO3` may panic. And a thread that calls them while the interpreter ends stays where it is.

use std::hint::black_box;
use std::ptr;
use std::thread;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};

type Object = *mut ffi::PyObject;

/// Keeps a thread from ending. Before 3.14, Python ends a daemon thread that wants the lock of an interpreter that ends: the
/// thread unwinds, drops this, and would reach frames that nothing can unwind, which ends the process with a signal.
struct Stay;

impl Drop for Stay {
    fn drop(&mut self) {
        loop {
            thread::park();
        }
    }
}

fn staying<T>(call: impl FnOnce() -> T) -> T {
    let stay = Stay;
    let result = call();
    std::mem::forget(stay);
    result
}

/// A function of Python's, as one that unwinds when its thread ends. The second type is that of the function.
macro_rules! unwinding {
    ($function:path, ($($argument:ty),*) -> $result:ty) => {
        // SAFETY: the types differ only in what the compiler assumes of the call. It must not see which function it is, or it
        // would know that `PyO3` declares one that does not unwind.
        std::mem::transmute::<
            unsafe extern "C" fn($($argument),*) -> $result,
            unsafe extern "C-unwind" fn($($argument),*) -> $result,
        >(black_box($function))
    };
}

/// The result of a function of one argument.
pub fn call<'py>(
    function: &Bound<'py, PyAny>,
    argument: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (function, argument, py) = (function.as_ptr(), argument.as_ptr(), function.py());
    // SAFETY: the thread is attached, the objects live during the calls, and `arguments` is a new reference or null, which
    // is an exception; so is the result.
    unsafe {
        let arguments = Bound::from_owned_ptr_or_err(py, ffi::PyTuple_Pack(1, argument))?;
        let call = unwinding!(ffi::PyObject_Call, (Object, Object, Object) -> Object);
        let result = staying(|| call(function, arguments.as_ptr(), ptr::null_mut()));
        Bound::from_owned_ptr_or_err(py, result)
    }
}

/// The next item of an iterator.
pub fn next<'py>(items: &Bound<'py, PyIterator>) -> Option<PyResult<Bound<'py, PyAny>>> {
    // SAFETY: the thread is attached, and the call returns a new reference, or null with or without an exception.
    let item = unsafe {
        let next = unwinding!(ffi::PyIter_Next, (Object) -> Object);
        let item = staying(|| next(items.as_ptr()));
        Bound::from_owned_ptr_or_opt(items.py(), item)
    };
    item.map(Ok).or_else(|| PyErr::take(items.py()).map(Err))
}

/// What a dictionary has for a key, which is a number.
pub fn get(numbers: &Bound<'_, PyDict>, key: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    // SAFETY: the thread is attached, and the call returns a borrowed reference, or null with or without an exception. The
    // dictionary is the caller's alone, and nothing runs before the reference is another one.
    let number = unsafe {
        let get = unwinding!(ffi::PyDict_GetItemWithError, (Object, Object) -> Object);
        let number = staying(|| get(numbers.as_ptr(), key.as_ptr()));
        Bound::from_borrowed_ptr_or_opt(numbers.py(), number)
    };
    match number {
        Some(number) => number.extract().map(Some),
        None => PyErr::take(numbers.py()).map_or(Ok(None), Err),
    }
}

/// Gives a key of a dictionary a number.
pub fn set(numbers: &Bound<'_, PyDict>, key: &Bound<'_, PyAny>, number: u32) -> PyResult<()> {
    let py = numbers.py();
    // SAFETY: the thread is attached, `number` is a new reference or null, which is an exception, and the objects live
    // during the call, which returns 0, or -1 with an exception.
    unsafe {
        let number = ffi::PyLong_FromUnsignedLong(number.into());
        let number = Bound::from_owned_ptr_or_err(py, number)?;
        let set = unwinding!(ffi::PyDict_SetItem, (Object, Object, Object) -> std::ffi::c_int);
        match staying(|| set(numbers.as_ptr(), key.as_ptr(), number.as_ptr())) {
            0 => Ok(()),
            _ => Err(PyErr::fetch(py)),
        }
    }
}
