//! Solver against solver: the rows of one record, ranked by their ratio to the fastest and to the
//! floor.
//!
//! Only rows of one game, one workload and one group are ranked against each other: they had the
//! same input, and the same clock. The fastest is the fastest *solver*; a floor solves nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::document::{Block, Document, push_list};
use super::{geometric_mean, noise};
use crate::benchmark::Record;
use crate::solver::{Group, Role, Solver};
use crate::units;

/// A record, ranked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// What is ranked together: by game, group, and workload.
    pub fields: Vec<Field>,
    /// The same over all workloads of a game and a group.
    pub overall: Vec<Overall>,
    /// What makes the ranking less trustworthy.
    pub warnings: Vec<String>,
}

/// The solvers of one game and one group on one workload.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Name of the game.
    pub game: String,
    /// Where the clock starts and stops.
    pub group: Group,
    /// Name of the workload.
    pub workload: String,
    /// From the fastest to the slowest, the floor among them.
    pub places: Vec<Place>,
}

/// A solver's place on a workload.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
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
        let mut together: BTreeMap<(&str, Group, usize), Vec<&Record>> = BTreeMap::new();
        // Workloads stay in the order of the file, which knows why it has that order.
        let mut workloads: HashMap<&str, usize> = HashMap::new();
        for record in records {
            let next = workloads.len();
            let place = *workloads.entry(&record.workload).or_insert(next);
            let key = (record.game.as_str(), record.solver.group(), place);
            together.entry(key).or_default().push(record);
        }
        let field = |((game, group, _), rows): ((&str, Group, usize), Vec<&Record>)| Field {
            game: game.to_owned(),
            group,
            workload: rows
                .first()
                .map(|row| row.workload.clone())
                .unwrap_or_default(),
            places: places(rows),
        };
        let fields: Vec<Field> = together.into_iter().map(field).collect();
        Self {
            overall: overall(&fields),
            warnings: warnings(records, &fields),
            fields,
        }
    }
}

impl Document for Ranking {
    fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for field in &self.fields {
            let Field {
                game,
                group,
                workload,
                places,
            } = field;
            blocks.push(Block::Heading(format!(
                "{game} {workload}: {}",
                group.title()
            )));
            let cells = |place: &Place| {
                vec![
                    place.solver.to_string(),
                    units::time(place.median_ns),
                    units::percent(place.noise),
                    or_dash(place.to_fastest),
                    or_dash(place.to_floor),
                    units::rate(place.items_per_s, ""),
                    units::rate(place.bytes_per_s, "B"),
                ]
            };
            blocks.push(Block::Table {
                columns: vec![
                    "solver",
                    ">median",
                    ">noise",
                    ">to fastest",
                    ">to floor",
                    ">items",
                    ">bytes",
                ],
                rows: places.iter().map(cells).collect(),
            });
        }
        let cells = |row: &Overall| {
            vec![
                row.game.clone(),
                row.solver.to_string(),
                format!("{} of {}", row.workloads, row.of),
                units::ratio(row.to_fastest),
                or_dash(row.to_floor),
            ]
        };
        if !self.overall.is_empty() {
            blocks.push(Block::Heading("Geometric means over all workloads".into()));
            blocks.push(Block::Table {
                columns: vec!["game", "solver", ">workloads", ">to fastest", ">to floor"],
                rows: self.overall.iter().map(cells).collect(),
            });
        }
        push_list(
            &mut blocks,
            self.warnings
                .iter()
                .map(|warning| format!("warning: {warning}"))
                .collect(),
        );
        blocks
    }
}

fn or_dash(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_owned(), units::ratio)
}

fn places(mut rows: Vec<&Record>) -> Vec<Place> {
    rows.sort_by(|a, b| {
        a.median_ns
            .total_cmp(&b.median_ns)
            .then_with(|| a.solver.cmp(&b.solver))
    });
    let first = |floor: bool| {
        let is = |row: &&&Record| (row.solver.role() == Role::Floor) == floor;
        rows.iter().find(is).map(|row| row.median_ns)
    };
    let (fastest, floor) = (first(false), first(true));
    let place = |row: &&Record| Place {
        solver: row.solver.clone(),
        role: row.solver.role(),
        median_ns: row.median_ns,
        noise: noise(row),
        to_fastest: fastest.map(|fastest| row.median_ns / fastest),
        to_floor: floor.map(|floor| row.median_ns / floor),
        items_per_s: row.items_per_s,
        bytes_per_s: row.bytes_per_s,
    };
    rows.iter().map(place).collect()
}

/// The ratios of one solver on its workloads.
#[derive(Default)]
struct Ratios {
    to_fastest: Vec<f64>,
    to_floor: Vec<f64>,
}

fn overall(fields: &[Field]) -> Vec<Overall> {
    let mut of: BTreeMap<(&str, Group), usize> = BTreeMap::new();
    let mut solvers: BTreeMap<(&str, &Solver), Ratios> = BTreeMap::new();
    for field in fields {
        *of.entry((&field.game, field.group)).or_insert(0) += 1;
        for place in &field.places {
            if let Some(to_fastest) = place.to_fastest {
                let ratios = solvers.entry((&field.game, &place.solver)).or_default();
                ratios.to_fastest.push(to_fastest);
                ratios.to_floor.extend(place.to_floor);
            }
        }
    }
    let row = |((game, solver), ratios): ((&str, &Solver), Ratios)| Overall {
        game: game.to_owned(),
        solver: solver.clone(),
        workloads: ratios.to_fastest.len(),
        of: of.get(&(game, solver.group())).copied().unwrap_or(0),
        to_fastest: geometric_mean(&ratios.to_fastest),
        to_floor: (!ratios.to_floor.is_empty()).then(|| geometric_mean(&ratios.to_floor)),
    };
    let mut overall: Vec<Overall> = solvers.into_iter().map(row).collect();
    overall.sort_by(|a, b| {
        let field = |row: &Overall| (row.game.clone(), row.solver.group());
        field(a)
            .cmp(&field(b))
            .then(a.to_fastest.total_cmp(&b.to_fastest))
    });
    overall
}

fn warnings(records: &[Record], fields: &[Field]) -> Vec<String> {
    let mut warnings = Vec::new();
    let cpus: BTreeSet<&str> = records.iter().map(|row| row.cpu.as_str()).collect();
    if cpus.len() > 1 {
        let cpus: Vec<&str> = cpus.into_iter().collect();
        warnings.push(format!("different CPUs in one record: {}", cpus.join(", ")));
    }
    let no_floor = |field: &&Field| field.places.iter().all(|place| place.to_floor.is_none());
    for Field {
        game,
        group,
        workload,
        ..
    } in fields.iter().filter(no_floor)
    {
        warnings.push(format!("no floor: {game} {workload} {group}"));
    }
    warnings
}
