//! Charts as SVG: lines over two axes, and bars of ratios.
//!
//! Every chart is as wide as a phone is, in units of which a phone shows one per pixel or a little
//! less, and the page sets several side by side where there is room. Axes may be logarithmic: then
//! the chart is drawn over logarithms and only its labels know.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::palette::Colour;

/// A chart that could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot draw a chart: {0}")]
pub struct ChartError(String);

impl ChartError {
    fn new(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// Width of every chart, in units of the page.
const WIDTH: i32 = 480;
/// The library places things on whole numbers: finer ones than a unit.
const FINE: i32 = 4;
/// Size of the writing, in units of the page.
const WRITING: i32 = 13;

/// How numbers lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Evenly; the upright axis begins at 0.
    Linear,
    /// By their logarithms.
    Log,
}

/// One axis of a chart.
pub(super) struct Axis {
    /// What is on it, unit included.
    pub title: String,
    pub scale: Scale,
    /// How a number is written beside it.
    pub label: fn(f64) -> String,
    /// Where numbers are written; chosen when empty.
    pub at: Vec<f64>,
}

/// Points of a line.
pub(super) type Points = Vec<(f64, f64)>;

/// A line of a chart.
pub(super) struct Series {
    pub name: String,
    pub colour: Colour,
    /// From left to right; on a logarithmic axis only positive numbers are shown.
    pub points: Points,
}

/// Lines over two axes. `about` describes the chart to those who do not see it.
pub(super) fn lines(
    about: &str,
    x: &Axis,
    y: &Axis,
    series: &[Series],
) -> Result<String, ChartError> {
    let shown = |&(a, b): &(f64, f64)| {
        let fits = |scale, value: f64| value.is_finite() && (scale == Scale::Linear || value > 0.0);
        fits(x.scale, a) && fits(y.scale, b)
    };
    let series: Vec<(&Series, Points)> = series
        .iter()
        .map(|line| {
            let points = line.points.iter().filter(|point| shown(point));
            let place = |&(a, b): &(f64, f64)| (x.scale.place(a), y.scale.place(b));
            (line, points.map(place).collect())
        })
        .collect();
    let all = || series.iter().flat_map(|(_, points)| points.iter().copied());
    let x_range = range(all().map(|point| point.0), false);
    let y_range = range(all().map(|point| point.1), y.scale == Scale::Linear);
    drawing(about, 300, |root| {
        write(root, &y.title, (8, 16), HPos::Left, Colour::Muted)?;
        write(root, &x.title, (WIDTH - 8, 290), HPos::Right, Colour::Muted)?;
        let mut chart = ChartBuilder::on(root)
            .margin_top(30 * FINE)
            .margin_right(16 * FINE)
            .margin_bottom(44 * FINE)
            .margin_left(62 * FINE)
            .build_cartesian_2d(x_range.0..x_range.1, y_range.0..y_range.1)
            .map_err(ChartError::new)?;
        let on_page = |place: (f64, f64)| chart.plotting_area().map_coordinate(&place);
        let grid = |from, to| {
            let line = PathElement::new([on_page(from), on_page(to)], stroke(Colour::Grid, 1));
            root.draw(&line).map_err(ChartError::new)
        };
        for tick in ticks(x, x_range) {
            grid((tick, y_range.0), (tick, y_range.1))?;
            let (at, bottom) = on_page((tick, y_range.0));
            let label = (x.label)(x.scale.value(tick));
            write(
                root,
                &label,
                (at / FINE, bottom / FINE + 12),
                HPos::Center,
                Colour::Text,
            )?;
        }
        for tick in ticks(y, y_range) {
            grid((x_range.0, tick), (x_range.1, tick))?;
            let (left, at) = on_page((x_range.0, tick));
            let label = (y.label)(y.scale.value(tick));
            write(
                root,
                &label,
                (left / FINE - 6, at / FINE),
                HPos::Right,
                Colour::Text,
            )?;
        }
        for (line, points) in &series {
            let path = LineSeries::new(points.iter().copied(), stroke(line.colour, 2));
            chart.draw_series(path).map_err(ChartError::new)?;
            let radius = if points.len() > 16 {
                5 * FINE / 2
            } else {
                7 * FINE / 2
            };
            let dots = points
                .iter()
                .map(|&point| Circle::new(point, radius, line.colour.rgb().filled()));
            chart.draw_series(dots).map_err(ChartError::new)?;
        }
        Ok(())
    })
}

/// A bar: something that took `ratio` times as long as the reference.
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
pub(super) fn bars(about: &str, groups: &[Bars]) -> Result<String, ChartError> {
    const HEADING: i32 = 34;
    const BAR: i32 = 36;
    const AXIS: i32 = 30;
    let bars = || groups.iter().flat_map(|group| &group.bars);
    let from = bars().map(|bar| bar.from_to.0).fold(1.0, f64::min).log10();
    let to = bars().map(|bar| bar.from_to.1).fold(2.0, f64::max).log10();
    let axis = Axis {
        title: String::new(),
        scale: Scale::Log,
        label: |ratio| format!("{}×", crate::units::short(ratio)),
        at: Vec::new(),
    };
    let place = |ratio: f64| {
        let share = (ratio.max(f64::MIN_POSITIVE).log10() - from) / (to - from);
        let width = f64::from((WIDTH - 24) * FINE);
        12 * FINE + (width * share.clamp(0.0, 1.0)).round() as i32
    };
    let height =
        bars().map(|_| BAR).sum::<i32>() + groups.iter().map(|_| HEADING).sum::<i32>() + AXIS;
    drawing(about, height, |root| {
        let bottom = height - AXIS + 4;
        for tick in ticks(&axis, (from, to)) {
            let ratio = axis.scale.value(tick);
            let at = place(ratio);
            let line = vec![(at, 4 * FINE), (at, bottom * FINE)];
            root.draw(&PathElement::new(line, stroke(Colour::Grid, 1)))
                .map_err(ChartError::new)?;
            let label = (axis.label)(ratio);
            write(
                root,
                &label,
                (at / FINE, bottom + 14),
                HPos::Center,
                Colour::Text,
            )?;
        }
        let mut top = 0;
        for group in groups {
            write(
                root,
                &group.heading,
                (12, top + 20),
                HPos::Left,
                Colour::Muted,
            )?;
            top += HEADING;
            for bar in &group.bars {
                write(root, &bar.name, (12, top + 10), HPos::Left, Colour::Text)?;
                write(
                    root,
                    &bar.value,
                    (WIDTH - 12, top + 10),
                    HPos::Right,
                    Colour::Text,
                )?;
                let (one, end) = (place(1.0), place(bar.ratio));
                // The reference itself is shown as a mark.
                let (left, right) = (one.min(end) - FINE, one.max(end) + FINE);
                let corners = [(left, (top + 20) * FINE), (right, (top + 28) * FINE)];
                root.draw(&Rectangle::new(corners, bar.colour.rgb().filled()))
                    .map_err(ChartError::new)?;
                let spread =
                    [bar.from_to.0, bar.from_to.1].map(|ratio| (place(ratio), (top + 24) * FINE));
                root.draw(&PathElement::new(spread, stroke(Colour::Text, 1)))
                    .map_err(ChartError::new)?;
                top += BAR;
            }
        }
        Ok(())
    })
}

type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn drawing(
    about: &str,
    height: i32,
    draw: impl FnOnce(&Root<'_>) -> Result<(), ChartError>,
) -> Result<String, ChartError> {
    let mut svg = String::new();
    {
        let size = [WIDTH, height].map(|side| (side * FINE).unsigned_abs());
        let root = SVGBackend::with_string(&mut svg, size.into()).into_drawing_area();
        draw(&root)?;
        root.present().map_err(ChartError::new)?;
    }
    let about = about
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;");
    Ok(svg.replacen(
        "<svg ",
        &format!("<svg role=\"img\" aria-label=\"{about}\" "),
        1,
    ))
}

fn stroke(colour: Colour, width: i32) -> ShapeStyle {
    colour.rgb().stroke_width((width * FINE).unsigned_abs())
}

fn writing(colour: Colour) -> TextStyle<'static> {
    // The library takes the height of a line, which it holds to be 1.24 times that of the font.
    let size = f64::from(WRITING * FINE) * 1.24;
    ("system-ui, sans-serif", size)
        .into_font()
        .color(&colour.rgb())
}

/// Writes `text` around a place in units of the page.
fn write(
    root: &Root<'_>,
    text: &str,
    place: (i32, i32),
    side: HPos,
    colour: Colour,
) -> Result<(), ChartError> {
    let style = writing(colour).pos(Pos::new(side, VPos::Center));
    let place = (place.0 * FINE, place.1 * FINE);
    root.draw(&Text::new(text.to_owned(), place, style))
        .map_err(ChartError::new)
}

impl Scale {
    fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log => value.log10(),
        }
    }

    fn value(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Log => 10_f64.powf(place),
        }
    }
}

/// A range with room for all places, and some more; downwards too unless it begins at 0.
fn range(places: impl Iterator<Item = f64>, from_zero: bool) -> (f64, f64) {
    let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
        (low.min(place), high.max(place))
    });
    let low = if from_zero { low.min(0.0) } else { low };
    match high - low {
        span if !span.is_finite() => (0.0, 1.0),
        span if span < 1e-9 => (low - 0.5, high + 0.5),
        span if from_zero => (low, high + 0.06 * span),
        span => (low - 0.06 * span, high + 0.06 * span),
    }
}

/// Where numbers are written on an axis: at most about seven places.
fn ticks(axis: &Axis, (low, high): (f64, f64)) -> Vec<f64> {
    if !axis.at.is_empty() {
        return axis
            .at
            .iter()
            .map(|&value| axis.scale.place(value))
            .collect();
    }
    let inside = |place: &f64| (low..=high).contains(place);
    if axis.scale == Scale::Linear {
        return multiples(step((high - low) / 5.0), low, high);
    }
    let decades = multiples(1.0, low, high);
    if decades.len() > 7 {
        return multiples(((high - low) / 6.0).ceil(), low, high);
    }
    if decades.len() > 2 {
        return decades;
    }
    let fine: Vec<f64> = (low.floor() as i32..=high.ceil() as i32)
        .flat_map(|decade| [1.0, 2.0, 5.0].map(|digit: f64| digit.log10() + f64::from(decade)))
        .filter(inside)
        .collect();
    if fine.len() > 1 {
        return fine;
    }
    // Less than a factor of two from end to end.
    let (low, high) = (axis.scale.value(low), axis.scale.value(high));
    let places = multiples(step((high - low) / 4.0), low, high);
    places.into_iter().map(f64::log10).collect()
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... and their tenths that is not less than `least`.
fn step(least: f64) -> f64 {
    let decade = 10_f64.powf(least.max(f64::MIN_POSITIVE).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * decade);
    // A little less is enough, or rounding would skip a step.
    let enough = |step: &f64| *step >= least * (1.0 - 1e-9);
    steps.into_iter().find(enough).unwrap_or(10.0 * decade)
}

/// The multiples of `step` from `low` to `high`.
fn multiples(step: f64, low: f64, high: f64) -> Vec<f64> {
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last.min(first.saturating_add(50)))
        .map(|i| i as f64 * step)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale) -> Axis {
        Axis {
            title: String::new(),
            scale,
            label: |value| value.to_string(),
            at: Vec::new(),
        }
    }

    #[test]
    fn every_axis_has_some_numbers_and_not_too_many() {
        for scale in [Scale::Linear, Scale::Log] {
            for low in [-3.0, 0.0, 0.3, 2.0, 7.99] {
                for span in [
                    1e-6, 0.01, 0.1, 0.3, 0.5, 1.0, 1.7, 2.0, 3.0, 5.5, 9.0, 16.0, 40.0,
                ] {
                    let places = ticks(&axis(scale), (low, low + span));
                    assert!(
                        (2..=8).contains(&places.len()),
                        "{scale:?} {low} {span}: {places:?}"
                    );
                    let inside = |place: &f64| (low - 1e-9..=low + span + 1e-9).contains(place);
                    assert!(
                        places.iter().all(inside),
                        "{scale:?} {low} {span}: {places:?}"
                    );
                    assert!(
                        places.windows(2).all(|pair| pair[0] < pair[1]),
                        "{places:?}"
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
            assert!(
                (step(least) / expected - 1.0).abs() < 1e-9,
                "{least}: {}",
                step(least)
            );
        }
    }

    #[test]
    fn odd_data_are_drawn_without_complaint() {
        let series = |points: &[(f64, f64)]| Series {
            name: "a".into(),
            colour: Colour::Ours,
            points: points.to_vec(),
        };
        let cases: [&[(f64, f64)]; 5] = [
            &[],
            &[(1.0, 1.0)],
            &[(1.0, 0.0), (2.0, f64::NAN), (3.0, f64::INFINITY)],
            &[(1.0, 5.0), (1.0, 5.0)],
            &[(1e-300, 1e300), (1e300, 1e-300)],
        ];
        for points in cases {
            for scale in [Scale::Linear, Scale::Log] {
                let svg = lines(
                    "a \"b\" <c> & d",
                    &axis(scale),
                    &axis(Scale::Log),
                    &[series(points)],
                )
                .unwrap();
                assert!(
                    svg.starts_with(
                        "<svg role=\"img\" aria-label=\"a &quot;b&quot; &lt;c> &amp; d\""
                    ),
                    "{svg}"
                );
                assert!(!svg.contains("NaN"), "{svg}");
            }
        }
        assert!(bars("nothing", &[]).is_ok());
    }
}
