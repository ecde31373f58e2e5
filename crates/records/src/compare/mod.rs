//! Today against yesterday: two records, row by row, with a verdict for each.
//!
//! Rows are matched by game, workload and solver, and compared by the ratio of their medians, new
//! to old. What is asked of a new record is asked of *our* rows alone: that each is there, gives the
//! same answer to the same input, and is not slower. Nothing that we change makes a floor or a
//! baseline faster or slower; what they moved by is the noise between the two runs, and is learned
//! from them, for each group by itself:
//!
//! * the *drift*, the median of their ratios: how much faster or slower the machine was as a whole;
//! * the *spread*, the robust standard deviation of their ratios around it (1.4826 times the median
//!   absolute deviation of the logarithms): how much single rows moved by memory layout, clock speed
//!   and neighbours, however steady each run was by itself.
//!
//! The other noise is that within a run, the standard error of a row's median: 1.2533 times the robust
//! standard deviation of its samples, over the root of their number.
//!
//! A row is slower when its ratio over the drift exceeds 1 plus the *threshold*, a share that the
//! caller chooses, and exceeds three times the noise, the root of the sum of the squares of the spread
//! and of both standard errors. Faster is the same the other way round. All rows of ours of one game
//! and group together are slower when the median of their ratios is: the noise of a median of many is
//! small, so this sees what is lost in the noise of each. The mean of several ratios is their geometric
//! mean, which does not depend on which record is called the old one.
//!
//! Luck that a whole run has with a row does not show in one record of it. [`side`] makes one of
//! several records of one commit, row by row the median of theirs; floors and baselines of such
//! records move less, and so less of a change is lost in them.
//!
//! [`ranking`] is the other axis: solver against solver within one record.

mod between;
mod document;
pub mod ranking;
mod render;
mod side;
mod verdict;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use serde::Serialize;

use crate::benchmark::{Name, Record};
use crate::solver::{Group, Role, Solver};
pub use between::Between;
use between::{judge_group, learn, median};
pub use document::{Block, Document};
pub use side::side;
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
    /// Noise of the pair: of both medians within their runs, and of their group between the runs.
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
    /// What became of them together, where they are ours and at least three.
    pub verdict: Option<Verdict>,
}

/// A row that both records have, but for different inputs or with different answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotComparable {
    /// Game, workload and solver.
    #[serde(flatten)]
    pub name: Name,
    /// The first column in which they differ; `answer` when the input is the same.
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

/// Whether the new record was meant to hold all that the old one holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it: a row of ours that is missing is a failure.
    All,
    /// Less: a row of ours may be missing where nothing of its game, workload and group is there, and
    /// inputs may be others.
    Part,
}

/// Why two records cannot be compared at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// No row of the one is in the other.
    #[error("the two records have no game, workload and solver in common")]
    NothingInCommon,
    /// Records that are to be of one commit disagree.
    #[error("two records of one side disagree: {0}")]
    OneSide(Box<NotComparable>),
    /// The rows in common are about other inputs, all of them.
    #[error("the two records have no input in common: {0}")]
    OtherInputs(Box<NotComparable>),
}

/// A row of ours with which something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Game, workload and solver.
    #[serde(flatten)]
    pub name: Name,
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
    /// Rows whose inputs or answers differ.
    pub not_comparable: Vec<NotComparable>,
    /// What the floors and baselines of each group moved by.
    pub between: Vec<Between>,
    /// What is wrong with the new record, by rows of ours; nothing when all is well.
    pub failures: Vec<Failure>,
    /// What makes the comparison less trustworthy.
    pub warnings: Vec<String>,
}

impl Comparison {
    /// Compares two records. O(rows log rows).
    ///
    /// # Errors
    /// When there is nothing to compare.
    pub fn new(
        old: &[Record],
        new: &[Record],
        threshold: Threshold,
        extent: Extent,
    ) -> Result<Self, CompareError> {
        let before: HashMap<Name, &Record> = old.iter().map(|row| (row.name(), row)).collect();
        let mut only_new = Vec::new();
        let mut not_comparable = Vec::new();
        let mut pairs = Vec::new();
        for row in new {
            let name = row.name();
            let Some(before) = before.get(&name) else {
                only_new.push(name);
                continue;
            };
            match difference(before, row) {
                Some((column, old, new)) => not_comparable.push(NotComparable {
                    name,
                    column,
                    old,
                    new,
                }),
                None => pairs.push((*before, row)),
            }
        }
        let after: HashSet<Name> = new.iter().map(Record::name).collect();
        let names = old.iter().map(Record::name);
        let only_old: Vec<Name> = names.filter(|name| !after.contains(name)).collect();
        let mut failures = absent(&only_old, new, extent);
        failures.extend(unlike(&not_comparable, extent));
        if let (true, Some(first)) = (pairs.is_empty(), not_comparable.first())
            && failures.is_empty()
        {
            return Err(CompareError::OtherInputs(Box::new(first.clone())));
        }
        if pairs.is_empty() && not_comparable.is_empty() {
            return Err(CompareError::NothingInCommon);
        }
        let (between, rows) = learn(&pairs, threshold);
        let slower = rows
            .iter()
            .filter(|row| row.verdict == Verdict::Slower)
            .map(|row| Failure {
                name: row.name.clone(),
                why: Why::Slower,
            });
        failures.extend(slower);
        Ok(Self {
            threshold,
            groups: group_changes(&rows, &between, threshold),
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
    pub fn has_failure(&self) -> bool {
        let slower = |group: &GroupChange| group.verdict == Some(Verdict::Slower);
        !self.failures.is_empty() || self.groups.iter().any(slower)
    }
}

/// Rows of ours that should be in the new record and are not.
fn absent(only_old: &[Name], new: &[Record], extent: Extent) -> Vec<Failure> {
    let field = |game: &str, workload: &str, solver: &Solver| {
        (game.to_owned(), workload.to_owned(), solver.group())
    };
    let fields = new
        .iter()
        .map(|row| field(&row.game, &row.workload, &row.solver));
    let measured: HashSet<(String, String, Group)> = fields.collect();
    let ours = only_old
        .iter()
        .filter(|name| name.solver.role() == Role::Ours);
    let missing = ours.filter(|name| {
        extent == Extent::All || measured.contains(&field(&name.game, &name.workload, &name.solver))
    });
    missing
        .map(|name| Failure {
            name: name.clone(),
            why: Why::Missing,
        })
        .collect()
}

/// Rows of ours that are about something else than they were.
fn unlike(rows: &[NotComparable], extent: Extent) -> impl Iterator<Item = Failure> {
    let ours = rows
        .iter()
        .filter(|row| row.name.solver.role() == Role::Ours);
    ours.filter_map(move |row| {
        let why = match row.column {
            "answer" => Why::OtherAnswer,
            _ if extent == Extent::All => Why::OtherInput,
            _ => return None,
        };
        let name = row.name.clone();
        Some(Failure { name, why })
    })
}

/// The first column that says that two rows of one name did not have the same input, or that their
/// answers differ.
fn difference(old: &Record, new: &Record) -> Option<(&'static str, String, String)> {
    let said = |row: &Record| {
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
    let pairs = said(old).into_iter().zip(said(new));
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

fn group_changes(rows: &[Change], between: &[Between], threshold: Threshold) -> Vec<GroupChange> {
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
        verdict: judge_group(group, role, &ratios, between, threshold),
    };
    ratios.into_iter().map(of).collect()
}

/// The geometric mean of positive numbers; 1 for none.
pub(crate) fn geometric_mean(ratios: &[f64]) -> f64 {
    let n = ratios.len().max(1) as f64;
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / n).exp()
}
