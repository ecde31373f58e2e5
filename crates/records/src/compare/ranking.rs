//! Solver against solver: the rows of one record, ranked by their ratio to the fastest and to the
//! floor.
//!
//! Only rows of one game, one workload and one group are ranked against each other: they had the
//! same input and the same clock. Ratios to the fastest leave floors out, which solve nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::document::{Block, Document};
use super::verdict::noise;
use crate::benchmark::Record;
use crate::field::{Field, fields};
use crate::solver::{Group, Role, Solver};
use crate::statistics::geometric_mean;
use crate::units;

/// A record, ranked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// The solvers of each game, group, and workload.
    pub fields: Vec<RankedField>,
    /// The same over all workloads of a game and a group.
    pub overall: Vec<Overall>,
    /// What makes the ranking less trustworthy.
    pub warnings: Vec<String>,
}

/// The solvers of one game and one group on one workload.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedField {
    /// Name of the game.
    pub game: String,
    /// Where the clock starts and stops.
    pub group: Group,
    /// Name of the workload.
    pub workload: String,
    /// From the fastest to the slowest, the floor among them.
    pub places: Vec<RankedSolver>,
}

/// A solver's place on a workload.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedSolver {
    /// Group and name of the solver.
    pub solver: Solver,
    /// Whose work it is.
    pub role: Role,
    /// Median time in nanoseconds.
    pub median_ns: f64,
    /// Robust standard deviation of a sample, as a share of the median.
    pub noise: f64,
    /// Time over that of the fastest solver; `None` when there are only floors.
    pub to_fastest: Option<f64>,
    /// Time over that of the floor; `None` when there is no floor.
    pub to_floor: Option<f64>,
    /// Items a second.
    pub items_per_s: f64,
    /// Bytes a second.
    pub bytes_per_s: f64,
}

/// A solver over all the workloads that it was measured on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overall {
    /// Name of the game.
    pub game: String,
    /// Group and name of the solver.
    pub solver: Solver,
    /// On how many workloads it was measured.
    pub workloads: usize,
    /// How many workloads its game and group have.
    pub of: usize,
    /// Geometric mean of its ratios to the fastest.
    pub to_fastest: f64,
    /// Geometric mean of its ratios to the floor, where there is one; `None` when there is none.
    pub to_floor: Option<f64>,
}

impl Ranking {
    /// Ranks the rows of a record. O(rows log rows).
    pub fn new(records: &[Record]) -> Self {
        let mut fields: Vec<RankedField> = fields(records).iter().map(RankedField::new).collect();
        fields.sort_by(|a, b| (&a.game, a.group).cmp(&(&b.game, b.group)));
        let cpus: BTreeSet<&str> = records.iter().map(|row| row.cpu.as_str()).collect();
        let cpus: Vec<&str> = cpus.into_iter().collect();
        let mut warnings = Vec::new();
        if cpus.len() > 1 {
            warnings.push(format!("different CPUs in one record: {}", cpus.join(", ")));
        }
        let no_floor = |field: &&RankedField| field.places.iter().all(|at| at.to_floor.is_none());
        warnings.extend(fields.iter().filter(no_floor).map(|field| {
            format!(
                "no floor: {} {} {}",
                field.game, field.workload, field.group
            )
        }));
        Self {
            overall: overall(&fields),
            warnings,
            fields,
        }
    }
}

impl RankedField {
    fn new(field: &Field<'_>) -> Self {
        let fastest = field.fastest(&[Role::Ours, Role::Baseline]);
        let floor = field.fastest(&[Role::Floor]);
        let place = |row: &&Record| {
            let over = |other: &Record| row.median_ns / other.median_ns;
            RankedSolver {
                solver: row.solver.clone(),
                role: row.solver.role(),
                median_ns: row.median_ns,
                noise: noise(row),
                to_fastest: fastest.map(over),
                to_floor: floor.map(over),
                items_per_s: row.items_per_s,
                bytes_per_s: row.bytes_per_s,
            }
        };
        Self {
            game: field.game.to_owned(),
            group: field.group,
            workload: field.workload.to_owned(),
            places: field.rows.iter().map(place).collect(),
        }
    }
}

/// The rank of every solver over all workloads of its game and group.
fn overall(fields: &[RankedField]) -> Vec<Overall> {
    let mut overall = Vec::new();
    for fields in fields.chunk_by(|a, b| (&a.game, a.group) == (&b.game, b.group)) {
        let mut solvers: BTreeMap<&Solver, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
        for place in fields.iter().flat_map(|field| &field.places) {
            if let Some(ratio) = place.to_fastest {
                let (to_fastest, to_floor) = solvers.entry(&place.solver).or_default();
                to_fastest.push(ratio);
                to_floor.extend(place.to_floor);
            }
        }
        let row = |(solver, (to_fastest, to_floor)): (&Solver, (Vec<f64>, Vec<f64>))| Overall {
            game: fields[0].game.clone(),
            solver: solver.clone(),
            workloads: to_fastest.len(),
            of: fields.len(),
            to_fastest: geometric_mean(&to_fastest),
            to_floor: (!to_floor.is_empty()).then(|| geometric_mean(&to_floor)),
        };
        let mut rows: Vec<Overall> = solvers.into_iter().map(row).collect();
        rows.sort_by(|a, b| a.to_fastest.total_cmp(&b.to_fastest));
        overall.extend(rows);
    }
    overall
}

impl Document for Ranking {
    fn blocks(&self) -> Vec<Block> {
        let or_dash = |ratio: Option<f64>| ratio.map_or_else(|| "-".to_owned(), units::ratio);
        let mut blocks = Vec::new();
        for field in &self.fields {
            let title = field.group.title();
            blocks.push(Block::Heading(format!(
                "{} {}: {title}",
                field.game, field.workload
            )));
            let columns = [
                "solver",
                ">median",
                ">noise",
                ">to fastest",
                ">to floor",
                ">items",
                ">bytes",
            ];
            blocks.push(Block::table(columns, &field.places, |place| {
                [
                    place.solver.to_string(),
                    units::time(place.median_ns),
                    units::percent(place.noise),
                    or_dash(place.to_fastest),
                    or_dash(place.to_floor),
                    units::rate(place.items_per_s, ""),
                    units::rate(place.bytes_per_s, "B"),
                ]
            }));
        }
        if !self.overall.is_empty() {
            blocks.push(Block::Heading("Geometric means over all workloads".into()));
            let columns = ["game", "solver", ">workloads", ">to fastest", ">to floor"];
            blocks.push(Block::table(columns, &self.overall, |row| {
                [
                    row.game.clone(),
                    row.solver.to_string(),
                    format!("{} of {}", row.workloads, row.of),
                    units::ratio(row.to_fastest),
                    or_dash(row.to_floor),
                ]
            }));
        }
        let warnings = self.warnings.iter();
        blocks.push(Block::List(
            warnings.map(|text| format!("warning: {text}")).collect(),
        ));
        blocks
    }
}
