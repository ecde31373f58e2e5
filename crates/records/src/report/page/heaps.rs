//! The values of single heaps, a dot for each, and where they begin to repeat.

use grundy_games::heaps::{Cells, Code, Period, period};
use maud::{Markup, html};

use super::parts::{figure, key, title};
use crate::heaps::{HeapValue, PeriodRow};
use crate::report::chart::{Axis, Form, OURS, Scale, Series, chart, line_colour};
use crate::report::results::Results;
use crate::units;

/// The section.
pub(super) fn heaps(results: &Results) -> Markup {
    html! {
        h2 id="heaps" { "Values of heaps" }
        @if results.heaps.is_empty() {
            p.note { "No values yet." }
        } @else {
            p {
                "A dot for each heap: to the right its size, upwards its Grundy value. Two upright lines \
                 stand where the first period begins and ends, if that is to be seen."
            }
            div.charts {
                @for (code, values) in &results.heaps {
                    @let mut rows = results.periods.iter().flat_map(|(_, rows)| rows);
                    (heap_figure(code, values, rows.find(|row| row.game == *code)))
                }
            }
        }
    }
}

/// `row` is the game's row in the tables of periods, if they have one.
fn heap_figure(code: &str, values: &[HeapValue], row: Option<&PeriodRow>) -> Markup {
    let axis = |title| Axis::new(title, Scale::FromZero, units::short);
    let point = |value: &HeapValue| (value.heap as f64, value.grundy as f64);
    let period = repeats(code, values);
    let mut series = vec![Series {
        name: "value".to_owned(),
        colour: OURS,
        form: Form::Dots,
        points: values.iter().map(point).collect(),
    }];
    series.extend(period.map(|period| Series {
        name: "first period".to_owned(),
        colour: line_colour(0),
        form: Form::Marks,
        points: vec![
            (period.start as f64, 0.0),
            ((period.start + period.length) as f64, 0.0),
        ],
    }));
    let name = title(code);
    let about = format!("{name}: Grundy values of heaps");
    let svg = chart(&about, &axis("heap"), &axis("value"), &series);
    let last = units::count(values.last().map_or(0, |value| value.heap));
    let proved = row.and_then(|row| row.start.zip(row.length));
    let caption = match (period, proved) {
        (None, None) => format!("No period up to heap {last}."),
        (None, Some((start, length))) => format!(
            "Heaps to {last}. Period {} from heap {} on: proved.",
            units::count(length),
            units::count(start)
        ),
        (Some(period), _) => {
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
    figure(&name, &caption, &svg, &key(&series))
}

/// Where the values of heaps 0, 1, 2, ... repeat.
fn repeats(code: &str, values: &[HeapValue]) -> Option<Period> {
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
