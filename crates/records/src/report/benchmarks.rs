//! Benchmarks: the solvers of the newest records, overall and workload by workload.

use std::collections::HashMap;

use grundy_report::Block;

use super::results::Benchmark;
use crate::compare::ranking::{RankedField, fields, overall, places, table};
use crate::solver::SolverGroup;
use crate::text::cut;
use crate::units;

/// Characters of an answer that are shown.
const SHOWN: usize = 28;

/// Every field from the newest record that has it, so that what is compared was measured in one run.
pub(super) fn newest(benchmarks: &[Benchmark]) -> Vec<RankedField<'_>> {
    let mut newest: HashMap<(&str, &str, SolverGroup), usize> = HashMap::new();
    let mut rows = Vec::new();
    for (number, benchmark) in benchmarks.iter().enumerate().rev() {
        for row in &benchmark.rows {
            if *newest.entry(row.field()).or_insert(number) == number {
                rows.push(row);
            }
        }
    }
    fields(rows)
}

/// The section.
pub(super) fn benchmarks(fields: &[RankedField<'_>]) -> Vec<Block> {
    let workloads = fields.chunk_by(|a, b| (a.game, a.workload) == (b.game, b.workload));
    let (series, single): (Vec<&[RankedField<'_>]>, Vec<_>) =
        workloads.partition(|fields| fields[0].workload.contains('/'));
    let tables = |workloads: Vec<&[RankedField<'_>]>| {
        let workloads = workloads.into_iter();
        workloads.flat_map(of_workload).collect::<Vec<Block>>()
    };
    vec![
        Block::section("In short", short(fields)),
        Block::section("By workload", tables(single)),
        Block::Section {
            title: format!("Workloads that come in series ({})", series.len()),
            is_folded: true,
            blocks: tables(series),
        },
    ]
}

/// Every solver over all workloads of its game and group, but for the series whose workloads differ in their size only.
fn short(fields: &[RankedField<'_>]) -> Vec<Block> {
    let single = fields.iter();
    let single = single.filter(|field| !field.workload.starts_with("scale/"));
    let mut single: Vec<_> = single.cloned().collect();
    single.sort_by_key(|field| (field.game, field.group));
    let means = Block::plain("Geometric means over the workloads.");
    vec![table(&overall(&single)), means]
}

/// The solvers of all groups of one workload.
fn of_workload(fields: &[RankedField<'_>]) -> [Block; 2] {
    let (field, row) = (&fields[0], fields[0].places[0].row);
    let m = row.m.map(|m| format!(", m = {}", units::count(m)));
    let (n, m) = (units::count(row.n), m.unwrap_or_default());
    let answer = cut(&row.answer, SHOWN);
    let name = format!(
        "{} {}: n = {n}{m}; answer {answer}",
        field.game, field.workload
    );
    [Block::plain(name), places(fields)]
}
