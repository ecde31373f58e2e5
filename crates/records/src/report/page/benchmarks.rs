//! Benchmarks: every solver beside its floor, workload by workload.

use std::collections::{BTreeMap, HashMap};

use maud::{Markup, html};

use super::parts::{figure, shortened, swatch, table};
use crate::benchmark::Record;
use crate::field::{Field, fields};
use crate::report::chart::{Bar, Bars, FLOOR, OTHER, OURS, bars};
use crate::report::results::Benchmark;
use crate::solver::{Group, Role};
use crate::statistics::geometric_mean;
use crate::units;

/// Every field from the newest record that has it, so that what is compared was measured in one run.
pub(super) fn newest(benchmarks: &[Benchmark]) -> Vec<Field<'_>> {
    let mut newest: HashMap<(&str, &str, Group), usize> = HashMap::new();
    let mut rows = Vec::new();
    for (number, benchmark) in benchmarks.iter().enumerate().rev() {
        for row in &benchmark.rows {
            let key = (&*row.game, &*row.workload, row.solver.group());
            if *newest.entry(key).or_insert(number) == number {
                rows.push(row);
            }
        }
    }
    fields(rows)
}

/// Whether the field is one of the series whose workloads differ in their size only.
pub(super) fn is_scale(field: &Field<'_>) -> bool {
    field.workload.starts_with("scale/")
}

/// The section.
pub(super) fn benchmarks(fields: &[Field<'_>]) -> Markup {
    let workloads = fields.chunk_by(|a, b| (a.game, a.workload) == (b.game, b.workload));
    let workloads: Vec<_> = workloads.filter(|fields| !is_scale(&fields[0])).collect();
    let (series, plain): (Vec<&[Field<'_>]>, Vec<_>) = workloads
        .into_iter()
        .partition(|fields| fields[0].workload.contains('/'));
    let short = short(fields);
    html! {
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
                (swatch("ours", OURS))
                (swatch("other ways to solve the task", OTHER))
                (swatch("floor", FLOOR))
            }
            @if !short.is_empty() {
                h3 { "In short" }
                (table(
                    &["game", "what", ">workloads", ">our time to the floor", ">next best to our time"],
                    short.into_iter(),
                ))
                p.note { "Geometric means over the workloads." }
            }
            h3 { "By workload" }
            div.charts { @for fields in plain { (bar_figure(fields)) } }
            @if !series.is_empty() {
                details {
                    summary { "Workloads that come in series (" (series.len()) ")" }
                    div.charts { @for fields in series { (bar_figure(fields)) } }
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
    }
}

/// Our fastest solver against floor and baselines, over the workloads of each game and group.
fn short(fields: &[Field<'_>]) -> Vec<Vec<String>> {
    let mut groups: BTreeMap<(&str, Group), Vec<[Option<f64>; 3]>> = BTreeMap::new();
    for field in fields.iter().filter(|field| !is_scale(field)) {
        let times = [Role::Ours, Role::Floor, Role::Baseline]
            .map(|role| field.fastest(&[role]).map(|row| row.median_ns));
        if times[0].is_some() {
            let group = groups.entry((field.game, field.group)).or_default();
            group.push(times);
        }
    }
    let mean = |ratios: Vec<f64>| match &*ratios {
        [] => "-".to_owned(),
        ratios => units::ratio(geometric_mean(ratios)),
    };
    let row = |((game, group), times): ((&str, Group), Vec<[Option<f64>; 3]>)| {
        let ratios = |over: usize, under: usize| {
            let both = times.iter().filter_map(|of| of[over].zip(of[under]));
            both.map(|(over, under)| over / under).collect()
        };
        vec![
            game.to_owned(),
            group.title().to_owned(),
            times.len().to_string(),
            mean(ratios(0, 1)),
            mean(ratios(2, 0)),
        ]
    };
    groups.into_iter().map(row).collect()
}

/// The bars of all groups of one workload.
fn bar_figure(fields: &[Field<'_>]) -> Markup {
    let (field, row) = (&fields[0], fields[0].rows[0]);
    let groups: Vec<Bars> = fields.iter().map(bar_group).collect();
    let name = format!("{} {}", field.game, field.workload);
    let about = format!("{name}: times of all solvers as multiples of the floor");
    let m = row
        .m
        .map_or_else(String::new, |m| format!(", m = {}", units::count(m)));
    let caption = format!(
        "n = {}{m}; answer {}",
        units::count(row.n),
        shortened(&row.answer)
    );
    figure(&name, &caption, &bars(&about, &groups), &html! {})
}

/// The bars of a field, which has at least one row.
fn bar_group(field: &Field<'_>) -> Bars {
    let floor = field.fastest(&[Role::Floor]);
    let reference = floor.unwrap_or(field.rows[0]).median_ns;
    let against = match floor {
        Some(_) => format!("floor {}", units::time(reference)),
        None => "no floor; against the fastest".to_owned(),
    };
    let bar = |row: &&Record| {
        let ratio = row.median_ns / reference;
        Bar {
            name: shortened(row.solver.name()),
            value: format!("{} · {}", units::time(row.median_ns), units::ratio(ratio)),
            colour: match row.solver.role() {
                Role::Ours => OURS,
                Role::Floor => FLOOR,
                Role::Baseline => OTHER,
            },
            ratio,
            from_to: (row.min_ns / reference, row.max_ns / reference),
        }
    };
    Bars {
        heading: format!("{} ({against})", field.group.title()),
        bars: field.rows.iter().map(bar).collect(),
    }
}
