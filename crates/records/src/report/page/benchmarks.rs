//! Benchmarks: every solver beside its floor, workload by workload.

use maud::{Markup, html};

use super::super::chart::{Bar, Bars, ChartError, bars};
use super::super::palette::Colour;
use super::super::selection::{self, Field};
use super::parts::{figure, shortened, swatch, table};
use crate::benchmark::Record;
use crate::solver::Role;
use crate::units;

/// The section.
pub(super) fn benchmarks(fields: &[Field<'_>]) -> Result<Markup, ChartError> {
    let mut plain = Vec::new();
    let mut series = Vec::new();
    for workload in by_workload(fields) {
        let chart = bar_figure(workload)?;
        match workload[0].series() {
            _ if workload[0].is_scale() => {}
            None => plain.push(chart),
            Some(_) => series.push(chart),
        }
    }
    let short = selection::short(fields);
    let or_dash = |ratio: Option<f64>| ratio.map_or_else(|| "-".to_owned(), units::ratio);
    Ok(html! {
        h2 id="benchmarks" { "Benchmarks" }
        @if fields.is_empty() {
            p.note { "No benchmark record yet: " code { "cargo bench -p grundy-bench" } " makes one." }
        } @else {
            p {
                "Times are medians of one run. The floor is the least work that anybody has to do: a \
                 sum over the squares for counting, a copy of the text for reading, "
                code { "cat" } " for a whole process. A bar says how many times as long as the floor a \
                 solver takes, on a logarithmic axis; the thin line in it goes from the fastest sample \
                 to the slowest."
            }
            ul.key {
                (swatch("ours", Colour::Ours))
                (swatch("other ways to solve the task", Colour::Other))
                (swatch("floor", Colour::Floor))
            }
            @if !short.is_empty() {
                h3 { "In short" }
                (table(
                    &["game", "what", ">workloads", ">our time to the floor", ">next best to our time"],
                    short.iter().map(|row| vec![
                        row.game.to_owned(),
                        row.group.title().to_owned(),
                        row.workloads.to_string(),
                        or_dash(row.to_floor),
                        or_dash(row.ahead),
                    ]),
                ))
                p.note { "Geometric means over the workloads." }
            }
            h3 { "By workload" }
            div.charts { @for chart in &plain { (chart) } }
            @if !series.is_empty() {
                details {
                    summary { "Workloads that come in series (" (series.len()) ")" }
                    div.charts { @for chart in &series { (chart) } }
                }
            }
            details {
                summary { "All times as a table" }
                (table(
                    &["game", "workload", "solver", ">n", ">median", ">MAD", ">fastest", ">slowest", ">items", ">bytes"],
                    fields.iter().flat_map(|field| &field.rows).map(|row| vec![
                        row.game.clone(),
                        row.workload.clone(),
                        row.solver.to_string(),
                        units::count(row.n),
                        units::time(row.median_ns),
                        units::time(row.mad_ns),
                        units::time(row.min_ns),
                        units::time(row.max_ns),
                        units::rate(row.items_per_s, ""),
                        units::rate(row.bytes_per_s, "B"),
                    ]),
                ))
            }
        }
    })
}

/// The bars of all groups of one workload.
fn bar_figure(fields: &[Field<'_>]) -> Result<Markup, ChartError> {
    let first = &fields[0];
    let Some(row) = first.rows.first() else {
        return Ok(html! {});
    };
    let groups: Vec<Bars> = fields.iter().filter_map(bar_group).collect();
    let name = format!("{} {}", first.game, first.workload);
    let about = format!("{name}: times of all solvers as multiples of the floor");
    let svg = bars(&about, &groups)?;
    let m = row
        .m
        .map_or_else(String::new, |m| format!(", m = {}", units::count(m)));
    let caption = format!(
        "n = {}{m}; answer {}",
        units::count(row.n),
        shortened(&row.answer)
    );
    Ok(figure(&name, &caption, &svg, &html! {}))
}

fn bar_group(field: &Field<'_>) -> Option<Bars> {
    let reference = field.reference()?;
    let against = match reference.solver.role() {
        Role::Floor => format!("floor {}", units::time(reference.median_ns)),
        _ => "no floor; against the fastest".to_owned(),
    };
    let bar = |row: &&Record| {
        let ratio = row.median_ns / reference.median_ns;
        let role = row.solver.role();
        Bar {
            name: shortened(row.solver.name()),
            value: format!("{} · {}", units::time(row.median_ns), units::ratio(ratio)),
            colour: match role {
                Role::Ours => Colour::Ours,
                Role::Floor => Colour::Floor,
                Role::Baseline => Colour::Other,
            },
            ratio,
            from_to: (
                row.min_ns / reference.median_ns,
                row.max_ns / reference.median_ns,
            ),
        }
    };
    Some(Bars {
        heading: format!("{} ({against})", field.group.title()),
        bars: field.rows.iter().map(bar).collect(),
    })
}

fn by_workload<'a, 'b>(fields: &'b [Field<'a>]) -> impl Iterator<Item = &'b [Field<'a>]> {
    fields.chunk_by(|a, b| (a.game, a.workload) == (b.game, b.workload))
}
