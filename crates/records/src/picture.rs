//! Pictures of Grundy values and of P-positions, as SVG.
//!
//! ```
//! use grundy_records::picture::{Picture, Values};
//! let values = Values {
//!     across: "heap",
//!     up: "Grundy value",
//!     lost: "P-position: value 0",
//!     values: (0..).zip([0, 1, 2, 0, 1, 2]),
//!     shaded: Some((0, 3)),
//! };
//! let picture = Picture::of_values("Subtract 1 or 2", "period 3, proved", &values);
//! assert!(picture.svg().starts_with("<svg "));
//! ```

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_game::Evaluated;
use grundy_games::heaps::{Cells, Period};
use maud::{PreEscaped, html};

use crate::chart::{Axis, Chart, Frame, LOST, OURS, PERIOD};
use crate::files::{self, PathError};
use crate::heaps::PeriodFields;
use crate::text::cut;
use crate::units;

/// The frame of a picture of values.
const VALUES: Frame = Frame {
    size: (720.0, 420.0),
    left: 64.0,
    right: 696.0,
    top: 98.0,
    bottom: 366.0,
};
/// The frame of a plane of P-positions: the plot is a square.
const PLANE: Frame = Frame {
    size: (720.0, 784.0),
    bottom: 730.0,
    ..VALUES
};

/// A picture as an SVG document, which follows the reader's choice of light or dark.
#[derive(Clone, Debug)]
pub struct Picture(String);

/// What a picture of values shows.
#[derive(Clone, Debug)]
pub struct Values<'a, I> {
    /// What is counted from left to right.
    pub across: &'a str,
    /// What the values are.
    pub up: &'a str,
    /// What a value of 0 means.
    pub lost: &'a str,
    /// Numbers that increase, and the value of each.
    pub values: I,
    /// Start and length of the period, if it is proved.
    pub shaded: Option<(u64, u64)>,
}

impl<'a, I: Iterator<Item = (u64, u64)> + Clone> Values<'a, I> {
    /// The values of heaps.
    pub(crate) fn of_heaps(values: I, period: Option<Period>) -> Self {
        let proved = period.filter(Period::is_proved);
        Self {
            across: "heap",
            up: "Grundy value",
            lost: "P-position: value 0",
            values,
            shaded: proved.map(|period| (period.start as u64, period.length as u64)),
        }
    }

    /// A dot for each value, those of value 0 marked, the first period shaded. O(values), in memory that the size of the
    /// chart bounds.
    pub(crate) fn chart(&self, frame: Frame) -> Chart<'a> {
        let values = || self.values.clone();
        let (mut first, mut last, mut largest) = (u64::MAX, 0, 1);
        for (number, value) in values() {
            (first, last, largest) = (first.min(number), number, value.max(largest));
        }
        let first = first.min(last);
        let x = Axis::new(self.across, first, last);
        let y = Axis::new(self.up, 0, largest);
        let mut chart = Chart::new(frame, x, y);
        if let Some((start, length)) = self.shaded {
            let end = start.saturating_add(length).min(last + 1);
            let what = "the first period, proved";
            chart.shade(what, PERIOD, start as f64 - 0.5, end as f64 - 0.5);
        }
        let columns = last - first + 1;
        let others = values().filter(|&(_, value)| value > 0);
        chart.dots(self.up, OURS, columns, others);
        chart.dots(
            self.lost,
            LOST,
            columns,
            values().filter(|&(_, value)| value == 0),
        );
        chart
    }
}

/// What is said of the values of heaps to `last`.
pub(crate) fn note(last: u64, period: Option<PeriodFields>) -> String {
    let last = units::count(last);
    let Some(period) = period else {
        return format!("heaps 0 to {last}; no period so far");
    };
    let [start, length] = [period.start, period.length].map(units::count);
    let rises = match period.saltus {
        0 => String::new(),
        saltus => format!(" with saltus {saltus}"),
    };
    let certain = if period.proved {
        "proved"
    } else {
        "seen and not proved"
    };
    format!("heaps 0 to {last}; period {length}{rises} from heap {start} on: {certain}")
}

impl Picture {
    /// Draws values over what they belong to: a dot for each, those of value 0 marked, the first period shaded. `note`
    /// stands below the title. O(values), in memory that the size of the picture bounds.
    pub fn of_values<I: Iterator<Item = (u64, u64)> + Clone>(
        title: &str,
        note: &str,
        shown: &Values<'_, I>,
    ) -> Self {
        Self::of(title, note, &shown.chart(VALUES))
    }

    /// Draws the values of the heaps of a code.
    pub fn of_heaps(title: &str, cells: &Cells, period: Option<Period>) -> Self {
        Self::of_heaps_until(&AtomicBool::new(false), title, cells, period)
    }

    /// As [`of_heaps`](Self::of_heaps), until `stop` is set: then the picture is of some heaps.
    pub fn of_heaps_until(
        stop: &AtomicBool,
        title: &str,
        cells: &Cells,
        period: Option<Period>,
    ) -> Self {
        let last = cells.len().saturating_sub(1) as u64;
        let note = note(
            last,
            period.map(|period| PeriodFields::of(period, cells.len())),
        );
        let go_on = |_: &(u64, u64)| !stop.load(Ordering::Relaxed);
        let values = (0..).zip(cells.iter().map(u64::from)).take_while(go_on);
        let shown = Values::of_heaps(values, period);
        Self::of_values(title, &note, &shown)
    }

    /// Draws positions with their values: over their sizes, if each size has one (`by_size`: the first size and the values), or the
    /// plane of P-positions, if each position is two numbers. `None` for others. O(positions).
    pub fn of_positions(
        title: &str,
        rows: &[Evaluated],
        by_size: Option<&(u64, Vec<u64>)>,
    ) -> Option<Self> {
        if let Some((first, values)) = by_size {
            let has_values = rows.iter().all(|row| row.known.grundy.is_some());
            let last = first + values.len() as u64 - 1;
            let (up, lost) = if has_values {
                ("Grundy value", "P-position: value 0")
            } else {
                ("N-position: 1", "P-position: 0")
            };
            let shown = Values {
                across: "size",
                up,
                lost,
                values: (*first..).zip(values.iter().copied()),
                shaded: None,
            };
            let note = format!("sizes {first} to {}", units::count(last));
            return Some(Self::of_values(title, &note, &shown));
        }
        let pairs = rows.iter().map(pair).collect::<Option<Vec<_>>>()?;
        // A game may list each pair once: the smaller number first, or the larger one.
        let is_ordered = pairs.iter().all(|(x, y)| x <= y) || pairs.iter().all(|(x, y)| x >= y);
        let lost = pairs.iter().zip(rows).filter(|(_, row)| row.known.loses());
        let mut shown: Vec<(u64, u64)> = lost.map(|(&pair, _)| pair).collect();
        let mut note = format!(
            "{}, {} of them P-positions",
            units::counted(rows.len() as u64, "position"),
            units::count(shown.len() as u64)
        );
        if is_ordered {
            note += "; each pair in both orders";
            let swapped: Vec<_> = shown.iter().map(|&(x, y)| (y, x)).collect();
            shown.extend(swapped);
        }
        // Positions of a size form a triangle where the size is the sum: the picture ends with the last P-position.
        let up_to = shown.iter().map(|&(x, y)| x.max(y)).max().unwrap_or(1);
        Some(Self::of_plane(title, &note, up_to.max(1), &shown))
    }

    /// Draws the plane of positions of two numbers, `lost` those of P-positions. `up_to` is the largest number of the
    /// plane.
    pub fn of_plane(title: &str, note: &str, up_to: u64, lost: &[(u64, u64)]) -> Self {
        let axis = |title| Axis::new(title, 0, up_to);
        let mut chart = Chart::new(PLANE, axis("first number"), axis("second number"));
        let columns = up_to.saturating_mul(4);
        chart.dots("P-position", LOST, columns, lost.iter().copied());
        Self::of(title, note, &chart)
    }

    /// The chart with its title and a note above it, and between them the meaning of each colour.
    fn of(title: &str, note: &str, chart: &Chart<'_>) -> Self {
        let (width, height) = chart.frame.size;
        // A page may show a text with wider characters than a file has.
        let fitting = |text, character: f64| cut(text, ((width - 32.0) / character) as usize);
        let mut x = 16.0;
        let key = chart.key.iter().map(|&(colour, text)| {
            let at = x;
            x += 44.0 + CHARACTER * text.chars().count() as f64;
            html! {
                rect x=(at) y="59" width="14" height="6" style=(format!("fill:var(--{colour})")) {}
                text x=(at + 20.0) y="62" { (text) }
            }
        });
        let key: Vec<_> = key.collect();
        let picture = html! {
            svg.grundy-chart.grundy-picture xmlns="http://www.w3.org/2000/svg" role="img" aria-label=(title)
                width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) {
                style { (PreEscaped(include_str!("chart.css"))) (PreEscaped(include_str!("picture.css"))) }
                rect width=(width) height=(height) style="fill:var(--page)" {}
                text.heading x="16" y="22" { (fitting(title, 1.25 * CHARACTER)) }
                text.note x="16" y="44" { (fitting(note, 1.05 * CHARACTER)) }
                @for entry in &key { (entry) }
                (chart.content())
            }
        };
        Self(picture.into_string())
    }

    /// Returns the SVG document.
    pub fn svg(&self) -> String {
        self.0.clone()
    }

    /// Writes the picture to a file.
    ///
    /// # Errors
    /// When the name of the file does not end with `.svg`, or the system refuses.
    pub fn write(&self, path: &Path) -> Result<(), PathError> {
        check_name(path)?;
        files::write(path, self.0.as_bytes())
    }
}

/// The width of a character of small texts.
const CHARACTER: f64 = 7.0;

/// Checks that the name of a file is one of a picture.
///
/// # Errors
/// When it does not end with `.svg`, in either case of its letters.
pub fn check_name(path: &Path) -> Result<(), PathError> {
    let extension = path.extension().unwrap_or_default();
    if extension.eq_ignore_ascii_case("svg") {
        return Ok(());
    }
    let problem = "found a name without .svg at its end, expected one with it";
    Err(PathError::reading(path)(io::Error::other(problem)))
}

/// The two numbers that are the text of a position, if it is two numbers.
fn pair(row: &Evaluated) -> Option<(u64, u64)> {
    let (x, y) = row.position.trim().split_once(char::is_whitespace)?;
    Some((x.parse().ok()?, y.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Colour;

    fn picture(
        values: impl Iterator<Item = (u64, u64)> + Clone,
        shaded: Option<(u64, u64)>,
    ) -> Picture {
        let shown = Values {
            across: "heap",
            up: "Grundy value",
            lost: "P-position",
            values,
            shaded,
        };
        Picture::of_values("a < b & \"c\"", "note", &shown)
    }

    fn values(up_to: u64, shaded: Option<(u64, u64)>) -> Picture {
        picture((0..=up_to).map(|heap| (heap, heap % 3)), shaded)
    }

    /// The number of dots of a colour, and their width.
    fn dots(picture: &Picture, colour: Colour) -> (usize, f64) {
        let paths = picture.0.split("<path").skip(1);
        let style = format!("style=\"stroke:var(--{colour});stroke-width:");
        let mut found = paths.filter_map(|path| path.split_once(&style));
        let (path, width) = found.next().unwrap();
        let width = width.split('"').next().unwrap();
        (path.matches("h0").count(), width.parse().unwrap())
    }

    #[test]
    fn every_heap_has_a_dot_and_p_positions_another_colour() {
        let picture = values(29, None);
        assert_eq!((dots(&picture, OURS).0, dots(&picture, LOST).0), (20, 10));
        assert!(picture.0.contains("a &lt; b &amp; &quot;c&quot;"));
        assert!(!picture.0.contains("NaN"));
    }

    #[test]
    fn many_heaps_make_a_small_picture() {
        let svg = values(3_000_000, None).svg();
        assert!(svg.len() < 100_000, "{}", svg.len());
    }

    #[test]
    fn one_value_among_many_has_its_dot() {
        let values = (0..1_000_000_u64).map(|heap| match heap {
            123_456 => (heap + 5, 0),
            234_567 => (heap + 5, 9000),
            _ => (heap + 5, 1),
        });
        let picture = picture(values, None);
        assert_eq!(dots(&picture, LOST).0, 1);
        let columns = 2 * (VALUES.right - VALUES.left) as usize;
        let ones = dots(&picture, OURS).0 - 1;
        assert!((columns * 8 / 10..columns).contains(&ones), "{ones}");
    }

    #[test]
    fn only_a_proved_period_is_shaded() {
        let shades = |picture: &Picture| picture.0.matches("fill:var(--period)").count();
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
            for text in picture.0.split("<text ").skip(1) {
                let (attributes, text) = text.split_once('>').unwrap();
                let (text, _) = text.split_once('<').unwrap();
                let (_, x) = attributes.split_once("x=\"").unwrap();
                let x: f64 = x.split('"').next().unwrap().parse().unwrap();
                let character = if attributes.contains("heading") {
                    8.5
                } else {
                    7.25
                };
                let width = character * text.chars().count() as f64;
                let left = match attributes {
                    middle if middle.contains("middle") => x - width / 2.0,
                    end if end.contains("end\"") => x - width,
                    _ => x,
                };
                assert!(
                    left >= 0.0 && left + width <= VALUES.size.0,
                    "{text} {left}"
                );
            }
        }
        // Points beyond the axes are drawn at an edge or not at all.
        Picture::of_plane("", "", 3, &[(9, 1), (1, 9), (9_000_000, 9_000_000)]);
    }

    #[test]
    fn one_dot_and_a_short_period_among_many_heaps_are_seen() {
        let one = picture(
            (0..100_000_u64).map(|heap| (heap, heap.min(1))),
            Some((1, 1)),
        );
        assert!(dots(&one, LOST).1 >= 6.0);
        let (_, shade) = one.0.split_once("fill:var(--period)\" x=").unwrap();
        assert!(shade.contains("width=\"8\" height=\"268\""), "{shade:.100}");
        let plane = Picture::of_plane("", "", 2_000_000_000, &[(1_000_000_000, 2_000_000_000)]);
        assert!(dots(&plane, LOST).1 >= 6.0);
        // Many stay small.
        assert!(dots(&values(30_000, None), LOST).1 < 4.0);
    }

    #[test]
    fn wythoffs_lines_lie_on_both_sides_of_the_diagonal() {
        let picture =
            Picture::of_plane("Wythoff", "", 7, &[(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)]);
        assert_eq!(dots(&picture, LOST).0, 5);
    }

    #[test]
    fn a_name_says_the_format() {
        assert!(check_name(Path::new("a.SVG")).is_ok());
        let error = check_name(Path::new("a.png")).unwrap_err().to_string();
        assert!(error.starts_with("a.png: found a name without"), "{error}");
    }
}
