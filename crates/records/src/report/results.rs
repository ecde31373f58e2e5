//! The records of a results folder.

use std::path::{Path, PathBuf};

use super::sweeps::{of_findings, of_rows};
use crate::benchmark::Record;
use crate::error::RecordError;
use crate::files;
use crate::found::Findings;
use crate::heaps::{HeapValue, PeriodRow, PublishedPeriod};
use crate::sweep::{self, OracleRow, SweepRow};
use crate::table::{self, TableRow};

/// The records of a results folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Sweep rows, each size of each game once, by game and size.
    pub sweeps: Vec<SweepRow>,
    /// What else was checked or counted: the rows of a table.
    pub(super) checks: Vec<Vec<String>>,
    /// Tables of periods, by the names of their files.
    pub(super) periods: Vec<(String, Vec<PeriodRow>)>,
    /// Published periods.
    pub(super) published: Vec<PublishedPeriod>,
    /// The values of the heaps of some games, by their codes.
    pub(super) heaps: Vec<(String, Vec<HeapValue>)>,
    /// Benchmark records from the oldest to the newest.
    pub benchmarks: Vec<Benchmark>,
    /// All files that were read.
    pub files: Vec<PathBuf>,
}

/// A benchmark record with the name of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Benchmark {
    /// When the last of its rows was measured.
    pub date: String,
    /// The file's name, without its folder.
    pub file: String,
    /// Its rows, at least one.
    pub rows: Vec<Record>,
}

impl Results {
    /// Reads all records below `folder`. O(bytes).
    ///
    /// A folder in it that is not there holds no records.
    ///
    /// # Errors
    /// When `folder` cannot be read, a file is not the record it should be, a row contradicts the number of positions
    /// that its game has, or two sweep records count the same positions differently.
    pub fn read(folder: &Path) -> Result<Self, RecordError> {
        // A folder that does not exist is an error, unlike an empty one.
        files::in_folder(folder, "csv")?;
        let mut results = Self::default();
        let mut sweeps = Vec::new();
        for (file, rows) in results.tables(&folder.join("sweep"))? {
            let is_part = |row: &SweepRow| sweep::is_part(&row.game);
            let (parts, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_part);
            let what = "oracle, one way to count";
            results.checks.extend(of_rows(&file, what, &parts));
            sweeps.push((file, rows));
        }
        results.sweeps = sweep::merge(&sweeps)?;
        for (file, rows) in results.tables::<SweepRow>(&folder.join("closure"))? {
            results.checks.extend(of_rows(&file, "closure", &rows));
        }
        for file in results.files(&folder.join("closure"), "json")? {
            let found = Findings::read(&file)?;
            results.checks.extend(of_findings(&file, &found));
        }
        for (file, rows) in results.tables::<OracleRow>(&folder.join("outcomes"))? {
            let what = "oracle alone, nothing compared";
            results.checks.extend(of_rows(&file, what, &rows));
        }
        for (file, rows) in results.tables::<Record>(&folder.join("bench"))? {
            let date = rows.iter().map(|row| row.date.clone()).max();
            results.benchmarks.push(Benchmark {
                date: date.unwrap_or_default(),
                file: files::name(&file),
                rows,
            });
        }
        let benchmarks = &mut results.benchmarks;
        benchmarks.sort_by_cached_key(|record| (record.date.clone(), record.file.clone()));
        for file in results.files(&folder.join("octal"), "csv")? {
            match &*files::name(&file) {
                "published.csv" => results.published = table::read(&file)?,
                "contradictions.csv" => {}
                name => results.periods.push((name.to_owned(), table::read(&file)?)),
            }
        }
        for (file, values) in results.tables(&folder.join("octal/values"))? {
            let code = file.file_stem().unwrap_or_default().to_string_lossy();
            results.heaps.push((code.into_owned(), values));
        }
        Ok(results)
    }

    /// The tables in a folder with their files; none where there is no such folder.
    fn tables<R: TableRow>(
        &mut self,
        folder: &Path,
    ) -> Result<Vec<(PathBuf, Vec<R>)>, RecordError> {
        let files = self.files(folder, "csv")?.into_iter();
        let tables = files.map(|file| table::read(&file).map(|rows| (file, rows)));
        tables.collect()
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
