//! Today against yesterday: two records, row by row, with a verdict for each.
//!
//! Rows are matched by game, workload and solver, and compared by the ratio of their medians, new
//! to old. Two things can make a ratio differ from 1 although nothing changed, and a verdict asks
//! that both be exceeded:
//!
//! * the *threshold*, a share that the caller chooses: what two runs on one machine differ by
//!   because of memory layout, clock speed and neighbours, however steady each run was by itself;
//! * the *noise* of the row: how much two single samples differ by. For each record it is the
//!   robust standard deviation of its samples as a share of the median, 1.4826 MAD / median (the
//!   factor makes it the standard deviation when times are normally distributed), and for the pair
//!   it is the root of the sum of the squares of both. Medians of many samples scatter less than
//!   samples do, so this asks for more than a significance test would, and is meant to: samples of
//!   one run share their luck.
//!
//! With b the larger of the two, a row is slower when its ratio is above 1 + b, and faster when it
//! is below 1 / (1 + b). The mean of several ratios is their geometric mean, which does not depend
//! on which record is called the old one.
//!
//! [`ranking`] is the other axis: solver against solver within one record.

mod document;
pub mod ranking;
mod render;
mod verdict;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use serde::Serialize;

use crate::benchmark::{Name, Record};
use crate::solver::{Group, Role};
pub use verdict::{InvalidThreshold, Threshold, Verdict, noise};

/// Records with fewer samples than this say little about their own noise.
const FEW_SAMPLES: u64 = 5;

/// A row that both records have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Game, workload and solver.
    #[serde(flatten)]
    pub name: Name,
    /// Median of the old record, nanoseconds.
    pub old_ns: f64,
    /// Median of the new record, nanoseconds.
    pub new_ns: f64,
    /// New median over old median.
    pub ratio: f64,
    /// Noise of the old row, a share of its median.
    pub old_noise: f64,
    /// Noise of the new row, a share of its median.
    pub new_noise: f64,
    /// Noise of the pair.
    pub noise: f64,
    /// What became of the row.
    pub verdict: Verdict,
}

/// The geometric mean over the rows of one game, one group, and one role.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupChange {
    /// Name of the game.
    pub game: String,
    /// Where the clock starts and stops.
    pub group: Group,
    /// Whose work it is. A floor that moved is a machine that changed.
    pub role: Role,
    /// How many rows there are.
    pub rows: usize,
    /// The geometric mean of their ratios.
    pub ratio: f64,
}

/// A row that both records have, but for different inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotComparable {
    /// Game, workload and solver.
    #[serde(flatten)]
    pub name: Name,
    /// The column in which the inputs differ.
    pub column: &'static str,
    /// What the old record says there.
    pub old: String,
    /// What the new record says there.
    pub new: String,
}

impl fmt::Display for NotComparable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            column,
            old,
            new,
        } = self;
        write!(f, "{name}: {column} was {old} and is {new}")
    }
}

/// Why two records cannot be compared at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// No row of the one is in the other.
    #[error("the two records have no game, workload and solver in common")]
    NothingInCommon,
    /// The rows in common are about other inputs, all of them.
    #[error("the two records have no input in common: {0}")]
    OtherInputs(Box<NotComparable>),
}

/// Two records, compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// How much a median may change before the change counts.
    pub threshold: Threshold,
    /// The rows of both records, in the order of the new one.
    pub rows: Vec<Change>,
    /// Geometric means by game, group and role.
    pub groups: Vec<GroupChange>,
    /// Rows that the new record lacks.
    pub only_old: Vec<Name>,
    /// Rows that the old record lacks.
    pub only_new: Vec<Name>,
    /// Rows whose inputs differ.
    pub not_comparable: Vec<NotComparable>,
    /// What makes the comparison less trustworthy.
    pub warnings: Vec<String>,
}

impl Comparison {
    /// Compares two records. O(rows).
    ///
    /// # Errors
    /// When there is nothing to compare.
    pub fn new(old: &[Record], new: &[Record], threshold: Threshold) -> Result<Self, CompareError> {
        let before: HashMap<Name, &Record> = old.iter().map(|row| (row.name(), row)).collect();
        let mut comparison = Self {
            threshold,
            rows: Vec::new(),
            groups: Vec::new(),
            only_old: Vec::new(),
            only_new: Vec::new(),
            not_comparable: Vec::new(),
            warnings: warnings(old, new),
        };
        for row in new {
            let name = row.name();
            let Some(before) = before.get(&name) else {
                comparison.only_new.push(name);
                continue;
            };
            match different_input(before, row) {
                Some((column, old, new)) => comparison.not_comparable.push(NotComparable {
                    name,
                    column,
                    old,
                    new,
                }),
                None => comparison.rows.push(change(name, before, row, threshold)),
            }
        }
        let after: HashSet<Name> = new.iter().map(Record::name).collect();
        comparison.only_old.extend(
            old.iter()
                .map(Record::name)
                .filter(|name| !after.contains(name)),
        );
        if comparison.rows.is_empty() {
            let first = comparison.not_comparable.into_iter().next();
            let other_input = |row| CompareError::OtherInputs(Box::new(row));
            return Err(first.map_or(CompareError::NothingInCommon, other_input));
        }
        comparison.groups = group_changes(&comparison.rows);
        Ok(comparison)
    }

    /// Whether any row became slower.
    pub fn has_regression(&self) -> bool {
        self.rows.iter().any(|row| row.verdict == Verdict::Slower)
    }
}

fn change(name: Name, old: &Record, new: &Record, threshold: Threshold) -> Change {
    let ratio = new.median_ns / old.median_ns;
    let (old_noise, new_noise) = (noise(old), noise(new));
    let noise = old_noise.hypot(new_noise);
    Change {
        name,
        old_ns: old.median_ns,
        new_ns: new.median_ns,
        ratio,
        old_noise,
        new_noise,
        noise,
        verdict: Verdict::new(ratio, threshold.share().max(noise)),
    }
}

/// The first column that says that two rows of one name did not have the same input.
fn different_input(old: &Record, new: &Record) -> Option<(&'static str, String, String)> {
    let input = |row: &Record| {
        let m = row
            .m
            .map_or_else(|| "nothing".to_owned(), |m| m.to_string());
        let [n, seed, bytes] = [row.n, row.seed, row.input_bytes].map(|number| number.to_string());
        let answer = row.answer.clone();
        [
            ("m", m),
            ("n", n),
            ("seed", seed),
            ("input_bytes", bytes),
            ("answer", answer),
        ]
    };
    let pairs = input(old).into_iter().zip(input(new));
    let mut different = pairs.filter(|((_, old), (_, new))| old != new);
    different
        .next()
        .map(|((column, old), (_, new))| (column, old, new))
}

/// A column that is to be the same in both records.
type Column = fn(&Record) -> &str;

fn warnings(old: &[Record], new: &[Record]) -> Vec<String> {
    let mut warnings = Vec::new();
    let columns: [(&str, Column); 3] = [
        ("CPUs", |row| &row.cpu),
        ("compilers", |row| &row.rustc),
        ("versions", |row| &row.version),
    ];
    for (what, column) in columns {
        let values = |rows: &[Record]| {
            let values: BTreeSet<&str> = rows.iter().map(column).collect();
            values.into_iter().collect::<Vec<&str>>().join(", ")
        };
        let (old, new) = (values(old), values(new));
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

fn group_changes(rows: &[Change]) -> Vec<GroupChange> {
    let mut ratios: BTreeMap<(&str, Group, Role), Vec<f64>> = BTreeMap::new();
    for row in rows {
        let Name { game, solver, .. } = &row.name;
        let key = (game.as_str(), solver.group(), solver.role());
        ratios.entry(key).or_default().push(row.ratio);
    }
    let of = |((game, group, role), ratios): ((&str, Group, Role), Vec<f64>)| GroupChange {
        game: game.to_owned(),
        group,
        role,
        rows: ratios.len(),
        ratio: geometric_mean(&ratios),
    };
    ratios.into_iter().map(of).collect()
}

/// The geometric mean of positive numbers; 1 for none.
pub(crate) fn geometric_mean(ratios: &[f64]) -> f64 {
    let n = ratios.len().max(1) as f64;
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / n).exp()
}
