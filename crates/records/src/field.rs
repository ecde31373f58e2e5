//! Rows of benchmark records that may be compared with each other.

use std::collections::{BTreeMap, HashMap};

use crate::benchmark::Record;
use crate::solver::{Group, Role};

/// The solvers of one group on one workload of a game: they had the same input and the same clock.
pub(crate) struct Field<'a> {
    pub game: &'a str,
    pub workload: &'a str,
    pub group: Group,
    /// From the fastest to the slowest.
    pub rows: Vec<&'a Record>,
}

impl<'a> Field<'a> {
    /// The fastest row whose role is one of these.
    pub fn fastest(&self, roles: &[Role]) -> Option<&'a Record> {
        let mut rows = self.rows.iter().copied();
        rows.find(|row| roles.contains(&row.solver.role()))
    }
}

/// The fields of some rows: by game, then by workload in the order of the rows, then by group. O(rows log rows).
pub(crate) fn fields<'a>(rows: impl IntoIterator<Item = &'a Record>) -> Vec<Field<'a>> {
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    let mut fields: BTreeMap<(&str, usize, Group), Field<'a>> = BTreeMap::new();
    for row in rows {
        let (game, workload, group) = (&*row.game, &*row.workload, row.solver.group());
        let next = places.len();
        let place = *places.entry((game, workload)).or_insert(next);
        let field = fields.entry((game, place, group)).or_insert(Field {
            game,
            workload,
            group,
            rows: Vec::new(),
        });
        field.rows.push(row);
    }
    let mut fields: Vec<Field<'a>> = fields.into_values().collect();
    for field in &mut fields {
        let by_time = |a: &&Record, b: &&Record| a.median_ns.total_cmp(&b.median_ns);
        field
            .rows
            .sort_by(|a, b| by_time(a, b).then_with(|| a.solver.cmp(&b.solver)));
    }
    fields
}
