//! The colours of the page and its charts, each with a twin for dark screens.
//!
//! Charts are drawn in the light colours. On a dark screen style rules replace every one of them by
//! its twin, by the colour alone, so a chart needs no marks of its own; a colour that is not on
//! this list would stay light, and a test sees to it that none is used.

use plotters::style::RGBColor;

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    /// Writing.
    Text,
    /// Less important writing.
    Muted,
    /// Grid lines.
    Grid,
    /// This project's solvers.
    Ours,
    /// Floors.
    Floor,
    /// Bars of other solvers.
    Other,
    /// The lines of a chart that are neither ours nor floors; numbers beyond the last start again.
    Line(usize),
}

/// Name in the style sheet, light, dark.
const TEXT: (&str, u32, u32) = ("text", 0x1c_2128, 0xe6_eaf0);
const MUTED: (&str, u32, u32) = ("muted", 0x59_636e, 0x9a_a4af);
const GRID: (&str, u32, u32) = ("grid", 0xd9_dee4, 0x32_3941);
const OURS: (&str, u32, u32) = ("ours", 0x0b_62a8, 0x6c_b6ff);
const FLOOR: (&str, u32, u32) = ("floor", 0x7d_8590, 0x8b_949f);
const OTHER: (&str, u32, u32) = ("other", 0xb9_c2cc, 0x56_616d);
const LINES: [(&str, u32, u32); 6] = [
    ("line-0", 0xb8_500a, 0xf0_883e),
    ("line-1", 0x0f_7b55, 0x3f_c48f),
    ("line-2", 0x7a_4cc2, 0xb7_94f6),
    ("line-3", 0xb0_3a7b, 0xf7_78ba),
    ("line-4", 0x8a_6a00, 0xd9_b44a),
    ("line-5", 0x2b_7a86, 0x57_c7d4),
];

impl Colour {
    const fn entry(self) -> (&'static str, u32, u32) {
        match self {
            Self::Text => TEXT,
            Self::Muted => MUTED,
            Self::Grid => GRID,
            Self::Ours => OURS,
            Self::Floor => FLOOR,
            Self::Other => OTHER,
            Self::Line(i) => LINES[i % LINES.len()],
        }
    }

    /// The colour's name in the style sheet.
    pub(super) const fn name(self) -> &'static str {
        self.entry().0
    }

    /// The light colour, for the plotting library.
    pub(super) const fn rgb(self) -> RGBColor {
        let [_, red, green, blue] = self.entry().1.to_be_bytes();
        RGBColor(red, green, blue)
    }
}

fn all() -> impl Iterator<Item = (&'static str, u32, u32)> {
    [TEXT, MUTED, GRID, OURS, FLOOR, OTHER]
        .into_iter()
        .chain(LINES)
}

/// The style rules: a variable for each colour, and on dark screens the twins in all charts.
pub(super) fn css() -> String {
    let mut light = String::new();
    let mut dark = String::new();
    let mut charts = String::new();
    for (name, on_light, on_dark) in all() {
        light += &format!("--{name}:#{on_light:06x};");
        dark += &format!("--{name}:#{on_dark:06x};");
        for property in ["fill", "stroke"] {
            // The plotting library writes colours in capitals.
            charts +=
                &format!("svg [{property}=\"#{on_light:06X}\"]{{{property}:var(--{name})}}\n");
        }
    }
    format!(":root{{{light}}}\n@media (prefers-color-scheme:dark){{\n:root{{{dark}}}\n{charts}}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_colour_stands_for_two_things() {
        let count = all().count();
        let of = |column: fn((&'static str, u32, u32)) -> String| {
            all()
                .map(column)
                .collect::<std::collections::BTreeSet<String>>()
                .len()
        };
        assert_eq!(of(|entry| entry.0.to_owned()), count);
        assert_eq!(of(|entry| entry.1.to_string()), count);
    }

    /// The contrast of writing and lines with the page, by the rule of WCAG 2.
    #[test]
    fn everything_stands_out_from_the_page() {
        let luminance = |colour: u32| {
            let channel = |byte: u8| {
                let share = f64::from(byte) / 255.0;
                if share <= 0.040_45 {
                    share / 12.92
                } else {
                    ((share + 0.055) / 1.055).powf(2.4)
                }
            };
            let [_, red, green, blue] = colour.to_be_bytes();
            0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
        };
        let contrast = |a: u32, b: u32| {
            let (a, b) = (luminance(a), luminance(b));
            (a.max(b) + 0.05) / (a.min(b) + 0.05)
        };
        for (name, light, dark) in all() {
            let least = match name {
                "text" | "muted" => 4.5,
                "grid" => 1.2,
                "other" => 1.7,
                _ => 3.0,
            };
            for (colour, page) in [(light, 0xff_ffff), (dark, 0x12_161b)] {
                let contrast = contrast(colour, page);
                assert!(contrast >= least, "{name} {colour:06x}: {contrast:.2}");
            }
        }
    }
}
