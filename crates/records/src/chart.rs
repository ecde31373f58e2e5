//! Charts as SVG: dots and a shade over two axes, on the page of results and in pictures of their own.
//!
//! Colours are variables of a style sheet, which has a light and a dark value for each.

use maud::{Markup, html};

use crate::units;

/// A colour: a variable of the style sheet.
pub(crate) type Colour = &'static str;

/// Values.
pub(crate) const OURS: Colour = "ours";
/// P-positions.
pub(crate) const LOST: Colour = "line-0";
/// The first period.
pub(crate) const PERIOD: Colour = "period";

/// The size of a chart in units, and the edges of what is plotted within it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub size: (f64, f64),
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Frame {
    /// The frame of a chart on the page. A phone shows a unit as a pixel or a little less, and the page sets several charts
    /// side by side where there is room.
    pub const PAGE: Self = Self {
        size: (400.0, 268.0),
        left: 56.0,
        right: 386.0,
        top: 34.0,
        bottom: 224.0,
    };

    fn across(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    fn up(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }
}

/// An axis, on which numbers lie evenly.
pub(crate) struct Axis<'a> {
    /// What is on it, unit included.
    title: &'a str,
    low: f64,
    high: f64,
}

impl<'a> Axis<'a> {
    /// The axis of the numbers from `least` to `most`, with room for 6 % more at each end.
    pub fn new(title: &'a str, least: u64, most: u64) -> Self {
        let (least, most) = (least as f64, most as f64);
        let margin = if most > least {
            0.06 * (most - least)
        } else {
            0.5
        };
        Self {
            title,
            low: least - margin,
            high: most + margin,
        }
    }

    /// Where a number lies, from 0 to 1.
    fn share(&self, number: f64) -> f64 {
        (number - self.low) / (self.high - self.low)
    }

    /// The numbers to write beside the axis, and where: whole ones, at most eight.
    fn labels(&self) -> impl Iterator<Item = (f64, String)> {
        let step = round_step(((self.high - self.low) / 7.0).max(1.0));
        let (first, last) = ((self.low / step).ceil(), (self.high / step).floor());
        let numbers = (first as i64..=last as i64).map(move |i| i as f64 * step);
        numbers.map(|number| (self.share(number), label(number)))
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... that is not less than `least`, which is at least 1.
fn round_step(least: f64) -> f64 {
    let decade = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|digit| digit * decade);
    // A little less is enough, or rounding would skip a step.
    let enough = |step: &f64| *step >= least * (1.0 - 1e-9);
    steps.into_iter().find(enough).unwrap_or(10.0 * decade)
}

/// A number beside an axis. Numbers of seven digits and more would run into each other.
fn label(number: f64) -> String {
    if number < 1e6 {
        units::count(number as u64)
    } else {
        units::short(number)
    }
}

/// A chart over two axes: what is drawn so far, and the key to its colours.
pub(crate) struct Chart<'a> {
    pub frame: Frame,
    x: Axis<'a>,
    y: Axis<'a>,
    drawn: Vec<Markup>,
    pub key: Vec<(Colour, &'a str)>,
}

impl<'a> Chart<'a> {
    /// A chart with numbers beside its axes and nothing else.
    pub fn new(frame: Frame, x: Axis<'a>, y: Axis<'a>) -> Self {
        let axes = html! {
            text.note x=(frame.left - 48.0) y=(frame.top - 14.0) { (y.title) }
            text.note.end x=(frame.right) y=(frame.bottom + 36.0) { (x.title) }
            @for (share, label) in x.labels() {
                @let x = fine(frame.across(share));
                line.grid x1=(x) y1=(frame.top) x2=(x) y2=(frame.bottom) {}
                text.middle x=(x) y=(frame.bottom + 13.0) { (label) }
            }
            @for (share, label) in y.labels() {
                @let y = fine(frame.up(share));
                line.grid x1=(frame.left) y1=(y) x2=(frame.right) y2=(y) {}
                text.end x=(frame.left - 7.0) y=(y) { (label) }
            }
        };
        Self {
            frame,
            x,
            y,
            drawn: vec![axes],
            key: Vec::new(),
        }
    }

    /// A dot for each point among this number of columns, small ones if there are many; points within half a unit of each
    /// other are one. O(points), in memory that the size of the chart bounds.
    pub fn dots(
        &mut self,
        name: &'a str,
        colour: Colour,
        columns: u64,
        points: impl Iterator<Item = (u64, u64)>,
    ) {
        let (width, height) = self.frame.size;
        let (width, height) = (2 * width as usize, 2 * height as usize);
        let mut is_marked = vec![false; width * height];
        for (x, y) in points {
            let x = self.frame.across(self.x.share(x as f64));
            let y = self.frame.up(self.y.share(y as f64));
            let cell = (2.0 * x).round() as usize * height + (2.0 * y).round() as usize;
            // A point outside of the chart may have no cell.
            if let Some(is_marked) = is_marked.get_mut(cell) {
                *is_marked = true;
            }
        }
        let marked = (0..is_marked.len()).filter(|&cell| is_marked[cell]);
        let half = |half: usize| half as f64 / 2.0;
        let places: Vec<_> = marked
            .map(|cell| (half(cell / height), half(cell % height)))
            .collect();
        let radius = match columns.min(4 * places.len() as u64) {
            0..=250 => 3.0,
            251..=2500 => 2.0,
            _ => 1.25,
        };
        self.drawn.push(dots(colour, radius, places));
        self.key.push((colour, name));
    }

    /// A shade from one number on the x axis to another one.
    pub fn shade(&mut self, name: &'a str, colour: Colour, from: f64, to: f64) {
        let frame = self.frame;
        let place = |x| fine(frame.across(self.x.share(x)).clamp(frame.left, frame.right));
        let (from, to) = (place(from), place(to));
        // The numbers and lines of the axes stay above it.
        let shade = html! {
            // A short period of many heaps is seen, too.
            rect style=(format!("fill:var(--{colour})")) x=(from) y=(frame.top) width=((to - from).max(8.0)) height=(frame.bottom - frame.top) {}
        };
        self.drawn.insert(0, shade);
        self.key.push((colour, name));
    }

    /// What is drawn.
    pub fn content(&self) -> Markup {
        html! { @for drawn in &self.drawn { (drawn) } }
    }

    /// The chart as HTML, and below it the key. `about` describes the chart to those who do not see it.
    pub fn on_page(&self, about: &str) -> String {
        let (width, height) = self.frame.size;
        let chart = html! {
            svg.grundy-chart role="img" aria-label=(about) viewBox=(format!("0 0 {width} {height}")) { (self.content()) }
            ul.key {
                @for (colour, name) in &self.key { li { i style=(format!("background:var(--{colour})")) {} (name) } }
            }
        };
        chart.into_string()
    }
}

/// One path of strokes without a length: an element for each dot would be megabytes.
fn dots(colour: Colour, radius: f64, places: Vec<(f64, f64)>) -> Markup {
    let places = places.into_iter().map(|(x, y)| format!("M{x} {y}h0"));
    html! {
        path d=(places.collect::<String>()) style=(format!("stroke:var(--{colour});stroke-width:{}", 2.0 * radius)) {}
    }
}

/// A length to a quarter of a unit.
fn fine(length: f64) -> f64 {
    (4.0 * length).round() / 4.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_has_some_numbers_and_not_too_many() {
        for least in [0, 1, 7, 999_999, 1 << 40] {
            for span in [0, 1, 2, 3, 10, 40, 149, 2500, 123_456_789, u64::MAX >> 1] {
                let axis = Axis::new("", least, least + span);
                let places: Vec<f64> = axis.labels().map(|(place, _)| place).collect();
                let inside = |place: &f64| (0.0..=1.0).contains(place);
                assert!(
                    (1..=8).contains(&places.len())
                        && (places.len() > 1 || span == 0)
                        && places.iter().all(inside)
                        && places.windows(2).all(|pair| pair[0] < pair[1]),
                    "{least} {span}: {places:?}"
                );
                assert!(axis.share(least as f64) > 0.0 && axis.share((least + span) as f64) < 1.0);
            }
        }
        let axis = Axis::new("", 30, 10_000);
        let labels: Vec<String> = axis.labels().map(|(_, label)| label).collect();
        assert_eq!(labels, ["0", "2,000", "4,000", "6,000", "8,000", "10,000"]);
        assert!((axis.share(30.0) - 0.06 / 1.12).abs() < 1e-9);
    }

    #[test]
    fn steps_are_round() {
        for (least, expected) in [
            (1.0, 1.0),
            (1.1, 2.0),
            (3.0, 5.0),
            (7.0, 10.0),
            (200.0, 200.0),
        ] {
            let step = round_step(least);
            assert!((step / expected - 1.0).abs() < 1e-9, "{least}: {step}");
        }
    }

    #[test]
    fn odd_data_are_drawn_without_complaint() {
        for points in [
            &[][..],
            &[(1, 1)],
            &[(1, 5), (1, 5)],
            &[(1, u64::MAX), (u64::MAX, 1)],
        ] {
            let most = points.iter().map(|&(x, y)| x.max(y)).max();
            let axis = |title| Axis::new(title, 1, most.unwrap_or(1));
            let mut chart = Chart::new(Frame::PAGE, axis("a"), axis("b"));
            chart.dots("c", LOST, 3, points.iter().copied());
            chart.shade("d", PERIOD, 0.0, 1e300);
            let svg = chart.on_page("a \"b\" <c>");
            let begins =
                "<svg class=\"grundy-chart\" role=\"img\" aria-label=\"a &quot;b&quot; &lt;c&gt;\"";
            assert!(svg.starts_with(begins) && !svg.contains("NaN"), "{svg}");
        }
    }
}
