//! Charts as SVG: lines over two axes, and bars of ratios.
//!
//! Every chart is as wide as a phone is, in units of which a phone shows one per pixel or a little
//! less, and the page sets several side by side where there is room. Axes may be logarithmic: then
//! the chart is drawn over logarithms and only its labels know.

use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub(super) use super::axis::{Axis, Scale};
use super::axis::{range, ticks};
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
const WIDTH: i32 = 400;
/// Height of a chart with two axes.
const HEIGHT: i32 = 268;
/// The library places things on whole numbers: finer ones than a unit.
const FINE: i32 = 4;
/// Size of the writing, in units of the page.
const WRITING: i32 = 14;

/// Points of a line.
pub(super) type Points = Vec<(f64, f64)>;

/// A line of a chart.
pub(super) struct Series {
    pub name: String,
    pub colour: Colour,
    /// From left to right; on a logarithmic axis only positive numbers are shown.
    pub points: Points,
}

type Frame<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Axes with their grid, titles and numbers; the ranges are of places.
fn frame<'a>(
    root: &Root<'a>,
    (x, x_range): (&Axis, (f64, f64)),
    (y, y_range): (&Axis, (f64, f64)),
) -> Result<Frame<'a>, ChartError> {
    write(root, &y.title, (8, 12), HPos::Left, Hand::Note)?;
    let place = (WIDTH - 14, HEIGHT - 9);
    write(root, &x.title, place, HPos::Right, Hand::Note)?;
    let chart = ChartBuilder::on(root)
        .margin_top(34 * FINE)
        .margin_right(14 * FINE)
        .margin_bottom(44 * FINE)
        .margin_left(56 * FINE)
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
        let place = (at / FINE, bottom / FINE + 12);
        write(root, &label, place, HPos::Center, Hand::Label)?;
    }
    for tick in ticks(y, y_range) {
        grid((x_range.0, tick), (x_range.1, tick))?;
        let (left, at) = on_page((x_range.0, tick));
        let label = (y.label)(y.scale.value(tick));
        let place = (left / FINE - 6, at / FINE);
        write(root, &label, place, HPos::Right, Hand::Label)?;
    }
    Ok(chart)
}

/// Dots over two linear axes, thousands of them, and upright lines at `marks`.
pub(super) fn dots(
    about: &str,
    x: &Axis,
    y: &Axis,
    points: &[(f64, f64)],
    marks: &[f64],
) -> Result<String, ChartError> {
    let x_range = range(points.iter().map(|point| point.0), true);
    let y_range = range(points.iter().map(|point| point.1), true);
    // One path of short strokes: an element for each dot would be a page of megabytes.
    let mut path = String::new();
    let mut svg = drawing(about, HEIGHT, |root| {
        let chart = frame(root, (x, x_range), (y, y_range))?;
        let on_page = |place: (f64, f64)| chart.plotting_area().map_coordinate(&place);
        for &mark in marks {
            let line = [on_page((mark, y_range.0)), on_page((mark, y_range.1))];
            root.draw(&PathElement::new(line, stroke(Colour::Line(0), 1)))
                .map_err(ChartError::new)?;
        }
        for &point in points {
            let (left, top) = on_page(point);
            path += &format!("M{left} {top}h{FINE}");
        }
        Ok(())
    })?;
    let RGBColor(red, green, blue) = Colour::Ours.rgb();
    let dots = format!(
        "<path d=\"{path}\" stroke=\"#{red:02X}{green:02X}{blue:02X}\" stroke-width=\"{}\" fill=\"none\"/>",
        3 * FINE / 2
    );
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    svg.insert_str(end, &dots);
    Ok(svg)
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
    drawing(about, HEIGHT, |root| {
        let mut chart = frame(root, (x, x_range), (y, y_range))?;
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
                Hand::Label,
            )?;
        }
        let mut top = 0;
        for group in groups {
            let corner = (12, top + 18);
            write(root, &group.heading, corner, HPos::Left, Hand::Heading)?;
            top += HEADING;
            for bar in &group.bars {
                write(root, &bar.name, (12, top + 10), HPos::Left, Hand::Label)?;
                write(
                    root,
                    &bar.value,
                    (WIDTH - 12, top + 10),
                    HPos::Right,
                    Hand::Label,
                )?;
                let (one, end) = (place(1.0), place(bar.ratio));
                // The reference itself is shown as a mark.
                let (left, right) = (one.min(end) - FINE, one.max(end) + 2 * FINE);
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

/// What a piece of writing is.
#[derive(Clone, Copy)]
enum Hand {
    Heading,
    Label,
    Note,
}

/// Writes `text` beside a place in units of the page, on the height of its middle.
fn write(
    root: &Root<'_>,
    text: &str,
    place: (i32, i32),
    side: HPos,
    hand: Hand,
) -> Result<(), ChartError> {
    let (style, colour) = match hand {
        Hand::Heading => (FontStyle::Bold, Colour::Text),
        Hand::Label => (FontStyle::Normal, Colour::Text),
        Hand::Note => (FontStyle::Normal, Colour::Muted),
    };
    // The library takes the height of a line, which it holds to be 1.24 times that of the font.
    let size = f64::from(WRITING * FINE) * 1.24;
    let style = ("system-ui, sans-serif", size, style)
        .into_font()
        .color(&colour.rgb())
        .pos(Pos::new(side, VPos::Center));
    let place = (place.0 * FINE, place.1 * FINE);
    root.draw(&Text::new(text.to_owned(), place, style))
        .map_err(ChartError::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::axis::tests::axis;

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
