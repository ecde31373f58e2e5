//! Charts as SVG: lines and dots over two axes.
//!
//! Every chart is 400 units wide. A phone shows a unit as a pixel or a little less, and the page sets several charts side
//! by side where there is room. Colours are variables of the style sheet, which has a light and a dark value for
//! each.

use maud::{Markup, html};

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

/// How numbers lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Evenly, with whole numbers beside the axis.
    Whole,
    /// Evenly, beginning at 0.
    FromZero,
    /// By their logarithms. Only positive numbers are shown.
    Log,
}

impl Scale {
    /// The place of a number; `None` for one that cannot be shown.
    fn place(self, value: f64) -> Option<f64> {
        let place = match self {
            Self::Whole | Self::FromZero => value,
            Self::Log => value.log10(),
        };
        place.is_finite().then_some(place)
    }

    /// A range with room for all places, and 6 % more at each end; a range from 0 on begins there.
    fn range(self, places: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
        let is_from_zero = self == Self::FromZero;
        let least = if is_from_zero { 0.0 } else { f64::INFINITY };
        let low = places.clone().fold(least, f64::min);
        let high = places.fold(f64::NEG_INFINITY, f64::max);
        let span = high - low;
        if !span.is_finite() {
            return (0.0, 1.0);
        }
        let margin = if span < 1e-9 { 0.5 } else { 0.06 * span };
        let below = if is_from_zero { 0.0 } else { margin };
        (low - below, high + margin)
    }

    /// The places of the numbers that are written beside an axis, two to eight.
    fn ticks(self, (low, high): (f64, f64)) -> Vec<f64> {
        let step = (high - low) / 7.0;
        match self {
            Self::Whole => return multiples(round_step(step.max(1.0)), low, high),
            Self::FromZero => return multiples(round_step(step), low, high),
            Self::Log => (),
        }
        let decades = multiples(step.ceil(), low, high);
        if decades.len() > 2 {
            return decades;
        }
        let fine: Vec<f64> = (low.floor() as i32..=high.ceil() as i32)
            .flat_map(|decade| [1.0, 2.0, 5.0].map(|digit: f64| digit.log10() + f64::from(decade)))
            .filter(|place| (low..=high).contains(place))
            .collect();
        if fine.len() > 1 {
            return fine;
        }
        // Less than a factor of two from end to end.
        let (low, high) = (10_f64.powf(low), 10_f64.powf(high));
        let values = multiples(round_step((high - low) / 4.0), low, high);
        values.into_iter().map(f64::log10).collect()
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... and their tenths that is not less than `least`.
fn round_step(least: f64) -> f64 {
    let decade = 10_f64.powf(least.max(f64::MIN_POSITIVE).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|digit| digit * decade);
    // A little less is enough, or rounding would skip a step.
    let enough = |step: &f64| *step >= least * (1.0 - 1e-9);
    steps.into_iter().find(enough).unwrap_or(10.0 * decade)
}

/// The multiples of `step` from `low` to `high`.
fn multiples(step: f64, low: f64, high: f64) -> Vec<f64> {
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    // Bounded for ranges that are so far from 0 that adding a step changes nothing.
    (first..=last.min(first.saturating_add(50)))
        .map(|i| i as f64 * step)
        .collect()
}

/// One axis of a chart.
pub(super) struct Axis {
    /// What is on it, unit included.
    pub title: &'static str,
    pub scale: Scale,
    /// How a number is written beside it.
    pub label: fn(f64) -> String,
}

impl Axis {
    pub const fn new(title: &'static str, scale: Scale, label: fn(f64) -> String) -> Self {
        Self {
            title,
            scale,
            label,
        }
    }

    /// Places with the numbers to write beside them.
    pub fn labels(&self, range: (f64, f64)) -> Vec<(f64, String)> {
        let is_log = self.scale == Scale::Log;
        let value = |place: f64| if is_log { 10_f64.powf(place) } else { place };
        let places = self.scale.ticks(range).into_iter();
        let labels = places.map(|place| (place, (self.label)(value(place))));
        labels.collect()
    }
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

    #[test]
    fn every_axis_has_some_numbers_and_not_too_many() {
        for scale in [Scale::FromZero, Scale::Log] {
            for low in [-3.0, 0.0, 0.3, 2.0, 7.99] {
                for span in [
                    1e-6, 0.01, 0.1, 0.3, 0.5, 1.0, 1.7, 2.0, 3.0, 5.5, 9.0, 16.0, 40.0,
                ] {
                    let places = scale.ticks((low, low + span));
                    let inside = |place: &f64| (low - 1e-9..=low + span + 1e-9).contains(place);
                    assert!(
                        (2..=8).contains(&places.len())
                            && places.iter().all(inside)
                            && places.windows(2).all(|pair| pair[0] < pair[1]),
                        "{scale:?} {low} {span}: {places:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn steps_are_round() {
        let steps = [1.0, 2.0, 5.0, 10.0, 0.02, 0.05];
        for (least, expected) in [1.0, 1.1, 3.0, 7.0, 0.02, 0.03].into_iter().zip(steps) {
            let step = round_step(least);
            assert!((step / expected - 1.0).abs() < 1e-9, "{least}: {step}");
        }
    }

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
