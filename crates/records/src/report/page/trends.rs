//! Times over the size of the input, and from record to record.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::benchmarks::is_scale;
use super::parts::{figure, key, title};
use crate::field::Field;
use crate::report::chart::{Axis, FLOOR, Form, OURS, Points, Scale, Series, chart, line_colour};
use crate::report::results::Benchmark;
use crate::solver::{Group, Role, Solver};
use crate::units;

/// The lines of one chart: points with a time an item each.
type Lines<Name> = BTreeMap<Name, BTreeMap<u64, f64>>;

/// The section on growing inputs.
pub(super) fn scaling(fields: &[Field<'_>]) -> Markup {
    let mut groups: BTreeMap<(&str, Group), Lines<(Role, &Solver)>> = BTreeMap::new();
    for field in fields.iter().filter(|field| is_scale(field)) {
        let lines = groups.entry((field.game, field.group)).or_default();
        for row in &field.rows {
            let line = lines.entry((row.solver.role(), &row.solver)).or_default();
            line.insert(row.n, row.median_ns / row.n as f64);
        }
    }
    let x = Axis::new("items, logarithmic", Scale::Log, units::short);
    let charts = groups.into_iter().map(|(group, lines)| {
        let mut baselines = 0..;
        let line = |((role, solver), points): ((Role, &Solver), _)| {
            let colour = match role {
                Role::Ours => OURS,
                Role::Floor => FLOOR,
                Role::Baseline => line_colour(baselines.next().unwrap_or_default()),
            };
            series(solver.name(), colour, points)
        };
        let lines: Vec<Series> = lines.into_iter().map(line).collect();
        let what = "time an item over the size of the input";
        trend(group, what, "Level means linear.", &x, &lines)
    });
    let charts: Vec<Markup> = charts.collect();
    html! {
        h2 id="scaling" { "Growing inputs" }
        @if charts.is_empty() {
            p.note { "No record of workloads " code { "scale/N" } " yet." }
        } @else {
            p { "Time an item over the number of items: a linear method draws a level line, and steps come from caches." }
            div.charts { @for chart in &charts { (chart) } }
        }
    }
}

/// The section on history: our fastest solver on every workload that at least two records have. Workloads of
/// a series are left out: they would be too many lines.
pub(super) fn history(benchmarks: &[Benchmark]) -> Markup {
    let mut groups: BTreeMap<(&str, Group), Lines<&str>> = BTreeMap::new();
    for (number, benchmark) in (1..).zip(benchmarks) {
        for row in &benchmark.rows {
            if row.solver.role() == Role::Ours && !row.workload.contains('/') {
                let lines = groups.entry((&row.game, row.solver.group())).or_default();
                let line = lines.entry(&row.workload).or_default();
                let time = line.entry(number).or_insert(f64::INFINITY);
                *time = time.min(row.median_ns / row.n as f64);
            }
        }
    }
    let title = "record, from the oldest to the newest";
    let mut x = Axis::new(title, Scale::Linear, |number| format!("{number:.0}"));
    if benchmarks.len() <= 12 {
        x.at = (1..=benchmarks.len()).map(|number| number as f64).collect();
    }
    let charts = groups.into_iter().filter_map(|(group, lines)| {
        let lines = lines.into_iter().filter(|(_, points)| points.len() > 1);
        let line =
            |(i, (workload, points)): (usize, (&str, _))| series(workload, line_colour(i), points);
        let lines: Vec<Series> = lines.enumerate().map(line).collect();
        let what = "time an item from record to record";
        (!lines.is_empty()).then(|| trend(group, what, "Our fastest solver.", &x, &lines))
    });
    let charts: Vec<Markup> = charts.collect();
    html! {
        h2 id="history" { "History" }
        @if charts.is_empty() {
            p.note { "History begins with the second record of a workload." }
        } @else {
            p { "Numbers of records are those of the list below. Records of different machines say nothing about each other." }
            div.charts { @for chart in &charts { (chart) } }
        }
    }
}

fn series(name: &str, colour: &'static str, points: BTreeMap<u64, f64>) -> Series {
    let points: Points = points.into_iter().map(|(x, y)| (x as f64, y)).collect();
    Series {
        name: name.to_owned(),
        colour,
        form: Form::Line,
        points,
    }
}

/// A chart of times an item of a game and a group.
fn trend(
    (game, group): (&str, Group),
    what: &str,
    caption: &str,
    x: &Axis,
    lines: &[Series],
) -> Markup {
    let y = Axis::new("time an item, logarithmic", Scale::Log, units::short_time);
    let name = format!("{}: {}", title(game), group.title());
    let svg = chart(&format!("{name}: {what}"), x, &y, lines);
    figure(&name, caption, &svg, &key(lines))
}
