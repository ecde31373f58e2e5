//! Values of single heaps, the certificate of a period, and the table of many games' periods.

use std::io;
use std::path::{Path, PathBuf};
use std::{fs, mem};

use grundy_files::{Held, WriteError};
use grundy_games::heaps::{Cells, Code, Sequence, certificate, period};
use serde::{Deserialize, Serialize};
use twox_hash::xxhash3_128::Hasher;

use crate::sealed::{self, Broken};
use crate::table::{self, Wrong};

/// What `grundy values` prints of a game's heaps as JSON.
#[derive(Debug, Serialize)]
pub struct Heaps<'a> {
    /// The code.
    pub game: &'a str,
    /// The largest heap.
    pub up_to: u32,
    /// The values of heaps 0 to `up_to`, unless they are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u32>>,
    /// The largest of them.
    pub largest: u32,
    /// Where they repeat, if they do.
    pub period: Option<Period>,
}

/// A period as a record has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Period {
    /// The smallest heap from which on it holds.
    pub start: u64,
    /// Its length.
    pub length: u64,
    /// What is added after each period.
    pub saltus: u64,
    /// Whether a theorem makes it certain.
    pub proved: bool,
}

impl From<period::Period> for Period {
    fn from(period: period::Period) -> Self {
        Self {
            start: period.start as u64,
            length: period.length as u64,
            saltus: period.saltus,
            proved: period.is_proved(),
        }
    }
}

/// Writes values as CSV: `heap,grundy`, a row for each heap.
///
/// # Errors
/// When the file cannot be written.
pub fn write_csv(path: &Path, cells: &Cells) -> Result<(), WriteError> {
    grundy_files::write_by(path, |file| {
        writeln!(file, "heap,grundy")?;
        (0..)
            .zip(cells.iter())
            .try_for_each(|(heap, value): (usize, u32)| writeln!(file, "{heap},{value}"))
    })
}

/// Why a file of values or a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read {}: {problem}", file.display())]
    Reading {
        /// The file.
        file: PathBuf,
        /// What the system said.
        problem: io::Error,
    },
    /// It cannot be written.
    #[error(transparent)]
    Writing(#[from] WriteError),
    /// It is something else.
    #[error("{}: not {expected}", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What it should be.
        expected: &'static str,
    },
    /// It is not as it was written.
    #[error("{} is damaged: it is not what was written", .0.display())]
    Damaged(PathBuf),
    /// It has a value that is not the game's.
    #[error("{}: {problem}", file.display())]
    Value {
        /// The file.
        file: PathBuf,
        /// The first such value that was found.
        problem: certificate::Wrong,
    },
    /// It is of other code.
    #[error("{}: made by grundy {theirs}, and this is {ours}", file.display())]
    Version {
        /// The file.
        file: PathBuf,
        /// The version of the code that made it.
        theirs: String,
        /// The version of this code.
        ours: String,
    },
    /// It is of another game.
    #[error("{}: made for {theirs}, not for {ours}", file.display())]
    Game {
        /// The file.
        file: PathBuf,
        /// The game that it was made for.
        theirs: String,
        /// The game that was asked for.
        ours: String,
    },
}

/// The content of a file of this kind.
fn unsealed<'a>(
    path: &Path,
    file: &'a [u8],
    kind: &str,
    expected: &'static str,
) -> Result<&'a [u8], FileError> {
    sealed::unseal(kind, file).map_err(|broken| {
        let file = path.to_owned();
        match broken {
            Broken::Foreign => FileError::Foreign { file, expected },
            Broken::Damaged => FileError::Damaged(file),
        }
    })
}

fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|problem| FileError::Reading {
        file: path.to_owned(),
        problem,
    })
}

/// What somebody else needs to check a period: docs/formats.md says how.
///
/// ```
/// use grundy_records::heaps::Certificate;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("nothing.json");
/// let certificate = Certificate { game: "0.0".into(), start: 0, length: 1, needed: 0, values: vec![0] };
/// certificate.write(&path)?;
/// assert_eq!(Certificate::read(&path)?, certificate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The code.
    pub game: String,
    /// The preperiod.
    pub start: usize,
    /// The period.
    pub length: usize,
    /// The largest heap whose value the octal period theorem asks for.
    pub needed: usize,
    /// The values of heaps 0 to `start + length - 1`.
    pub values: Vec<u32>,
}

impl Certificate {
    const KIND: &str = "certificate";

    /// Writes the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let body = serde_json::json!(self).to_string() + "\n";
        let file = sealed::seal(Self::KIND, body.as_bytes());
        Ok(grundy_files::write(path, &file)?)
    }

    /// Reads a file that is whole and as it was written.
    ///
    /// # Errors
    /// See [`FileError`].
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let file = read(path)?;
        let body = unsealed(path, &file, Self::KIND, "a certificate of a period")?;
        serde_json::from_slice(body).map_err(|_| FileError::Damaged(path.to_owned()))
    }
}

/// Values found so far, to go on from: a line with a hash, a line of JSON, and then the values, each in as
/// many bytes as the line says, the lowest first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Found {
    version: String,
    game: String,
    heaps: usize,
    width: usize,
}

/// So many sums of heaps are looked at when values are read back.
const BUDGET: u64 = 20_000_000;

/// What the first line calls such a file.
const FOUND: &str = "values";

/// Writes the values of a sequence, so that [`resume`] can go on from them. O(heaps).
///
/// # Errors
/// When the system refuses.
pub fn keep(held: &mut Held, version: &str, sequence: &Sequence) -> Result<(), FileError> {
    let cells = sequence.cells();
    let found = Found {
        version: version.to_owned(),
        game: sequence.code().to_string(),
        heaps: cells.len(),
        width: cells.width(),
    };
    let header = serde_json::json!(found).to_string() + "\n";
    // Once to know the hash, which stands in front, and once to write.
    let mut hash = Hasher::new();
    let each = |write: &mut dyn FnMut(&[u8]) -> io::Result<()>| -> io::Result<()> {
        const CHUNK: usize = 1 << 16;
        write(header.as_bytes())?;
        let mut chunk = Vec::with_capacity(CHUNK + 4);
        for value in cells.iter() {
            chunk.extend_from_slice(&value.to_le_bytes()[..cells.width()]);
            if chunk.len() >= CHUNK {
                write(&mem::take(&mut chunk))?;
            }
        }
        write(&chunk)
    };
    let hashed = each(&mut |piece| {
        hash.write(piece);
        Ok(())
    });
    debug_assert!(hashed.is_ok());
    let written = held.replace_by(|file| {
        file.write_all(sealed::first_line(FOUND, hash.finish_128()).as_bytes())?;
        each(&mut |piece| file.write_all(piece))
    });
    written.map_err(|problem| {
        let file = held.path().to_owned();
        FileError::Writing(WriteError { file, problem })
    })
}

/// The sequence that [`keep`] wrote, of this game and by this version of the code, and the file, which is
/// this process's from now on. A part of the values is found anew. Where there is none, or it is empty, nothing has been found. O(heaps).
///
/// # Errors
/// See [`FileError`].
pub fn resume(path: &Path, version: &str, code: &Code) -> Result<(Sequence, Held), FileError> {
    let (held, file) = Held::open(path).map_err(|problem| FileError::Reading {
        file: path.to_owned(),
        problem,
    })?;
    if file.is_empty() {
        return Ok((Sequence::new(code.clone()), held));
    }
    let body = unsealed(path, &file, FOUND, "a checkpoint of values")?;
    let damaged = || FileError::Damaged(path.to_owned());
    let end = body
        .iter()
        .position(|&byte| byte == b'\n')
        .ok_or_else(damaged)?;
    let (header, values) = (&body[..end], &body[end + 1..]);
    let found: Found = serde_json::from_slice(header).map_err(|_| damaged())?;
    let file = path.to_owned();
    if found.version != version {
        return Err(FileError::Version {
            file,
            theirs: found.version,
            ours: version.to_owned(),
        });
    }
    if found.game != code.to_string() {
        return Err(FileError::Game {
            file,
            theirs: found.game,
            ours: code.to_string(),
        });
    }
    if ![1, 2, 4].contains(&found.width)
        || found.heaps.checked_mul(found.width) != Some(values.len())
    {
        return Err(damaged());
    }
    let values = values.chunks_exact(found.width).map(|bytes| {
        bytes
            .iter()
            .rev()
            .fold(0, |value, &byte| value << 8 | u32::from(byte))
    });
    let sequence = Sequence::resume(code.clone(), values);
    match certificate::spot_check(code, sequence.cells(), BUDGET) {
        Ok(()) => Ok((sequence, held)),
        Err(problem) => Err(FileError::Value { file, problem }),
    }
}

/// A row of the table of many games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The code.
    pub game: String,
    /// The largest heap whose value was found.
    pub up_to: u64,
    /// `proved`, or `open`.
    pub status: String,
    /// The preperiod, where the period is proved.
    pub start: Option<u64>,
    /// The period.
    pub length: Option<u64>,
    /// The largest value.
    pub largest: u64,
    /// The smallest heap that has it.
    pub largest_at: u64,
    /// Heaps with a rare value.
    pub rare: u64,
    /// Sums of two heaps that were looked at.
    pub work: u64,
}

impl table::Row for Row {
    const KIND: &'static str = "table of periods";

    fn check(&self) -> Result<(), Wrong> {
        Wrong::unless_text(&self.game, "game", "the code of a game")?;
        let is_proved = self.status == "proved";
        let is_known = is_proved || self.status == "open";
        Wrong::unless(is_known, "status", "`proved` or `open`")?;
        for (column, cell) in [("start", self.start), ("length", self.length)] {
            let expected = if is_proved {
                "a whole number"
            } else {
                "nothing"
            };
            Wrong::unless(cell.is_some() == is_proved, column, expected)?;
        }
        Ok(())
    }

    fn subject(&self) -> Option<String> {
        Some(self.game.clone())
    }
}

/// The value of a heap: a row of what [`write_csv`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// The heap.
    pub heap: u64,
    /// Its Grundy value.
    pub grundy: u64,
}

impl table::Row for Value {
    const KIND: &'static str = "table of heaps' values";

    fn check(&self) -> Result<(), Wrong> {
        Ok(())
    }

    fn subject(&self) -> Option<String> {
        Some(format!("heap {}", self.heap))
    }
}
