//! The page itself: sections, tables, and the charts in them.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart::{Axis, Bar, Bars, ChartError, Points, Scale, Series, bars, lines};
use super::palette::{self, Colour};
use super::selection::{self, Field};
use super::{Benchmark, Results, Sweep};
use crate::record::Record;
use crate::solver::Role;
use crate::units;

/// The whole page.
pub(super) fn html(results: &Results) -> Result<String, ChartError> {
    let fields = selection::newest(&results.benchmarks);
    let css = palette::css() + include_str!("page.css");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "grundy: verified and measured" }
                // An icon in the page itself, or the browser asks the network for one.
                link rel="icon" href="data:,";
                style { (PreEscaped(css)) }
            }
            body {
                header {
                    h1 { "grundy: verified and measured" }
                    p.lead {
                        "What the records in " code { "results/" } " say: every position up to a size \
                         confirmed against the rules alone, and every solver timed beside its floor."
                    }
                    (figures(results))
                    nav aria-label="Sections" {
                        a href="#sweeps" { "Positions confirmed" }
                        a href="#benchmarks" { "Benchmarks" }
                        a href="#scaling" { "Growing inputs" }
                        a href="#history" { "History" }
                        a href="#records" { "Records" }
                    }
                }
                main {
                    (sweeps(&results.sweeps)?)
                    (benchmarks(&fields)?)
                    (scaling(&fields)?)
                    (history(&results.benchmarks)?)
                    (records(&results.benchmarks))
                }
            }
        }
    };
    Ok(page.into_string())
}

/// The figures at the top.
fn figures(results: &Results) -> Markup {
    let positions: u64 = results.sweeps.iter().map(|row| row.positions).sum();
    let mismatches: u64 = results.sweeps.iter().map(|row| row.mismatches).sum();
    let games = by_game(&results.sweeps).len();
    let newest = results.benchmarks.last();
    html! {
        dl.figures {
            div { dt { "positions confirmed" } dd { (units::count(positions - mismatches)) } }
            div {
                dt { "mismatches" }
                dd.(if mismatches == 0 { "good" } else { "bad" }) { (units::count(mismatches)) }
            }
            div { dt { "games swept" } dd { (games) } }
            div {
                dt { "newest benchmark record" }
                dd { (newest.map_or("none yet", |record| day(record.date()))) }
            }
        }
    }
}

fn sweeps(rows: &[Sweep]) -> Result<Markup, ChartError> {
    let games = by_game(rows);
    let mut charts = Vec::new();
    for rows in &games {
        charts.push(sweep_charts(rows)?);
    }
    Ok(html! {
        h2 id="sweeps" { "Positions confirmed" }
        @if games.is_empty() {
            p.note { "No sweep record yet: " code { "grundy sweep --csv results/sweep/NAME.csv" } " makes one." }
        } @else {
            p {
                "A sweep compares the closed form with the oracle, which knows only the rules, on every \
                 position of a size: who wins, how many moves win, and which. A P-position is one that \
                 the player to move loses."
            }
            (sweep_totals(&games))
            div.charts { @for chart in charts { (chart) } }
            @for rows in &games {
                details {
                    summary { "Every size of " (title(&rows[0].game)) }
                    (table(
                        &["size", ">positions", ">P-positions", ">share", ">winning moves", ">mismatches", ">seconds"],
                        rows.iter().map(|row| vec![
                            units::count(row.size),
                            units::count(row.positions),
                            units::count(row.losing),
                            units::percent(share(row)),
                            units::count(row.winning_moves),
                            units::count(row.mismatches),
                            format!("{:.6}", row.seconds),
                        ]),
                    ))
                }
            }
        }
    })
}

fn sweep_totals(games: &[&[Sweep]]) -> Markup {
    let total = |rows: &[Sweep], column: fn(&Sweep) -> u64| rows.iter().map(column).sum::<u64>();
    let rows = games.iter().map(|rows| {
        let positions = total(rows, |row| row.positions);
        let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
        vec![
            title(&rows[0].game).to_owned(),
            format!("{} to {}", rows[0].size, rows[rows.len() - 1].size),
            units::count(positions),
            units::count(total(rows, |row| row.losing)),
            units::count(total(rows, |row| row.mismatches)),
            format!("{seconds:.2}"),
            if seconds > 0.0 {
                units::rate(positions as f64 / seconds, "")
            } else {
                "-".to_owned()
            },
        ]
    });
    table(
        &[
            "game",
            "sizes",
            ">positions",
            ">P-positions",
            ">mismatches",
            ">seconds",
            ">positions a second",
        ],
        rows,
    )
}

fn sweep_charts(rows: &[Sweep]) -> Result<Markup, ChartError> {
    let (game, name) = (&rows[0].game, title(&rows[0].game));
    let about = grundy_games::find(game).map_or("size", |game| game.about().size);
    let x = |sizes: &[Sweep]| Axis {
        title: "size".into(),
        scale: Scale::Linear,
        label: |size| format!("{size:.0}"),
        // Halves between few sizes would mean nothing.
        at: if sizes.len() > 8 {
            Vec::new()
        } else {
            sizes.iter().map(|row| row.size as f64).collect()
        },
    };
    let points =
        |of: fn(&Sweep) -> f64| rows.iter().map(|row| (row.size as f64, of(row))).collect();
    let counts = [
        Series {
            name: "positions".into(),
            colour: Colour::Ours,
            points: points(|row| row.positions as f64),
        },
        Series {
            name: "P-positions".into(),
            colour: Colour::Line(0),
            points: points(|row| row.losing as f64),
        },
    ];
    let y = Axis {
        title: "positions, logarithmic".into(),
        scale: Scale::Log,
        label: units::short,
        at: Vec::new(),
    };
    let growth = lines(
        &format!("{name}: positions and P-positions by size"),
        &x(rows),
        &y,
        &counts,
    )?;
    let part = [Series {
        name: "share of P-positions".into(),
        colour: Colour::Line(0),
        points: points(share),
    }];
    let y = Axis {
        title: "share of P-positions".into(),
        scale: Scale::Linear,
        label: |share| format!("{:.3} %", 100.0 * share).replace(".000", ""),
        at: Vec::new(),
    };
    let shares = lines(
        &format!("{name}: share of P-positions by size"),
        &x(rows),
        &y,
        &part,
    )?;
    Ok(html! {
        (figure(&format!("{name}: positions"), &format!("Size: {about}."), &growth, &key(&counts)))
        (figure(&format!("{name}: how many are lost"), "P-positions among all positions of the size.", &shares, &html! {}))
    })
}

fn benchmarks(fields: &[Field<'_>]) -> Result<Markup, ChartError> {
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
                    &["game", "what", ">workloads", ">our time to the floor", ">faster than the next best by"],
                    short.iter().map(|row| vec![
                        title(row.game).to_owned(),
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

fn scaling(fields: &[Field<'_>]) -> Result<Markup, ChartError> {
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

fn history(benchmarks: &[Benchmark]) -> Result<Markup, ChartError> {
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

fn records(benchmarks: &[Benchmark]) -> Markup {
    html! {
        h2 id="records" { "Records" }
        @if benchmarks.is_empty() {
            p.note { "No benchmark record yet." }
        } @else {
            p { "The benchmark records behind this page, and what they were made by." }
            (table(
                &[">number", "file", "date", "version", "revision", "compiler", "processor", ">rows"],
                benchmarks.iter().enumerate().map(|(i, benchmark)| vec![
                    (i + 1).to_string(),
                    benchmark.file.clone(),
                    benchmark.date().replace('T', " ").replace('Z', " UTC"),
                    selection::values(benchmark, |row| &row.version),
                    selection::values(benchmark, |row| &row.revision),
                    selection::values(benchmark, |row| &row.rustc),
                    selection::values(benchmark, |row| &row.cpu),
                    benchmark.rows.len().to_string(),
                ]),
            ))
        }
    }
}

fn time_axis() -> Axis {
    Axis {
        title: "time an item, logarithmic".into(),
        scale: Scale::Log,
        label: |time| units::time(time).replace(".00", ""),
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

fn figure(name: &str, caption: &str, svg: &str, key: &Markup) -> Markup {
    html! {
        figure {
            h4 { (name) }
            figcaption { (caption) }
            (PreEscaped(svg))
            (key)
        }
    }
}

fn key(series: &[Series]) -> Markup {
    html! { ul.key { @for line in series { (swatch(&line.name, line.colour)) } } }
}

fn swatch(name: &str, colour: Colour) -> Markup {
    html! { li { i style=(format!("background:var(--{})", colour.name())) {} (name) } }
}

/// A table that scrolls by itself where it is too wide; `>` marks columns of numbers.
fn table(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Markup {
    let number = |column: usize| {
        columns
            .get(column)
            .is_some_and(|name| name.starts_with('>'))
    };
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        @for (i, name) in columns.iter().enumerate() {
                            th scope="col" class=[number(i).then_some("n")] { (name.trim_start_matches('>')) }
                        }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            @for (i, cell) in row.iter().enumerate() {
                                td class=[number(i).then_some("n")] { (cell) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The game's name for people, or the one in the record when the game is not known any more.
fn title(game: &str) -> &str {
    grundy_games::find(game).map_or(game, |game| game.about().title)
}

fn by_game(rows: &[Sweep]) -> Vec<&[Sweep]> {
    rows.chunk_by(|a, b| a.game == b.game).collect()
}

fn by_workload<'a, 'b>(fields: &'b [Field<'a>]) -> impl Iterator<Item = &'b [Field<'a>]> {
    fields.chunk_by(|a, b| (a.game, a.workload) == (b.game, b.workload))
}

fn share(row: &Sweep) -> f64 {
    row.losing as f64 / row.positions.max(1) as f64
}

fn day(date: &str) -> &str {
    date.split('T').next().unwrap_or(date)
}

/// A name or an answer that may be long, for a place with little room.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 34;
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN - 1).chain(['…']).collect()
}
