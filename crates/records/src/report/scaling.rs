//! Times over the size of the input.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::benchmarks::is_scale;
use super::chart::{FLOOR, Form, OURS, Series, chart, line_colour};
use super::parts::{figure, title};
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
    (!charts.is_empty()).then(|| html! {
        p { "Time an item over the number of items: a linear method draws a level line, and steps come from caches." }
        div.charts { @for chart in &charts { (times(chart, &x)) } }
    })
}

/// A chart of times an item of a game and a group.
fn times(((game, group), lines): (&(&str, SolverGroup), &Lines<'_>), x: &Axis) -> Markup {
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
    let what = format!("{name}: time an item over the size of the input");
    figure(&name, "Level means linear.", &chart(&what, x, &y, &lines))
}
