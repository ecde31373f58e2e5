//! Charts as SVG: lines and dots over two axes, and bars of ratios.
//!
//! Every chart is 400 units wide. A phone shows a unit as a pixel or a little less, and the page sets several charts side
//! by side where there is room. Colours are variables of the style sheet, which has a light and a dark value for
//! each.

use maud::{Markup, html};

use crate::units;

const WIDTH: f64 = 400.0;
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
    /// Evenly.
    Linear,
    /// Evenly, beginning at 0.
    FromZero,
    /// By their logarithms. Only positive numbers are shown.
    Log,
}

impl Scale {
    /// The place of a number; `None` for one that cannot be shown.
    fn place(self, value: f64) -> Option<f64> {
        let place = match self {
            Self::Linear | Self::FromZero => value,
            Self::Log => value.log10(),
        };
        place.is_finite().then_some(place)
    }

    /// A range with room for all places, and 6 % more at each end.
    fn range(self, places: impl Iterator<Item = f64>) -> (f64, f64) {
        let nothing = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = places.fold(nothing, |(low, high), place| {
            (low.min(place), high.max(place))
        });
        let low = if self == Self::FromZero {
            low.min(0.0)
        } else {
            low
        };
        match high - low {
            span if !span.is_finite() => (0.0, 1.0),
            span if span < 1e-9 => (low - 0.5, high + 0.5),
            span if self == Self::FromZero => (low, high + 0.06 * span),
            span => (low - 0.06 * span, high + 0.06 * span),
        }
    }

    /// The places of the numbers that are written beside an axis, two to eight.
    fn ticks(self, (low, high): (f64, f64)) -> Vec<f64> {
        if self != Self::Log {
            return multiples(round_step((high - low) / 7.0), low, high);
        }
        let decades = multiples(((high - low) / 7.0).ceil(), low, high);
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
    /// The numbers that are written beside it; round ones when empty.
    pub at: Vec<f64>,
}

impl Axis {
    pub const fn new(title: &'static str, scale: Scale, label: fn(f64) -> String) -> Self {
        Self {
            title,
            scale,
            label,
            at: Vec::new(),
        }
    }

    /// Places with the numbers to write beside them.
    fn labels(&self, range: (f64, f64)) -> Vec<(f64, String)> {
        let given: Vec<f64> = self
            .at
            .iter()
            .filter_map(|&at| self.scale.place(at))
            .collect();
        let places = if given.is_empty() {
            self.scale.ticks(range)
        } else {
            given
        };
        let value = |place: f64| match self.scale {
            Scale::Log => 10_f64.powf(place),
            Scale::Linear | Scale::FromZero => place,
        };
        let labels = places
            .into_iter()
            .map(|place| (place, (self.label)(value(place))));
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

/// A chart over two axes. `about` describes it to those who do not see it.
pub(super) fn chart(about: &str, x: &Axis, y: &Axis, series: &[Series]) -> Markup {
    let place = |&(a, b): &(f64, f64)| Some((x.scale.place(a)?, y.scale.place(b)?));
    let places: Vec<Points> = series
        .iter()
        .map(|series| series.points.iter().filter_map(place).collect())
        .collect();
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
    svg(about, HEIGHT, &content)
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

/// A bar: a solver that took `ratio` times as long as the reference.
pub(super) struct Bar {
    pub name: String,
    /// What is written at the right.
    pub value: String,
    pub colour: Colour,
    pub ratio: f64,
    /// The fastest and the slowest sample, as ratios to the same reference.
    pub from_to: (f64, f64),
}

/// Bars with one reference.
pub(super) struct Bars {
    pub heading: String,
    pub bars: Vec<Bar>,
}

/// Bars of ratios, all on one logarithmic axis on which the reference, 1, has no length.
pub(super) fn bars(about: &str, groups: &[Bars]) -> Markup {
    const HEADING: f64 = 34.0;
    const BAR: f64 = 36.0;
    const AXIS: f64 = 30.0;
    const MARGIN: f64 = 12.0;
    let all = || groups.iter().flat_map(|group| &group.bars);
    let from = all().map(|bar| bar.from_to.0).fold(1.0, f64::min).log10();
    let to = all().map(|bar| bar.from_to.1).fold(2.0, f64::max).log10();
    let right = WIDTH - MARGIN;
    let left_of = |ratio: f64| {
        let share = (ratio.max(f64::MIN_POSITIVE).log10() - from) / (to - from);
        fine(MARGIN + (right - MARGIN) * share.clamp(0.0, 1.0))
    };
    let one = left_of(1.0);
    let axis = Axis::new("", Scale::Log, |ratio| format!("{}×", units::short(ratio)));
    let mut drawn = Vec::new();
    let mut top = 0.0;
    for group in groups {
        drawn.push(html! { text.heading x=(MARGIN) y=(top + 18.0) { (group.heading) } });
        top += HEADING;
        for bar in &group.bars {
            let end = left_of(bar.ratio);
            // The reference itself is shown as a mark.
            let (start, end) = (one.min(end) - 1.0, one.max(end) + 2.0);
            let (fastest, slowest) = (left_of(bar.from_to.0), left_of(bar.from_to.1));
            let fill = format!("fill:var(--{})", bar.colour);
            drawn.push(html! {
                text x=(MARGIN) y=(top + 10.0) { (bar.name) }
                text.end x=(right) y=(top + 10.0) { (bar.value) }
                rect style=(fill) x=(start) y=(top + 20.0) width=(end - start) height="8" {}
                line.spread x1=(fastest) y1=(top + 24.0) x2=(slowest) y2=(top + 24.0) {}
            });
            top += BAR;
        }
    }
    let content = html! {
        @for (place, label) in axis.labels((from, to)) {
            @let x = left_of(10_f64.powf(place));
            line.grid x1=(x) y1="4" x2=(x) y2=(top + 4.0) {}
            text.middle x=(x) y=(top + 18.0) { (label) }
        }
        @for bar in &drawn { (bar) }
    };
    svg(about, top + AXIS, &content)
}

/// A length on the page, to a quarter of a unit.
fn fine(length: f64) -> f64 {
    (4.0 * length).round() / 4.0
}

fn svg(about: &str, height: f64, content: &Markup) -> Markup {
    html! {
        svg role="img" aria-label=(about) viewBox=(format!("0 0 {WIDTH} {height}")) { (content) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_has_some_numbers_and_not_too_many() {
        for scale in [Scale::Linear, Scale::Log] {
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
        for (least, expected) in [
            (1.0, 1.0),
            (1.1, 2.0),
            (3.0, 5.0),
            (7.0, 10.0),
            (0.02, 0.02),
            (0.03, 0.05),
        ] {
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
            for scale in [Scale::Linear, Scale::FromZero, Scale::Log] {
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
        assert!(!bars("nothing", &[]).into_string().contains("NaN"));
    }
}
