//! Charts as SVG: lines and dots over two axes.
//!
//! Every chart is 400 units wide. A phone shows a unit as a pixel or a little less, and the page sets several charts side
//! by side where there is room. Colours are variables of the style sheet, which has a light and a dark value for
//! each.

use maud::{Markup, html};

use crate::axis::Axis;

/// Width of every chart.
pub(super) const WIDTH: f64 = 400.0;
/// Height of a chart with two axes.
const HEIGHT: f64 = 268.0;
/// Room around the plotted area of a chart with two axes.
const LEFT: f64 = 56.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;

/// A colour: a variable of the style sheet.
pub(super) type Colour = &'static str;

/// This project's solvers.
pub(super) const OURS: Colour = "ours";
/// Floors.
pub(super) const FLOOR: Colour = "floor";
/// Bars of other solvers.
pub(super) const OTHER: Colour = "other";

/// The colours of lines that are neither ours nor floors.
pub(super) fn line_colour(number: usize) -> Colour {
    const LINES: [Colour; 6] = ["line-0", "line-1", "line-2", "line-3", "line-4", "line-5"];
    LINES[number % LINES.len()]
}

/// Points of a line.
pub(super) type Points = Vec<(f64, f64)>;

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Dots on a line from left to right.
    Line,
    /// Small dots, thousands of them.
    Dots,
    /// Upright lines.
    Marks,
}

/// What is drawn in one colour.
pub(super) struct Series {
    pub name: String,
    pub colour: Colour,
    pub form: Form,
    pub points: Points,
}

impl Series {
    pub fn new(name: &str, colour: Colour, form: Form, points: Points) -> Self {
        Self {
            name: name.to_owned(),
            colour,
            form,
            points,
        }
    }
}

/// A chart over two axes, and below it the key to the colours of series that have a name. `about` describes the chart
/// to those who do not see it.
pub(super) fn chart(about: &str, x: &Axis, y: &Axis, series: &[Series]) -> Markup {
    let place = |&(a, b): &(f64, f64)| Some((x.scale.place(a)?, y.scale.place(b)?));
    let shown = series
        .iter()
        .map(|line| line.points.iter().filter_map(place));
    let places: Vec<Points> = shown.map(Iterator::collect).collect();
    let x_range = x.scale.range(places.iter().flatten().map(|point| point.0));
    let y_range = y.scale.range(places.iter().flatten().map(|point| point.1));
    let share = |place: f64, (low, high): (f64, f64)| (place - low) / (high - low);
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let left_of = |place| fine(LEFT + share(place, x_range) * (right - LEFT));
    let top_of = |place| fine(bottom - share(place, y_range) * (bottom - TOP));
    let content = html! {
        text.note x="8" y="12" { (y.title) }
        text.note.end x=(right) y=(HEIGHT - 9.0) { (x.title) }
        @for (place, label) in x.labels(x_range) {
            @let x = left_of(place);
            line.grid x1=(x) y1=(TOP) x2=(x) y2=(bottom) {}
            text.middle x=(x) y=(bottom + 12.0) { (label) }
        }
        @for (place, label) in y.labels(y_range) {
            @let y = top_of(place);
            line.grid x1=(LEFT) y1=(y) x2=(right) y2=(y) {}
            text.end x=(LEFT - 6.0) y=(y) { (label) }
        }
        @for (series, points) in series.iter().zip(&places) {
            @let points: Points = points.iter().map(|&(x, y)| (left_of(x), top_of(y))).collect();
            g style=(format!("stroke:var(--{})", series.colour)) { (drawn(series.form, &points)) }
        }
    };
    let named = || series.iter().filter(|line| !line.name.is_empty());
    html! {
        (svg(about, HEIGHT, &content))
        @if named().count() > 0 { ul.key { @for line in named() { (swatch(&line.name, line.colour)) } } }
    }
}

/// An entry of a key.
pub(super) fn swatch(name: &str, colour: Colour) -> Markup {
    html! { li { i style=(format!("background:var(--{})", colour)) {} (name) } }
}

/// Points on the page in their form.
fn drawn(form: Form, points: &[(f64, f64)]) -> Markup {
    let each = |text: &dyn Fn(f64, f64) -> String| -> String {
        points.iter().map(|&(x, y)| text(x, y)).collect()
    };
    // One path of strokes without a length: an element for each dot would be a page of megabytes.
    let dots = || each(&|x, y| format!("M{x} {y}h0"));
    match form {
        Form::Line => html! {
            polyline points=(each(&|x, y| format!("{x},{y} "))) {}
            path d=(dots()) stroke-width=(if points.len() > 16 { 5 } else { 7 }) {}
        },
        Form::Dots => html! { path d=(dots()) stroke-width="1.5" {} },
        Form::Marks => html! {
            path d=(each(&|x, _| format!("M{x} {TOP}V{}", HEIGHT - BOTTOM))) {}
        },
    }
}

/// A length on the page, to a quarter of a unit.
pub(super) fn fine(length: f64) -> f64 {
    (4.0 * length).round() / 4.0
}

pub(super) fn svg(about: &str, height: f64, content: &Markup) -> Markup {
    html! {
        svg role="img" aria-label=(about) viewBox=(format!("0 0 {WIDTH} {height}")) { (content) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::Scale;

    #[test]
    fn odd_data_are_drawn_without_complaint() {
        let cases: [&[(f64, f64)]; 5] = [
            &[],
            &[(1.0, 1.0)],
            &[(1.0, 0.0), (2.0, f64::NAN), (3.0, f64::INFINITY)],
            &[(1.0, 5.0), (1.0, 5.0)],
            &[(1e-300, 1e300), (1e300, 1e-300)],
        ];
        for points in cases {
            for scale in [Scale::Whole, Scale::FromZero, Scale::Log] {
                let axis = |scale| Axis::new("", scale, |value| value.to_string());
                let series = [Form::Line, Form::Dots, Form::Marks].map(|form| Series {
                    name: "a".into(),
                    colour: OURS,
                    form,
                    points: points.to_vec(),
                });
                let svg = chart("a \"b\" <c>", &axis(scale), &axis(Scale::Log), &series);
                let svg = svg.into_string();
                let begins = "<svg role=\"img\" aria-label=\"a &quot;b&quot; &lt;c&gt;\"";
                assert!(svg.starts_with(begins) && !svg.contains("NaN"), "{svg}");
            }
        }
    }
}
