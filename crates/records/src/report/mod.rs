//! What `results/` holds, as one page: a file that needs no network, no script and no other file.
//!
//! `results/sweep/*.csv` are sweep records and `results/bench/*.csv` benchmark records. What is no
//! sweep record by its header is skipped, and that is said: there are other records of sweeps. Beyond
//! that every file must be what it should be. `results/octal/values/CODE.csv` are the values of a game's heaps. The page shows
//! how many positions of each size were confirmed and how the number of P-positions grows, these values, the times of all solvers beside their floors, times over growing
//! inputs, and how times changed from record to record.

mod axis;
mod chart;
mod page;
mod palette;
mod selection;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::benchmark::Record;
use crate::heaps::Value;
use crate::sweep::{self, Disagreement, Row};
use crate::table::{self, Problem, TableError};
pub use chart::ChartError;

/// The records of a results folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Sweep rows, each size of each game once, by game and size.
    pub sweeps: Vec<Row>,
    /// Benchmark records from the oldest to the newest.
    pub benchmarks: Vec<Benchmark>,
    /// The values of the heaps of some games, by their codes.
    pub heaps: Vec<(String, Vec<Value>)>,
    /// Files among the sweep records that are another kind of table.
    pub skipped: Vec<Skipped>,
    /// All files that were read.
    pub files: Vec<PathBuf>,
}

/// A file that is another kind of table than those beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file.
    pub file: PathBuf,
    /// What its header says instead.
    pub problem: Problem,
}

impl Skipped {
    /// The file's name, without its folder.
    fn name(&self) -> String {
        let name = self.file.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, problem } = self;
        write!(f, "{}: no sweep record: {problem}", file.display())
    }
}

/// A benchmark record with the name of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Benchmark {
    /// The file's name, without its folder.
    pub file: String,
    /// Its rows, at least one.
    pub rows: Vec<Record>,
}

impl Benchmark {
    /// When the last of its rows was measured.
    fn date(&self) -> &str {
        self.rows
            .iter()
            .map(|row| row.date.as_str())
            .max()
            .unwrap_or_default()
    }
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A folder or a record cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Two sweep records contradict each other.
    #[error(transparent)]
    Disagreement(#[from] Box<Disagreement>),
    /// A chart cannot be drawn.
    #[error(transparent)]
    Chart(#[from] ChartError),
    /// The page cannot be written.
    #[error(transparent)]
    Write(#[from] grundy_files::WriteError),
}

impl Results {
    /// Reads all records below `folder`. O(bytes).
    ///
    /// A folder `sweep` or `bench` that is not there holds no records.
    ///
    /// # Errors
    /// When `folder` cannot be read, a file with the ending `.csv` is not the record it should be (but
    /// for the header of a sweep record, see [`skipped`](Self::skipped)), or two sweep records count the same positions differently.
    pub fn read(folder: &Path) -> Result<Self, ReportError> {
        // A folder that does not exist at all is a mistake and no empty one.
        tables(folder)?;
        let mut results = Self::default();
        let mut records = Vec::new();
        for file in tables_if_any(&folder.join("sweep"))? {
            results.files.push(file.clone());
            match table::read(&file) {
                Ok(rows) => records.push((file, rows)),
                Err(TableError::Content { file, problem, .. }) if problem.is_of_header() => {
                    results.skipped.push(Skipped { file, problem });
                }
                Err(error) => return Err(error.into()),
            }
        }
        results.sweeps = sweep::merge(&records)?;
        for path in tables_if_any(&folder.join("bench"))? {
            let rows = table::read(&path)?;
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let file = file.into_owned();
            results.benchmarks.push(Benchmark { file, rows });
            results.files.push(path);
        }
        let by_date = |a: &Benchmark, b: &Benchmark| (a.date(), &a.file).cmp(&(b.date(), &b.file));
        results.benchmarks.sort_by(by_date);
        for file in tables_if_any(&folder.join("octal/values"))? {
            let code = file.file_stem().unwrap_or_default().to_string_lossy();
            let code = code.into_owned();
            results.heaps.push((code, table::read(&file)?));
            results.files.push(file);
        }
        Ok(results)
    }

    /// The page. The same results give the same page, byte for byte.
    ///
    /// # Errors
    /// When the plotting library fails.
    pub fn to_html(&self) -> Result<String, ReportError> {
        Ok(page::html(self)?)
    }

    /// Writes the page, to a temporary name first.
    ///
    /// # Errors
    /// When the plotting library or the system fails.
    pub fn write(&self, file: &Path) -> Result<(), ReportError> {
        grundy_files::write(file, self.to_html()?.as_bytes())?;
        Ok(())
    }
}

fn tables(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    Ok(grundy_files::in_folder(folder, "csv")?)
}

fn tables_if_any(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    match folder.try_exists() {
        Ok(false) => Ok(Vec::new()),
        _ => tables(folder),
    }
}
