//! Times over the size of the input.

use std::collections::BTreeMap;

use grundy_report::Block;

use super::benchmarks::is_scale;
use super::parts::title;
use crate::axis::{Axis, Scale};
use crate::chart::{Chart, FLOOR, Frame, OURS, line_colour};
use crate::compare::ranking::RankedField;
use crate::solver::{Origin, SolverGroup};
use crate::units;

/// The lines of the chart of each game and group: by `x`, the least time an item in nanoseconds.
type Charts<'a> = BTreeMap<(&'a str, SolverGroup), Lines<'a>>;
type Lines<'a> = BTreeMap<(Origin, &'a str), BTreeMap<u64, f64>>;

/// The section on growing inputs.
pub(super) fn scaling(fields: &[RankedField<'_>]) -> Vec<Block> {
    let mut charts = Charts::new();
    for field in fields.iter().filter(|field| is_scale(field)) {
        let lines = charts.entry((field.game, field.group)).or_default();
        for place in &field.places {
            let line = lines.entry((place.role, place.solver.name())).or_default();
            line.insert(place.row.n, place.median_ns / place.row.n as f64);
        }
    }
    charts.iter().map(times).collect()
}

/// A chart of times an item of a game and a group.
fn times(((game, group), lines): (&(&str, SolverGroup), &Lines<'_>)) -> Block {
    let points = || lines.values().flatten();
    let sizes = points().map(|(&size, _)| size as f64);
    let x = Axis::new("items, logarithmic", Scale::Log, units::short, sizes);
    let times = points().map(|(_, &time)| time);
    let y = Axis::new(
        "time an item, logarithmic",
        Scale::Log,
        units::short_time,
        times,
    );
    let mut chart = Chart::new(Frame::PAGE, x, y);
    let mut baselines = 0..;
    for (&(role, name), points) in lines {
        let colour = match role {
            Origin::Ours => OURS,
            Origin::Floor => FLOOR,
            Origin::Baseline => line_colour(baselines.next().unwrap_or_default()),
        };
        chart.line(
            name,
            colour,
            points.iter().map(|(&x, &time)| (x as f64, time)),
        );
    }
    let name = format!("{}: {}", title(game), group.title());
    let what = format!("{name}: time an item over the size of the input");
    Block::figure(name, "Level means linear.", chart.on_page(&what))
}
