//! Times over the size of the input, and from record to record.

use maud::{Markup, html};

use super::super::Benchmark;
use super::super::chart::{Axis, ChartError, Points, Scale, Series, lines};
use super::super::palette::Colour;
use super::super::selection::{self, Field};
use super::parts::{figure, key, title};
use crate::solver::Role;
use crate::units;

/// The section on growing inputs.
pub(super) fn scaling(fields: &[Field<'_>]) -> Result<Markup, ChartError> {
    let mut charts = Vec::new();
    for scaling in selection::scaling(fields) {
        let mut others = 0;
        let series: Vec<Series> = scaling
            .solvers
            .into_iter()
            .map(|(solver, points)| Series {
                name: solver.name().to_owned(),
                colour: colour(solver.role(), &mut others),
                points,
            })
            .collect();
        let name = format!("{}: {}", title(scaling.game), scaling.group.title());
        let x = Axis {
            title: "items, logarithmic".into(),
            scale: Scale::Log,
            label: units::short,
            at: Vec::new(),
        };
        let svg = lines(
            &format!("{name}: time an item over the size of the input"),
            &x,
            &time_axis(),
            &series,
        )?;
        charts.push(figure(&name, "Level means linear.", &svg, &key(&series)));
    }
    Ok(html! {
        h2 id="scaling" { "Growing inputs" }
        @if charts.is_empty() {
            p.note { "No record of workloads " code { "scale/N" } " yet." }
        } @else {
            p { "Time an item over the number of items: a linear method draws a level line, and steps come from caches." }
            div.charts { @for chart in charts { (chart) } }
        }
    })
}

/// The section on history.
pub(super) fn history(benchmarks: &[Benchmark]) -> Result<Markup, ChartError> {
    let mut charts = Vec::new();
    for history in selection::history(benchmarks) {
        let numbers: Vec<f64> = (1..=benchmarks.len()).map(|number| number as f64).collect();
        let line = |(i, (workload, points)): (usize, (&str, Points))| Series {
            name: workload.to_owned(),
            colour: Colour::Line(i),
            points,
        };
        let series: Vec<Series> = history
            .workloads
            .into_iter()
            .enumerate()
            .map(line)
            .collect();
        let x = Axis {
            title: "record, from the oldest to the newest".into(),
            scale: Scale::Linear,
            label: |number| format!("{number:.0}"),
            at: if numbers.len() > 12 {
                Vec::new()
            } else {
                numbers
            },
        };
        let name = format!("{}: {}", title(history.game), history.group.title());
        let svg = lines(
            &format!("{name}: time an item from record to record"),
            &x,
            &time_axis(),
            &series,
        )?;
        charts.push(figure(&name, "Our fastest solver.", &svg, &key(&series)));
    }
    Ok(html! {
        h2 id="history" { "History" }
        @if charts.is_empty() {
            p.note { "History begins with the second record of a workload." }
        } @else {
            p { "Numbers of records are those of the list below. Records of different machines say nothing about each other." }
            div.charts { @for chart in charts { (chart) } }
        }
    })
}

fn time_axis() -> Axis {
    Axis {
        title: "time an item, logarithmic".into(),
        scale: Scale::Log,
        label: units::short_time,
        at: Vec::new(),
    }
}

fn colour(role: Role, others: &mut usize) -> Colour {
    match role {
        Role::Ours => Colour::Ours,
        Role::Floor => Colour::Floor,
        Role::Baseline => {
            *others += 1;
            Colour::Line(*others - 1)
        }
    }
}
