//! Benchmarks: every solver beside its floor, workload by workload.

use std::collections::HashMap;

use grundy_report::Block;
use maud::html;

use super::results::Benchmark;
use crate::axis::{Axis, Scale};
use crate::chart::{FLOOR, OTHER, OURS, PAGE_WIDTH, fine, key, svg};
use crate::compare::ranking::{RankedField, fields, overall, table};
use crate::solver::{Origin, SolverGroup};
use crate::text::cut;
use crate::units;

/// Characters of a name or an answer that are shown.
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

/// Whether the field is one of the series whose workloads differ in their size only.
pub(super) fn is_scale(field: &RankedField<'_>) -> bool {
    field.workload.starts_with("scale/")
}

/// The section.
pub(super) fn benchmarks(fields: &[RankedField<'_>]) -> Vec<Block> {
    let workloads = fields.chunk_by(|a, b| (a.game, a.workload) == (b.game, b.workload));
    let workloads = workloads.filter(|fields| !is_scale(&fields[0]));
    let (series, plain): (Vec<&[RankedField<'_>]>, Vec<_>) =
        workloads.partition(|fields| fields[0].workload.contains('/'));
    let mut blocks = vec![
        Block::section("In short", short(fields)),
        Block::section("By workload", plain.into_iter().map(bar_figure).collect()),
    ];
    if !series.is_empty() {
        blocks.push(Block::Section {
            title: format!("Workloads that come in series ({})", series.len()),
            is_folded: true,
            blocks: series.into_iter().map(bar_figure).collect(),
        });
    }
    blocks
}

/// Every solver over all workloads of its game and group, growing inputs apart.
fn short(fields: &[RankedField<'_>]) -> Vec<Block> {
    let single = fields.iter().filter(|field| !is_scale(field));
    let mut single: Vec<_> = single.cloned().collect();
    single.sort_by_key(|field| (field.game, field.group));
    let means = Block::plain("Geometric means over the workloads.");
    vec![table(&overall(&single)), means]
}

/// The bars of all groups of one workload.
fn bar_figure(fields: &[RankedField<'_>]) -> Block {
    let (field, row) = (&fields[0], fields[0].places[0].row);
    let name = format!("{} {}", field.game, field.workload);
    let about = format!("{name}: times of all solvers as multiples of the floor");
    let m = row.m.map(|m| format!(", m = {}", units::count(m)));
    let (n, m) = (units::count(row.n), m.unwrap_or_default());
    let caption = format!("n = {n}{m}; answer {}", cut(&row.answer, SHOWN));
    let colours = [
        (OURS, "ours"),
        (OTHER, "other ways to solve the task"),
        (FLOOR, "floor"),
    ];
    Block::figure(name, caption, bars(&about, fields) + &key(&colours))
}

/// A bar for each solver, all on one logarithmic axis on which the reference, the floor, has no length.
fn bars(about: &str, fields: &[RankedField<'_>]) -> String {
    const HEADING: f64 = 34.0;
    const BAR: f64 = 36.0;
    const AXIS: f64 = 30.0;
    const MARGIN: f64 = 12.0;
    let floor = |field: &RankedField<'_>| field.fastest(Origin::Floor);
    let reference = |field| floor(field).unwrap_or(field.places[0].median_ns);
    let mut ratios = vec![1.0, 2.0];
    for field in fields {
        let times = (field.places.iter()).flat_map(|place| [place.row.min_ns, place.row.max_ns]);
        ratios.extend(times.map(|time| time / reference(field)));
    }
    let label = |ratio| format!("{}×", units::short(ratio));
    let axis = Axis::new("", Scale::Log, label, ratios);
    let right = PAGE_WIDTH - MARGIN;
    let across = |share: f64| fine(MARGIN + (right - MARGIN) * share);
    let left_of = |ratio| across(axis.share(ratio).unwrap_or_default());
    let one = left_of(1.0);
    let mut drawn = Vec::new();
    let mut top = 0.0;
    for field in fields {
        let reference = reference(field);
        let against = match floor(field) {
            Some(_) => format!("floor {}", units::time(reference)),
            None => "no floor; against the fastest".to_owned(),
        };
        let heading = format!("{} ({against})", field.group.title());
        drawn.push(html! { text.heading x=(MARGIN) y=(top + 18.0) { (heading) } });
        top += HEADING;
        for place in &field.places {
            let ratio = place.median_ns / reference;
            let value = format!("{} · {}", units::time(place.median_ns), units::ratio(ratio));
            let colour = match place.role {
                Origin::Ours => OURS,
                Origin::Floor => FLOOR,
                Origin::Baseline => OTHER,
            };
            // The reference itself is shown as a mark.
            let (start, end) = (one.min(left_of(ratio)) - 1.0, one.max(left_of(ratio)) + 2.0);
            let [fastest, slowest] =
                [place.row.min_ns, place.row.max_ns].map(|time| left_of(time / reference));
            drawn.push(html! {
                text x=(MARGIN) y=(top + 10.0) { (cut(place.solver.name(), SHOWN)) }
                text.end x=(right) y=(top + 10.0) { (value) }
                rect style=(format!("fill:var(--{colour})")) x=(start) y=(top + 20.0) width=(end - start) height="8" {}
                line.spread x1=(fastest) y1=(top + 24.0) x2=(slowest) y2=(top + 24.0) {}
            });
            top += BAR;
        }
    }
    let content = html! {
        @for (share, label) in axis.labels() {
            @let x = across(share);
            line.grid x1=(x) y1="4" x2=(x) y2=(top + 4.0) {}
            text.middle x=(x) y=(top + 18.0) { (label) }
        }
        @for bar in &drawn { (bar) }
    };
    svg(about, top + AXIS, &content)
}
