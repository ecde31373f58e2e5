//! The records of a results folder.

use std::fmt;
use std::path::{Path, PathBuf};

use super::checks::{self, Alike, ListedCheck, Published, SizeCounts, listed};
use crate::benchmark::Record;
use crate::error::RecordError;
use crate::files;
use crate::found::Findings;
use crate::heaps::{HeapValue, PeriodRow};
use crate::sweep::{self, SweepRow};
use crate::table;

/// The records of a results folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Sweep rows, each size of each game once, by game and size.
    pub sweeps: Vec<SweepRow>,
    /// What else was checked or counted, a record of one game each.
    pub checks: Vec<ListedCheck>,
    /// Tables of periods, by the names of their files.
    pub periods: Vec<(String, Vec<PeriodRow>)>,
    /// Published periods.
    pub published: Vec<Published>,
    /// Pairs of heap games that published tables take for one.
    pub alike: Vec<Alike>,
    /// Benchmark records from the oldest to the newest.
    pub benchmarks: Vec<Benchmark>,
    /// The values of the heaps of some games, by their codes.
    pub heaps: Vec<(String, Vec<HeapValue>)>,
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
    /// How its header differs.
    pub problem: String,
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
    pub(super) fn date(&self) -> &str {
        let dates = self.rows.iter().map(|row| row.date.as_str());
        dates.max().unwrap_or_default()
    }
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
    pub fn read(folder: &Path) -> Result<Self, RecordError> {
        // A folder that does not exist at all is a mistake and no empty one.
        files::in_folder(folder, "csv")?;
        let mut results = Self::default();
        let mut sweeps = Vec::new();
        for file in results.files(&folder.join("sweep"), "csv")? {
            let mut rows: Vec<SweepRow> = match table::read(&file) {
                Err(RecordError::Header { file, problem }) => {
                    results.skipped.push(Skipped { file, problem });
                    continue;
                }
                rows => rows?,
            };
            let checks = listed(
                &file,
                "oracle, one way to count",
                rows.iter().map(Into::into),
            )?;
            let is_part = |game: &str| game.contains(':');
            let parts = checks.into_iter().filter(|check| is_part(&check.game));
            results.checks.extend(parts);
            rows.retain(|row| !is_part(&row.game));
            sweeps.push((file, rows));
        }
        results.sweeps = sweep::merge(&sweeps)?;
        for file in results.files(&folder.join("closure"), "csv")? {
            let rows: Vec<SweepRow> = table::read(&file)?;
            let checks = listed(&file, "closure", rows.iter().map(Into::into))?;
            results.checks.extend(checks);
        }
        for file in results.files(&folder.join("closure"), "json")? {
            let checks = checks::of_found(&file, &Findings::read(&file)?);
            results.checks.extend(checks);
        }
        for file in results.files(&folder.join("outcomes"), "csv")? {
            let rows: Vec<SizeCounts> = table::read(&file)?;
            let checks = listed(&file, "oracle alone, nothing compared", rows.into_iter())?;
            results.checks.extend(checks);
        }
        for path in results.files(&folder.join("bench"), "csv")? {
            let (file, rows) = (name(&path), table::read(&path)?);
            results.benchmarks.push(Benchmark { file, rows });
        }
        let by_date = |a: &Benchmark, b: &Benchmark| (a.date(), &a.file).cmp(&(b.date(), &b.file));
        results.benchmarks.sort_by(by_date);
        for file in results.files(&folder.join("octal"), "csv")? {
            match &*name(&file) {
                "published.csv" => results.published = table::read(&file)?,
                "contradictions.csv" => results.alike = table::read(&file)?,
                name => results.periods.push((name.to_owned(), table::read(&file)?)),
            }
        }
        for file in results.files(&folder.join("octal/values"), "csv")? {
            let code = file.file_stem().unwrap_or_default().to_string_lossy();
            let values = table::read(&file)?;
            results.heaps.push((code.into_owned(), values));
        }
        Ok(results)
    }

    /// The files in a folder with this extension; none where there is no such folder.
    fn files(&mut self, folder: &Path, extension: &str) -> Result<Vec<PathBuf>, RecordError> {
        if matches!(folder.try_exists(), Ok(false)) {
            return Ok(Vec::new());
        }
        let files = files::in_folder(folder, extension)?;
        self.files.extend_from_slice(&files);
        Ok(files)
    }
}

/// The name of a file, without its folder.
pub(super) fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
