//! A picture as an SVG document.

use maud::{Markup, PreEscaped, html};

use super::{Anchor, Colour, Picture, Shape, Style};

/// The colours, in the light and in the dark. Every rule begins with the class of the picture: within a page, a style
/// sheet applies to all of the page.
const STYLE: &str = "\
.grundy-picture{--page:#fff;--text:#1c2128;--note:#59636e;--grid:#e1e5ea;--shade:#cfe8dc;--value:#0b62a8;--lost:#b8500a}\
@media (prefers-color-scheme:dark){.grundy-picture{--page:#12161b;--text:#e6eaf0;--note:#9aa4af;--grid:#2a3138;\
--shade:#1c4534;--value:#6cb6ff;--lost:#f0883e}}\
.grundy-picture text{fill:var(--text);font:12px ui-monospace,'DejaVu Sans Mono',monospace;dominant-baseline:central}\
.grundy-picture .title{font-size:14px;font-weight:bold}\
.grundy-picture .note{fill:var(--note)}\
.grundy-picture path{stroke-linecap:round;fill:none}";

pub fn document(picture: &Picture) -> String {
    let (width, height) = picture.size;
    html! {
        svg.grundy-picture xmlns="http://www.w3.org/2000/svg" role="img" aria-label=(picture.title)
            width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) style="max-width:100%;height:auto" {
            style { (PreEscaped(STYLE)) }
            @for shape in &picture.shapes { (drawn(shape)) }
        }
    }
    .into_string()
}

fn drawn(shape: &Shape) -> Markup {
    match shape {
        Shape::Box {
            colour,
            corner: (x, y),
            size: (width, height),
        } => html! {
            rect x=(fine(*x)) y=(fine(*y)) width=(fine(*width)) height=(fine(*height)) style=(format!("fill:{}", name(*colour))) {}
        },
        // One path of strokes without a length: an element for each dot would be megabytes.
        Shape::Dots {
            colour,
            radius,
            places,
        } => {
            let places = places
                .iter()
                .map(|&(x, y)| format!("M{} {}h0", f64::from(x) / 2.0, f64::from(y) / 2.0));
            html! {
                path d=(places.collect::<String>()) style=(format!("stroke:{};stroke-width:{}", name(*colour), 2.0 * radius)) {}
            }
        }
        Shape::Text {
            style,
            anchor,
            place: (x, y),
            text,
        } => {
            let class = match style {
                Style::Title => "title",
                Style::Plain => "plain",
                Style::Note => "note",
            };
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            html! { text class=(class) x=(fine(*x)) y=(fine(*y)) text-anchor=(anchor) { (text) } }
        }
    }
}

fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Page => "var(--page)",
        Colour::Grid => "var(--grid)",
        Colour::Shade => "var(--shade)",
        Colour::Value => "var(--value)",
        Colour::Lost => "var(--lost)",
    }
}

/// A length to a quarter of a unit.
fn fine(length: f64) -> f64 {
    (4.0 * length).round() / 4.0
}
