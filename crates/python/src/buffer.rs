//! The buffer protocol of values: Python reads their memory, and cannot write to it.
//!
//! `PyO3` has the buffer protocol in modules for Python 3.11 and later only. `CPython` accepts the same slot from 3.9 on, and
//! the structure has been the same since; so the class is made here, by hand.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use grundy_games::heaps::Cells;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::heaps::Heaps;

/// `Py_buffer` of the stable ABI.
#[repr(C)]
struct View {
    buf: *const c_void,
    obj: *mut ffi::PyObject,
    len: isize,
    itemsize: isize,
    readonly: c_int,
    ndim: c_int,
    format: *const c_char,
    shape: *const isize,
    strides: *const isize,
    suboffsets: *const isize,
    internal: *const c_void,
}

/// The slot `Py_bf_getbuffer` of the stable ABI.
const GET_BUFFER: c_int = 1;
/// What the caller of `get_buffer` asks for: the flags `PyBUF_WRITABLE`, `PyBUF_FORMAT`, `PyBUF_ND`, `PyBUF_STRIDES`.
const WRITABLE: c_int = 0x1;
const FORMAT: c_int = 0x4;
const SHAPE: c_int = 0x8;
const STRIDES: c_int = 0x10;

/// Returns a class that inherits from that of [`Heaps`] and has the buffer protocol.
pub fn class<'py>(heaps: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
    let bases = PyTuple::new(heaps.py(), [heaps])?;
    let mut slots = [
        (GET_BUFFER, get_buffer as *mut c_void),
        (0, ptr::null_mut()),
    ]
    .map(|(slot, pfunc)| ffi::PyType_Slot { slot, pfunc });
    let mut spec = ffi::PyType_Spec {
        name: c"grundy._grundy.Values".as_ptr(),
        // The size of the base.
        basicsize: 0,
        itemsize: 0,
        flags: (ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_BASETYPE) as _,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: `slots` ends with a zero and lives during the call, `name` for ever, and `get_buffer` is of the type that its
    // slot has. The call returns an owned reference, or null with an exception.
    unsafe {
        let class = ffi::PyType_FromSpecWithBases(&raw mut spec, bases.as_ptr());
        Bound::from_owned_ptr_or_err(heaps.py(), class)
    }
}

/// Fills a view of the values of an object of the class.
///
/// # Safety
/// Only Python calls this, through the slot.
unsafe extern "C" fn get_buffer(
    object: *mut ffi::PyObject,
    view: *mut View,
    flags: c_int,
) -> c_int {
    // SAFETY: Python calls a slot with the thread attached, and with an object of the class.
    let (py, object) = unsafe {
        let py = Python::assume_attached();
        (py, Bound::from_borrowed_ptr(py, object))
    };
    let filled = match object.cast::<Heaps>() {
        _ if view.is_null() => Err(PyBufferError::new_err("there is no view to fill")),
        Ok(heaps) if flags & WRITABLE == 0 => Ok(of(heaps.get(), flags)),
        Ok(_) => Err(PyBufferError::new_err("the values are read-only")),
        Err(error) => Err(error.into()),
    };
    let (filled, result) = match filled {
        // The view owns a reference: the values, which never change, live as long as it.
        Ok(filled) => (
            View {
                obj: object.into_ptr(),
                ..filled
            },
            0,
        ),
        Err(error) => {
            error.restore(py);
            (View { ..NONE }, -1)
        }
    };
    if !view.is_null() {
        // SAFETY: Python passes memory for a view.
        unsafe { view.write(filled) };
    }
    result
}

/// A view of values, without the reference to their object.
fn of(heaps: &Heaps, flags: c_int) -> View {
    fn part<T>(flags: c_int, wanted: c_int, part: *const T) -> *const T {
        if flags & wanted == wanted {
            part
        } else {
            ptr::null()
        }
    }
    let (buf, format) = match &heaps.cells {
        Cells::Bytes(cells) => (cells.as_ptr().cast(), c"B"),
        Cells::Words(cells) => (cells.as_ptr().cast(), c"H"),
        Cells::Longs(cells) => (cells.as_ptr().cast(), c"I"),
    };
    View {
        buf,
        len: heaps.shape * heaps.stride,
        itemsize: heaps.stride,
        readonly: 1,
        ndim: 1,
        format: part(flags, FORMAT, format.as_ptr()),
        shape: part(flags, SHAPE, &raw const heaps.shape),
        strides: part(flags, SHAPE | STRIDES, &raw const heaps.stride),
        ..NONE
    }
}

const NONE: View = View {
    buf: ptr::null(),
    obj: ptr::null_mut(),
    len: 0,
    itemsize: 0,
    readonly: 0,
    ndim: 0,
    format: ptr::null(),
    shape: ptr::null(),
    strides: ptr::null(),
    suboffsets: ptr::null(),
    internal: ptr::null(),
};
