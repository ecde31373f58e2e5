//! Which rows of which records go into which chart.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Benchmark;
use super::chart::Points;
use crate::benchmark::Record;
use crate::compare::geometric_mean;
use crate::solver::{Group, Role, Solver};

/// Workloads of this series differ in nothing but their size.
const SCALE: &str = "scale";

/// The solvers of one group on one workload, from one record.
pub(super) struct Field<'a> {
    pub game: &'a str,
    pub workload: &'a str,
    pub group: Group,
    /// From the fastest to the slowest.
    pub rows: Vec<&'a Record>,
}

impl<'a> Field<'a> {
    /// The fastest row of a role.
    pub fn first(&self, role: Role) -> Option<&'a Record> {
        self.rows
            .iter()
            .copied()
            .find(|row| row.solver.role() == role)
    }

    /// What the others are measured against: the floor, or the fastest when there is none.
    pub fn reference(&self) -> Option<&'a Record> {
        self.first(Role::Floor).or(self.rows.first().copied())
    }

    /// The series that the workload belongs to, if to any.
    pub fn series(&self) -> Option<&'a str> {
        self.workload.split_once('/').map(|(series, _)| series)
    }

    pub fn is_scale(&self) -> bool {
        self.series() == Some(SCALE)
    }
}

/// Every field from the newest record that has it, so that what is compared was measured in one
/// run. By game; workloads in the order of the newest record, groups in their own.
pub(super) fn newest<'a>(benchmarks: &'a [Benchmark]) -> Vec<Field<'a>> {
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    let mut fields: BTreeMap<(&'a str, usize, Group), (usize, Vec<&'a Record>)> = BTreeMap::new();
    for (file, benchmark) in benchmarks.iter().enumerate().rev() {
        for row in &benchmark.rows {
            let next = places.len();
            let place = *places.entry((&row.game, &row.workload)).or_insert(next);
            let key = (row.game.as_str(), place, row.solver.group());
            let (from, rows) = fields.entry(key).or_insert_with(|| (file, Vec::new()));
            if *from == file {
                rows.push(row);
            }
        }
    }
    let field =
        |((game, _, group), (_, rows)): ((&'a str, usize, Group), (usize, Vec<&'a Record>))| {
            let mut rows = rows;
            rows.sort_by(|a, b| a.median_ns.total_cmp(&b.median_ns));
            let workload = rows.first().map_or("", |row| row.workload.as_str());
            Field {
                game,
                workload,
                group,
                rows,
            }
        };
    fields.into_iter().map(field).collect()
}

/// Our solver against floor and baselines, over the workloads of a game and a group.
pub(super) struct Short<'a> {
    pub game: &'a str,
    pub group: Group,
    pub workloads: usize,
    /// Geometric mean of our time over the floor's.
    pub to_floor: Option<f64>,
    /// Geometric mean of the fastest baseline's time over ours.
    pub ahead: Option<f64>,
}

pub(super) fn short<'a>(fields: &[Field<'a>]) -> Vec<Short<'a>> {
    #[derive(Default)]
    struct Ratios {
        workloads: usize,
        to_floor: Vec<f64>,
        ahead: Vec<f64>,
    }
    let mut groups: BTreeMap<(&str, Group), Ratios> = BTreeMap::new();
    for field in fields.iter().filter(|field| !field.is_scale()) {
        if let Some(ours) = field.first(Role::Ours) {
            let ratios = groups.entry((field.game, field.group)).or_default();
            let (floor, other) = (field.first(Role::Floor), field.first(Role::Baseline));
            ratios.workloads += 1;
            ratios
                .to_floor
                .extend(floor.map(|floor| ours.median_ns / floor.median_ns));
            ratios
                .ahead
                .extend(other.map(|other| other.median_ns / ours.median_ns));
        }
    }
    let mean = |ratios: &[f64]| (!ratios.is_empty()).then(|| geometric_mean(ratios));
    let row = |((game, group), ratios): ((_, _), Ratios)| Short {
        game,
        group,
        workloads: ratios.workloads,
        to_floor: mean(&ratios.to_floor),
        ahead: mean(&ratios.ahead),
    };
    groups.into_iter().map(row).collect()
}

/// Points (n, nanoseconds an item) of every solver of a game and a group, over the workloads of the
/// series of growing inputs.
pub(super) struct Scaling<'a> {
    pub game: &'a str,
    pub group: Group,
    pub solvers: Vec<(&'a Solver, Points)>,
}

pub(super) fn scaling<'a>(fields: &[Field<'a>]) -> Vec<Scaling<'a>> {
    type Solvers<'a> = BTreeMap<(Role, &'a Solver), Points>;
    let mut groups: BTreeMap<(&str, Group), Solvers<'a>> = BTreeMap::new();
    for field in fields.iter().filter(|field| field.is_scale()) {
        for row in &field.rows {
            let solvers = groups.entry((field.game, field.group)).or_default();
            let points = solvers.entry((row.solver.role(), &row.solver)).or_default();
            points.push((row.n as f64, row.median_ns / row.n as f64));
        }
    }
    let sorted = |((_, solver), mut points): ((Role, _), Points)| {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        (solver, points)
    };
    let group = |((game, group), solvers): ((_, _), Solvers<'a>)| Scaling {
        game,
        group,
        solvers: solvers.into_iter().map(sorted).collect(),
    };
    groups.into_iter().map(group).collect()
}

/// Points (number of the record, nanoseconds an item) of our fastest solver on every workload.
pub(super) struct History<'a> {
    pub game: &'a str,
    pub group: Group,
    pub workloads: Vec<(&'a str, Points)>,
}

/// The history of every game and group that at least two records have on one workload. Workloads of
/// a series are left out: they would be too many lines.
pub(super) fn history<'a>(benchmarks: &'a [Benchmark]) -> Vec<History<'a>> {
    type Workloads<'a> = BTreeMap<&'a str, BTreeMap<usize, f64>>;
    let mut groups: BTreeMap<(&'a str, Group), Workloads<'a>> = BTreeMap::new();
    for (number, benchmark) in benchmarks.iter().enumerate() {
        for row in &benchmark.rows {
            if row.solver.role() == Role::Ours && !row.workload.contains('/') {
                let key = (row.game.as_str(), row.solver.group());
                let workloads = groups.entry(key).or_default();
                let points = workloads.entry(&row.workload).or_default();
                let time = points.entry(number + 1).or_insert(f64::INFINITY);
                *time = time.min(row.median_ns / row.n as f64);
            }
        }
    }
    let points = |points: BTreeMap<usize, f64>| {
        points
            .into_iter()
            .map(|(number, time)| (number as f64, time))
            .collect()
    };
    let group = |((game, group), workloads): ((&'a str, Group), Workloads<'a>)| {
        let lines = workloads.into_iter().filter(|(_, points)| points.len() > 1);
        History {
            game,
            group,
            workloads: lines.map(|(name, line)| (name, points(line))).collect(),
        }
    };
    let groups = groups.into_iter().map(group);
    groups
        .filter(|history| !history.workloads.is_empty())
        .collect()
}

/// What is the same in all rows of a record, for the list of records.
pub(super) fn values(benchmark: &Benchmark, column: fn(&Record) -> &str) -> String {
    let values: BTreeSet<&str> = benchmark.rows.iter().map(column).collect();
    values.into_iter().collect::<Vec<&str>>().join(", ")
}
