//! The comparison of two records.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::Serialize;

use super::change::{Change, GroupNoise, Trend, learn};
use crate::benchmark::{Record, RowName, cells};
use crate::error::RecordError;
use crate::solver::Origin;
use crate::statistics::median;

/// Records with fewer samples than this say little about their own noise.
const FEW_SAMPLES: u64 = 5;

/// A row that both records have, but for different inputs or with different answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotComparable {
    /// Game, workload and solver.
    #[serde(flatten)]
    pub name: RowName,
    /// The first column in which they differ; `answer` when the input is the same.
    pub column: &'static str,
    /// The cell of the old record.
    pub old: String,
    /// The cell of the new record.
    pub new: String,
}

impl NotComparable {
    /// The first difference in input or answer between two rows of one name, if there is one.
    fn of(old: &Record, new: &Record) -> Option<Self> {
        let cells = |row: &Record| {
            let nothing = || "nothing".to_owned();
            [
                ("m", row.m.map_or_else(nothing, |m| m.to_string())),
                ("n", row.n.to_string()),
                ("seed", row.seed.to_string()),
                ("input_bytes", row.input_bytes.to_string()),
                ("answer", row.answer.clone()),
            ]
        };
        let mut pairs = cells(old).into_iter().zip(cells(new));
        let ((column, old), (_, other)) = pairs.find(|(old, new)| old != new)?;
        Some(Self {
            name: new.name(),
            column,
            old,
            new: other,
        })
    }
}

impl fmt::Display for NotComparable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, column) = (&self.name, self.column);
        let (old, new) = (&self.old, &self.new);
        write!(f, "{name}: {column} was {old} and is {new}")
    }
}

/// A row of ours with which something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowFailure {
    /// Game, workload and solver.
    #[serde(flatten)]
    pub name: RowName,
    /// What is wrong.
    pub why: Why,
}

/// What can be wrong with a row of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// It is slower than threshold and noise explain.
    Slower,
    /// The new record does not have it.
    Missing,
    /// The answer to the same input is another one.
    OtherAnswer,
    /// The input is another one.
    OtherInput,
}

/// Two records, compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// How much a median may change before the change counts, as a share of it.
    pub threshold: f64,
    /// The rows of both records, in the order of the new one.
    pub rows: Vec<Change>,
    /// Rows that the new record lacks.
    pub only_old: Vec<RowName>,
    /// Rows that the old record lacks.
    pub only_new: Vec<RowName>,
    /// Rows whose inputs or answers differ.
    pub not_comparable: Vec<NotComparable>,
    /// How much the floors and baselines of each group moved.
    pub between: Vec<GroupNoise>,
    /// What is wrong with the new record, by rows of ours; empty when all is well.
    pub failures: Vec<RowFailure>,
    /// What makes the comparison less trustworthy.
    pub warnings: Vec<String>,
}

impl Comparison {
    /// Compares two records. O(rows^2).
    ///
    /// With `is_part` the new record is meant to hold less than the old one: a row of ours may be missing where no
    /// row of its game, workload and group is there, and inputs may be others.
    ///
    /// # Errors
    /// When there is nothing to compare.
    pub fn new(
        old: &[Record],
        new: &[Record],
        threshold: f64,
        is_part: bool,
    ) -> Result<Self, RecordError> {
        let before: HashMap<RowName, &Record> = old.iter().map(|row| (row.name(), row)).collect();
        let after: HashSet<RowName> = new.iter().map(Record::name).collect();
        let (mut only_old, mut only_new, mut not_comparable) = (Vec::new(), Vec::new(), Vec::new());
        let (mut pairs, mut failures) = (Vec::new(), Vec::new());
        let mut fail = |name: &RowName, why| {
            if name.solver.role() == Origin::Ours {
                let name = name.clone();
                failures.push(RowFailure { name, why });
            }
        };
        for row in old.iter().filter(|row| !after.contains(&row.name())) {
            let name = row.name();
            if !is_part || new.iter().any(|other| other.field() == row.field()) {
                fail(&name, Why::Missing);
            }
            only_old.push(name);
        }
        for row in new {
            let name = row.name();
            let Some(before) = before.get(&name) else {
                only_new.push(name);
                continue;
            };
            let Some(difference) = NotComparable::of(before, row) else {
                pairs.push((*before, row));
                continue;
            };
            if difference.column == "answer" {
                fail(&name, Why::OtherAnswer);
            } else if !is_part {
                fail(&name, Why::OtherInput);
            }
            not_comparable.push(difference);
        }
        let (between, rows) = learn(&pairs, threshold);
        for row in rows.iter().filter(|row| row.verdict == Trend::Slower) {
            fail(&row.name, Why::Slower);
        }
        if rows.is_empty() && (not_comparable.is_empty() || failures.is_empty()) {
            let common = match not_comparable.first() {
                Some(first) => format!("input in common: {first}"),
                None => "game, workload and solver in common".to_owned(),
            };
            let problem = format!("the two records have no {common}");
            return Err(RecordError::Unusable(problem));
        }
        Ok(Self {
            threshold,
            rows,
            only_old,
            only_new,
            not_comparable,
            between,
            failures,
            warnings: warnings(old, new),
        })
    }

    /// Whether anything is wrong with a row of ours.
    pub const fn has_failure(&self) -> bool {
        !self.failures.is_empty()
    }
}

fn warnings(old: &[Record], new: &[Record]) -> Vec<String> {
    let in_both = |column| (cells(old, column), cells(new, column));
    let columns = [
        ("CPUs", in_both(|row| &row.cpu)),
        ("compilers", in_both(|row| &row.rustc)),
        ("versions", in_both(|row| &row.version)),
    ];
    let mut warnings = Vec::new();
    for (what, (old, new)) in columns {
        if old != new {
            warnings.push(format!(
                "different {what}: {old} in the old record, {new} in the new one"
            ));
        }
    }
    for (which, rows) in [("old", old), ("new", new)] {
        let few = rows.iter().filter(|row| row.samples < FEW_SAMPLES).count();
        if few > 0 {
            let all = rows.len();
            warnings.push(format!(
                "{few} of {all} rows of the {which} record have fewer than {FEW_SAMPLES} samples: \
                 their noise is a guess"
            ));
        }
    }
    warnings
}

/// Makes one record of several of one commit and one machine: each row has the medians of their rows. A row that one of
/// the records lacks is left out. O(rows log rows).
///
/// # Errors
/// When two of them have different inputs or answers for a row.
pub fn side(records: &[Vec<Record>]) -> Result<Vec<Record>, RecordError> {
    let Some(first) = records.first() else {
        return Ok(Vec::new());
    };
    let mut all: HashMap<RowName, Vec<&Record>> = HashMap::new();
    for row in records.iter().flatten() {
        all.entry(row.name()).or_default().push(row);
    }
    let mut rows = Vec::new();
    for row in first {
        let several = all.remove(&row.name()).unwrap_or_default();
        let mut others = several.iter();
        if let Some(different) = others.find_map(|other| NotComparable::of(row, other)) {
            let problem = format!("two records of one side disagree: {different}");
            return Err(RecordError::Unusable(problem));
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
