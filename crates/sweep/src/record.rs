//! Sweep records: CSV, a row for every size.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// What a sweep found at one size of one game. The columns of a sweep record, in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The game's name.
    pub game: String,
    /// The size, in the game's own measure.
    pub size: u32,
    /// Positions compared: all that the size has.
    pub positions: u64,
    /// P-positions among them.
    pub losing: u64,
    /// Sum of the numbers of winning moves.
    pub winning_moves: u64,
    /// Positions on which closed form and oracle differ.
    pub mismatches: u64,
    /// Wall time of the comparison, in seconds.
    pub seconds: f64,
}

/// A record that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be opened, read, written or put into place.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a sweep record.
    #[error("not a sweep record: {0}")]
    Format(#[from] csv::Error),
    /// The file has no rows.
    #[error("not a sweep record: it has no rows")]
    Empty,
}

/// Writes a record to a temporary file and moves it to `path` when it is complete, so that no
/// half-written record ever stands there.
///
/// ```
/// use grundy_sweep::{Row, read_record, write_record};
/// let dir = tempfile::tempdir()?;
/// let path = dir.path().join("record.csv");
/// let row = Row {
///     game: "gra".into(), size: 2, positions: 1, losing: 0, winning_moves: 1, mismatches: 0,
///     seconds: 0.5,
/// };
/// write_record(&path, &[row.clone()])?;
/// assert_eq!(read_record(&path)?, [row]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the file cannot be written; then `path` is as it was before.
pub fn write_record(path: &Path, rows: &[Row]) -> Result<(), RecordError> {
    grundy_files::write(path, &to_csv(rows)?)?;
    Ok(())
}

/// The text of a record. O(rows).
///
/// # Errors
/// Never, for rows that a sweep made.
pub fn to_csv(rows: &[Row]) -> Result<Vec<u8>, RecordError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    let text = writer
        .into_inner()
        .map_err(|error| io::Error::from(error.error().kind()))?;
    Ok(text)
}

/// Reads a record.
///
/// # Errors
/// When the file cannot be read, has other columns or values than a sweep record, or no rows.
pub fn read_record(path: &Path) -> Result<Vec<Row>, RecordError> {
    parse_record(&std::fs::read(path)?)
}

/// Reads the text of a record. O(bytes).
///
/// # Errors
/// When it has other columns or values than a sweep record, or no rows.
pub fn parse_record(text: &[u8]) -> Result<Vec<Row>, RecordError> {
    let mut reader = csv::Reader::from_reader(text);
    let rows = reader.deserialize().collect::<Result<Vec<Row>, _>>()?;
    if rows.is_empty() {
        return Err(RecordError::Empty);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "game,size,positions,losing,winning_moves,mismatches,seconds
nim,2,2,1,1,0,0.25
nim,3,4,2,3,0,0.5
";

    #[test]
    fn a_record_is_what_was_written() {
        let rows = parse_record(TEXT.as_bytes()).unwrap();
        assert_eq!(rows.len(), 2);
        let Row { size, seconds, .. } = rows[1];
        assert_eq!((size, seconds), (3, 0.5));
        assert_eq!(to_csv(&rows).unwrap(), TEXT.as_bytes());
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("record.csv");
        write_record(&path, &rows).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), TEXT);
        assert_eq!(read_record(&path).unwrap(), rows);
    }

    #[test]
    fn a_record_has_rows_of_its_columns() {
        let refused = |text: &str| parse_record(text.as_bytes()).unwrap_err().to_string();
        let head = TEXT.lines().next().unwrap();
        assert_eq!(refused(""), "not a sweep record: it has no rows");
        assert_eq!(refused(head), "not a sweep record: it has no rows");
        for wrong in [
            "game,size\nnim,2\n".to_owned(),
            format!("{head}\nnim,2,2,1,1,0\n"),
            format!("{head}\nnim,2,2,1,1,none,0.25\n"),
            format!("{head},note\nnim,2,2,1,1,0,0.25,mine\n"),
        ] {
            assert!(
                refused(&wrong).starts_with("not a sweep record: "),
                "{wrong}"
            );
        }
    }
}
