//! Times over the size of the input, and from record to record.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::benchmarks::is_scale;
use super::chart::{FLOOR, Form, OURS, Series, chart, line_colour};
use super::parts::{figure, title};
use super::results::Benchmark;
use crate::axis::{Axis, Scale};
use crate::compare::ranking::RankedField;
use crate::solver::{Origin, SolverGroup};
use crate::units;

/// The lines of the chart of each game and group: by `x`, the least time an item in nanoseconds.
type Charts<'a> = BTreeMap<(&'a str, SolverGroup), Lines<'a>>;
type Lines<'a> = BTreeMap<(Origin, &'a str), BTreeMap<u64, f64>>;

/// The section on growing inputs.
pub(super) fn scaling(fields: &[RankedField<'_>]) -> Option<Markup> {
    let mut charts = Charts::new();
    for field in fields.iter().filter(|field| is_scale(field)) {
        let lines = charts.entry((field.game, field.group)).or_default();
        for place in &field.places {
            let line = lines.entry((place.role, place.solver.name())).or_default();
            line.insert(place.row.n, place.median_ns / place.row.n as f64);
        }
    }
    let x = Axis::new("items, logarithmic", Scale::Log, units::short);
    let what = "time an item over the size of the input";
    (!charts.is_empty()).then(|| html! {
        p { "Time an item over the number of items: a linear method draws a level line, and steps come from caches." }
        div.charts { @for chart in &charts { (trend(chart, what, "Level means linear.", &x)) } }
    })
}

/// The section on history: our fastest solver on every workload that at least two records have. Workloads of
/// a series are left out: they would be too many lines.
pub(super) fn history(benchmarks: &[Benchmark]) -> Option<Markup> {
    let mut charts = Charts::new();
    for (number, benchmark) in (1..).zip(benchmarks) {
        for row in &benchmark.rows {
            if row.solver.role() == Origin::Ours && !row.workload.contains('/') {
                let lines = charts.entry((&row.game, row.solver.group())).or_default();
                // Each line is of ours, and has a colour of its own.
                let line = lines.entry((Origin::Baseline, &row.workload)).or_default();
                let time = line.entry(number).or_insert(f64::INFINITY);
                *time = time.min(row.median_ns / row.n as f64);
            }
        }
    }
    for lines in charts.values_mut() {
        lines.retain(|_, points| points.len() > 1);
    }
    charts.retain(|_, lines| !lines.is_empty());
    let title = "record, from the oldest to the newest";
    let x = Axis::new(title, Scale::Whole, |number| format!("{number:.0}"));
    let what = "time an item from record to record";
    (!charts.is_empty()).then(|| html! {
        p { "Numbers of records are those of the list below. Records of different machines say nothing about each other." }
        div.charts { @for chart in &charts { (trend(chart, what, "Our fastest solver.", &x)) } }
    })
}

/// A chart of times an item of a game and a group.
fn trend(
    ((game, group), lines): (&(&str, SolverGroup), &Lines<'_>),
    what: &str,
    caption: &str,
    x: &Axis,
) -> Markup {
    let mut baselines = 0..;
    let line = |(&(role, name), points): (&(Origin, &str), &BTreeMap<u64, f64>)| {
        let colour = match role {
            Origin::Ours => OURS,
            Origin::Floor => FLOOR,
            Origin::Baseline => line_colour(baselines.next().unwrap_or_default()),
        };
        let points = points.iter().map(|(&x, &time)| (x as f64, time));
        Series::new(name, colour, Form::Line, points.collect())
    };
    let lines: Vec<Series> = lines.iter().map(line).collect();
    let y = Axis::new("time an item, logarithmic", Scale::Log, units::short_time);
    let name = format!("{}: {}", title(game), group.title());
    let chart = chart(&format!("{name}: {what}"), x, &y, &lines);
    figure(&name, caption, &chart)
}
