//! Solver against solver: the rows of one record, ranked by their ratio to the fastest and to the floor.
//!
//! Only rows of one game, one workload and one group are ranked against each other: they had the same input and the
//! same clock. Ratios to the fastest leave floors out, which solve nothing.

use std::collections::{BTreeMap, HashMap};

use grundy_report::Block;
use serde::Serialize;

use super::render::warnings;
use crate::benchmark::{Record, cells};
use crate::solver::{Origin, Solver, SolverGroup};
use crate::statistics::geometric_mean;
use crate::units;

/// A record, ranked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking<'a> {
    /// The solvers of each game, group, and workload.
    pub fields: Vec<RankedField<'a>>,
    /// The solvers over all workloads of each game and group.
    pub overall: Vec<Overall<'a>>,
    /// What makes the ranking less trustworthy.
    pub warnings: Vec<String>,
}

/// The solvers of one game and one group on one workload.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedField<'a> {
    /// Name of the game.
    pub game: &'a str,
    /// Where the clock starts and stops.
    pub group: SolverGroup,
    /// Name of the workload.
    pub workload: &'a str,
    /// From the fastest to the slowest, the floor among them; at least one.
    pub places: Vec<RankedSolver<'a>>,
}

/// A solver's place on a workload.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedSolver<'a> {
    /// The row of the record.
    #[serde(skip)]
    pub row: &'a Record,
    /// Group and name of the solver.
    pub solver: &'a Solver,
    /// Whose work it is.
    pub role: Origin,
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
pub struct Overall<'a> {
    /// Name of the game.
    pub game: &'a str,
    /// Group and name of the solver.
    pub solver: &'a Solver,
    /// On how many workloads it was measured.
    pub workloads: usize,
    /// How many workloads its game and group have.
    pub of: usize,
    /// Geometric mean of its ratios to the fastest.
    pub to_fastest: f64,
    /// Geometric mean of its ratios to the floor, where there is one; `None` when there is none.
    pub to_floor: Option<f64>,
}

impl<'a> RankedField<'a> {
    /// Ranks rows of one game, group and workload, at least one.
    fn new(mut rows: Vec<&'a Record>) -> Self {
        rows.sort_by(|a, b| {
            let by_time = a.median_ns.total_cmp(&b.median_ns);
            by_time.then_with(|| a.solver.cmp(&b.solver))
        });
        let median = |is_asked: fn(Origin) -> bool| {
            let row = rows.iter().find(|row| is_asked(row.solver.role()))?;
            Some(row.median_ns)
        };
        let fastest = median(|role| role != Origin::Floor);
        let floor = median(|role| role == Origin::Floor);
        let place = |&row: &&'a Record| RankedSolver {
            row,
            solver: &row.solver,
            role: row.solver.role(),
            median_ns: row.median_ns,
            noise: row.noise(),
            to_fastest: fastest.map(|median| row.median_ns / median),
            to_floor: floor.map(|median| row.median_ns / median),
            items_per_s: row.items_per_s,
            bytes_per_s: row.bytes_per_s,
        };
        Self {
            game: &rows[0].game,
            group: rows[0].solver.group(),
            workload: &rows[0].workload,
            places: rows.iter().map(place).collect(),
        }
    }

    /// The time of the fastest solver of this role.
    pub(crate) fn fastest(&self, role: Origin) -> Option<f64> {
        let place = self.places.iter().find(|place| place.role == role)?;
        Some(place.median_ns)
    }
}

/// The fields of some rows: by game, then by workload in the order of the rows, then by group. O(rows log rows).
pub(crate) fn fields<'a>(rows: impl IntoIterator<Item = &'a Record>) -> Vec<RankedField<'a>> {
    let mut workloads: HashMap<(&str, &str), usize> = HashMap::new();
    let mut fields: BTreeMap<(&str, usize, SolverGroup), Vec<&Record>> = BTreeMap::new();
    for row in rows {
        let next = workloads.len();
        let workload = workloads.entry((&row.game, &row.workload)).or_insert(next);
        let field = (&*row.game, *workload, row.solver.group());
        fields.entry(field).or_default().push(row);
    }
    fields.into_values().map(RankedField::new).collect()
}

impl<'a> Ranking<'a> {
    /// Ranks the rows of a record. O(rows log rows).
    pub fn new(records: &'a [Record]) -> Self {
        let mut fields = fields(records);
        fields.sort_by_key(|field| (field.game, field.group));
        let mut warnings = Vec::new();
        if records.windows(2).any(|pair| pair[0].cpu != pair[1].cpu) {
            let cpus = cells(records, |row| &row.cpu);
            warnings.push(format!("different CPUs in one record: {cpus}"));
        }
        for field in &fields {
            if field.fastest(Origin::Floor).is_none() {
                let (game, workload, group) = (field.game, field.workload, field.group);
                warnings.push(format!("no floor: {game} {workload} {group}"));
            }
        }
        Self {
            overall: overall(&fields),
            warnings,
            fields,
        }
    }

    /// The ranking for people.
    pub fn page(&self) -> Vec<Block> {
        let mut groups = Vec::new();
        for field in &self.fields {
            let title = field.group.title();
            let name = format!("{} {}: {title}", field.game, field.workload);
            let places = places(std::slice::from_ref(field));
            groups.extend([Block::plain(name), places]);
        }
        if !self.overall.is_empty() {
            let means = Block::plain("Geometric means over all workloads");
            groups.extend([means, table(&self.overall)]);
        }
        let groups = groups.into_iter().map(|block| vec![block]);
        Block::groups(groups.chain([warnings(&self.warnings)]))
    }
}

/// The solvers of some fields as a table, field by field.
pub(crate) fn places(fields: &[RankedField<'_>]) -> Block {
    let rows = fields.iter().flat_map(|field| &field.places).map(|place| {
        vec![
            place.solver.to_string(),
            units::time(place.median_ns),
            units::percent(place.noise),
            or_dash(place.to_fastest),
            or_dash(place.to_floor),
            units::rate(place.items_per_s, ""),
            units::rate(place.bytes_per_s, "B"),
        ]
    });
    let columns = "solver|>median|>noise|>to fastest|>to floor|>items|>bytes";
    Block::table(columns, rows)
}

fn or_dash(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_owned(), units::ratio)
}

/// Solvers over all workloads as a table.
pub(crate) fn table(overall: &[Overall<'_>]) -> Block {
    let rows = overall.iter().map(|row| {
        vec![
            row.game.to_owned(),
            row.solver.to_string(),
            format!("{} of {}", row.workloads, row.of),
            units::ratio(row.to_fastest),
            or_dash(row.to_floor),
        ]
    });
    Block::table("game|solver|>workloads|>to fastest|>to floor", rows)
}

/// The rank of every solver over all workloads of its game and group.
pub(crate) fn overall<'a>(fields: &[RankedField<'a>]) -> Vec<Overall<'a>> {
    let mut overall = Vec::new();
    for fields in fields.chunk_by(|a, b| (a.game, a.group) == (b.game, b.group)) {
        let mut solvers: BTreeMap<&Solver, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
        for place in fields.iter().flat_map(|field| &field.places) {
            if let Some(ratio) = place.to_fastest {
                let (to_fastest, to_floor) = solvers.entry(place.solver).or_default();
                to_fastest.push(ratio);
                to_floor.extend(place.to_floor);
            }
        }
        let row = |(solver, (to_fastest, to_floor)): (_, (Vec<f64>, Vec<f64>))| Overall {
            game: fields[0].game,
            solver,
            workloads: to_fastest.len(),
            of: fields.len(),
            to_fastest: geometric_mean(&to_fastest),
            to_floor: (!to_floor.is_empty()).then(|| geometric_mean(&to_floor)),
        };
        let mut rows: Vec<Overall<'a>> = solvers.into_iter().map(row).collect();
        rows.sort_by(|a, b| a.to_fastest.total_cmp(&b.to_fastest));
        overall.extend(rows);
    }
    overall
}
