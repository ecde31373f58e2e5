//! Benchmarks: every solver beside its floor, workload by workload.

use std::collections::HashMap;

use maud::{Markup, html};

use super::parts::{figure, table};
use super::results::Benchmark;
use crate::axis::{Axis, Scale};
use crate::chart::{FLOOR, OTHER, OURS, PAGE_WIDTH, fine, svg, swatch};
use crate::compare::ranking::{Overall, RankedField, fields, overall};
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
pub(super) fn benchmarks(fields: &[RankedField<'_>]) -> Option<Markup> {
    let workloads = fields.chunk_by(|a, b| (a.game, a.workload) == (b.game, b.workload));
    let workloads = workloads.filter(|fields| !is_scale(&fields[0]));
    let (series, plain): (Vec<&[RankedField<'_>]>, Vec<_>) =
        workloads.partition(|fields| fields[0].workload.contains('/'));
    (!fields.is_empty()).then(|| html! {
        p {
            "Times are medians of one run. The floor is the least work that every solver has to do: a \
             sum over the squares for counting, a copy of the text for reading, "
            code { "cat" } " for a whole process. A bar says how many times as long as the floor a \
             solver takes, on a logarithmic axis; the thin line in it goes from the fastest sample \
             to the slowest."
        }
        ul.key {
            (swatch("ours", OURS))
            (swatch("other ways to solve the task", OTHER))
            (swatch("floor", FLOOR))
        }
        h3 { "In short" }
        (table(
            ["game", "solver", ">workloads", ">to fastest", ">to floor"],
            short(fields).into_iter(),
        ))
        p.note { "Geometric means over the workloads." }
        h3 { "By workload" }
        div.charts { @for fields in plain { (bar_figure(fields)) } }
        @if !series.is_empty() {
            details {
                summary { "Workloads that come in series (" (series.len()) ")" }
                div.charts { @for fields in series { (bar_figure(fields)) } }
            }
        }
    })
}

/// Every solver over all workloads of its game and group, growing inputs apart.
fn short(fields: &[RankedField<'_>]) -> Vec<[String; 5]> {
    let mut single: Vec<_> = fields
        .iter()
        .filter(|field| !is_scale(field))
        .cloned()
        .collect();
    single.sort_by_key(|field| (field.game, field.group));
    let row = |row: Overall<'_>| {
        [
            row.game.to_owned(),
            row.solver.to_string(),
            format!("{} of {}", row.workloads, row.of),
            units::ratio(row.to_fastest),
            row.to_floor.map_or("-".to_owned(), units::ratio),
        ]
    };
    overall(&single).into_iter().map(row).collect()
}

/// The bars of all groups of one workload.
fn bar_figure(fields: &[RankedField<'_>]) -> Markup {
    let (field, row) = (&fields[0], fields[0].places[0].row);
    let name = format!("{} {}", field.game, field.workload);
    let about = format!("{name}: times of all solvers as multiples of the floor");
    let m = row.m.map(|m| format!(", m = {}", units::count(m)));
    let (n, m) = (units::count(row.n), m.unwrap_or_default());
    let caption = format!("n = {n}{m}; answer {}", cut(&row.answer, SHOWN));
    figure(&name, &caption, &bars(&about, fields))
}

/// A bar for each solver, all on one logarithmic axis on which the reference, the floor, has no length.
fn bars(about: &str, fields: &[RankedField<'_>]) -> Markup {
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
