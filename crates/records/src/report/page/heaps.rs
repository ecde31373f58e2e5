//! The values of single heaps, a dot for each, and where they begin to repeat.

use grundy_games::heaps::{Cells, Code, Period, period};
use maud::{Markup, html};

use super::parts::{figure, title};
use crate::heaps::{HeapValue, PeriodRow};
use crate::report::chart::{Axis, Form, OURS, Scale, Series, chart, line_colour};
use crate::report::results::Results;
use crate::units;

/// The section.
pub(super) fn heaps(results: &Results) -> Markup {
    if results.heaps.is_empty() {
        return html! { p.note { "No values yet." } };
    }
    html! {
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

/// `row` is the game's row in the tables of periods, if they have one.
fn heap_figure(code: &str, values: &[HeapValue], row: Option<&PeriodRow>) -> Markup {
    let axis = |title| Axis::new(title, Scale::FromZero, units::short);
    let points = values.iter();
    let points = points.map(|value| (value.heap as f64, f64::from(value.grundy)));
    let mut series = vec![Series {
        form: Form::Dots,
        ..Series::line("value", OURS, points.collect())
    }];
    let last = units::count(values.last().map_or(0, |value| value.heap));
    let proved = row.and_then(|row| Some([row.start?, row.length?].map(units::count)));
    let caption = if let Some(period) = repeats(code, values) {
        let (start, length) = (period.start, period.length);
        let ends = [start, start + length].map(|heap| (heap as f64, 0.0));
        series.push(Series {
            form: Form::Marks,
            ..Series::line("first period", line_colour(0), ends.into())
        });
        let rise = match period.saltus {
            0 => String::new(),
            saltus => format!(", {saltus} more after each"),
        };
        let certain = if period.is_proved() {
            "proved"
        } else {
            "seen and not proved"
        };
        format!("Period {length} from heap {start} on{rise}: {certain}. Heaps to {last}.")
    } else if let Some([start, length]) = proved {
        format!("Heaps to {last}. Period {length} from heap {start} on: proved.")
    } else {
        format!("No period up to heap {last}.")
    };
    let name = title(code);
    let about = format!("{name}: Grundy values of heaps");
    let chart = chart(&about, &axis("heap"), &axis("value"), &series);
    figure(&name, &caption, &chart)
}

/// Where the values of heaps 0, 1, 2, ... repeat.
fn repeats(code: &str, values: &[HeapValue]) -> Option<Period> {
    let code: Code = code.parse().ok()?;
    let is_whole = (0..).zip(values).all(|(heap, value)| value.heap == heap);
    let values = values.iter().map(|value| value.grundy).collect();
    is_whole.then(|| period::find(&code, &Cells::Longs(values)))?
}
