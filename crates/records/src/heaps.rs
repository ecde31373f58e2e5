//! Grundy values: those of positions and of single heaps, the certificate of a period, and the table of many
//! games' periods.

use std::fs;
use std::path::Path;

use grundy_games::Evaluated;
use grundy_games::heaps::{Cells, Code, Sequence, certificate, period};
use serde::{Deserialize, Serialize};

use crate::error::RecordError;
use crate::files::{self, Held, PathError};
use crate::sealed;
use crate::table::{self, CellCheck, TableRow};

/// What `grundy values` prints of a game as JSON.
#[derive(Debug, Serialize)]
pub struct PositionValues<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The largest size.
    pub up_to: u32,
    /// Every position, each on one line.
    pub positions: &'a [Evaluated],
    /// Where each size has one position, the period of the values as far as they were looked at.
    pub period: Option<PeriodFields>,
}

/// What `grundy values` prints of a game's heaps as JSON.
#[derive(Debug, Serialize)]
pub struct HeapValues<'a> {
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
    pub period: Option<PeriodFields>,
}

/// A period as a record has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PeriodFields {
    /// The smallest heap from which on it holds.
    pub start: u64,
    /// Its length.
    pub length: u64,
    /// What is added after each period.
    pub saltus: u64,
    /// Whether a theorem proves it.
    pub proved: bool,
}

impl From<period::Period> for PeriodFields {
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
pub fn write_csv(path: &Path, cells: &Cells) -> Result<(), PathError> {
    files::write_by(path, |file| {
        writeln!(file, "heap,grundy")?;
        (0..)
            .zip(cells.iter())
            .try_for_each(|(heap, value): (usize, u32)| writeln!(file, "{heap},{value}"))
    })
}

/// What a program needs to check a period independently: docs/formats.md says how.
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
    pub fn write(&self, path: &Path) -> Result<(), PathError> {
        let body = serde_json::json!(self).to_string() + "\n";
        files::write(path, &sealed::seal(Self::KIND, body.as_bytes()))
    }

    /// Reads a file that is as it was written.
    ///
    /// # Errors
    /// When the file cannot be read, or is not what [`write`](Self::write) has written.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let file = fs::read(path).map_err(PathError::of(CANNOT_READ, path))?;
        sealed::unseal(Self::KIND, "a certificate of a period", &file)
            .and_then(|body| serde_json::from_slice(body).map_err(|_| RecordError::Damaged))
            .map_err(RecordError::of_file(path))
    }
}

/// The header of a checkpoint of values. The file is a line with a hash, this as a line of JSON, and then the
/// values, each in `width` bytes, the lowest first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    version: String,
    game: String,
    heaps: usize,
    width: usize,
}

/// At most this number of sums of heaps is looked at when values are read back.
const BUDGET: u64 = 20_000_000;

/// What messages about a file of values begin with.
const CANNOT_READ: &str = "cannot read ";

/// What the first line calls a checkpoint of values.
const VALUES: &str = "values";

/// Writes the values of a sequence, so that [`resume`] can go on from them. O(heaps).
///
/// # Errors
/// When the system refuses.
pub fn keep(held: &mut Held, version: &str, sequence: &Sequence) -> Result<(), PathError> {
    let cells = sequence.cells();
    let header = Header {
        version: version.to_owned(),
        game: sequence.code().to_string(),
        heaps: cells.len(),
        width: cells.width(),
    };
    let header = serde_json::json!(header).to_string() + "\n";
    let values = || cells.iter().map(u32::to_le_bytes);
    let mut hasher = sealed::Hasher::new();
    hasher.write(header.as_bytes());
    values().for_each(|value| hasher.write(&value[..cells.width()]));
    let line = sealed::first_line(VALUES, hasher.finish_128());
    let written = held.replace_by(|file| {
        write!(file, "{line}{header}")?;
        values().try_for_each(|value| file.write_all(&value[..cells.width()]))
    });
    written.map_err(PathError::writing(held.path()))
}

/// The sequence that [`keep`] wrote for this game with this version of the code, and the file, which this
/// process holds from now on. Where there is no file, or an empty one, no value has been found. A part of the values
/// is computed anew to check them. O(heaps).
///
/// # Errors
/// When the file cannot be read, is not what [`keep`] has written, or has a value that is not the game's.
pub fn resume(path: &Path, version: &str, code: &Code) -> Result<(Sequence, Held), RecordError> {
    let (held, file) = Held::open(path).map_err(PathError::of(CANNOT_READ, path))?;
    if file.is_empty() {
        return Ok((Sequence::new(code.clone()), held));
    }
    let sequence = unpack(&file, version, code).map_err(RecordError::of_file(path))?;
    Ok((sequence, held))
}

fn unpack(file: &[u8], version: &str, code: &Code) -> Result<Sequence, RecordError> {
    let body = sealed::unseal(VALUES, "a checkpoint of values", file)?;
    let (header, values) = sealed::split_line(body).ok_or(RecordError::Damaged)?;
    let header: Header = serde_json::from_slice(header).map_err(|_| RecordError::Damaged)?;
    if header.version != version {
        return Err(RecordError::of_version(&header.version, version));
    }
    if header.game != code.to_string() {
        return Err(RecordError::of_game(&header.game, &code.to_string()));
    }
    if ![1, 2, 4].contains(&header.width)
        || header.heaps.checked_mul(header.width) != Some(values.len())
    {
        return Err(RecordError::Damaged);
    }
    let values = values.chunks_exact(header.width).map(|bytes| {
        let bytes = bytes.iter().rev();
        bytes.fold(0, |value, &byte| value << 8 | u32::from(byte))
    });
    let sequence = Sequence::resume(code.clone(), values);
    match certificate::spot_check(code, sequence.cells(), BUDGET) {
        Ok(()) => Ok(sequence),
        Err(wrong) => Err(RecordError::Unusable(wrong.to_string())),
    }
}

/// A row of the table of many games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodRow {
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

impl TableRow for PeriodRow {
    fn checks(&self) -> Vec<CellCheck> {
        let is_proved = self.status == "proved";
        let is_known = is_proved || self.status == "open";
        let expected = "a number exactly where the period is proved";
        vec![
            table::text("game", &self.game),
            table::cell("status", is_known, "`proved` or `open`"),
            table::cell("start", self.start.is_some() == is_proved, expected),
            table::cell("length", self.length.is_some() == is_proved, expected),
        ]
    }

    fn subject(&self) -> Option<String> {
        Some(self.game.clone())
    }
}

/// A published period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedPeriod {
    /// The code.
    pub game: String,
    /// The preperiod, as the source counts it.
    pub start: u64,
    /// The period.
    pub length: u64,
    /// Where it was published.
    pub source: String,
}

impl TableRow for PublishedPeriod {
    fn checks(&self) -> Vec<CellCheck> {
        let length = table::at_least_1("length", self.length);
        vec![table::text("game", &self.game), length]
    }
}

/// The value of a heap: a row of what [`write_csv`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapValue {
    /// The heap.
    pub heap: u64,
    /// Its Grundy value.
    pub grundy: u32,
}

impl TableRow for HeapValue {
    fn subject(&self) -> Option<String> {
        Some(format!("heap {}", self.heap))
    }
}
