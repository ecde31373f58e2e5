//! The values of heaps, in memory that Python reads without a copy.

use std::ffi::{c_int, c_void};
use std::ops::ControlFlow;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_games::heaps::{self, Cells, Code, Period, Sequence, period as periods};
use grundy_records::picture;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice, PyType};

use crate::picture::Picture;
use crate::{builtin, hash, in_background, is_room, named, out_of_memory, size};

/// The values of the heaps of a code.
#[pyclass(frozen, subclass, module = "grundy._grundy")]
pub struct Values {
    /// As the user wrote it.
    #[pyo3(get)]
    code: String,
    title: String,
    cells: Cells,
    period: Option<Period>,
    /// The number of values, as the buffer protocol has it.
    shape: isize,
}

/// Length, start, whether it is proved, and saltus of a period.
type Fields = (usize, usize, bool, u64);

/// What `__reduce__` returns.
type Reduced<'py> = (
    Bound<'py, PyType>,
    (String, usize, Bound<'py, PyBytes>),
    Bound<'py, PyAny>,
);

#[pymethods]
impl Values {
    /// Computes the values of heaps 0 to `up_to`, or takes them from a pickle.
    #[new]
    #[pyo3(signature = (code, up_to, cells=None), text_signature = "(code, up_to)")]
    fn new(
        code: &Bound<'_, PyAny>,
        up_to: &Bound<'_, PyAny>,
        cells: Option<&[u8]>,
    ) -> PyResult<Self> {
        let (title, known) = game(code)?;
        let written = code.str()?.to_string_lossy().into_owned();
        let code = known;
        let (py, up_to) = (up_to.py(), size(up_to)?);
        let (cells, period) = match cells {
            None => computed(py, &code, up_to, false)?,
            Some(bytes) => {
                let cells = restored(bytes, up_to as usize + 1)?;
                let period = periods::find(&code, &cells);
                (cells, period)
            }
        };
        Ok(Self {
            code: written,
            title,
            shape: cells.len().cast_signed(),
            cells,
            period,
        })
    }

    /// How copies and pickles are made: a class, and what it is called with.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, heaps) = (slf.py(), slf.get());
        let length = heaps.cells.len() * heaps.cells.width();
        let bytes = PyBytes::new_with(py, length, |bytes| {
            match &heaps.cells {
                Cells::Bytes(cells) => bytes.copy_from_slice(cells),
                Cells::Words(cells) => little_endian(bytes, cells, u16::to_le_bytes),
                Cells::Longs(cells) => little_endian(bytes, cells, u32::to_le_bytes),
            }
            Ok(())
        })?;
        let arguments = (heaps.code.clone(), heaps.cells.len() - 1, bytes);
        // The user's attributes, which `Values` has.
        Ok((slf.get_type(), arguments, slf.getattr("__dict__")?))
    }

    /// Fills a view with which Python reads the values in their memory, and cannot write to it.
    ///
    /// # Safety
    /// Only Python calls this, through the slot.
    unsafe fn __getbuffer__(
        slf: &Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        let Self { cells, shape, .. } = slf.get();
        let (start, format): (*const c_void, _) = match cells {
            Cells::Bytes(cells) => (cells.as_ptr().cast(), c"B"),
            Cells::Words(cells) => (cells.as_ptr().cast(), c"H"),
            Cells::Longs(cells) => (cells.as_ptr().cast(), c"I"),
        };
        let width = cells.width().cast_signed();
        let (object, length) = (slf.as_ptr(), shape * width);
        // SAFETY: Python passes memory for a view, or null, which is an exception. The view has a reference to the object:
        // the values and their number, which never change, live as long as it.
        unsafe {
            if ffi::PyBuffer_FillInfo(view, object, start.cast_mut(), length, 1, flags) != 0 {
                return Err(PyErr::fetch(slf.py()));
            }
            // What was filled in is a view of bytes.
            (*view).itemsize = width;
            if flags & ffi::PyBUF_FORMAT != 0 {
                (*view).format = format.as_ptr().cast_mut();
            }
            if flags & ffi::PyBUF_ND != 0 {
                (*view).shape = ptr::from_ref(shape).cast_mut();
            }
        }
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.cells.len()
    }

    /// The value of a heap, or a list of those of a slice.
    fn __getitem__<'py>(
        slf: &Bound<'py, Self>,
        heap: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if heap.is_instance_of::<PySlice>() {
            let found = PyMemoryView::from(slf)?.get_item(heap)?;
            return found.call_method0("tolist");
        }
        let cells = &slf.get().cells;
        let problem = || {
            let (found, last) = (named(heap), cells.len() - 1);
            format!("found {found}, expected a heap from 0 to {last}, or a slice")
        };
        let place = match heap.extract::<isize>() {
            Err(error) if !error.is_instance_of::<PyOverflowError>(heap.py()) => {
                return Err(PyTypeError::new_err(problem()));
            }
            // From the end on, as in a list.
            Ok(place @ ..0) => cells.len().checked_add_signed(place),
            place => place.ok().map(isize::cast_unsigned),
        };
        let place = place.filter(|&place| place < cells.len());
        let place = place.ok_or_else(|| PyIndexError::new_err(problem()))?;
        Ok(cells.get(place).into_pyobject(heap.py())?.into_any())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.title == other.title && self.cells == other.cells
    }

    fn __hash__(&self) -> u64 {
        hash(&(&self.title, self.shape))
    }

    #[getter]
    fn _period(&self) -> Option<Fields> {
        self.period.map(fields)
    }

    fn plot(&self, py: Python<'_>) -> PyResult<Picture> {
        let drawn = in_background(py, |stop| {
            picture::Picture::of_heaps_until(stop, &self.title, &self.cells, self.period)
        });
        drawn.map(Picture)
    }
}

/// The period of the values of a code up to a heap.
#[pyfunction]
pub fn period(code: &Bound<'_, PyAny>, up_to: &Bound<'_, PyAny>) -> PyResult<Option<Fields>> {
    let (_, code) = game(code)?;
    let (_, period) = computed(up_to.py(), &code, size(up_to)?, true)?;
    Ok(period.map(fields))
}

fn fields(period: Period) -> Fields {
    (
        period.length,
        period.start,
        period.is_proved(),
        period.saltus,
    )
}

/// The title of the game of a code, and the code.
fn game(code: &Bound<'_, PyAny>) -> PyResult<(String, Code)> {
    let game = builtin::find(code)?;
    let about = game.about();
    let Some(code) = &about.code else {
        let problem = format!(
            "{:?} is not the code of a heap game, such as \"0.77\"",
            about.name
        );
        return Err(PyValueError::new_err(problem));
    };
    Ok((about.title.to_string(), code.clone()))
}

fn little_endian<T: Copy, const N: usize>(to: &mut [u8], cells: &[T], bytes: fn(T) -> [u8; N]) {
    for (to, &cell) in to.as_chunks_mut().0.iter_mut().zip(cells) {
        *to = bytes(cell);
    }
}

/// The values of a pickle.
fn restored(bytes: &[u8], count: usize) -> PyResult<Cells> {
    fn read<T, const N: usize>(bytes: &[u8], value: fn([u8; N]) -> T) -> PyResult<Vec<T>> {
        let bytes = bytes.as_chunks().0;
        let mut cells = Vec::new();
        cells
            .try_reserve_exact(bytes.len())
            .map_err(|_| out_of_memory())?;
        cells.extend(bytes.iter().copied().map(value));
        Ok(cells)
    }
    match (bytes.len() / count, bytes.len() % count) {
        (1, 0) => Ok(Cells::Bytes(read(bytes, u8::from_le_bytes)?)),
        (2, 0) => Ok(Cells::Words(read(bytes, u16::from_le_bytes)?)),
        (4, 0) => Ok(Cells::Longs(read(bytes, u32::from_le_bytes)?)),
        _ => {
            let problem = "the values of the pickle are of another number of heaps";
            Err(PyValueError::new_err(problem))
        }
    }
}

/// Computes values without the interpreter's lock; `to_period` ends the work where a period is proved.
fn computed(
    py: Python<'_>,
    code: &Code,
    up_to: u32,
    to_period: bool,
) -> PyResult<(Cells, Option<Period>)> {
    let found = in_background(py, |stop| values(code, up_to, to_period, stop))?;
    found.map_err(PyMemoryError::new_err)
}

/// The values of heaps 0 to `up_to`, and their period. Behind a proved period they are copies, so that no time or memory
/// goes to searching them. The error says how much memory is missing.
fn values(
    code: &Code,
    up_to: u32,
    to_period: bool,
    stop: &AtomicBool,
) -> Result<(Cells, Option<Period>), String> {
    let mut sequence = Sequence::new(code.clone());
    let mut reached = up_to.min(255);
    // Whatever the period, each of the values takes a byte at least.
    let least = if to_period { 0 } else { up_to.into() };
    check_memory(code, 0, least)?;
    loop {
        check_memory(code, reached, 0)?;
        let flow = heaps::extend(&mut sequence, reached, |_| {
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let period = periods::find(code, sequence.cells());
        let is_proved = period.is_some_and(|period| period.is_proved());
        if flow.is_break() || reached == up_to || to_period && is_proved {
            return Ok((sequence.into_cells(), period));
        }
        if let Some(period) = period.filter(|period| period.is_proved() && period.saltus == 0) {
            let cells = repeated(sequence.into_cells(), period, up_to as usize + 1)?;
            return Ok((cells, Some(period)));
        }
        reached = reached.saturating_mul(2).min(up_to);
    }
}

/// Checks that there is memory for values of heaps up to `reached`, and for `more` bytes: the search does not look.
fn check_memory(code: &Code, reached: u32, more: u64) -> Result<(), String> {
    heaps::check_memory(code, reached, more).map_err(|error| error.to_string())?;
    let bytes = usize::try_from(heaps::bytes(code, reached).saturating_add(more));
    let problem = || "the values do not fit in memory".to_owned();
    let is_there = bytes.is_ok_and(is_room);
    is_there.then_some(()).ok_or_else(problem)
}

/// The first `count` values of a sequence that repeats after the given ones.
fn repeated(cells: Cells, period: Period, count: usize) -> Result<Cells, String> {
    fn fill<T: Copy>(mut cells: Vec<T>, period: Period, count: usize) -> Result<Vec<T>, String> {
        let missing = count - cells.len();
        let reserved = cells.try_reserve_exact(missing);
        reserved.map_err(|_| format!("{count} values do not fit in memory"))?;
        while cells.len() < count {
            // Whole periods, as many as there are.
            let back = (cells.len() - period.start) / period.length * period.length;
            let from = cells.len() - back;
            cells.extend_from_within(from..from + back.min(count - cells.len()));
        }
        Ok(cells)
    }
    Ok(match cells {
        Cells::Bytes(cells) => Cells::Bytes(fill(cells, period, count)?),
        Cells::Words(cells) => Cells::Words(fill(cells, period, count)?),
        Cells::Longs(cells) => Cells::Longs(fill(cells, period, count)?),
    })
}
