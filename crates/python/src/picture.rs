//! Pictures, which show themselves in a notebook.

use std::path::PathBuf;

use grundy_records::picture;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

/// A picture, which a notebook shows.
#[pyclass(frozen, module = "grundy")]
pub struct Picture(pub picture::Picture);

#[pymethods]
impl Picture {
    /// The picture as an SVG document.
    fn svg(&self) -> String {
        self.0.svg()
    }

    /// Writes the picture to a file whose name ends with .svg.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        self.0.write(&path).map_err(|error| {
            let Some(number) = error.problem.raw_os_error() else {
                // The name is not one of a picture.
                return PyValueError::new_err(error.to_string());
            };
            // Python makes the class of the number, such as `FileNotFoundError`.
            let said = error.problem.to_string();
            let said = said.split(" (os error").next().unwrap_or_default();
            PyOSError::new_err((number, said.to_owned(), error.file.into_os_string()))
        })
    }

    fn _repr_svg_(&self) -> String {
        self.0.svg()
    }
}

/// The plane of positions of two numbers, the largest of them `up_to`, with these P-positions.
#[pyfunction]
pub fn plane(title: &str, note: &str, up_to: u64, lost: Vec<(u64, u64)>) -> Picture {
    Picture(picture::Picture::of_plane(title, note, up_to, &lost))
}
