//! Pictures of Grundy values and of P-positions, as SVG.
//!
//! A picture is a list of boxes, dots and texts, each in one of a few colours, which [`svg`](Picture::svg) draws.
//!
//! ```
//! use grundy_records::picture::{Picture, Values};
//! let values = Values {
//!     across: "heap",
//!     up: "Grundy value",
//!     lost: "P-position: value 0",
//!     first: 0,
//!     values: [0, 1, 2, 0, 1, 2].into_iter(),
//!     shaded: Some((0, 3)),
//! };
//! let picture = Picture::of_values("Subtract 1 or 2", "period 3, proved", &values);
//! assert!(picture.svg().starts_with("<svg "));
//! ```

mod svg;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_games::heaps::{Cells, Period};

use crate::axis::{Axis, Scale};
use crate::files::{self, PathError};
use crate::units;

/// The size of a picture of values.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// The plane of P-positions has a square plot.
const PLANE_HEIGHT: f64 = 784.0;
/// Room around the plot.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 98.0;
const BOTTOM: f64 = 54.0;

/// A picture: what is drawn, from the bottom up.
#[derive(Clone, Debug)]
pub struct Picture {
    title: String,
    size: (f64, f64),
    shapes: Vec<Shape>,
}

/// What is drawn in one piece, in units of the picture.
#[derive(Clone, Debug)]
enum Shape {
    Box {
        colour: Colour,
        corner: (f64, f64),
        size: (f64, f64),
    },
    Dots {
        colour: Colour,
        radius: f64,
        /// Centres, in halves of a unit.
        places: Places,
    },
    Text {
        style: Style,
        anchor: Anchor,
        /// The place of the anchor in the middle of the height of the text.
        place: (f64, f64),
        text: String,
    },
}

/// What a shape is. Each has a colour in the light and one in the dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    Page,
    Grid,
    Shade,
    Value,
    Lost,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Title,
    Plain,
    Note,
}

/// Which part of a text lies at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// Why there is no file of a picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The name of the file does not end with `.svg`.
    #[error("{0}: found a name without .svg at its end, expected one with it")]
    Format(String),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] PathError),
}

/// What a picture of values shows.
#[derive(Clone, Debug)]
pub struct Values<'a, I> {
    /// What is counted from left to right.
    pub across: &'a str,
    /// What the values are.
    pub up: &'a str,
    /// What a value of 0 means.
    pub lost: &'a str,
    /// The number of the first value.
    pub first: u64,
    /// The values.
    pub values: I,
    /// Start and length of the period, if it is proved.
    pub shaded: Option<(u64, u64)>,
}

impl Picture {
    /// Draws values over what they belong to: a dot for each, those of value 0 marked, the first period shaded. `note`
    /// stands below the title. O(values), in memory that the size of the picture bounds.
    pub fn of_values<I: Iterator<Item = u64> + Clone>(
        title: &str,
        note: &str,
        shown: &Values<'_, I>,
    ) -> Self {
        let (count, largest) = shown
            .values
            .clone()
            .fold((0, 0), |(count, largest), value| {
                (count + 1_u64, value.max(largest))
            });
        let last = shown.first + count.max(1) - 1;
        let plot = Plot::new(
            (WIDTH, HEIGHT),
            (shown.first as f64, last as f64),
            (0.0, (largest.max(1)) as f64),
        );
        let mut picture = Self::begin(title, note, &plot);
        if let Some((start, length)) = shown.shaded {
            let end = start.saturating_add(length).min(last + 1);
            picture.shade(&plot, (start as f64 - 0.5, end as f64 - 0.5));
        }
        picture.axes(&plot, shown.across, shown.up);
        let (values, lost) = places(&plot, count, largest, shown);
        picture.dots(Colour::Value, dot(count), values);
        picture.dots(Colour::Lost, mark(count, &lost) + 0.5, lost);
        let shade = shown
            .shaded
            .map(|_| (Colour::Shade, "the first period, proved"));
        let key = [(Colour::Value, shown.up), (Colour::Lost, shown.lost)];
        picture.key(key.into_iter().chain(shade));
        picture
    }

    /// Draws the values of the heaps of a code.
    pub fn of_heaps(title: &str, cells: &Cells, period: Option<Period>) -> Self {
        Self::of_heaps_until(&AtomicBool::new(false), title, cells, period)
    }

    /// As [`of_heaps`](Self::of_heaps), for a caller who stops caring when `stop` is set: then the picture is of some heaps.
    pub fn of_heaps_until(
        stop: &AtomicBool,
        title: &str,
        cells: &Cells,
        period: Option<Period>,
    ) -> Self {
        let count = |heap: usize| units::count(heap as u64);
        let note = match period {
            None => "no period so far".to_owned(),
            Some(period) => format!(
                "period {}{} from heap {} on: {}",
                count(period.length),
                match period.saltus {
                    0 => String::new(),
                    saltus => format!(" with saltus {saltus}"),
                },
                count(period.start),
                if period.is_proved() {
                    "proved"
                } else {
                    "seen and not proved"
                },
            ),
        };
        let last = count(cells.len().saturating_sub(1));
        let proved = period.filter(Period::is_proved);
        let shown = Values {
            across: "heap",
            up: "Grundy value",
            lost: "P-position: value 0",
            first: 0,
            values: cells
                .iter()
                .map(u64::from)
                .take_while(|_| !stop.load(Ordering::Relaxed)),
            shaded: proved.map(|period| (period.start as u64, period.length as u64)),
        };
        Self::of_values(title, &format!("heaps 0 to {last}; {note}"), &shown)
    }

    /// Draws the plane of positions of two numbers, `lost` those of P-positions. `up_to` is the largest number of the
    /// plane.
    pub fn of_plane(title: &str, note: &str, up_to: u64, lost: &[(u64, u64)]) -> Self {
        let range = (0.0, up_to as f64);
        let plot = Plot::new((WIDTH, PLANE_HEIGHT), range, range);
        let mut picture = Self::begin(title, note, &plot);
        picture.axes(&plot, "first number", "second number");
        let places = lost.iter();
        let places = places.map(|&(x, y)| plot.half_units(x as f64, y as f64));
        let lost: Places = places.collect();
        picture.dots(Colour::Lost, mark(up_to.saturating_mul(4), &lost), lost);
        picture.key([(Colour::Lost, "P-position")]);
        picture
    }

    /// Returns the picture as an SVG document, which follows the reader's choice of light or dark.
    pub fn svg(&self) -> String {
        svg::document(self)
    }

    /// Writes the picture to a file.
    ///
    /// # Errors
    /// When the name of the file does not end with `.svg`, or the system refuses.
    pub fn write(&self, path: &Path) -> Result<(), PictureError> {
        check_name(path)?;
        Ok(files::write(path, self.svg().as_bytes())?)
    }

    fn begin(title: &str, note: &str, plot: &Plot) -> Self {
        let mut picture = Self {
            title: title.to_owned(),
            size: plot.size,
            shapes: Vec::new(),
        };
        picture.fill(Colour::Page, (0.0, 0.0), plot.size);
        for (style, y, text) in [(Style::Title, 22.0, title), (Style::Note, 44.0, note)] {
            let text = fitting(text, style, plot.size.0 - 2.0 * 16.0);
            picture.text(style, Anchor::Start, (16.0, y), &text);
        }
        picture
    }

    fn axes(&mut self, plot: &Plot, across: &str, up: &str) {
        let (right, bottom) = (plot.size.0 - RIGHT, plot.size.1 - BOTTOM);
        // Numbers of seven digits and more would run into each other.
        let label = |value: f64| {
            if value < 1e6 {
                units::count(value as u64)
            } else {
                units::short(value)
            }
        };
        let axis = Axis::new("", Scale::Whole, label);
        for (place, label) in axis.labels(plot.x) {
            let (x, _) = plot.place(place, 0.0);
            self.fill(Colour::Grid, (x - 0.5, TOP), (1.0, bottom - TOP));
            self.text(Style::Plain, Anchor::Middle, (x, bottom + 14.0), &label);
        }
        for (place, label) in axis.labels(plot.y) {
            let (_, y) = plot.place(0.0, place);
            self.fill(Colour::Grid, (LEFT, y - 0.5), (right - LEFT, 1.0));
            self.text(Style::Plain, Anchor::End, (LEFT - 8.0, y), &label);
        }
        self.text(
            Style::Note,
            Anchor::End,
            (right, plot.size.1 - 16.0),
            across,
        );
        self.text(Style::Note, Anchor::Start, (16.0, TOP - 12.0), up);
    }

    /// Writes the meaning of each colour, beside a dot or a box of it.
    fn key<'a>(&mut self, entries: impl IntoIterator<Item = (Colour, &'a str)>) {
        let mut x = 16.0;
        for (colour, text) in entries {
            if colour == Colour::Shade {
                self.fill(colour, (x, 59.0), (14.0, 12.0));
            } else {
                let centre = Places::from([(2 * x as u32 + 14, 130)]);
                self.dots(colour, 4.0, centre);
            }
            self.text(Style::Plain, Anchor::Start, (x + 20.0, 65.0), text);
            x += 20.0 + CHARACTER * text.len() as f64 + 24.0;
        }
    }

    fn shade(&mut self, plot: &Plot, (from, to): (f64, f64)) {
        let within = |x: f64| x.clamp(LEFT, plot.size.0 - RIGHT);
        let [from, to] = [from, to].map(|x| within(plot.place(x, 0.0).0));
        let height = plot.size.1 - BOTTOM - TOP;
        // A short period of many heaps is seen, too.
        self.fill(Colour::Shade, (from, TOP), ((to - from).max(8.0), height));
    }

    fn fill(&mut self, colour: Colour, corner: (f64, f64), size: (f64, f64)) {
        self.shapes.push(Shape::Box {
            colour,
            corner,
            size,
        });
    }

    fn dots(&mut self, colour: Colour, radius: f64, places: Places) {
        self.shapes.push(Shape::Dots {
            colour,
            radius,
            places,
        });
    }

    fn text(&mut self, style: Style, anchor: Anchor, place: (f64, f64), text: &str) {
        let text = text.to_owned();
        self.shapes.push(Shape::Text {
            style,
            anchor,
            place,
            text,
        });
    }
}

/// A set of places in halves of a unit.
type Places = BTreeSet<(u32, u32)>;

/// The places of values, those of value 0 apart. Each value is looked at, and marks a cell of a grid: many are one dot.
fn places<I: Iterator<Item = u64> + Clone>(
    plot: &Plot,
    count: u64,
    largest: u64,
    shown: &Values<'_, I>,
) -> (Places, Places) {
    /// Groups of values, each with one place across: there are more of them than half units.
    const GROUPS: u64 = 1 << 13;
    /// Values whose place is computed once.
    const SMALL: u64 = 1 << 12;
    let row = |value: u64| plot.half_units(0.0, value as f64).1;
    let rows: Vec<u32> = (0..=largest.min(SMALL)).map(row).collect();
    let height = 2 * plot.size.1 as usize;
    let mut is_marked = vec![false; 2 * plot.size.0 as usize * height];
    let mut lost = Places::new();
    let group = count.div_ceil(GROUPS).max(1);
    let mut values = shown.values.clone();
    for first in (shown.first..shown.first + count).step_by(group as usize) {
        let column = plot.half_units(first as f64, 0.0).0;
        let marked = &mut is_marked[column as usize * height..][..height];
        let mut has_lost = false;
        for value in values.by_ref().take(group as usize) {
            if value == 0 {
                has_lost = true;
                continue;
            }
            let known = rows.get(value as usize).copied();
            marked[known.unwrap_or_else(|| row(value)) as usize] = true;
        }
        if has_lost {
            lost.insert((column, rows[0]));
        }
    }
    let marked = is_marked.iter().enumerate().filter(|(_, is)| **is);
    let marked = marked.map(|(cell, _)| ((cell / height) as u32, (cell % height) as u32));
    (marked.collect(), lost)
}

/// The width of a character, in both formats.
const CHARACTER: f64 = 7.0;

/// A text, cut where it is wider than `width`.
fn fitting(text: &str, style: Style, width: f64) -> Cow<'_, str> {
    // A page may show a text with wider characters than a file has.
    let character = match style {
        Style::Title => 1.25 * CHARACTER,
        Style::Plain | Style::Note => 1.05 * CHARACTER,
    };
    let room = (width / character) as usize;
    if text.chars().count() <= room {
        return text.into();
    }
    let shown: String = text.chars().take(room - 3).collect();
    (shown + "...").into()
}

/// The radius of a dot among this number of columns.
fn dot(columns: u64) -> f64 {
    match columns {
        0..=250 => 3.0,
        251..=2500 => 2.0,
        _ => 1.25,
    }
}

/// The radius of the dots that mark these places among this number of columns: few of them are large.
fn mark(columns: u64, places: &Places) -> f64 {
    dot(columns.min(4 * places.len() as u64))
}

/// Checks that the name of a file is one of a picture.
///
/// # Errors
/// When it does not end with `.svg`, in either case of its letters.
pub fn check_name(path: &Path) -> Result<(), PictureError> {
    let extension = path.extension().unwrap_or_default();
    if extension.eq_ignore_ascii_case("svg") {
        Ok(())
    } else {
        Err(PictureError::Format(path.display().to_string()))
    }
}

/// Where numbers lie in a picture.
struct Plot {
    size: (f64, f64),
    x: (f64, f64),
    y: (f64, f64),
}

impl Plot {
    fn new(size: (f64, f64), x: (f64, f64), y: (f64, f64)) -> Self {
        let range = |(low, high): (f64, f64)| Scale::Whole.range([low, high].into_iter());
        Self {
            size,
            x: range(x),
            y: range(y),
        }
    }

    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let share = |number: f64, (low, high): (f64, f64)| (number - low) / (high - low);
        let (width, height) = (self.size.0 - RIGHT - LEFT, self.size.1 - BOTTOM - TOP);
        (
            LEFT + share(x, self.x) * width,
            self.size.1 - BOTTOM - share(y, self.y) * height,
        )
    }

    /// A place in halves of a unit: numbers that are nearer to each other are one dot.
    fn half_units(&self, x: f64, y: f64) -> (u32, u32) {
        let (x, y) = self.place(x, y);
        ((2.0 * x).round() as u32, (2.0 * y).round() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(up_to: u64, shaded: Option<(u64, u64)>) -> Picture {
        let shown = Values {
            across: "heap",
            up: "Grundy value",
            lost: "P-position",
            first: 0,
            values: (0..=up_to).map(|heap| heap % 3),
            shaded,
        };
        Picture::of_values("a < b & \"c\"", "note", &shown)
    }

    fn dots(picture: &Picture, wanted: Colour) -> usize {
        let dots = picture.shapes.iter().filter_map(|shape| match shape {
            Shape::Dots { colour, places, .. } if *colour == wanted => Some(places.len()),
            _ => None,
        });
        // The last one is the key.
        dots.sum::<usize>() - 1
    }

    #[test]
    fn every_heap_has_a_dot_and_p_positions_another_colour() {
        let picture = values(29, None);
        assert_eq!(dots(&picture, Colour::Value), 20);
        assert_eq!(dots(&picture, Colour::Lost), 10);
    }

    #[test]
    fn many_heaps_make_a_small_picture() {
        let svg = values(3_000_000, None).svg();
        assert!(svg.len() < 100_000, "{}", svg.len());
    }

    #[test]
    fn one_value_among_many_has_its_dot() {
        let shown = Values {
            across: "heap",
            up: "Grundy value",
            lost: "P-position",
            first: 5,
            values: (0..1_000_000_u64).map(|heap| match heap {
                123_456 => 0,
                234_567 => 9000,
                _ => 1,
            }),
            shaded: None,
        };
        let picture = Picture::of_values("", "", &shown);
        assert_eq!(dots(&picture, Colour::Lost), 1);
        let columns = 2 * (WIDTH - LEFT - RIGHT) as usize;
        let ones = dots(&picture, Colour::Value) - 1;
        assert!((columns * 8 / 10..columns).contains(&ones), "{ones}");
    }

    #[test]
    fn only_a_proved_period_is_shaded() {
        let shades = |picture: &Picture| {
            let shapes = picture.shapes.iter();
            let is_shade = |shape: &&Shape| {
                matches!(
                    shape,
                    Shape::Box {
                        colour: Colour::Shade,
                        ..
                    }
                )
            };
            shapes.filter(is_shade).count()
        };
        assert_eq!(shades(&values(29, None)), 0);
        // With the one of the key.
        assert_eq!(shades(&values(29, Some((0, 3)))), 2);
    }

    #[test]
    fn long_texts_and_large_numbers_stay_within_the_picture() {
        let title = "x".repeat(200);
        let lost = [(0, 0), (u64::MAX, 5)];
        for picture in [
            Picture::of_plane(&title, &title, u64::MAX, &lost),
            Picture::of_plane("", "", 2_000_000_000, &lost[..1]),
            Picture::of_plane("", "", 999_999, &lost[..1]),
        ] {
            for shape in &picture.shapes {
                let Shape::Text {
                    style,
                    anchor,
                    place: (x, _),
                    text,
                } = shape
                else {
                    continue;
                };
                let character = if *style == Style::Title { 8.5 } else { 7.25 };
                let width = character * text.chars().count() as f64;
                let left = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                assert!(left >= 0.0 && left + width <= WIDTH, "{text} {left}");
            }
        }
    }

    #[test]
    fn one_dot_and_a_short_period_among_many_heaps_are_seen() {
        let largest = |picture: &Picture| {
            let radii = picture.shapes.iter().filter_map(|shape| match shape {
                // The one of the key is at the top.
                Shape::Dots {
                    colour: Colour::Lost,
                    radius,
                    places,
                } if places.iter().any(|&(_, y)| f64::from(y) > 2.0 * TOP) => Some(*radius),
                _ => None,
            });
            radii.fold(0.0, f64::max)
        };
        let shown = Values {
            across: "heap",
            up: "Grundy value",
            lost: "P-position",
            first: 0,
            values: (0..100_000_u64).map(|heap| heap.min(1)),
            shaded: Some((1, 1)),
        };
        let picture = Picture::of_values("", "", &shown);
        assert!(largest(&picture) >= 3.0);
        let is_seen = |shape: &Shape| match shape {
            Shape::Box { colour, size, .. } => {
                *colour == Colour::Shade && size.0 >= 6.0 && size.1 > 100.0
            }
            _ => false,
        };
        assert!(picture.shapes.iter().any(is_seen));
        let plane = Picture::of_plane("", "", 2_000_000_000, &[(1_000_000_000, 2_000_000_000)]);
        assert!(largest(&plane) >= 3.0);
        // Many stay small.
        assert!(largest(&values(30_000, None)) < 2.0);
    }

    #[test]
    fn texts_are_escaped() {
        let svg = values(3, None).svg();
        assert!(svg.contains("a &lt; b &amp; &quot;c&quot;"), "{svg}");
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn wythoffs_lines_lie_on_both_sides_of_the_diagonal() {
        let picture =
            Picture::of_plane("Wythoff", "", 7, &[(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)]);
        assert_eq!(dots(&picture, Colour::Lost), 5);
    }

    #[test]
    fn a_name_says_the_format() {
        assert!(check_name(Path::new("a.SVG")).is_ok());
        let error = check_name(Path::new("a.png")).unwrap_err().to_string();
        assert!(error.starts_with("a.png: found a name without"), "{error}");
    }
}
