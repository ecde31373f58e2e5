//! The values of single heaps, a dot for each, and where they begin to repeat.

use grundy_games::heaps::{Cells, Code, Period, period};
use maud::{Markup, html};

use super::super::Results;
use super::super::chart::{Axis, ChartError, Scale, dots};
use super::super::palette::Colour;
use super::parts::{figure, swatch, title};
use crate::heaps::{Row, Value};
use crate::units;

/// The section.
pub(super) fn heaps(results: &Results) -> Result<Markup, ChartError> {
    let mut charts = Vec::new();
    for (code, values) in &results.heaps {
        let mut rows = results.periods.iter().flat_map(|(_, rows)| rows);
        let row = rows.find(|row| row.game == *code);
        charts.push(heap_figure(code, values, row)?);
    }
    Ok(html! {
        h2 id="heaps" { "Values of heaps" }
        @if charts.is_empty() {
            p.note { "No values yet." }
        } @else {
            p {
                "A dot for each heap: to the right its size, upwards its Grundy value. Two upright lines \
                 stand where the first period begins and ends, if that is to be seen."
            }
            div.charts { @for chart in charts { (chart) } }
        }
    })
}

/// `row` is what the tables of periods say of the game, if they do.
fn heap_figure(code: &str, values: &[Value], row: Option<&Row>) -> Result<Markup, ChartError> {
    let axis = |title: &str| Axis {
        title: title.to_owned(),
        scale: Scale::Linear,
        label: units::short,
        at: Vec::new(),
    };
    let points: Vec<_> = values
        .iter()
        .map(|value| (value.heap as f64, value.grundy as f64))
        .collect();
    let period = repeats(code, values);
    let marks = period.map_or_else(Vec::new, |period| {
        vec![period.start as f64, (period.start + period.length) as f64]
    });
    let name = title(code);
    let about = format!("{name}: Grundy values of heaps");
    let svg = dots(&about, &axis("heap"), &axis("value"), &points, &marks)?;
    let last = units::count(values.last().map_or(0, |value| value.heap));
    let caption = match period {
        None => match row.and_then(|row| row.start.zip(row.length)) {
            None => format!("No period up to heap {last}."),
            Some((start, length)) => format!(
                "Heaps to {last}. Period {} from heap {} on: proved.",
                units::count(length),
                units::count(start)
            ),
        },
        Some(period) => {
            let Period {
                start,
                length,
                saltus,
                ..
            } = period;
            let rise = match saltus {
                0 => String::new(),
                saltus => format!(", {saltus} more after each"),
            };
            let certain = if period.is_proved() {
                "proved"
            } else {
                "seen and not proved"
            };
            format!("Period {length} from heap {start} on{rise}: {certain}. Heaps to {last}.")
        }
    };
    let key = html! {
        ul.key {
            (swatch("value", Colour::Ours))
            @if period.is_some() { (swatch("first period", Colour::Line(0))) }
        }
    };
    Ok(figure(&name, &caption, &svg, &key))
}

/// Where the values of heaps 0, 1, 2, ... repeat.
fn repeats(code: &str, values: &[Value]) -> Option<Period> {
    let code: Code = code.parse().ok()?;
    let values: Option<Vec<u32>> = (0..)
        .zip(values)
        .map(|(heap, value)| {
            let grundy = u32::try_from(value.grundy).ok()?;
            (value.heap == heap).then_some(grundy)
        })
        .collect();
    period::find(&code, &Cells::Longs(values?))
}
