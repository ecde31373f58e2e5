//! Several records of one commit as one.

use std::collections::HashMap;

use super::{CompareError, NotComparable, difference, median};
use crate::benchmark::{Name, Record};

/// One record of several, made of one commit on one machine: of each row the median of theirs. Rows
/// that one of them lacks are left out. O(rows log rows).
///
/// # Errors
/// When two of them have different inputs or answers for a row.
pub fn side(records: &[Vec<Record>]) -> Result<Vec<Record>, CompareError> {
    let Some(first) = records.first() else {
        return Ok(Vec::new());
    };
    let mut all: HashMap<Name, Vec<&Record>> = HashMap::new();
    for row in records.iter().flatten() {
        all.entry(row.name()).or_default().push(row);
    }
    let mut rows = Vec::new();
    for row in first {
        let name = row.name();
        let several = all.remove(&name).unwrap_or_default();
        for other in &several {
            if let Some((column, old, new)) = difference(row, other) {
                return Err(CompareError::OneSide(Box::new(NotComparable {
                    name,
                    column,
                    old,
                    new,
                })));
            }
        }
        if several.len() < records.len() {
            continue;
        }
        let of = |column: fn(&Record) -> f64| median(several.iter().map(|row| column(row)));
        rows.push(Record {
            samples: several.iter().map(|row| row.samples).sum(),
            median_ns: of(|row| row.median_ns),
            mad_ns: of(|row| row.mad_ns),
            ..row.clone()
        });
    }
    Ok(rows)
}
