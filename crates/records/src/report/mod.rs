//! What `results/` holds, as one page: a file that needs no network, no script and no other file.
//!
//! | files | what they hold | on the page |
//! |---|---|---|
//! | `sweep/*.csv` | sweep records | positions of each size, and how many of them are P-positions |
//! | `closure/*.csv`, `closure/*.json` | sweep records and findings of `--check closure` | other checks |
//! | `outcomes/*.csv` | what the oracle alone counted | other checks |
//! | `octal/*.csv` | periods of heap games: found, published, and games that tables take for one | periods |
//! | `octal/values/CODE.csv` | the values of a game's heaps | plots with their periods |
//! | `bench/*.csv` | benchmark records | solvers beside floors, growing inputs, history |
//!
//! A file in `sweep` with the header of another table is skipped and named on the page; every other file must
//! be what the table says. A row with another number of positions than the game's formula gives is an error.
//! Rows of a game whose name has a colon in it (`gra:portable`) check another part of the same game: they are
//! listed among the other checks and added to nothing.

mod axis;
mod chart;
mod checks;
mod page;
mod palette;
mod selection;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::benchmark::Record;
use crate::found::{Found, FoundError};
use crate::heaps::{self, Value};
use crate::sweep::{self, Disagreement, Row};
use crate::table::{self, Problem, TableError};
pub use chart::ChartError;
pub use checks::{Alike, Check, Published};
use checks::{Counts, all_counted, found_checks};

/// The records of a results folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Sweep rows, each size of each game once, by game and size.
    pub sweeps: Vec<Row>,
    /// What else was checked or counted, a record of one game each.
    pub checks: Vec<Check>,
    /// Tables of periods, by the names of their files.
    pub periods: Vec<(String, Vec<heaps::Row>)>,
    /// Periods that others have published.
    pub published: Vec<Published>,
    /// Pairs of heap games that published tables take for one.
    pub alike: Vec<Alike>,
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
        name(&self.file)
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
    /// What a sweep found cannot be read.
    #[error(transparent)]
    Found(#[from] FoundError),
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
    /// A folder in it that is not there holds no records.
    ///
    /// # Errors
    /// When `folder` cannot be read, a file with the ending `.csv` is not the record it should be (but
    /// for the header of a sweep record, see [`skipped`](Self::skipped)), a row contradicts the number of
    /// positions that its game has, or two sweep records count the same positions differently.
    pub fn read(folder: &Path) -> Result<Self, ReportError> {
        // A folder that does not exist at all is a mistake and no empty one.
        grundy_files::in_folder(folder, "csv").map_err(TableError::from)?;
        let mut results = Self::default();
        let mut records = Vec::new();
        for file in files(&folder.join("sweep"), "csv")? {
            results.files.push(file.clone());
            match table::read::<Row>(&file) {
                Ok(rows) => {
                    all_counted(&file, &rows)?;
                    let (parts, rows): (Vec<Row>, _) =
                        rows.into_iter().partition(|row| row.game.contains(':'));
                    let what = "oracle, one way to count";
                    results.checks.extend(Check::of(&file, what, &parts));
                    records.push((file, rows));
                }
                Err(TableError::Content {
                    file,
                    problem: problem @ Problem::Header(_),
                    ..
                }) => {
                    results.skipped.push(Skipped { file, problem });
                }
                Err(error) => return Err(error.into()),
            }
        }
        results.sweeps = sweep::merge(&records)?;
        for file in files(&folder.join("closure"), "csv")? {
            let rows = table::read::<Row>(&file)?;
            all_counted(&file, &rows)?;
            let checks = Check::of(&file, "closure", &rows);
            results.checks.extend(checks);
            results.files.push(file);
        }
        for file in files(&folder.join("closure"), "json")? {
            let checks = found_checks(&file, &Found::read(&file)?);
            results.checks.extend(checks);
            results.files.push(file);
        }
        for file in files(&folder.join("outcomes"), "csv")? {
            let rows = table::read::<Counts>(&file)?;
            all_counted(&file, &rows)?;
            let checks = Check::of(&file, "oracle alone, nothing compared", &rows);
            results.checks.extend(checks);
            results.files.push(file);
        }
        for path in files(&folder.join("bench"), "csv")? {
            let rows = table::read(&path)?;
            let file = name(&path);
            results.benchmarks.push(Benchmark { file, rows });
            results.files.push(path);
        }
        let by_date = |a: &Benchmark, b: &Benchmark| (a.date(), &a.file).cmp(&(b.date(), &b.file));
        results.benchmarks.sort_by(by_date);
        for file in files(&folder.join("octal"), "csv")? {
            match &*name(&file) {
                "published.csv" => results.published = table::read(&file)?,
                "contradictions.csv" => results.alike = table::read(&file)?,
                name => results.periods.push((name.to_owned(), table::read(&file)?)),
            }
            results.files.push(file);
        }
        for file in files(&folder.join("octal/values"), "csv")? {
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

/// The files in a folder with this extension; none where there is no such folder.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, TableError> {
    match folder.try_exists() {
        Ok(false) => Ok(Vec::new()),
        _ => Ok(grundy_files::in_folder(folder, extension)?),
    }
}

/// The name of a file, without its folder.
fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
