//! The error of everything that reads, writes or compares records.

use std::io;
use std::path::{Path, PathBuf};

use crate::files::PathError;

/// Why a record cannot be read, written, compared or continued.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// A file or a folder cannot be read or written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A file cannot be read or written; the caller names the file.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game failed.
    #[error(transparent)]
    Failed(#[from] grundy_game::Error),
    /// A line of a table is not what it should be.
    #[error("{}:{line}: {problem}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong there.
        problem: String,
    },
    /// The file is of another kind than this.
    #[error("not {0}")]
    Foreign(&'static str),
    /// The file is not as it was written.
    #[error("the file is damaged: it is not what was written")]
    Damaged,
    /// A record or a text contradicts itself, another record, or what was asked for: the message says how.
    #[error("{0}")]
    Unusable(String),
}

impl RecordError {
    /// Makes the error of a line, counted from 1, of a file.
    pub(crate) fn of_line(file: &Path) -> impl Fn(u64, String) -> Self {
        |line, problem| Self::Line {
            file: file.to_owned(),
            line,
            problem,
        }
    }

    /// The error with the file that it is about.
    pub(crate) fn of_file(file: &Path) -> impl FnOnce(Self) -> Self {
        |problem| Self::Unusable(format!("{}: {problem}", file.display()))
    }

    /// A file made by another version of the code.
    pub(crate) fn of_version(theirs: &str, ours: &str) -> Self {
        Self::Unusable(format!("made by grundy {theirs}, and this is {ours}"))
    }

    /// A file made for another game.
    pub fn of_game(theirs: &str, ours: &str) -> Self {
        Self::Unusable(format!("made for {theirs}, not for {ours}"))
    }
}
