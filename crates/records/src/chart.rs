//! Charts as SVG: lines, dots and shades over two axes, on the page of results and in pictures of their own.
//!
//! Colours are variables of a style sheet, which has a light and a dark value for each.

use maud::{Markup, html};

use crate::axis::Axis;

/// A colour: a variable of the style sheet.
pub(crate) type Colour = &'static str;

/// This project's solvers, and values.
pub(crate) const OURS: Colour = "ours";
/// Floors.
pub(crate) const FLOOR: Colour = "floor";
/// Bars of other solvers.
pub(crate) const OTHER: Colour = "other";
/// P-positions.
pub(crate) const LOST: Colour = "line-0";
/// The first period.
pub(crate) const PERIOD: Colour = "period";

/// The colours of lines that are neither ours nor floors.
pub(crate) fn line_colour(number: usize) -> Colour {
    const LINES: [Colour; 6] = [LOST, "line-1", "line-2", "line-3", "line-4", "line-5"];
    LINES[number % LINES.len()]
}

/// The size of a chart in units, and the edges of what is plotted within it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub size: (f64, f64),
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Width of every chart on the page. A phone shows a unit as a pixel or a little less, and the page sets several charts
/// side by side where there is room.
pub(crate) const PAGE_WIDTH: f64 = 400.0;

impl Frame {
    /// The frame of a chart on the page.
    pub const PAGE: Self = Self {
        size: (PAGE_WIDTH, 268.0),
        left: 56.0,
        right: PAGE_WIDTH - 14.0,
        top: 34.0,
        bottom: 224.0,
    };
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

    /// Dots on a line from left to right. A point that an axis cannot show is left out; a line without a name is not in the
    /// key.
    pub fn line(
        &mut self,
        name: &'a str,
        colour: Colour,
        points: impl Iterator<Item = (f64, f64)>,
    ) {
        let points = points.filter_map(|(x, y)| self.place(x, y));
        let points: Vec<_> = points.map(|(x, y)| (fine(x), fine(y))).collect();
        let line = points.iter().map(|(x, y)| format!("{x},{y} "));
        self.drawn.push(html! {
            polyline style=(format!("stroke:var(--{colour})")) points=(line.collect::<String>()) {}
            (dots(colour, if points.len() > 16 { 2.5 } else { 3.5 }, points))
        });
        self.key
            .extend((!name.is_empty()).then_some((colour, name)));
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
            if let Some((x, y)) = self.place(x as f64, y as f64) {
                let cell = (2.0 * x).round() as usize * height + (2.0 * y).round() as usize;
                // A point outside of the chart may have no cell.
                if let Some(is_marked) = is_marked.get_mut(cell) {
                    *is_marked = true;
                }
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
        let within = |share| frame.across(share).clamp(frame.left, frame.right);
        let place = |x| fine(self.x.share(x).map_or(frame.left, within));
        let (from, to) = (place(from), place(to));
        // The numbers and lines of the axes stay above it.
        let shade = html! {
            // A short period of many heaps is seen, too.
            rect style=(format!("fill:var(--{colour})")) x=(from) y=(frame.top) width=((to - from).max(8.0)) height=(frame.bottom - frame.top) {}
        };
        self.drawn.insert(0, shade);
        self.key.push((colour, name));
    }

    fn place(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        Some((
            self.frame.across(self.x.share(x)?),
            self.frame.up(self.y.share(y)?),
        ))
    }

    /// What is drawn.
    pub fn content(&self) -> Markup {
        html! { @for drawn in &self.drawn { (drawn) } }
    }

    /// The chart as HTML, and below it the key. `about` describes the chart to those who do not see it.
    pub fn on_page(&self, about: &str) -> String {
        svg(about, self.frame.size.1, &self.content()) + &key(&self.key)
    }
}

impl Frame {
    fn across(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    fn up(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }
}

/// One path of strokes without a length: an element for each dot would be megabytes.
fn dots(colour: Colour, radius: f64, places: Vec<(f64, f64)>) -> Markup {
    let places = places.into_iter().map(|(x, y)| format!("M{x} {y}h0"));
    html! {
        path d=(places.collect::<String>()) style=(format!("stroke:var(--{colour});stroke-width:{}", 2.0 * radius)) {}
    }
}

/// The meaning of colours as HTML.
pub(crate) fn key(colours: &[(Colour, &str)]) -> String {
    let key = html! {
        @if !colours.is_empty() {
            ul.key {
                @for (colour, name) in colours { li { i style=(format!("background:var(--{colour})")) {} (name) } }
            }
        }
    };
    key.into_string()
}

/// A length to a quarter of a unit.
pub(crate) fn fine(length: f64) -> f64 {
    (4.0 * length).round() / 4.0
}

/// A chart of the page.
pub(crate) fn svg(about: &str, height: f64, content: &Markup) -> String {
    let svg = html! {
        svg.grundy-chart role="img" aria-label=(about) viewBox=(format!("0 0 {PAGE_WIDTH} {height}")) { (content) }
    };
    svg.into_string()
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
                let label = |value: f64| value.to_string();
                let x = Axis::new("", scale, label, points.iter().map(|point| point.0));
                let y = Axis::new("", Scale::Log, label, points.iter().map(|point| point.1));
                let mut chart = Chart::new(Frame::PAGE, x, y);
                chart.line("a", OURS, points.iter().copied());
                let all = points.iter().map(|&(x, y)| (x as u64, y as u64));
                chart.dots("b", LOST, 3, all);
                chart.shade("c", PERIOD, 0.0, 1e300);
                let svg = chart.on_page("a \"b\" <c>");
                let begins = "<svg class=\"grundy-chart\" role=\"img\" aria-label=\"a &quot;b&quot; &lt;c&gt;\"";
                assert!(svg.starts_with(begins) && !svg.contains("NaN"), "{svg}");
            }
        }
    }
}
